# %% [markdown]
# # Raters and judges
#
# 300 invented answers, rated by three or four of nine people and by five judges.

# %%
from pathlib import Path

from oq_core import read_collections, runs_stand_in, score, what_raters_allow
from oq_core.campaign.printing import layouts
from oq_core.raters import krippendorff_alpha

FOLDER = (Path(__file__).parent if "__file__" in globals() else Path()) / "judges"
(people,) = read_collections(FOLDER / "people.csv", FOLDER / "judges.csv").values()
people

# %% [markdown]
# ## What the raters allow
# What one rater scores against the others, half of the raters, and the runs.

# %%
allowed = what_raters_allow(people, ["NMD", "RNOD"])
layouts.rater_strips("people", allowed)

# %% [markdown]
# Krippendorff's alpha with its interval: how far the raters agree beyond chance.

# %%
[round(each, 3) for each in krippendorff_alpha(people.votes)]

# %% [markdown]
# ## Can a judge stand in for a person?
# Each person is left out in turn and compared with the judge. A judge passes from 1/2 on.

# %%
found = runs_stand_in(people, ["NMD", "RNOD"])
layouts.winning_rates("people", found, 0, 0.05)

# %% [markdown]
# The verdicts under both measures, where a judge may lack ε = 0.15, as against trained raters.

# %%
layouts.verdicts("people", found, 0.15, 0.05)

# %% [markdown]
# ## Judges as runs
# Their mean scores: a judge that rates once puts everything into one class.

# %%
scores = score(people, ["NMD", "RNOD"])
dict(zip(scores.runs, scores.means.T.round(3).tolist(), strict=True))
