"""A cell of the table of simulations: campaigns are made until its own error is small."""

from __future__ import annotations

import zlib
from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

#: Campaigns that share their permutations, or signs; their errors are reckoned block by block.
BLOCK = 32
#: The standard error that is aimed at, and the fewest and most campaigns.
ENOUGH, LEAST, MOST = 0.005, 1920, 16_000

#: Outcomes (campaigns,) in [0, 1] of one block, from a generator and a seed.
Outcome = Callable[[np.random.Generator, int], np.ndarray]


@dataclass(frozen=True)
class Cell:
    """What is simulated, under which design, by which rule, with how many instances."""

    kind: str
    design: str
    rule: str
    n: int
    outcome: Outcome = field(compare=False, repr=False)
    least: int = LEAST
    most: int = MOST

    @property
    def key(self) -> tuple[str, str, str, int]:
        return self.kind, self.design, self.rule, self.n

    @property
    def seed(self) -> int:
        """The same campaigns for all rules and kinds."""
        return zlib.crc32(f"{self.design} {self.n}".encode())

    def simulated(self) -> tuple[float, float, int]:
        """Mean outcome, its standard error, and the number of campaigns."""
        blocks: list[np.ndarray] = []
        while True:
            number = len(blocks)
            generator = np.random.default_rng([self.seed, number])
            blocks.append(np.asarray(self.outcome(generator, number), dtype=float))
            made = sum(map(len, blocks))
            if made < min(self.least, self.most):
                continue
            error = standard_error(blocks)
            if error < ENOUGH or made >= self.most:
                return float(np.concatenate(blocks).mean()), error, made


def standard_error(blocks: list[np.ndarray]) -> float:
    """Standard error of the mean of blocks whose campaigns are not independent of each other.

    A block's mean varies at least as much as that of independent campaigns.
    """
    means = np.array([block.mean() for block in blocks])
    together = means.std(ddof=1) / len(means) ** 0.5
    every = np.concatenate(blocks)
    alone = every.std() / len(every) ** 0.5
    return float(max(together, alone))
