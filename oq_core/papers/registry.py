"""Which tables the papers print, and what can be set beside them."""

from functools import partial

from oq_core.papers import derived, from_data
from oq_core.papers.printed_table import Paper, PrintedTable

#: Tables of Kendall's tau between every two measures, with intervals.
_taus = partial(
    PrintedTable,
    keys=("first", "second"),
    values=("tau", "low", "high"),
    cell="{tau} [{low}, {high}]",
)

_SIGIR18 = Paper(
    "Comparing Two Binned Probability Distributions for Information Access Evaluation",
    "T. Sakai, SIGIR 2018",
    (
        _taus(
            numbers="1",
            title="Artificial distributions",
            shows="Kendall's τ, with 95 % intervals, between two measures that rank all pairs of "
            "random distributions over 3 or 7 classes by how far apart the two are.",
            file="sigir18_tables_1_2_tau",
            only={"table": ("1",)},
            parts_by=("data_set",),
            note="Five classes were tried too, but are not printed.",
        ),
        _taus(
            numbers="2 (I)",
            title="One run's 2,000 utterances",
            shows="The same τ between two measures that rank the utterances of DBDC3 by how well "
            "one run estimated them.",
            file="sigir18_tables_1_2_tau",
            only={"table": ("2",)},
            parts_by=("data_set",),
            note="The run is not public.",
        ),
        PrintedTable(
            numbers="2 (II)",
            title="Agreement on which of two runs is better",
            shows="On how many of the 2,000 utterances of DBDC3, in per cent, two measures prefer "
            "the same of two runs.",
            file="sigir18_table_2_agreement",
            parts_by=("data_set",),
            keys=("first", "second"),
            values=("percent",),
            cell="{percent}",
            note="The runs are not public.",
        ),
    ),
)

_ACL21_TAU = (
    "RNOD22 prints slightly different τ for DialEval-1. There, some runs are in both languages "
    "and therefore tied; here every τ is one that 22 runs without any tie can have."
)


def _acl21_tau(number: str, title: str, shows: str, note: str = "") -> PrintedTable:
    return PrintedTable(
        numbers=number,
        title=title,
        shows=shows,
        file="acl21_tables_2_5_8_tau",
        only={"table": (number,)},
        parts_by=("data_set",),
        keys=("first", "second"),
        values=("tau",),
        cell="{tau}",
        derived=derived.possible_taus,
        from_analysis=from_data.taus,
        note="Recomputed is the nearest τ that so many runs can have. " + note,
    )


def _acl21_consistency(number: str, title: str, note: str = "") -> PrintedTable:
    return PrintedTable(
        numbers=number,
        title=title,
        shows="Mean τ between the rankings of the runs on two random sets of instances, over "
        "1,000 trials, and the residual variance of these τ.",
        file="acl21_tables_3_6_9_consistency",
        only={"table": (number,)},
        parts_by=("data_set", "split"),
        keys=("measure",),
        values=("tau", "variance_e2"),
        chance=True,
        derived=derived.consistency_from_rnod22 if number != "3" else None,
        from_analysis=from_data.consistency_and_variance,
        note=note,
    )


def _data_sets(paper: str, number: str) -> PrintedTable:
    derive = {"LQ21": derived.runs_from_pairs, "RNOD22": derived.runs_from_captions}
    return PrintedTable(
        numbers=number,
        title="Data sets",
        shows="How many instances (topics or dialogues) and runs each data set has.",
        file="acl21_lq21_rnod22_data_sets",
        only={"paper": (paper,)},
        parts_by=(),
        keys=("data_set",),
        values=("instances", "runs"),
        derived=derive.get(paper),
    )


_ACL21 = Paper(
    "Evaluating Evaluation Measures for Ordinal Classification and Ordinal Quantification",
    "T. Sakai, ACL-IJCNLP 2021",
    (
        _data_sets("ACL21", "1"),
        _acl21_tau(
            "2",
            "Ranking similarity, ordinal classification",
            "Kendall's τ between the rankings of the runs by every two measures of ordinal "
            "classification.",
        ),
        _acl21_consistency("3", "Ranking consistency, ordinal classification"),
        _acl21_tau(
            "5",
            "Ranking similarity, NTCIR",
            "Kendall's τ between the rankings of the runs by every two measures.",
            _ACL21_TAU,
        ),
        _acl21_consistency(
            "6",
            "Ranking consistency, NTCIR",
            "Recomputed is RNOD22's mean τ of the same splits plus 2/231: two of the 231 pairs "
            "are pairs of identical runs, which count as concordant here and as neither there. "
            "We count them as neither, too. On ten dialogues other runs may tie as well, which "
            "may explain two values.",
        ),
        _acl21_tau(
            "8",
            "Ranking similarity, SemEval",
            "Kendall's τ between the rankings of the runs by every two measures.",
        ),
        _acl21_consistency(
            "9", "Ranking consistency, SemEval", "Recomputed is RNOD22's mean τ of the same splits."
        ),
        PrintedTable(
            numbers="3, 6, 9: captions",
            title="Effect sizes",
            shows="How many standard deviations (of V_E2) the mean τ of two measures are apart: "
            "the captions' examples.",
            file="acl21_tables_3_6_9_effects",
            parts_by=(),
            keys=("table", "data_set", "split", "better", "worse"),
            values=("effect",),
            derived=derived.effects_in_captions,
        ),
    ),
)

