"""Lessons on what a distance between classes does to a measure."""

import numpy as np

from oq_core.data.distributions import TIE_TOLERANCE
from oq_core.disagreement import compare_triples, random_triples
from oq_core.measures.examples import EXAMPLES
from pages.drawing.compare_state import FULL, CompareState
from pages.drawing.practice import Board
from pages.learn.lessons_parts.figures import swapped
from pages.learn.lessons_parts.lesson import Facts, Lesson, named_scores, number

_FIVE = ("1", "2", "3", "4", "5")


def example(name: str) -> CompareState:
    """A paper's example, by how its name begins."""
    (found,) = (each for each in EXAMPLES if each.name.startswith(name))
    return CompareState.of_example(found)


# 1. Bin by bin
_NEAR = Board(
    {
        "Near miss or far miss (a, b)": example("SIGIR18 figure 1 (a, b)"),
        "The same errors, further apart (c, d)": example("SIGIR18 figure 1 (c, d)"),
    },
    ("NMD", "RNOD", "RSNOD", "NVD", "RNSS", "JSD"),
    working="NMD",
)
_BIN_BY_BIN = ("NVD", "RNSS", "JSD")


def _near_facts() -> Facts:
    first, second = _NEAR.starts.values()
    facts = {
        **named_scores(first, _NEAR.measures, "a, b "),
        **named_scores(second, _NEAR.measures, "c, d "),
    }
    prefers = sum(
        facts[f"a, b {key} A"] < facts[f"a, b {key} B"] - TIE_TOLERANCE for key in _BIN_BY_BIN
    )
    return {**facts, "prefer A": prefers}


def _near_answer(facts: Facts) -> str:
    cases = {"(a)": "a, b {} A", "(b)": "a, b {} B", "(c)": "c, d {} A", "(d)": "c, d {} B"}
    rows = [
        f"| {key} | {' | '.join(f'{facts[case.format(key)]:.3f}' for case in cases.values())} |"
        for key in (*_BIN_BY_BIN, "NMD", "RNOD")
    ]
    return "\n".join(
        [
            f"**{facts['prefer A']:.0f}** of the three bin-by-bin measures prefer A. Each class is "
            "compared with itself alone, so a vote in the wrong class costs the same wherever it "
            "went.",
            "",
            "(a) and (b) are A and B. Two more cases have the gold .2, .2, .6: (c) is .2, .6, .2 "
            "and (d) is .6, .2, .2, the same errors further away.",
            "",
            f"| | {' | '.join(cases)} |",
            f"|---|{'---:|' * len(cases)}",
            *rows,
            "",
            "NMD and RNOD know that class 2 lies between 1 and 3. They prefer (a) to (b) and (c) "
            "to (d).",
        ]
    )


NEAR = Lesson(
    key="near",
    title="A near miss and a far miss",
    question="All gold votes are in class 1. System A puts everything in class 2, system B "
    "everything in class 3. Three measures compare class by class and ask only how much is wrong "
    "in each (NVD, RNSS and JSD). **How many of the three prefer A?**",
    options=("None of them", "One of them", "Two of them", "All three"),
    replies=(
        "",
        "Each of the three compares every class with itself alone. None of them knows that class 2 "
        "is nearer to class 1 than class 3 is.",
        "A distance between classes is in none of the three, so that no two of them can see it.",
        "This is what one would wish for. But all three compare class by class, without a distance "
        "between classes.",
    ),
    facts=_near_facts,
    right=lambda facts: round(facts["prefer A"]),
    answer=_near_answer,
    claim="A measure that compares bin by bin cannot tell a near miss from a far one.",
    figure=_NEAR,
    notes=(
        "Ask first which system they would rather have, then which the measures prefer. The gap "
        "between the two answers is the lesson.",
        "Some think that RNSS sees it, because it squares. Squares weigh the size of an error, "
        "not its distance. Let somebody move A’s votes from class 2 to class 3: only the "
        "cross-bin rows follow.",
        "The cases are those of figure 1 in the SIGIR 2018 paper; for (c, d), which it "
        "only draws, the numbers are ours.",
    ),
    minutes=(1, 1, 1, 1, 1),
)

# 2. Earth moving
_EARTH = Board(
    {
        "All one class, or half two classes": CompareState(
            _FIVE,
            (20, 0, 0, 0, 0),
            (0, 20, 0, 0, 0),
            (10, 0, 10, 0, 0),
            two_systems=True,
            cumulative=True,
        ),
        "Half up and half down, or all up": CompareState(
            _FIVE,
            (0, 0, 20, 0, 0),
            (0, 10, 0, 10, 0),
            (0, 0, 0, 20, 0),
            two_systems=True,
            cumulative=True,
        ),
    },
    ("NMD", "RNOD", "NVD"),
    working="NMD",
)


