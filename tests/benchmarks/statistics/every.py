"""Every cell of the table, the most important ones first."""

from __future__ import annotations

from pathlib import Path

from tests.benchmarks.statistics import designs
from tests.benchmarks.statistics.cells import Cell
from tests.benchmarks.statistics.coverage import (
    cells_of_artificial,
    cells_of_correlations,
    cells_of_means,
    cells_of_plans,
    cells_of_ranks,
    cells_of_samples,
    cells_of_taus,
)
from tests.benchmarks.statistics.errors import (
    cells_of_calibration,
    cells_of_clusters,
    cells_of_equivalence,
    cells_of_many_runs,
    cells_of_rules,
    cells_of_shapes,
    cells_over_everything,
    cells_over_measures,
)

REAL = (20, 50, 100, 390)


def every_cell(data: Path) -> list[Cell]:
    """All cells; those of real data only where they are."""
    cells = []
    for n in (40, 15):
        for design in designs.NULLS:
            cells += cells_of_rules("wrong", design, n)
    for design in (*designs.PARTIAL, designs.STEPS):
        cells += cells_of_rules("wrong", design, 40, steps=True)
    cells += cells_of_rules("found", designs.STEPS, 40, steps=True)
    cells += cells_of_rules("wrong", designs.QUIET, 40)
    cells += cells_over_measures() + cells_of_many_runs() + cells_over_everything()
    cells += cells_of_clusters() + cells_of_equivalence()
    for place in (0, 1, 6):
        cells += cells_of_calibration(designs.NULLS[place], 40)
    cells += cells_of_means() + cells_of_ranks() + cells_of_taus() + cells_of_correlations()
    cells += cells_of_plans() + cells_of_artificial()
    if (data / "stc3").is_dir():
        for n in REAL:
            for design in designs.real(data):
                cells += cells_of_rules("wrong", design, n)
    cells += cells_of_samples()
    for design in designs.NULLS:
        cells += cells_of_rules("wrong", design, 150)
        for n in (15, 40, 150):
            cells += cells_of_shapes(design, n)
    return cells
