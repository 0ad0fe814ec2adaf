"""Reference: all that is known of one measure, from the registries."""

import numpy as np
import numpy.typing as npt
import pandas as pd
import streamlit as st

from oq_core import MEASURES, Measure
from oq_core.knowledge import PROPERTIES, ClassificationExample, Example
from oq_core.measures import FAMILIES, OC_MEASURES, ClassificationMeasure
from oq_core.papers import PAPERS
from pages import menu
from pages.analysing import address, words
from pages.analysing.evidence import MEANINGS, SIGNS, evidence_of
from pages.analysing.links import link_to
from pages.analysing.text import plain
from pages.drawing.classification_state import ClassificationState
from pages.drawing.classification_table import classification_verdicts
from pages.drawing.compare_state import CompareState
from pages.drawing.practice import Board
from pages.learn.reference_parts import properties
from pages.learn.reference_parts.state import NAME, ReferenceState

ONE, ALL = "One measure", "Properties of all"
_QUESTIONS = {
    "Ordinal": "Is a far miss worse than a near one?",
    "Constant systems": "Does it tell systems apart that always return one class?",
    "Imbalance": "Does an item of a rare class count for more?",
}
NOT_EXAMINED = "not examined"
_ANSWERS = {True: ("✓", "Yes"), False: ("✗", "No"), None: ("?", "Not examined")}


def on_choice() -> None:
    """A measure, a property or the other part: of the properties of classes there is no table."""
    key, name = st.session_state.reference_measure, ""
    if st.session_state.reference_part == ALL:
        name = st.session_state.get("reference_property", next(iter(PROPERTIES)))
        key = key if key in MEASURES else ReferenceState.measure
    address.keep(NAME, ReferenceState(key, name))


def measure_of(key: str) -> Measure | ClassificationMeasure:
    """The measure of a key, of either registry."""
    return MEASURES[key] if key in MEASURES else OC_MEASURES[key]


def called(key: str) -> str:
    """A measure's key and name."""
    return f"{key} · {measure_of(key).name}"


def definition(measure: Measure | ClassificationMeasure) -> None:
    """What it is: summary, equation, and the facts in a line each."""
    st.markdown(measure.summary)
    st.latex(measure.equation)
    if isinstance(measure, Measure):
        kind = plain(FAMILIES.get(measure.family, measure.family))
        where = "p is the estimate, p* the gold, C the L ordered classes"
    else:
        kind = "Ordinal classification: a class for each item, not a share for each class"
        where = "c with two indices are the cells of the confusion matrix: system's class, gold's"
    st.caption(where + ".")
    better = "larger" if measure.larger_is_better else "smaller"
    st.markdown(
        f"- **Family**: {kind}\n- **Range**: {measure.scale or NOT_EXAMINED}\n"
        f"- **Direction**: {better} is better"
    )


def quantification_properties(measure: Measure) -> None:
    """Every property with its verdict and what is behind it."""
    found = evidence_of(measure.key)
    st.markdown(
        "\n".join(
            f"- {SIGNS[each.verdict]} **{plain(PROPERTIES[name].title)}** ({each.verdict}): "
            f"{plain(each.text)}"
            for name, each in found.items()
        )
    )
    shown = dict.fromkeys(each.verdict for each in found.values())
    st.caption(" · ".join(f"{SIGNS[verdict]} {MEANINGS[verdict]}" for verdict in shown))


def classification_properties(measure: ClassificationMeasure) -> None:
    """What ACL21 table 4 says of it."""
    has = (measure.ordinal, measure.tells_constant_systems_apart, measure.heeds_imbalance)
    st.markdown(
        "\n".join(
            f"- {_ANSWERS[holds][0]} **{name}**: {question} {_ANSWERS[holds][1]}."
            for (name, question), holds in zip(_QUESTIONS.items(), has, strict=True)
        )
    )
    if None not in has:
        st.caption("As in ACL21 table 4.")


def scores_table(scores: dict[str, tuple[float, ...]]) -> None:
    """Scores of A and B by some measures, and which each prefers."""
    found = classification_verdicts(scores)
    rows = [(*(f"{score:.4f}" for score in each.scores), each.preferred) for each in found]
    st.table(pd.DataFrame(rows, pd.Index(scores, name="measure"), ["A", "B", "prefers"]))


