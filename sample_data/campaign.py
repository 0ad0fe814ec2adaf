# %% [markdown]
# # A campaign
#
# The sample of 22 runs and 300 dialogues, from files to the numbers of an overview paper. Run
# this as a script, or cell by cell. The data are invented.

# %%
from pathlib import Path

from oq_core import (
    compare_runs,
    discriminative_power,
    effect_sizes,
    randomised_tukey_hsd,
    rank_runs,
    ranking_similarity,
    read_collections,
    score,
)
from oq_core.analysis import wins
from oq_core.campaign.printing import layouts

FOLDER = Path(__file__).parent if "__file__" in globals() else Path()

# %% [markdown]
# ## Read and score
# A gold file and all runs give one collection for each scale. Every run is scored on every
# instance.

# %%
collection = read_collections(FOLDER / "gold.json", FOLDER / "runs")["A"]
scores = score(collection, ["NMD", "RNOD", "JSD"])
scores.to_frame().head()

# %% [markdown]
# ## Who is best?
# The mean of each run with its interval, by NMD.

# %%
board = rank_runs(scores)
layouts.mean_intervals("sample A", scores, board, 0)

# %% [markdown]
# ## Do the measures rank the runs alike?
# Kendall's tau of every two.

# %%
taus = ranking_similarity(scores).taus
layouts.square("taus", "sample A", "Ranking similarity", scores.measures, taus, "tau")

# %% [markdown]
# ## Which pairs of runs differ significantly?
# All pairs are tested together. The discriminative power is the share that a measure tells apart.

# %%
tests = randomised_tukey_hsd(scores, trials=5000, seed=0)
discriminative_power(tests, alpha=0.05).to_frame()

# %% [markdown]
# How large are the differences, in units of the residual standard deviation?

# %%
effects = effect_sizes(scores)
effects.sizes[0].max().round(2)

# %% [markdown]
# ## The two baselines
# On how many instances is each nearer to the gold? The measures do not agree at all.

# %%
compared = compare_runs(scores, "BL-uniform", "BL-popularity")
{key: wins(compared, key) for key in scores.measures}

# %% [markdown]
# Every table and figure at once goes into a folder with
# `write_report(analyse(read_campaign("gold.json", "runs")), "report")`.
