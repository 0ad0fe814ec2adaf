"""Campaigns of any size, with names that are hard to print."""

import numpy as np

from oq_core.data.scores import Scores

#: Names that have broken LaTeX, CSV or HTML before, or could.
AWKWARD = (
    "東京-run1",
    "[brackets]-first",
    "*star",
    "50%_of & #1 {x}^2 ~ \\cmd $y$",
    "=SUM(A1:A9)",
    "<script>alert(1)</script>",
    "Übung-Größe-é",
    "a--b---c,,d''e",
    "averyveryveryverylongnamewithoutanyjointatallinsideit",
    "TEAM/with/many/folders/in/its/name/primary_run_of_the_year",
    "🙂-run",
    "Ελληνικά-1",
    "-minus",
    "@at",
)
MEASURES = ("NMD", "RSNOD", "RNOD", "RNOD2", "RNADW", "RNADW2", "NVD", "RNSS", "JSD", "DNKT",
            "DNKT_JSD", "DNKT_NMD", "DNKT_RNOD")  # fmt: skip


def scores(runs, measures=13, instances=12, seed=0):
    """Scores of so many runs; the first are awkward, the others like TEAM07-run2."""
    generator = np.random.default_rng(seed)
    quality = generator.random(runs)
    values = 0.5 * quality + 0.3 * generator.random((measures, instances, runs))
    names = [*AWKWARD, *(f"TEAM{n // 3:02}-run{n % 3}" for n in range(runs))][:runs]
    ids = tuple(f"d{i}" for i in range(instances))
    return Scores(values, MEASURES[:measures], ids, tuple(names), (False,) * measures)
