"""The quiz's questions: which system does each measure prefer?"""

from dataclasses import replace
from functools import partial
from itertools import chain

import pandas as pd
import streamlit as st

from oq_core import MEASURES
from oq_core.data.scores import counted, direction
from oq_core.knowledge.challenges import LARGEST_SEED
from pages import menu
from pages.analysing import address
from pages.analysing.downloads import download_table
from pages.analysing.links import link_to
from pages.drawing import hands, projector
from pages.drawing.compare_state import FEWEST_CLASSES, MOST_CLASSES, NAMES
from pages.drawing.seeing import seeing
from pages.drawing.working import show_steps
from pages.learn.quiz_parts.state import (
    MOST_MEASURES,
    MOST_QUESTIONS,
    NAME,
    TIE,
    Asked,
    QuizState,
    made_quiz,
)


def on_settings() -> None:
    chosen = QuizState(
        tuple(st.session_state.quiz_measures),
        st.session_state.quiz_questions,
        st.session_state.quiz_classes,
        st.session_state.quiz_seed,
    )
    # Without a measure there is nothing to ask; what was asked stays.
    if chosen.measures:
        address.keep(NAME, chosen)


def choose(state: QuizState) -> None:
    """The row of controls that makes the quiz."""
    shown = {
        "quiz_measures": list(state.measures),
        "quiz_questions": state.questions,
        "quiz_classes": state.classes,
        "quiz_seed": state.seed,
    }
    for key, value in shown.items():
        address.fill(key, value)
    with st.container(horizontal=True, vertical_alignment="bottom"):
        st.multiselect(
            "Measures",
            list(MEASURES),
            max_selections=MOST_MEASURES,
            key="quiz_measures",
            on_change=on_settings,
            width=380,
        )
        for label, key, low, high in (
            ("Questions", "quiz_questions", 1, MOST_QUESTIONS),
            ("Classes", "quiz_classes", FEWEST_CLASSES, MOST_CLASSES),
            ("Seed", "quiz_seed", 0, LARGEST_SEED),
        ):
            st.number_input(label, low, high, key=key, on_change=on_settings, width=120)
    st.caption("The same settings make the same questions. The address holds them: share it.")


def place_of(state: QuizState) -> int:
    """The question on screen; where others are asked, or answers come by a link, the first open."""
    asked, place = st.session_state.get("quiz_place", ({}, 0))
    if asked != state.to_address():
        place = len(state.answers[: state.questions])
        go_to(state, place)
    return int(place)


def go_to(state: QuizState, place: int) -> None:
    st.session_state.quiz_place = (state.to_address(), place)


def on_again(state: QuizState) -> None:
    address.keep(NAME, replace(state, answers=()))


def on_another() -> None:
    state = st.session_state[NAME]
    address.keep(NAME, replace(state, seed=(state.seed + 1) % (LARGEST_SEED + 1), answers=()))


def radio_key(state: QuizState, place: int, measure: str) -> str:
    """Names the widget of an answer; no other quiz has the same."""
    settings = replace(state, answers=()).to_address().values()
    return "/".join((*settings, str(place), measure))


def on_answer(place: int) -> None:
    state: QuizState = st.session_state[NAME]
    given = [st.session_state[radio_key(state, place, key)] for key in state.measures]
    if len(state.answers) == place and None not in given:
        state = replace(state, answers=(*state.answers, "".join(given)))
        address.keep(NAME, state)
        go_to(state, place)


def questions_of(state: QuizState, asked: Asked, place: int) -> list[hands.Question]:
    """A question for each measure, as hands are counted for either system."""
    quiz = ".".join(replace(state, answers=()).to_address().values()).replace(",", ".")
    return [
        hands.Question(
            f"quiz.{quiz}.{place + 1}.{each.measure}",
            f"Which system does {each.measure} prefer?",
            ("System A", "System B"),
            {each.measure: "AB".index(each.preferred)},
        )
        for each in asked.verdicts
    ]


def on_hands(questions: list[hands.Question], place: int) -> None:
    state: QuizState = st.session_state[NAME]
    rows = [[count or 0 for count in each.row() or (0, 0)] for each in questions]
    given = "".join("A" if a > b else "B" if b > a else TIE for a, b in rows)
    state = replace(state, answers=(*state.answers[:place], given, *state.answers[place + 1 :]))
    address.keep(NAME, state)
    go_to(state, place)


