"""Lessons on what a measure leaves out, and on how measures are themselves judged."""

import numpy as np

from oq_core import MEASURES
from oq_core.data import popularity, uniform
from oq_core.data.distributions import TIE_TOLERANCE
from oq_core.defaults import ALPHA
from oq_core.disagreement import random_triples
from pages.drawing.compare_state import FULL, CompareState
from pages.drawing.practice import Board
from pages.learn.lessons_parts.distances import example
from pages.learn.lessons_parts.figures import Baselines, PowerBars, sample_powers, threshold
from pages.learn.lessons_parts.lesson import Facts, Lesson, named_scores, number
from pages.learn.lessons_parts.power import INSTANCES, NONSENSE, SEED, TRIALS

# 5. Priorities
_PRIORITIES = Board(
    {
        "Right order, wrong amounts": example("RNOD22 §2.3: the right"),
        "Right order, far too sure": CompareState(
            ("1", "2", "3", "4"), (8, 6, 4, 2), (17, 2, 1, 0)
        ),
        "Uniform against uniform": example("RNOD22 §2.3: uniform"),
    },
    ("NMD", "RNOD", "JSD", "DNKT", "DNKT_JSD", "DNKT_NMD", "DNKT_RNOD"),
)


def _priorities_facts() -> Facts:
    facts: dict[str, float] = {}
    for name, state in zip(("", "sure ", "uniform "), _PRIORITIES.starts.values(), strict=True):
        facts |= named_scores(state, _PRIORITIES.measures, name)
    return facts


def _priorities_right(facts: Facts) -> int:
    score = facts["DNKT A"]
    if score <= TIE_TOLERANCE:
        return 0
    return 1 if score < 0.25 else 2


def _priorities_answer(facts: Facts) -> str:
    return (
        f"DNKT is **{number(facts['DNKT A'])}**. It takes every two classes and asks only which "
        "has more votes. System and gold agree on all pairs; by how much does not count. NMD sees "
        f"the amounts, {number(facts['NMD A'])}, and so does RNOD, {number(facts['RNOD A'])}.\n\n"
        f"A system that is far too sure gets {number(facts['sure DNKT A'])} as well, where NMD "
        f"says {number(facts['sure NMD A'])}. The harmonic mean of DNKT and another measure does "
        f"not help: DNKT_NMD is {number(facts['sure DNKT_NMD A'])}, because one 0 makes the mean "
        "0.\n\n"
        "And a perfect estimate can score badly: uniform against uniform has no order to agree "
        f"on, so DNKT is {number(facts['uniform DNKT A'])}, where NMD is "
        f"{number(facts['uniform NMD A'])}."
    )


PRIORITIES = Lesson(
    key="priorities",
    title="Order without size",
    question="Gold and system rank the four classes alike: 1 has most, then 2, 3 and 4. The "
    "system’s amounts are wrong. A measure looks only at which of two classes has more, as "
    "Kendall’s tau does (DNKT). **What does it say?** 0 is best, 1 worst.",
    options=("0: nothing is wrong", "More than 0, but less than 0.25", "0.25 or more"),
    replies=(
        "",
        "DNKT does not see how far an amount is off, not even a little. It sees which of two "
        "classes has more.",
        "The amounts are wrong, but DNKT does not look at amounts. It sees which of two classes "
        "has more.",
    ),
    facts=_priorities_facts,
    right=_priorities_right,
    answer=_priorities_answer,
    claim="DNKT compares the order of the classes and nothing else: size does not matter to it.",
    figure=_PRIORITIES,
    notes=(
        "Ask when the order alone is what one needs: which complaint to deal with first, say.",
        "Let somebody lower one bar vote by vote. DNKT stays, then jumps when two bars become "
        "level, and again when they have changed places.",
        "Uniform against uniform always surprises; keep it for the end.",
    ),
    minutes=(1, 1, 1, 1, 1),
)

# 6. Popularity against Uniform
_FIVE = 5
_THRESHOLD = Baselines(("NMD", "RNOD", "NVD", "RNSS"), _FIVE, 11, 4)
#: Random golds that the candidates are tried on, and the candidates.
_GOLDS, _GOLDS_SEED = 2000, 0
_CANDIDATES = (0.5, threshold(_FIVE), 0.8)


