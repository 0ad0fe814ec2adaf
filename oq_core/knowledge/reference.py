"""What a user of a measure should know beyond its definition, for every registered measure.

Definitions and properties are with the measures; here is what no formula says: when to use one,
what to beware of, what other libraries call it, and an example that sets it apart from others.

Facts on the measures are from the papers (see `oq_core.measures.quantification`) or follow from
the definitions; those on other libraries' functions are from these libraries.
"""

from dataclasses import dataclass

from oq_core.knowledge.classification_examples import OC_EXAMPLES, ClassificationExample
from oq_core.knowledge.examples import EXAMPLES, Example


@dataclass(frozen=True)
class Reference:
    """What there is to know of a measure beside its definition and its properties.

    Attributes
    ----------
    scale : str
        The values it can take.
    use : str
        What it is the right measure for.
    pitfalls : tuple of str
        What to beware of.
    elsewhere : tuple of str
        Its names in other libraries, and how their functions differ; code in backquotes.
    example : Example or ClassificationExample
        Two systems on which it and others do not say the same.
    against : tuple of str
        Keys of these others: none of them prefers the system that the measure prefers.
    """

    scale: str
    use: str
    pitfalls: tuple[str, ...]
    elsewhere: tuple[str, ...]
    example: Example | ClassificationExample
    against: tuple[str, ...]


_TO_ONE = "0 to 1"
_BEYOND_ONE = (
    "0 to 1 with up to four classes; with five or more it can be a little above 1, never above √2"
)
_AGREEMENT = "−1 to 1: 1 is full agreement, 0 what chance gives"
_STEPS = "0 to L − 1, the number of steps from one end of the scale to the other"

_EQUAL_STEPS = (
    "It takes neighbouring classes to be equally far apart, which ordered classes need not be."
)
_GOLD_SIDE = (
    "It is not symmetric: swap estimate and gold by mistake, and the scores are still plausible."
)
_STEPS_OF_GOLD = (
    "The distances change from instance to instance with the gold. Where no gold lies at or "
    "between two classes their distance is 0, and with all gold in one class every other class "
    "is equally far from it."
)
_BLIND_TO_ORDER = (
    "It does not know the order of the classes: a miss by one class costs as much as a miss by "
    "four."
)
_HYBRID_ZERO = (
    "It is 0 whenever DNKT is 0, however wrong the amounts are, and whenever the other measure is."
)
_GOLD_CLASSES_ONLY = (
    "Classes without gold are left out of the mean, so that topics with few classes are averaged "
    "over few numbers."
)
_UNDEFINED = (
    "It is undefined where gold and system use one and the same class only; such topics have to be "
    "left out, not counted as 0."
)
_TWO_MACROS = (
    "F1_M and HMPR are both called “Macro F1” in the literature and rank systems differently: say "
    "which one is meant."
)
_NO_STEPS = "It does not know the order of the classes: a near miss is as wrong as a far one."

_PAPERS_EXAMPLES = {example.name.split(":")[0]: example for example in EXAMPLES}
_NEAR_OR_FAR, _NEUTRAL, _CONSTANT, _, _MACROS, _UNEQUAL, _ = OC_EXAMPLES

_THREE = ("1", "2", "3")
_FOUR = ("1", "2", "3", "4")