def on_next(place: int) -> None:
    # Where to go, not one further: pressed twice, it skips no question.
    go_to(st.session_state[NAME], place)


def right_answers(quiz: tuple[Asked, ...], answers: list[dict[str, str]]) -> dict[str, int]:
    """How many answers were right, by measure."""
    counts: dict[str, int] = {}
    for asked, given in zip(quiz, answers, strict=False):
        for verdict in asked.verdicts:
            right = given[verdict.measure] == verdict.preferred
            counts[verdict.measure] = counts.get(verdict.measure, 0) + right
    return counts


def running_score(quiz: tuple[Asked, ...], answers: list[dict[str, str]], place: int) -> None:
    """Where one is, and what has been right so far."""
    right = right_answers(quiz, answers)
    given = len(answers) * len(right)
    told = f": {sum(right.values())} of {given} answers right" if given else ""
    st.progress(len(answers) / len(quiz), f"Question {place + 1} of {len(quiz)}{told}")


def question(settings: QuizState, asked: Asked, place: int, answers: list[dict[str, str]]) -> None:
    """One question; once it has been answered, with the answers given."""
    state, answered = asked.state, place < len(answers)
    with st.container(key="side"):
        left, right = st.columns([2, 3] if hands.are_counted() else [3, 2], gap="medium")
    if hands.are_counted():
        left, right = right, left
    with left:
        wrong = misjudged(asked, answers[place]) if answered else []
        # What went wrong is seen first.
        keys = [*wrong, *(key for key in settings.measures if key not in wrong)]
        seeing(state, keys, f"quiz_{place}", plays=True, waits=not answered)
    with right:
        if hands.are_counted():
            questions = questions_of(settings, asked, place)
            on_reveal = partial(on_hands, questions, place)
            hands.room(*questions, is_revealed=answered, on_reveal=on_reveal)
            return
        st.table(votes_table(asked))
        if answered and projector.is_on():
            # In the place of the questions, so that all is on one screen.
            told(asked, answers[place])
            return
        chosen = []
        for key in settings.measures:
            name = radio_key(settings, place, key)
            if answered:
                address.fill(name, answers[place][key])
            chosen.append(
                st.radio(
                    f"Which system does {key} prefer?",
                    ("A", "B"),
                    index=None,
                    key=name,
                    horizontal=True,
                    disabled=answered,
                )
            )
        if not answered:
            st.button(
                "Answer",
                type="primary",
                on_click=on_answer,
                args=(place,),
                disabled=None in chosen,
            )


def votes_table(asked: Asked) -> pd.DataFrame:
    """The votes, a row for each histogram."""
    state = asked.state
    return pd.DataFrame(
        [state.votes(which) for which in state.shown],
        [NAMES[which] for which in state.shown],
        list(state.classes),
    )


def misjudged(asked: Asked, given: dict[str, str]) -> list[str]:
    """The measures of a question that were answered wrong."""
    return [each.measure for each in asked.verdicts if given[each.measure] != each.preferred]


def told(asked: Asked, given: dict[str, str]) -> None:
    """Which answers were right, and the scores."""
    for verdict in asked.verdicts:
        a, b = verdict.scores
        text = (
            f"{verdict.measure} prefers {verdict.preferred}: {a:.4f} for A, {b:.4f} for B, and "
            f"{direction([MEASURES[verdict.measure].larger_is_better])}."
        )
        if given[verdict.measure] == verdict.preferred:
            st.success(f"Right. {text}", icon=":material/check:")
        elif given[verdict.measure] == TIE:
            st.info(f"As many hands for either. {text}")
        else:
            st.error(f"Wrong. {text}", icon=":material/close:")


