"""The library on the bundled sample, cell by cell: run it, or open it as a notebook."""

# %% Read a gold file and all runs: one collection for each scale
from pathlib import Path

from oq_core import (
    compare_runs,
    discriminative_power,
    effect_sizes,
    randomised_tukey_hsd,
    ranking_similarity,
    read_collections,
    score,
)
from oq_core.analysis import wins

FOLDER = Path(__file__).parent
collection = read_collections(FOLDER / "gold.json", FOLDER / "runs")["A"]
print(collection)

# %% Score every run on every instance
scores = score(collection, ["NMD", "RNOD", "JSD"])
print(scores.to_frame().head())

# %% Do the measures rank the runs alike? Kendall's tau of every two
taus = ranking_similarity(scores).taus
print(taus.round(3))

# %% Which pairs of runs differ significantly, and how many does each measure find?
tests = randomised_tukey_hsd(scores, trials=5000, seed=0)
print(discriminative_power(tests, alpha=0.05).to_frame())

# %% How large are the differences, in units of the residual standard deviation?
print(effect_sizes(scores).to_frame().head())

# %% On how many instances is each baseline nearer to the gold?
compared = compare_runs(scores, "BL-uniform", "BL-popularity")
for key in scores.measures:
    print(key, wins(compared, key))

# %% Every table and figure at once goes into a folder with
# write_report(analyse(read_campaign(FOLDER / "gold.json", FOLDER / "runs")), "report")