#: By the key of the measure, in the order of the registries.
REFERENCES: dict[str, Reference] = {
    "NMD": Reference(
        scale=_TO_ONE,
        use="The first choice for ordered classes when it matters how far off an estimate is. It "
        "is read easily: the share of the scale's length over which the mass has to be moved, on "
        "average.",
        pitfalls=(
            "It is the most lenient with an estimate that puts everything into the gold's most "
            "frequent class: against the uniform distribution it prefers that more often than the "
            "other measures do (LQ21 table 7).",
            "The papers count it as free of the assumption that classes are equally far apart, "
            "but its sum gives every step along the scale the same weight: see Properties.",
        ),
        elsewhere=(
            "SemEval's EMD is NMD × (L − 1), not normalised.",
            "`scipy.stats.wasserstein_distance(u, u, p, q) / (L - 1)` is NMD, where u is "
            "0, 1, …, L − 1; so is POT's `wasserstein_1d` divided by L − 1.",
            "mlquantify has the same NMD, for one pair of distributions at a time.",
        ),
        example=_PAPERS_EXAMPLES["SIGIR18 figure 1 (a, b)"],
        against=("NVD", "RNSS", "JSD"),
    ),
    "RNOD": Reference(
        scale=_BEYOND_ONE,
        use="For ordered classes, when the errors should be judged from where the gold is: the "
        "further an error is from the classes that people chose, the more it costs.",
        pitfalls=(
            _GOLD_SIDE,
            _EQUAL_STEPS,
            "Classes without gold do not count as viewpoints, so that one vote more or less in a "
            "rare class can move the score visibly.",
        ),
        elsewhere=(
            "The official NTCIR scorer's `order_aware_div(pred, truth)` averages over the classes "
            "of the estimate, not of the gold: harmless inside RSNOD, wrong as RNOD.",
            "mlquantify has the same RNOD, for one pair of distributions at a time.",
        ),
        example=_PAPERS_EXAMPLES["LQ21 §3"],
        against=("NMD",),
    ),
    "RSNOD": Reference(
        scale=_BEYOND_ONE,
        use="Where RNOD would be used but neither side is the truth, as between two groups of "
        "raters, or where a measure must be symmetric.",
        pitfalls=(
            _EQUAL_STEPS,
            "It also judges from classes that only the estimate uses, so that mass spread thinly "
            "over wrong classes adds viewpoints.",
        ),
        elsewhere=("The official NTCIR scorer computes the same under this name.",),
        example=Example(
            "All gold in the highest class",
            _FOUR,
            (0.0, 0.0, 0.0, 1.0),
            (0.0, 0.0, 1.0, 0.0),
            (0.2, 0.2, 0.6, 0.0),
            "A misses by one class with everything; B's mass is spread out, further away. RNOD "
            "looks from class 4 alone, finds B's squared errors smaller and prefers B. RSNOD looks "
            "from B's classes too and prefers A.",
        ),
        against=("RNOD",),
    ),
    "RNOD2": Reference(
        scale=_TO_ONE,
        use="Instead of RNOD, when the classes should not be taken as equally far apart and the "
        "gold may say how far they are: many votes between two classes set them apart.",
        pitfalls=(_GOLD_SIDE, _STEPS_OF_GOLD),
        elsewhere=(),
        example=Example(
            "All gold in one class",
            _THREE,
            (0.0, 0.0, 1.0),
            (0.8, 0.0, 0.2),
            (0.0, 1.0, 0.0),
            "With all gold in class 3 the other two are equally far from it for RNOD2, which "
            "prefers A for the votes that are right. RNOD counts two steps to class 1 and prefers "
            "B.",
        ),
        against=("RNOD",),
    ),
    "RNADW": Reference(
        scale=_TO_ONE,
        use="Instead of RNOD, when a score should not jump with the first vote in a class: every "
        "class is a viewpoint, with gold or without.",
        pitfalls=(
            _EQUAL_STEPS,
            "Classes that nobody uses still count in the mean: adding an empty class to the scale "
            "changes the scores.",
        ),
        elsewhere=(),
        example=Example(
            "Errors on both sides of the gold",
            _THREE,
            (0.0, 0.9, 0.1),
            (0.8, 0.2, 0.0),
            (0.0, 0.0, 1.0),
            "RNOD looks from classes 2 and 3, which have gold: A's error in class 1 is far from "
            "one of them, and it prefers B. RNADW looks from class 1 as well and prefers A.",
        ),
        against=("RNOD",),
    ),
    "RNADW2": Reference(
        scale=_TO_ONE,
        use="Instead of RNADW, when the gold may say how far apart the classes are.",
        pitfalls=(
            "Unlike RNADW it is not symmetric: its distances are those of the gold.",
            _STEPS_OF_GOLD,
        ),
        elsewhere=(),
        example=Example(
            "No gold at the low end",
            _FOUR,
            (0.0, 0.0, 0.8, 0.2),
            (0.8, 0.0, 0.2, 0.0),
            (0.0, 0.2, 0.0, 0.8),
            "No gold lies between classes 1 and 2, so that RNADW2 takes them as one place: A's "
            "votes at the far end cost no more than B's next to it. RNADW counts the steps.",
        ),
        against=("RNADW",),
    ),
    "NVD": Reference(
        scale=_TO_ONE,
        use="For classes without an order, when the share of mass in the wrong class is what "
        "matters: the easiest to explain of all.",
        pitfalls=(
            _BLIND_TO_ORDER,
            "One large error costs as much as several small ones of the same sum.",
        ),
        elsewhere=(
            "Statistics calls it the total variation distance: half the L1 distance.",
            "QuaPy's `nae` is not NVD: it divides by what the worst estimate of this gold would "
            "have, 1 − min p*, instead of by 2.",
        ),
        example=_PAPERS_EXAMPLES["SIGIR18 §3.1"],
        against=("RNSS", "JSD"),
    ),
    "RNSS": Reference(
        scale=_TO_ONE,
        use="For classes without an order, when one large error is worse than many small ones.",
        pitfalls=(_BLIND_TO_ORDER,),
        elsewhere=("It is the Euclidean distance divided by √2.",),
        example=Example(
            "Two wrong classes or one",
            _THREE,
            (0.0, 0.0, 1.0),
            (0.5, 0.5, 0.0),
            (0.0, 0.9, 0.1),
            "A has nothing right but divides its error among two classes; B has a tenth right and "
            "the rest in one wrong class. RNSS prefers A, NVD prefers B.",
        ),
        against=("NVD",),
    ),
    "JSD": Reference(
        scale="0 to 1, in bits",
        use="For classes without an order, when votes in a class that should have none, or none "
        "where there should be some, are the worst of errors.",
        pitfalls=(
            _BLIND_TO_ORDER,
            "A small share weighs more beside an empty class than beside a large one: with few "
            "annotators, classes are empty by chance.",
        ),
        elsewhere=(
            "`scipy.spatial.distance.jensenshannon(p, q, base=2)` is the square root of JSD; "
            "without `base=2` its logarithms are natural.",
            "DE2 prints the second term with its two distributions exchanged; the official NTCIR "
            "scorer computes what is given here.",
        ),
        example=Example(
            "Votes where there should be none",
            _THREE,
            (0.0, 0.3, 0.7),
            (0.0, 0.8, 0.2),
            (0.4, 0.0, 0.6),
            "B fills a class that should be empty and empties one that should not be. JSD prefers "
            "A; NVD and RNSS see the larger errors of A and prefer B.",
        ),
        against=("NVD", "RNSS"),
    ),
    "DNKT": Reference(
        scale="0 to 1: 0 where both rank the classes alike, 0.5 where a side is uniform",
        use="When only the order of preference among the classes matters: which has most votes, "
        "which has fewer.",
        pitfalls=(
            "It does not see how large the errors are: 0 does not mean that the estimate is right.",
            "It is 0.5 whenever one side is uniform, even if both are and nothing is wrong.",
            "Ties decide: 0.2 and 0.2 + 10⁻¹⁶ must count as equal, or rounding makes preferences.",
            "It does not use the order of the classes either.",
        ),
        elsewhere=(
            "`scipy.stats.kendalltau` gives τ_b, of which DNKT is (1 − τ_b)/2, but NaN where a "
            "side is uniform and DNKT is 0.5.",
        ),
        example=Example(
            "The right priorities or the right amounts",
            _FOUR,
            (0.2, 0.2, 0.2, 0.4),
            (0.0, 0.0, 0.0, 1.0),
            (0.2, 0.2, 0.4, 0.2),
            "A ranks the classes as the gold does, by far too much; B is nearly right, but for the "
            "class that comes first. DNKT prefers A, measures of amounts prefer B.",
        ),
        against=("NMD", "RNOD", "JSD"),
    ),
    "DNKT_JSD": Reference(
        scale=_TO_ONE,
        use="When priorities matter as well as amounts, and the classes have no order.",
        pitfalls=(_HYBRID_ZERO,),
        elsewhere=(),
        example=Example(
            "Nearly right with wrong priorities, or all in one class",
            _THREE,
            (0.2, 0.3, 0.5),
            (0.4, 0.3, 0.3),
            (0.0, 1.0, 0.0),
            "A has nearly the right amounts in nearly the wrong order; B puts everything into "
            "class 2. DNKT prefers B; together with JSD, A is preferred.",
        ),
        against=("DNKT",),
    ),
    "DNKT_NMD": Reference(
        scale=_TO_ONE,
        use="When priorities matter as well as amounts, and the classes are ordered.",
        pitfalls=(_HYBRID_ZERO,),
        elsewhere=(),
        example=Example(
            "Nearly right with wrong priorities, or all at one end",
            _THREE,
            (0.3, 0.2, 0.5),
            (0.3, 0.4, 0.3),
            (1.0, 0.0, 0.0),
            "A has nearly the right amounts in the wrong order; B puts everything at the low end. "
            "DNKT prefers B; together with NMD, A is preferred.",
        ),
        against=("DNKT",),
    ),
    "DNKT_RNOD": Reference(
        scale=_BEYOND_ONE,
        use="When priorities matter as well as amounts, and errors should be judged from where "
        "the gold is.",
        pitfalls=(_HYBRID_ZERO, _GOLD_SIDE),
        elsewhere=(),
        example=Example(
            "The right class first, by far too much",
            _THREE,
            (0.3, 0.3, 0.4),
            (0.0, 0.0, 1.0),
            (0.5, 0.3, 0.2),
            "A ranks the classes as the gold does, and DNKT is 0; so is its mean with RNOD, though "
            "the amounts are far off. RNOD prefers B.",
        ),
        against=("RNOD",),
    ),
    "MAE_M": Reference(
        scale=_STEPS,
        use="For ordered classes of very different sizes: every class counts the same, so that a "
        "system cannot win by always saying the largest.",
        pitfalls=(_EQUAL_STEPS, _GOLD_CLASSES_ONLY),
        elsewhere=(
            "imbalanced-learn's `macro_averaged_mean_absolute_error` raises when the system picks "
            "a class that the gold lacks.",
            "dlordinal's `amae` moves classes together when one between them is absent.",
        ),
        example=_NEUTRAL,
        against=("MAE_mu", "Accuracy"),
    ),
    "MAE_mu": Reference(
        scale=_STEPS,
        use="For ordered classes when every item counts the same, whatever its class.",
        pitfalls=(
            "Where one class is large, a system that always says it does well.",
            _EQUAL_STEPS,
        ),
        elsewhere=(
            "scikit-learn's `mean_absolute_error` of the classes' positions is the same; of labels "
            "that are not consecutive numbers it is not.",
        ),
        example=_NEUTRAL,
        against=("MAE_M", "CEM_ORD", "kappa"),
    ),
    "CEM_ORD": Reference(
        scale=_TO_ONE,
        use="For ordered classes that need not be equally far apart: the items between two classes "
        "are their distance, and rare classes count for more.",
        pitfalls=(
            "Closeness is taken from this gold: scores of topics with different golds are on "
            "different scales.",
        ),
        elsewhere=(),
        example=_UNEQUAL,
        against=("MAE_M", "MAE_mu"),
    ),
    "kappa": Reference(
        scale=_AGREEMENT,
        use="When gold and system are two raters on a par, and agreement by chance should not "
        "count.",
        pitfalls=(
            "It is 0 for every system that always says one class, whichever that is.",
            _UNDEFINED,
            _EQUAL_STEPS,
        ),
        elsewhere=(
            'scikit-learn\'s `cohen_kappa_score(weights="linear")` needs `labels=` with all '
            "classes: it moves classes together where neither side uses one between them.",
        ),
        example=_CONSTANT,
        against=("MAE_M", "CEM_ORD", "alpha_ORD"),
    ),
    "alpha_ORD": Reference(
        scale=_AGREEMENT,
        use="When gold and system are two raters on a par and the classes need not be equally far "
        "apart: the labels given to the classes between two are their distance.",
        pitfalls=(
            "Distances come from gold and system together: another system changes the scale.",
            _UNDEFINED,
        ),
        elsewhere=(
            'The krippendorff package\'s `alpha(level_of_measurement="ordinal")` is the same.',
        ),
        example=_UNEQUAL,
        against=("MAE_M", "MAE_mu"),
    ),
    "alpha_INT": Reference(
        scale=_AGREEMENT,
        use="As alpha_ORD, for classes that are equally far apart; a miss by two steps costs four "
        "times a miss by one.",
        pitfalls=(_UNDEFINED, _EQUAL_STEPS),
        elsewhere=(
            "The krippendorff package's `alpha(level_of_measurement=\"interval\")` of the classes' "
            "positions is the same.",
        ),
        example=_NEAR_OR_FAR,
        against=("Accuracy", "F1_M", "HMPR"),
    ),
    "F1_M": Reference(
        scale=_TO_ONE,
        use="For classes without an order, when each should be found and found precisely.",
        pitfalls=(_NO_STEPS, _TWO_MACROS),
        elsewhere=(
            'scikit-learn\'s `f1_score(average="macro")` also averages over classes that only the '
            "system uses, unless `labels=` names the gold's.",
        ),
        example=_MACROS,
        against=("HMPR",),
    ),
    "HMPR": Reference(
        scale=_TO_ONE,
        use="For comparison with papers whose Macro F1 is made of macro precision and macro "
        "recall.",
        pitfalls=(
            _NO_STEPS,
            _TWO_MACROS,
            "Precision in one class makes up for recall in another.",
        ),
        elsewhere=(),
        example=_MACROS,
        against=("F1_M",),
    ),
    "Accuracy": Reference(
        scale=_TO_ONE,
        use="As a first look, where classes are of similar size and have no order.",
        pitfalls=(
            _NO_STEPS,
            "Where one class is large, a system that always says it does well.",
        ),
        elsewhere=("scikit-learn's `accuracy_score` is the same.",),
        example=_NEUTRAL,
        against=("MAE_M", "CEM_ORD", "kappa"),
    ),
}