def go_on(asked: Asked, given: dict[str, str], place: int, last: bool) -> None:
    """The way to the next question, and how the measures come to their scores."""
    with st.container(horizontal=True, vertical_alignment="center"):
        st.button(
            "Summary" if last else "Next question",
            type="primary",
            icon=":material/arrow_forward:",
            on_click=on_next,
            args=(place + 1,),
        )
        with st.container(width="content"):
            link_to(menu.COMPARE, "Open in {}", query_params=asked.state.to_address())
    if projector.is_on():
        return
    keys = [verdict.measure for verdict in asked.verdicts]
    wrong = misjudged(asked, given)
    st.header("The working")
    # The working of what went wrong is open to begin with.
    tabs = st.tabs(keys, default=(wrong or keys)[0])
    for key, tab in zip(keys, tabs, strict=True):
        with tab:
            show_steps(asked.state, key)


def summary(quiz: tuple[Asked, ...], answers: list[dict[str, str]], state: QuizState) -> None:
    """What was right, by measure and by question."""
    right = right_answers(quiz, answers)
    st.header(f"{sum(right.values())} of {len(quiz) * len(right)} answers right")
    st.markdown(
        "; ".join(f"{key}: **{count}** of {len(quiz)}" for key, count in right.items()) + "."
    )
    table = answers_table(quiz, answers)
    cards(quiz, answers)
    with st.container(horizontal=True):
        st.button("Answer these again", icon=":material/replay:", on_click=on_again, args=(state,))
        st.button("Other questions", icon=":material/casino:", on_click=on_another)
        download_table("Download the answers", lambda: table.join(all_votes(quiz)), "quiz.csv")
        if hands.are_counted():
            of = (questions_of(state, each, place) for place, each in enumerate(quiz))
            hands.download(chain.from_iterable(of))


def cards(quiz: tuple[Asked, ...], answers: list[dict[str, str]]) -> None:
    """A card for each question: what each measure prefers, and its scores of A and of B."""
    with st.container(horizontal=True, key="quiz_cards"):
        for place, (asked, given) in enumerate(zip(quiz, answers, strict=True), 1):
            lines = [f"**Question {place}**"]
            for verdict in asked.verdicts:
                a, b = verdict.scores
                said = given[verdict.measure]
                wrong = "as many hands for either" if said == TIE else f"you said {said}"
                sign = "✓" if said == verdict.preferred else f"✗ {wrong}"
                lines.append(
                    f"{verdict.measure} prefers **{verdict.preferred}** {sign} ({a:.4f}, {b:.4f})"
                )
            with st.container(border=True, width=330):
                st.markdown("  \n".join(lines))


def answers_table(quiz: tuple[Asked, ...], answers: list[dict[str, str]]) -> pd.DataFrame:
    """A row for each question and measure."""
    rows = [
        {
            "question": place,
            "measure": verdict.measure,
            "your answer": given[verdict.measure],
            "prefers": verdict.preferred,
            "right": "✓" if given[verdict.measure] == verdict.preferred else "no",
            "score of A": f"{verdict.scores[0]:.4f}",
            "score of B": f"{verdict.scores[1]:.4f}",
        }
        for place, (asked, given) in enumerate(zip(quiz, answers, strict=True), 1)
        for verdict in asked.verdicts
    ]
    return pd.DataFrame(rows).set_index("question")


def all_votes(quiz: tuple[Asked, ...]) -> pd.DataFrame:
    """The votes of every question, a column for each histogram."""
    votes = [
        {
            NAMES[which]: " ".join(f"{vote:g}" for vote in asked.state.votes(which))
            for which in asked.state.shown
        }
        for asked in quiz
    ]
    return pd.DataFrame(votes, pd.RangeIndex(1, len(quiz) + 1, name="question"))


def draw(state: QuizState) -> None:
    """The part of the page."""
    quiz = made_quiz(state)
    if len(quiz) < state.questions:
        st.info(f"{counted(len(quiz), 'question')} fit these settings.")
    given = state.answers[: state.questions]
    answers = [dict(zip(state.measures, letters, strict=True)) for letters in given]
    place = place_of(state)
    if place < len(quiz):
        running_score(quiz, answers, place)
        question(state, quiz[place], place, answers)
        if place < len(answers):
            if not projector.is_on():
                told(quiz[place], answers[place])
            go_on(quiz[place], answers[place], place, last=place + 1 == len(quiz))
    elif quiz:
        summary(quiz, answers, state)
    if not projector.is_on():
        with st.expander("Other questions: measures, classes, seed", icon=":material/tune:"):
            choose(state)