@st.fragment
def quantification_example(example: Example, keys: tuple[str, ...]) -> None:
    """Gold and two estimates to draw, with scores and a link, in a fragment."""
    start = {"As in the example": CompareState.of_example(example)}
    Board(start, keys, seen=keys).show(f"reference_{keys[0]}")


def classification_example(example: ClassificationExample, keys: tuple[str, ...]) -> None:
    """Two confusion matrices, with scores and a link."""
    matrices = {"A": example.a, "B": example.b or example.a}
    left, right = st.columns([3, 2], gap="medium")
    with left:
        for name, matrix in matrices.items():
            st.markdown(f"**System {name}**: rows are its classes, columns the gold's")
            st.table(as_table(np.array(matrix), example.classes))
    with right:
        stacked = np.stack([np.array(matrix) for matrix in matrices.values()])
        scores_table({key: tuple(OC_MEASURES[key](stacked).tolist()) for key in keys})
        state = ClassificationState.of_example(example)
        link_to(menu.CLASSIFICATION, "Open in {}", query_params=state.to_address())


def show_example(measure: Measure | ClassificationMeasure) -> None:
    """The example on which it and other measures do not agree."""
    example, keys = measure.example, (measure.key, *measure.against)
    if example is None:
        st.markdown("No example is given.")
        return
    st.markdown(f"**{plain(example.name)}.** {plain(example.shows)}")
    if isinstance(example, Example):
        quantification_example(example, keys)
    else:
        classification_example(example, keys)


def as_table(matrix: npt.NDArray[np.int64], classes: tuple[str, ...]) -> pd.DataFrame:
    """A confusion matrix with the names of its classes."""
    return pd.DataFrame(matrix, pd.Index(classes, name="system ↓ gold →"), list(classes))


def bullets(title: str, points: tuple[str, ...]) -> None:
    """A list under a heading; nothing where there are no points."""
    if points:
        st.subheader(title)
        st.markdown("\n".join(f"- {point}" for point in points))


def source(measure: Measure | ClassificationMeasure) -> None:
    """Where the definition is from, to be cited."""
    st.subheader("Cite")
    if not measure.source:
        st.markdown("No source is given.")
        return
    words.markdown(f"Defined in {plain(measure.source)}. To cite the definition:")
    paper = PAPERS.get(measure.source.split()[0])
    cited = measure.source
    if paper is not None:
        authors, _, venue = paper.reference.partition(", ")
        cited = f"{authors}. {paper.title}. {venue}."
    st.code(cited, language=None, wrap_lines=True)


def choose(state: ReferenceState) -> None:
    """The part of the page, the measure, and the property where one is shown."""
    address.fill("reference_part", ALL if state.property else ONE)
    address.fill("reference_measure", state.measure)
    with st.container(horizontal=True, vertical_alignment="bottom"):
        st.segmented_control(
            "Show", (ONE, ALL), required=True, key="reference_part", on_change=on_choice,
            label_visibility="collapsed",
        )  # fmt: skip
        st.selectbox(
            "Measure",
            [*MEASURES, *(() if state.property else OC_MEASURES)],
            format_func=called,
            key="reference_measure",
            on_change=on_choice,
            width=420,
        )
        if state.property:
            address.fill("reference_property", state.property)
            st.selectbox(
                "Property",
                list(PROPERTIES),
                format_func=lambda name: PROPERTIES[name].title,
                key="reference_property",
                on_change=on_choice,
                width=220,
            )


def all_of(measure: Measure | ClassificationMeasure) -> None:
    """Everything about one measure."""
    st.header(f"{measure.key}: {measure.name}")
    definition(measure)
    st.subheader("When to use it")
    words.markdown(measure.use or f"{NOT_EXAMINED.capitalize()}.")
    bullets("Pitfalls", measure.pitfalls)
    st.subheader("An example that sets it apart")
    show_example(measure)
    st.subheader("Properties")
    if isinstance(measure, Measure):
        quantification_properties(measure)
    else:
        classification_properties(measure)
    bullets("In other libraries", measure.elsewhere)
    source(measure)


def main() -> None:
    """The page."""
    words.title(menu.REFERENCE.headline)
    state = address.current(NAME, ReferenceState(), ReferenceState.from_address)
    choose(state)
    if state.property:
        properties.draw(state)
    else:
        all_of(measure_of(state.measure))
    address.show(NAME, state)


main()
