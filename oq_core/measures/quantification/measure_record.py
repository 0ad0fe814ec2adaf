"""The record of a quantification measure: all that the app computes and says of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import ClassVar

import numpy as np
import numpy.typing as npt

from oq_core.data.arrays import Array, as_scalar
from oq_core.data.distributions import Distributions, check_pair
from oq_core.measures.examples import Example
from oq_core.measures.quantification.wording import percents
from oq_core.measures.workings.steps import Pair, Step, Steps

Function = Callable[[Distributions, Distributions], Array]

#: What the families look at. A family that is not here is shown by its name.
FAMILIES: dict[str, str] = {
    "cross-bin": "Cross-bin: distance between classes counts",
    "bin-by-bin": "Bin by bin: each class alone",
    "priority": "Priorities: order of preference counts",
}


@dataclass(frozen=True, eq=False)
class Case:
    """Two estimates of one gold that a measure does not find equal.

    Attributes
    ----------
    gold, better, worse : ndarray of float64, shape (L,)
        The gold distribution, the estimate with the better score, and the other one.
    better_name, worse_name : str
        What the two estimates are called.
    classes : sequence of str
        The L class labels.

    Examples
    --------
    >>> import numpy as np
    >>> case = Case(np.eye(2)[0], np.eye(2)[0], np.eye(2)[1], "A", "B", ("low", "high"))
    >>> case.class_name(0)
    'the end class “low”'
    """

    gold: Distributions
    better: Distributions
    worse: Distributions
    better_name: str
    worse_name: str
    classes: Sequence[str]

    def class_name(self, index: int) -> str:
        """The class at a position, in words: “the class “2””, or “the end class “3””."""
        end = "end " if index in (0, len(self.classes) - 1) else ""
        return f"the {end}class “{self.classes[index]}”"

    def amounts(self, index: int, far: bool = False) -> str:
        r"""What share of its votes each estimate and the gold have in a class.

        The better estimate is left out where it is not nearer to the gold there.

        Parameters
        ----------
        index : int
            The position of the class.
        far : bool
            Whether to say that the class is two or more classes from most of the gold, where
            it is.

        Returns
        -------
        str

        Examples
        --------
        >>> import numpy as np
        >>> a, b = np.array([0.5, 0.5, 0]), np.array([0.5, 0, 0.5])
        >>> Case(np.eye(3)[0], a, b, "A", "B", ("low", "fair", "high")).amounts(2, far=True)
        'B has 50\xa0% of its votes in the far end class “high”, A and the gold 0\xa0%'
        """
        gold, better, worse = (float(each[index]) for each in (self.gold, self.better, self.worse))
        where = self.class_name(index)
        steps = np.abs(np.arange(len(self.classes)) - index)
        if far and self.gold[steps > 1].sum() > 0.5:
            where = where.replace("the ", "the far ", 1)
        is_nearer = abs(better - gold) < abs(worse - gold)
        return self.shares(where, worse, better if is_nearer else None, gold)

    def shares(self, where: str, worse: float, better: float | None, gold: float) -> str:
        """What share of its votes each estimate and the gold have somewhere.

        Parameters
        ----------
        where : str
            Such as “the class “2””, after “in”.
        worse, better, gold : float
            The better estimate's can be left out.

        Returns
        -------
        str
        """
        shares = {self.worse_name: worse, self.better_name: better, "the gold": gold}
        known = {name: share for name, share in shares.items() if share is not None}
        of_worse, *others = percents(*known.values())
        by_share: dict[str, list[str]] = {}
        for name, percent in zip(list(known)[1:], others, strict=True):
            by_share.setdefault(percent, []).append(name)
        rest = ", ".join(f"{' and '.join(names)} {percent}" for percent, names in by_share.items())
        return f"{self.worse_name} has {of_worse} of its votes in {where}, {rest}"


@dataclass(frozen=True, eq=False)
class Measure:
    """A quantification measure: its function, and all that is known of it.

    Only the first six attributes are needed. Where another one is left out, the app says "not
    examined" or leaves the part out.

    Attributes
    ----------
    key : str
        Short name, as in the papers: letters, digits and _.
    name : str
        Full name.
    family : str
        One of `FAMILIES`, or a new one.
    summary : str
        What it tells, in a sentence.
    equation : str
        Definition in LaTeX: p is the estimate, p^* the gold.
    function : callable
        From checked distributions, estimated and gold, of the same shape (..., L), to scores
        (...), 0 or more; smaller is better.
    source : str
        Where the definition is from. If the first word is a paper of `oq_core.papers.PAPERS`,
        the app gives its full reference.
    scale : str
        The values it can take, in words.
    most : float
        No score is above this.
    use : str
        What it is the right measure for.
    pitfalls : tuple of str
        What to beware of.
    elsewhere : tuple of str
        Its names in other libraries, and how their functions differ; code in backquotes.
    example : Example, optional
        Two systems on which it and other measures do not agree.
    against : tuple of str
        Keys of these others: none of them prefers the system that this measure prefers.
    claims : tuple of str
        Keys of the properties that the papers say it has, where an example speaks against them
        (see `oq_core.knowledge.PROPERTIES`).
    proofs : mapping of str to str
        By the key of a property, why a search finds no example that decides. In the proofs
        e_i = p_i - p*_i is the error in class i.
    steps : callable, optional
        From a `Pair` and its score to the steps of the working; the definition is shown where
        there are none.
    account : callable, optional
        From a `Case` to the reason for the preference: a phrase that follows a colon.
    plainly : callable, optional
        The same in plain words, for those who do not know the measure's definition. "It" is the
        estimate that is preferred.
    takes_order : bool
        Whether it changes with the order of the classes, so that this must be known.
    larger_is_better : bool
        False: all of them are errors.

    Examples
    --------
    >>> from oq_core import MEASURES
    >>> measure = MEASURES["NMD"]
    >>> measure.family, measure.most, measure.larger_is_better
    ('cross-bin', 1.0, False)
    """

    larger_is_better: ClassVar[bool] = False

    key: str
    name: str
    family: str
    summary: str
    equation: str
    function: Function
    source: str = ""
    scale: str = ""
    most: float = 1.0
    use: str = ""
    pitfalls: tuple[str, ...] = ()
    elsewhere: tuple[str, ...] = ()
    example: Example | None = None
    against: tuple[str, ...] = ()
    claims: tuple[str, ...] = ()
    proofs: Mapping[str, str] = field(default_factory=dict)
    steps: Steps | None = None
    account: Callable[[Case], str] | None = None
    plainly: Callable[[Case], str] | None = None
    takes_order: bool = True

    def __call__(self, estimated: npt.ArrayLike, gold: npt.ArrayLike) -> Array:
        """Score estimated distributions against gold ones.

        Parameters
        ----------
        estimated, gold : array_like, shape (..., L)
            Probabilities of the same L ordered classes; leading axes broadcast.

        Returns
        -------
        ndarray of float64, shape (...), or float
            From 0 to `most`; smaller is better.

        Raises
        ------
        ValueError
            If either does not hold distributions, or they do not fit together: see
            `oq_core.data.distributions.check_pair`.

        Examples
        --------
        >>> from oq_core import MEASURES
        >>> float(MEASURES["NMD"]([0, 1, 0], [1, 0, 0]))
        0.5
        """
        return as_scalar(np.asarray(self.function(*check_pair(estimated, gold))))

    def worked(self, pair: Pair) -> tuple[Step, ...]:
        """The steps of the working of one pair; its definition where there are no steps."""
        score = float(self.function(pair.estimated, pair.gold))
        if self.steps is None:
            return (Step("The definition", self.summary, self.equation, score),)
        return self.steps(pair, score)