def _threshold_facts() -> Facts:
    gold = random_triples(_FIVE, FULL, _GOLDS, _GOLDS_SEED).gold
    largest = gold.max(axis=-1)
    # With several largest classes Popularity shares itself out: another question.
    gold = gold[np.count_nonzero(gold >= largest[:, None] - TIE_TOLERANCE, axis=-1) == 1]
    largest = gold.max(axis=-1)
    facts: dict[str, float] = {"golds": len(gold)}
    for key in ("RNSS", "NMD"):
        wins = _gaps(key, gold) < -TIE_TOLERANCE
        facts[f"{key} wins"] = int(wins.sum())
        for candidate in _CANDIDATES:
            told = largest > candidate + TIE_TOLERANCE
            facts[f"{key} exceptions {candidate:g}"] = int((wins != told).sum())
    return {**facts, "threshold": threshold(_FIVE)}


def _gaps(key: str, gold: np.ndarray) -> np.ndarray:
    """Score of Popularity less that of Uniform, on golds (n, L)."""
    measure = MEASURES[key]
    return measure(popularity(gold), gold) - measure(uniform(gold), gold)


def _threshold_right(facts: Facts) -> int:
    fit = [facts[f"RNSS exceptions {candidate:g}"] == 0 for candidate in _CANDIDATES]
    return fit.index(True) if any(fit) else len(_CANDIDATES)


def _threshold_answer(facts: Facts) -> str:
    most = f"{facts['threshold']:g}"
    return (
        f"Above **{most}**. Let $g$ be the largest gold probability and $R$ the sum of the others’ "
        "squares. Popularity wins where\n\n"
        r"$$(1-g)^2 + R \;<\; g^2 + R - \tfrac{1}{L} \quad\Longleftrightarrow\quad "
        rf"g > {{\tfrac12\big(1+\tfrac1L\big)}} = {most} \text{{ for }} L = {_FIVE}.$$"
        "\n\n$R$ is on both sides and cancels out: where the other votes are does not matter. "
        f"On {facts['golds']:,.0f} random golds with one largest class Popularity wins "
        f"{facts['RNSS wins']:,.0f} times, and the rule has "
        f"{facts[f'RNSS exceptions {most}']:.0f} exceptions.\n\n"
        "NMD also asks how far away the other votes are. There Popularity wins "
        f"{facts['NMD wins']:,.0f} times, and the same rule has "
        f"{facts[f'NMD exceptions {most}']:.0f} exceptions."
    )


THRESHOLD = Lesson(
    key="popularity",
    title="When does the cheat win?",
    question="Popularity looks at the gold and puts everything on its largest class. Uniform "
    "knows nothing and puts the same into each of the five classes. A measure squares the errors, "
    "class by class (RNSS). **How large must the largest gold probability be for Popularity to "
    "win?**",
    options=(
        *(f"Above {candidate:g}" for candidate in _CANDIDATES),
        "It depends on where the other votes are",
    ),
    replies=(
        "Half of the votes are not enough: RNSS squares the errors, and Uniform spreads its own "
        "over all classes.",
        "",
        "So much is not needed: with five classes Popularity wins earlier.",
        "It looks so, but where the other votes are adds the same to both scores.",
    ),
    facts=_threshold_facts,
    right=_threshold_right,
    answer=_threshold_answer,
    claim="A cheat can lose to a guess: under RNSS, Popularity beats Uniform only if the largest "
    "gold share is above (1\u00a0+\u00a01/L)\u00a0/\u00a02.",
    figure=_THRESHOLD,
    notes=(
        "Ask first whether somebody who has seen the gold can lose to somebody who has not.",
        "Let them find the turning point with the slider, then move the other votes: under RNSS "
        "it stays, under NMD it does not. With two classes it is 0.75, with eleven 0.545.",
        "The algebra takes 4 minutes more. The page Baselines shows the same for real runs.",
    ),
    minutes=(1, 1, 3, 2, 1),
)

# 7. Two classes
_TWO = Board(
    {
        "Two classes": CompareState(("no", "yes"), (13, 7), (8, 12)),
        "An empty third class at the end": CompareState(
            ("no", "yes", "strongly"), (13, 7, 0), (8, 12, 0)
        ),
        "Three classes, all in use": CompareState(("no", "yes", "strongly"), (10, 4, 6), (5, 7, 8)),
    },
    ("NMD", "RNOD", "RSNOD", "RNOD2", "RNADW", "NVD", "RNSS", "JSD", "DNKT"),
)
#: Those that the question is about, and the others.
_ALIKE, _APART = ("NMD", "RNOD", "RSNOD", "RNADW", "NVD", "RNSS"), ("JSD", "RNOD2", "DNKT")
_COUNTS = {"Six, all different": 6, "Three": 3, "Two: cross-bin and bin-by-bin": 2, "One": 1}


def _different(scores: Facts) -> int:
    """How many different scores there are, but for rounding."""
    ordered = np.sort(list(scores.values()))
    return 1 + int(np.count_nonzero(np.diff(ordered) > TIE_TOLERANCE))


