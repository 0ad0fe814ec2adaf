"""Lesson on the two scores of a task with votes on a scale: Manhattan and earth mover."""

import numpy as np

from oq_core.data.distributions import TIE_TOLERANCE
from oq_core.disagreement import compare_triples, random_triples
from pages.drawing.compare_state import CompareState
from pages.drawing.practice import Board
from pages.learn.lessons_parts.lesson import Facts, Lesson, named_scores

_SIX = ("1", "2", "3", "4", "5", "6")
_VOTES, _TRIPLES, _SEED = 5, 2000, 0

_BOARD = Board(
    {
        "Some far off, or all a little": CompareState(
            _SIX, (12, 8, 0, 0, 0, 0), (12, 2, 0, 0, 0, 6), (0, 12, 8, 0, 0, 0), two_systems=True
        ),
        "The same, one class nearer": CompareState(
            _SIX, (12, 8, 0, 0, 0, 0), (12, 2, 0, 0, 6, 0), (0, 12, 8, 0, 0, 0), two_systems=True
        ),
    },
    ("NVD", "NMD", "RNOD"),
    working="NMD",
)


def _facts() -> Facts:
    scores = named_scores(_BOARD.start, _BOARD.measures)
    facts = dict(scores)
    for which in "AB":
        facts[f"Manhattan {which}"] = 2 * scores[f"NVD {which}"]
        facts[f"Wasserstein {which}"] = (len(_SIX) - 1) * scores[f"NMD {which}"]
    triples = random_triples(len(_SIX), _VOTES, _TRIPLES, _SEED)
    compared = compare_triples(triples, ("NVD", "NMD"))
    manhattan, earth = (compared.winner(key).astype(int) for key in ("NVD", "NMD"))
    facts["opposite"] = int(np.count_nonzero(manhattan * earth == 2))
    facts["ties NVD"] = int(np.count_nonzero(manhattan == 0))
    facts["ties NMD"] = int(np.count_nonzero(earth == 0))
    return facts


def _right(facts: Facts) -> int:
    prefers_b = [
        facts[f"{name} B"] < facts[f"{name} A"] - TIE_TOLERANCE
        for name in ("Manhattan", "Wasserstein")
    ]
    return {(True, False): 0, (False, True): 1, (True, True): 2, (False, False): 3}[
        prefers_b[0], prefers_b[1]
    ]


def _answer(facts: Facts) -> str:
    return (
        f"Manhattan: **{facts['Manhattan A']:.2f}** for A, **{facts['Manhattan B']:.2f}** for B. "
        "It sees that most of A’s votes are in the right place, and not how far off the others "
        "are. It is twice NVD.\n\n"
        f"Wasserstein: **{facts['Wasserstein A']:.2f}** for A, "
        f"**{facts['Wasserstein B']:.2f}** for B. A’s few wrong votes go four classes; all of "
        "B’s go one. With six classes it is five times NMD.\n\n"
        f"On {_TRIPLES:,} random triples of gold, A and B with {_VOTES} votes each, the two "
        f"prefer different systems on **{facts['opposite']:,.0f}**. Few votes also make ties: "
        f"**{facts['ties NVD']:,.0f}** for Manhattan, **{facts['ties NMD']:,.0f}** for Wasserstein."
    )


MANHATTAN = Lesson(
    key="manhattan",
    title="Manhattan or earth mover",
    question="People rate from 1 to 6 how sarcastic a reply is: a few votes each, as in the task "
    "LeWiDi. These votes are invented. Manhattan distance adds up the differences, class by "
    "class. Wasserstein distance is how far the votes have to go. A has some votes at the other "
    "end; B is one class too high. **Which of the two prefers B?**",
    options=("Manhattan", "Wasserstein", "Both", "Neither"),
    replies=(
        "B has every vote in a wrong class, and Manhattan counts just that.",
        "",
        "They answer different questions: how much is wrong, and how far.",
        "For one of them it matters that A’s wrong votes are at the other end of the scale.",
    ),
    facts=_facts,
    right=_right,
    answer=_answer,
    claim="On a scale, decide first whether one class off is nearly right: Manhattan says no, "
    "earth mover yes.",
    figure=_BOARD,
    notes=(
        "Ask what a reader of the scores would want: is a rating of 2 for a 1 a mistake?",
        "In the second start A’s far votes come one class nearer: Wasserstein follows, and now it "
        "prefers A too; Manhattan does not move.",
        "The task announced Manhattan; its participants also report Wasserstein on these data. "
        "Leaderboard and Report name both beside NVD and NMD when LeWiDi’s files are open.",
    ),
    minutes=(1, 1, 1, 1, 1),
)