def _earth_facts() -> Facts:
    state = _EARTH.start
    facts = dict(named_scores(state, _EARTH.measures))
    most = FULL * (len(state.classes) - 1)
    return {
        **facts,
        "most": most,
        "steps A": facts["NMD A"] * most,
        "steps B": facts["NMD B"] * most,
    }


def _earth_right(facts: Facts) -> int:
    gap = facts["NMD A"] - facts["NMD B"]
    if abs(gap) <= TIE_TOLERANCE:
        return 2
    return 0 if gap > 0 else 1


def _earth_answer(facts: Facts) -> str:
    return (
        f"To turn A into the gold, 20 votes go one class: **{facts['steps A']:.0f}** steps. To "
        f"turn B into it, 10 votes go two classes: **{facts['steps B']:.0f}** steps. NMD "
        f"divides them by the most that there can be, {facts['most']:.0f} steps for {FULL} votes "
        f"that go from end to end: **{number(facts['NMD A'])}** for A and "
        f"**{number(facts['NMD B'])}** for B.\n\n"
        f"NVD asks only how much is in the wrong place: {number(facts['NVD A'])} and "
        f"{number(facts['NVD B'])}. RNOD squares each error before it looks at the way, so "
        f"that it prefers the smaller errors: {number(facts['RNOD A'])} and "
        f"{number(facts['RNOD B'])}.\n\n"
        "Or add up the shares, class by class from the lowest. NMD is the mean gap between the "
        "system’s sums and the gold’s. The last class is left out: there both sums are 1."
    )


EARTH = Lesson(
    key="earth",
    title="Moving earth",
    question="Think of votes as earth, which is moved until the estimate is the gold. A measure "
    "counts how much is moved, and how far: the Earth Mover’s Distance, here from 0 to 1 (NMD). "
    "A has all votes one class off. B has half of them two classes off. **Which of them costs "
    "more?**",
    options=("A, as more votes are wrong", "B, as its votes are further off", "Both the same"),
    replies=(
        "More votes are wrong in A. But each of them has only half as far to go.",
        "The votes of B are further off. But there are only half as many of them.",
        "",
    ),
    facts=_earth_facts,
    right=_earth_right,
    answer=_earth_answer,
    claim="Moving earth costs how much times how far: twice the way costs as much as twice the "
    "votes.",
    figure=_EARTH,
    notes=(
        "Ask for the cost in steps before any formula: how many votes go how many classes?",
        "A common slip is that opposite moves cancel. The second start shows that they do not: "
        "half up and half down costs as much as all up.",
        "It takes 5 minutes more with the working of NMD on Compare.",
    ),
    minutes=(1, 1, 1, 1, 1),
)

# 3. Classes with gold
_GOLD = Board(
    {
        "All gold in class 1": CompareState(
            _FIVE, (20, 0, 0, 0, 0), (10, 10, 0, 0, 0), (10, 0, 10, 0, 0), two_systems=True
        ),
        "One gold vote in class 3": CompareState(
            _FIVE, (19, 0, 1, 0, 0), (10, 10, 0, 0, 0), (10, 0, 10, 0, 0), two_systems=True
        ),
    },
    ("NMD", "RNOD", "RNADW"),
    working="RNOD",
)


def _gold_facts() -> Facts:
    first, second = _GOLD.starts.values()
    return {
        **named_scores(first, _GOLD.measures),
        **named_scores(second, ("RNOD",), "one vote "),
    }


def _gold_right(facts: Facts) -> int:
    prefers_b = [facts[f"{key} B"] < facts[f"{key} A"] - TIE_TOLERANCE for key in _VIEWS]
    return prefers_b.index(True) if any(prefers_b) else len(_VIEWS)


_VIEWS = ("RNOD", "RNADW")


def _gold_answer(facts: Facts) -> str:
    return (
        f"RNOD says {number(facts['RNOD A'])} for A and {number(facts['RNOD B'])} for B. It "
        "stands in class 1, where the gold is, and from there B’s votes are twice as far off as "
        "A’s.\n\n"
        f"RNADW says **{number(facts['RNADW A'])}** for A and **{number(facts['RNADW B'])}** for "
        "B. It stands in every class in turn. Class 3 is the middle of the scale and near to "
        "everything, so an error there looks small, whether the gold is near or not.\n\n"
        "Errors count in every class under both; only the places they are seen from differ. That "
        "has a price: a single gold vote in class 3 gives RNOD a second viewpoint, and A goes "
        f"from {number(facts['RNOD A'])} to {number(facts['one vote RNOD A'])}."
    )