_LQ21 = Paper(
    "A Closer Look at Evaluation Measures for Ordinal Quantification",
    "T. Sakai, LQ 2021",
    (
        _data_sets("LQ21", "2"),
        PrintedTable(
            numbers="3",
            title="Discriminative power",
            shows="How many pairs of runs each measure finds significantly different (S) of all "
            "pairs (T), at α = 0.05, by data set and pooled.",
            file="lq21_table_3",
            parts_by=("data_set",),
            keys=("measure",),
            values=("significant", "pairs", "percent"),
            chance=True,
            derived=derived.powers,
            from_analysis=from_data.powers,
            note="Recomputed: S from table 4, T from table 2, pooled numbers as sums.",
        ),
        PrintedTable(
            numbers="4",
            title="Overlap of significant pairs",
            shows="Of the pairs of runs that either of two measures finds significantly "
            "different, how many both find: b of a + b + c, in per cent.",
            file="lq21_table_4",
            parts_by=("data_set",),
            keys=("first", "second"),
            values=("percent", "first_only", "both", "second_only"),
            cell="{percent} ({first_only}/{both}/{second_only})",
            chance=True,
            derived=derived.overlaps,
            from_analysis=from_data.overlaps,
            note="Recomputed: a and c from b and table 3. Misprint: in part (h), DialEval-1 DQ-S, "
            "the row of NVD repeats that of RNOD. Its percentages fit its counts, but NVD has 120 "
            "significant pairs and not the 125 that they add up to; the true counts are unknown.",
        ),
        PrintedTable(
            numbers="5",
            title="Contradictions",
            shows="On how many pairs of runs two measures both find a significant difference, "
            "but opposite winners.",
            file="lq21_table_5",
            parts_by=("data_set",),
            keys=("first", "second"),
            values=("contradictions",),
            cell="{contradictions}",
            chance=True,
            derived=derived.contradictions,
            from_analysis=from_data.contradictions,
            note="Recomputed from the pairs listed in table 6. The other data sets have none.",
        ),
        PrintedTable(
            numbers="6",
            title="Contradictions, listed",
            shows="Which runs: the first is significantly better by measure 1, the second by "
            "measure 2.",
            file="lq21_table_6",
            parts_by=("data_set",),
            keys=("first", "second", "run_1", "run_2"),
            values=(),
            lists=True,
            chance=True,
            from_analysis=from_data.contradicting_runs,
            note="Runs are matched by name; -C and -E are the two languages.",
        ),
        PrintedTable(
            numbers="7",
            title="Popularity against Uniform",
            shows="On how many dialogues each measure prefers each of the two baselines.",
            file="lq21_table_7",
            parts_by=("data_set",),
            keys=("measure",),
            values=("uniform", "popularity"),
            derived=derived.total_wins,
            from_gold=from_data.baseline_wins,
            note="The paper sets the larger number in bold; under NMD on DialEval-1 DQ-E it is "
            "the smaller one.",
        ),
    ),
)

_TAU_TABLES = ("3", "5", "7", "9", "11", "13", "15", "17")

_rnod22_taus = partial(
    _taus,
    file="rnod22_tables_3_to_23_tau",
    parts_by=("table", "data_set"),
    derived=derived.taus_and_intervals,
    from_analysis=from_data.taus_and_intervals,
)

