"""Lesson on the family of tests: what baselines do to the findings about other runs."""

from dataclasses import dataclass

import pandas as pd
import streamlit as st

from oq_core import Collection, discriminative_power, score
from oq_core.analysis import Rule, pair_tests
from oq_core.defaults import ALPHA
from oq_core.knowledge.simulations import wrong
from pages import menu
from pages.drawing import theme
from pages.drawing.practice import go_on
from pages.learn.lessons_parts.figures import LASTS, pair_bars, sample
from pages.learn.lessons_parts.lesson import Facts, lesson
from pages.learn.lessons_parts.power import SEED, TRIALS

MEASURES_SHOWN = ("NMD", "RNOD", "NVD", "RNSS", "JSD")
#: The sample's own.
BASELINES = ("BL-popularity", "BL-uniform")
INSTANCES = (50, 100, 300)
RULES = {"Randomised Tukey HSD": Rule.TUKEY, "Random signs": Rule.SIGNS}
_ALONE, _TOGETHER = "runs alone", "with the baselines"


@dataclass(frozen=True)
class Families:
    """How many pairs of the same runs each measure tells apart, in two families of tests.

    Attributes
    ----------
    alone, together : dict of str to int
        By measure: tested without the baselines, and with them.
    pairs : int
        Pairs of the runs that are no baselines.
    """

    alone: dict[str, int]
    together: dict[str, int]
    pairs: int

    def table(self) -> pd.DataFrame:
        """A row for each measure and family."""
        rows = [
            (measure, family, counts[measure])
            for measure in self.alone
            for family, counts in ((_ALONE, self.alone), (_TOGETHER, self.together))
        ]
        names = ["measure", "tested", "pairs told apart"]
        return pd.DataFrame(rows, columns=names).assign(of=self.pairs).set_index("measure")


def families(collection: Collection, instances: int, rule: Rule) -> Families:
    """Pairs told apart on the first instances, with the baselines in the family and without."""
    scores = score(collection, MEASURES_SHOWN).first(instances)
    together = pair_tests(scores, rule, TRIALS, SEED)
    alone = pair_tests(scores.without(BASELINES), rule, TRIALS, SEED)
    rows = [together.runs.index(name) for name in alone.runs]
    counts = (
        discriminative_power(p_values, ALPHA).significant.tolist()
        for p_values in (alone.p_values, together.p_values[:, rows][:, :, rows])
    )
    first, second = (dict(zip(MEASURES_SHOWN, each, strict=True)) for each in counts)
    return Families(first, second, alone.pairs)


@st.cache_data(max_entries=20)
def sample_families(instances: int, rule: str) -> Families:
    """The families of the bundled sample."""
    return families(sample(), instances, RULES[rule])


class FamilyBars:
    """Pairs told apart in two families of tests, for more instances or by another test."""

    def preview(self, key: str) -> None:
        """Draw what is found without the baselines, and say what the data are."""
        collection, found = sample(), sample_families(INSTANCES[0], next(iter(RULES)))
        table = found.table()
        _bars(table[table["tested"] == _ALONE])
        with st.container(key=f"{key}_preview"):
            st.markdown(
                f"Without the baselines, NMD tells **{found.alone['NMD']}** of {found.pairs} pairs "
                "apart."
            )
            st.caption(
                f"The bundled sample: the first {INSTANCES[0]} of {len(collection.ids)} instances, "
                f"{len(collection.runs) - len(BASELINES)} runs, and the baselines Uniform and "
                "Popularity. All are made up."
            )

    def poster(self, key: str) -> None:  # noqa: ARG002 - others draw with it
        """Draw what is found without the baselines and with them."""
        _bars(sample_families(INSTANCES[0], next(iter(RULES))).table())

    def show(self, key: str) -> None:
        """Draw how many pairs are told apart in both families."""
        left, right = st.columns(2, gap="medium")
        instances = left.select_slider("Instances", INSTANCES, key=f"{key}_instances", **LASTS)
        rule = right.selectbox("Test", list(RULES), key=f"{key}_rule", **LASTS)
        found = sample_families(instances, rule)
        _bars(found.table())
        go_on(key, menu.POWER, found.table)


def _bars(table: pd.DataFrame) -> None:
    colours = {_ALONE: theme.A, _TOGETHER: theme.CONFLICT}
    pair_bars("Pairs of the same runs told apart", table, "tested", colours)


def _facts() -> Facts:
    tukey, signs = (sample_families(INSTANCES[0], rule) for rule in RULES)
    return {
        "pairs": tukey.pairs,
        **{f"{key} alone": tukey.alone[key] for key in MEASURES_SHOWN},
        **{f"{key} together": tukey.together[key] for key in MEASURES_SHOWN},
        "signs alone": signs.alone["NMD"],
        "signs together": signs.together["NMD"],
    }


def _right(facts: Facts) -> int:
    before, after = facts["NMD alone"], facts["NMD together"]
    if after >= before:
        return 0 if after > before else 1
    return 2 if after > before / 2 else 3


FAMILY = lesson(
    "family", _facts, _right, FamilyBars(), ALPHA=ALPHA, TRIALS=TRIALS, SEED=SEED,
    alike_tukey=wrong("equal", "tukey"), alike_signs=wrong("equal", "sign-flip"),
    spread_tukey=wrong("one spread x 6", "tukey"),
    spread_signs=wrong("one spread x 6", "sign-flip"),
)  # fmt: skip