GOLD = Lesson(
    key="gold",
    title="Where the gold is",
    question="All gold votes are in class 1. A puts half of its votes into class 2, B puts half "
    "into class 3: the wider miss. Two measures weigh an error by how far away it is. One looks "
    "from the classes that have gold (RNOD), the other from all classes (RNADW). **Which of the "
    "two prefers B?**",
    options=("RNOD", "RNADW", "Neither"),
    replies=(
        "RNOD looks from the classes that have gold, here from class 1. From there the votes in "
        "class 3 are the further ones, so it prefers A.",
        "",
        "One of them does: a measure that looks from all classes finds errors in the middle of the "
        "scale cheap.",
    ),
    facts=_gold_facts,
    right=_gold_right,
    answer=_gold_answer,
    claim="RNOD looks from where the gold is. Seen from everywhere, an error in the middle of the "
    "scale is cheap.",
    figure=_GOLD,
    notes=(
        "Ask: from class 1, how far is class 2, and class 3? Then the same from class 5. RNADW "
        "adds all these answers up.",
        "Some take it that errors in classes without gold are free under RNOD. They are not: the "
        "sum runs over all classes, the mean over those with gold. The working of RNOD on "
        "Compare marks them.",
        "It is the hardest lesson. Show the DW of one class on the board first.",
    ),
    minutes=(2, 1, 2, 2, 1),
)

# 4. Symmetry
_CONCENTRATED = CompareState(_FIVE, (20, 0, 0, 0, 0), (4, 4, 4, 4, 4))
_EVERYWHERE = CompareState(_FIVE, (1, 3, 8, 6, 2), (4, 6, 5, 4, 1))
_SYMMETRY = Board(
    {
        "Gold in one class": _CONCENTRATED,
        "The same, swapped": swapped(_CONCENTRATED),
        "Gold in every class": _EVERYWHERE,
        "That, swapped": swapped(_EVERYWHERE),
    },
    ("NMD", "RNOD", "RSNOD"),
)
#: Random triples of gold, A and B on which preferences are compared.
_TRIPLES, _SEED = 2000, 0


def _symmetry_facts() -> Facts:
    names = ("one ", "one swapped ", "every ", "every swapped ")
    facts: dict[str, float] = {}
    for name, state in zip(names, _SYMMETRY.starts.values(), strict=True):
        facts |= named_scores(state, _SYMMETRY.measures, name)
    triples = random_triples(len(_FIVE), FULL, _TRIPLES, _SEED)
    compared = compare_triples(triples, ("RNOD", "RSNOD"))
    winners = compared.winner("RNOD").astype(int), compared.winner("RSNOD").astype(int)
    facts["disagree"] = int(np.count_nonzero(winners[0] * winners[1] == 2))
    return facts


def _symmetry_right(facts: Facts) -> int:
    changed = [
        abs(facts[f"one {key} A"] - facts[f"one swapped {key} A"]) > TIE_TOLERANCE
        for key in _SYMMETRY.measures
    ]
    return changed.index(True) if any(changed) else len(changed)


def _symmetry_answer(facts: Facts) -> str:
    here, there = facts["one RNOD A"], facts["one swapped RNOD A"]
    both = facts["one RSNOD A"]
    return (
        f"RNOD goes from **{number(here)}** to **{number(there)}**: the classes with gold are its "
        "viewpoints, and these are one class before the swap and all five after. NMD stays at "
        f"{number(facts['one NMD A'])}.\n\n"
        f"RSNOD stays at {number(both)}. Its square is the mean of both squares of RNOD, "
        f"({here**2:.4f} + {there**2:.4f}) / 2 = {both**2:.4f}: it is seen from the gold and from "
        "the estimate.\n\n"
        "Where every class has gold and estimated votes, RNOD is symmetric too: "
        f"{number(facts['every RNOD A'])} both ways for the gold 1, 3, 8, 6, 2. In a "
        f"random sample of {_TRIPLES:,} golds with two estimates each, RNOD and RSNOD prefer "
        f"different systems in {facts['disagree']:.0f}. An evaluation knows which side is the "
        "gold, so it does not need symmetry."
    )


SYMMETRY = Lesson(
    key="symmetry",
    title="Swapping gold and estimate",
    question="All gold votes are in class 1, and the system spreads its votes over all five "
    "classes. Now the two change places. One measure moves votes like earth (NMD), one looks from "
    "the gold (RNOD), and one from both sides (RSNOD). **Whose score changes?**",
    options=("NMD’s", "RNOD’s", "RSNOD’s", "None of these three"),
    replies=(
        "NMD moves votes from one side to the other. The way back is as long.",
        "",
        "RSNOD looks from the gold and from the estimate and takes both into account, so swapping "
        "them changes nothing.",
        "One of them looks from the gold alone, and the gold is another one after the swap.",
    ),
    facts=_symmetry_facts,
    right=_symmetry_right,
    answer=_symmetry_answer,
    claim="RSNOD is symmetric: it looks from the gold and from the estimate. RNOD looks from the "
    "gold alone.",
    figure=_SYMMETRY,
    notes=(
        "Ask which of the two errors is worse: to be unsure where everybody agrees, or to be sure "
        "where nobody does. A symmetric measure must call them equally bad.",
        "Symmetry sounds like a virtue. The papers find no gain from it in consistency or "
        "discriminative power.",
        "Go through all four starts with the buttons before explaining.",
    ),
    minutes=(1, 1, 2, 1, 1),
)
