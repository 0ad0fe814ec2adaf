# %% [markdown]
# # Measures from NumPy
#
# Two measures in a few lines each, the same numbers from the library, and where they disagree.

# %%
import numpy as np
import pandas as pd

from oq_core import MEASURES, explain_conflict, strongest_conflict
from oq_core.campaign.printing.chart import Chart
from oq_core.disagreement import compare_triples, disagreement_rates, random_triples

gold = np.array([1, 4, 7, 6, 2]) / 20
a = np.array([4, 8, 6, 2, 0]) / 20
b = np.array([2, 4, 3, 2, 9]) / 20

# %% [markdown]
# ## NMD: how far votes have to move
# The difference of two cumulative sums is what has to pass each border between classes.


# %%
def nmd(estimated, gold):
    passing = np.cumsum(estimated - gold, axis=-1)[..., :-1]
    return np.abs(passing).sum(axis=-1) / (gold.shape[-1] - 1)


print(nmd(a, gold).round(4), nmd(b, gold).round(4), MEASURES["NMD"]([a, b], gold).round(4))

# %% [markdown]
# ## RNOD: squared errors, weighed by distance
# From each class that has gold, every squared error counts as often as it is classes away.


# %%
def rnod(estimated, gold):
    classes = np.arange(gold.size)
    steps = np.abs(classes[:, None] - classes)
    weighted = steps @ (estimated - gold) ** 2
    return np.sqrt(weighted[gold > 0].mean() / (gold.size - 1))


print(rnod(a, gold).round(4), rnod(b, gold).round(4), MEASURES["RNOD"]([a, b], gold).round(4))

# %% [markdown]
# NMD prefers B, and RNOD prefers A. In words:

# %%
print(explain_conflict(gold, a, b, "NMD", "RNOD", ("-2", "-1", "0", "1", "2")))

# %% [markdown]
# ## One bar, moved
# Arrays of estimates give arrays of scores. Here the top class of B goes from 0 to 12 votes.

# %%
votes = np.tile([2.0, 4, 3, 2, 0], (13, 1))
votes[:, -1] = np.arange(13)
moved = votes / votes.sum(axis=1, keepdims=True)
numbers = pd.concat(
    [
        pd.DataFrame(
            {
                "votes of the top class": np.arange(13),
                "score": MEASURES[key](moved, gold),
                "of": key,
            }
        )
        for key in ("NMD", "RNOD")
    ]
)
Chart("moved", "", "B's top class", "lines", numbers, "votes of the top class", "score", "of")

# %% [markdown]
# ## How often do they disagree?
# On random triples of a gold and two estimates, the share on which two measures prefer different
# estimates.

# %%
keys = ["NMD", "RNOD", "RSNOD", "JSD"]
rates = disagreement_rates(compare_triples(random_triples(5, count=20_000), keys))
pd.DataFrame(rates, keys, keys).round(3)

# %% [markdown]
# The strongest conflict that a search finds with 20 votes:

# %%
strongest_conflict("NMD", "RNOD", classes=5, votes=20)