_RNOD22 = Paper(
    "On Variants of Root Normalised Order-aware Divergence and a Divergence based on Kendall's Tau",
    "T. Sakai, arXiv 2204.07304, 2022",
    (
        _data_sets("RNOD22", "2"),
        _rnod22_taus(
            numbers="3, 5, …, 17",
            title="Ranking similarity",
            shows="Kendall's τ, with 95 % intervals, between the rankings of the runs by every "
            "two measures.",
            only={"table": _TAU_TABLES},
            note="Recomputed: the nearest τ that so many runs can have, and the interval of τ as "
            "printed. Table 15 prints one interval as [0.263. 0.707], with a full stop for a "
            "comma.",
        ),
        PrintedTable(
            numbers="4, 6, …, 20",
            title="Average similarity",
            shows="The mean of each measure's τ with the others, by data set and averaged.",
            file="rnod22_tables_4_to_20_average_similarity",
            parts_by=("table", "data_set"),
            keys=("measure",),
            values=("tau",),
            derived=derived.average_similarities,
            from_analysis=from_data.average_similarities,
            note="Recomputed from tables 3, 5, …, 17. The captions name each table itself as its "
            "source; the one before it is meant.",
        ),
        PrintedTable(
            numbers="19, 24",
            title="Ranking similarity, averaged",
            shows="τ between two measures, averaged over the eight data sets.",
            file="rnod22_tables_19_24_tau_averages",
            parts_by=("table", "data_set"),
            keys=("first", "second"),
            values=("tau",),
            cell="{tau}",
            derived=derived.average_taus,
            from_analysis=from_data.taus,
            note="Recomputed from tables 3 to 23.",
        ),
        _rnod22_taus(
            numbers="21–23",
            title="Ranking similarity of DNKT's combinations",
            shows="τ between DNKT, a measure, and the harmonic mean of the two.",
            only={"table": ("21", "22", "23")},
            note="Recomputed: the nearest τ that so many runs can have, and the interval of τ as "
            "printed.",
        ),
        PrintedTable(
            numbers="25–27",
            title="Ranking consistency",
            shows="Mean τ between the rankings of the runs on two random sets of instances, over "
            "1,000 trials, and the measures that each is significantly better than.",
            file="rnod22_tables_25_to_28_consistency",
            only={"table": ("25", "26", "27")},
            parts_by=("table", "data_set", "split"),
            keys=("measure",),
            values=("tau", "outperforms"),
            words=("outperforms",),
            chance=True,
            derived=derived.worst_measures,
            from_analysis=from_data.consistency_and_outperformed,
            note="Recomputed: as many of the least consistent measures as are outperformed. The "
            "paper names them by symbols.",
        ),
        PrintedTable(
            numbers="28",
            title="Ranking consistency, averaged",
            shows="Mean τ of tables 25 to 27, averaged over the eight data sets.",
            file="rnod22_tables_25_to_28_consistency",
            only={"table": ("28",)},
            parts_by=("data_set", "split"),
            keys=("measure",),
            values=("tau",),
            chance=True,
            derived=derived.average_consistency,
            from_analysis=from_data.consistency,
            note="Recomputed from tables 25 to 27.",
        ),
    ),
)

_DE2 = Paper(
    "Overview of the NTCIR-16 DialEval-2 Task",
    "S. Tao and T. Sakai, NTCIR-16, 2022",
    (
        PrintedTable(
            numbers="2",
            title="Runs of the teams",
            shows="How many runs each team submitted, by language, for dialogue quality (DQ) and "
            "nugget detection (ND).",
            file="de2_table_2_runs",
            parts_by=(),
            keys=("team",),
            values=("runs", "chinese_dq", "chinese_nd", "english_dq", "english_nd"),
            derived=derived.runs_of_teams,
            note="Recomputed by counting the runs in tables 4 to 12.",
        ),
        PrintedTable(
            numbers="4–7, 9–12",
            title="Mean scores",
            shows="The runs by their mean scores, best first.",
            file="de2_tables_4_to_12_means",
            parts_by=("table", "language", "subtask", "measure"),
            keys=("run",),
            values=("mean",),
            derived=derived.means_of_baselines,
            from_analysis=from_data.means,
            note="Recomputed: run1 and run2 of the baselines read no text, so the other language "
            "has the same means for them. Runs are matched by name.",
        ),
        PrintedTable(
            numbers="8",
            title="Ranking similarity, Chinese",
            shows="Kendall's τ between the rankings of the runs by the two official measures, "
            "with bootstrap intervals.",
            file="de2_table_8_tau",
            parts_by=("subtask",),
            keys=("first", "second"),
            values=("tau", "low", "high"),
            derived=derived.taus_of_means,
            from_analysis=from_data.taus,
            note="Recomputed: τ from the means of tables 4 to 7. The intervals are not "
            "recomputed: they depend on the random numbers of another library. Table 13, for "
            "English, is missing from the text that we have.",
        ),
        PrintedTable(
            numbers="14–29",
            title="Significant differences",
            shows="Which runs are significantly better than which at α = 0.05, with p-value and "
            "effect size (ES_E1).",
            file="de2_tables_14_to_29_significance",
            parts_by=("table", "language", "subtask", "measure"),
            keys=("better", "worse"),
            values=("p", "effect"),
            lists=True,
            chance=True,
            derived=derived.effects_of_means,
            from_analysis=from_data.significance,
            note="Recomputed: effects from the means of tables 4 to 12 and the one variance that "
            "explains them all, within the rounding of the means. Runs are matched by name. Of "
            "5,000 trials, p < 0.0001 can only be 0. In table 22 the better runs' names are lost "
            "in the text that we have; here they follow from the means.",
        ),
    ),
)

#: The papers with their printed tables, by short name, in the order of publication.
PAPERS: dict[str, Paper] = {
    "SIGIR18": _SIGIR18,
    "ACL21": _ACL21,
    "LQ21": _LQ21,
    "RNOD22": _RNOD22,
    "DE2": _DE2,
}