def _two_facts() -> Facts:
    two, longer, three = (named_scores(state, _ALIKE) for state in _TWO.starts.values())
    return {
        **two,
        "different": _different(two),
        "with an empty third": _different(longer),
        "with three in use": _different(three),
        **named_scores(_TWO.start, _APART),
    }


def _two_answer(facts: Facts) -> str:
    return (
        f"**{facts['different']:.0f}**: all six say {number(facts['NMD A'])}. With two classes, "
        "what one has too much the other has too little, and there is only one way to go, of "
        "length 1. So every formula comes to the same: the difference of the two shares of a "
        "class.\n\n"
        "Add a third class at the end of the scale that nobody uses, and there are "
        f"{facts['with an empty third']:.0f} different scores. If all three are used there are "
        f"{facts['with three in use']:.0f}: distance, squares and the length of the scale begin to "
        "count.\n\n"
        + ", ".join(f"{key} ({number(facts[f'{key} A'])})" for key in _APART)
        + " are not among the six: they differ even here."
    )


TWO = Lesson(
    key="two",
    title="Two classes",
    question="There are only two classes, no and yes. Gold and system differ. Six measures with "
    "six formulas each give a score (NMD, RNOD, RSNOD, RNADW, NVD and RNSS). **How many different "
    "scores are there?**",
    options=tuple(_COUNTS),
    replies=(
        "They are different formulas. With two classes each comes to the same difference.",
        "With two classes there is one distance, of length 1, so that less is left to differ in.",
        "With two classes there is no distance to weigh, so both kinds come to the same.",
        "",
    ),
    facts=_two_facts,
    right=lambda facts: list(_COUNTS.values()).index(round(facts["different"])),
    answer=_two_answer,
    claim="With two classes these measures are one and the same. It takes a third class to tell "
    "them apart.",
    figure=_TWO,
    notes=(
        "Ask for the number on paper first: |p − p*| for yes. Then compare with all six rows.",
        "A third class at the end changes scores even when nobody uses it, because the scale is "
        "longer. Ask what it does between the other two: on Compare, nothing.",
        "A good start into the working of a measure, as the sums are short.",
    ),
    minutes=(1, 1, 1, 1, 0),
)

# 8. Discriminative power
_MORE, _SAME, _FEWER = "More pairs than NMD", "As many", "Fewer pairs than NMD"


def _power_facts() -> Facts:
    found = sample_powers(INSTANCES[-1], ALPHA)
    return {**found.significant, "pairs": found.pairs}


def _power_right(facts: Facts) -> int:
    gap = facts[NONSENSE] - facts["NMD"]
    if gap == 0:
        return 1
    return 0 if gap > 0 else 2


def _power_answer(facts: Facts) -> str:
    return (
        f"Of {facts['pairs']:.0f} pairs of runs, NMD tells **{facts['NMD']:.0f}** apart, and the "
        f"nonsense **{facts[NONSENSE]:.0f}** (randomised Tukey HSD, α = {ALPHA:g}, "
        f"B = {TRIALS:,}, seed {SEED}). Each run leans to one end of the scale, always the "
        "same one, and what is steady is easy to detect. Discriminative power asks whether "
        "differences are steady. It does not ask whether they matter.\n\n"
        f"RNSS, which cannot tell a near miss from a far one, finds {facts['RNSS']:.0f}: more "
        f"than NMD, which can. RNOD finds {facts['RNOD']:.0f}. So choose among measures that are "
        "right for the task first, and by power second."
    )


POWER = Lesson(
    key="power",
    title="Right but weak",
    question="Measures are often judged by their power: how many pairs of runs each tells apart "
    "significantly. Here is a measure that is nonsense: the mean of the estimate on the scale. It "
    "never looks at the gold. **On the bundled sample, how many pairs does it tell apart?**",
    options=(_MORE, _SAME, _FEWER),
    replies=(
        "",
        "The nonsense does not look at the gold, but it is steadier than that.",
        "One would think so. But power asks only whether differences are steady, and these are.",
    ),
    facts=_power_facts,
    right=_power_right,
    answer=_power_answer,
    claim="Power shows that a measure is steady, not that it is right: nonsense can be powerful, "
    "and a right measure weak.",
    figure=PowerBars(),
    notes=(
        "Ask what a measure would have to do to tell all pairs apart. The run’s name would do it.",
        "Lower the number of instances: every bar shrinks, and the nonsense stays first. Lower α, "
        "and see which measures still find pairs.",
        "The page Discriminative power does the same for your own runs.",
    ),
    minutes=(2, 1, 2, 2, 1),
)
