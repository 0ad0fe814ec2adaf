"""How far judges agree with people, as one HTML page to send."""

from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from oq_core.analysis import rank_runs, rank_sets
from oq_core.campaign.printing import answers_of_raters, layouts
from oq_core.campaign.printing.chart import Chart
from oq_core.campaign.printing.page import filled
from oq_core.campaign.printing.table import Table
from oq_core.campaign.saving.provenance import now
from oq_core.data.collection import PANEL, Collection
from oq_core.measures import score
from oq_core.raters import Judged, ranked_judges, spread_of
from oq_core.raters.ranked import BESIDE
from oq_core.version import VERSION

#: Flips that are told.
FLIPS = 3


class _Scale(NamedTuple):
    name: str
    order: str
    sentences: list[str]
    chart: Chart
    tables: list[Table]


def judges_page(
    title: str, found: Mapping[str, tuple[Collection, Judged]], date: str | None = None
) -> str:
    """Return the agreement of judges with people as one HTML page, which makes no request.

    Parameters
    ----------
    title : str
    found : mapping of str to tuple of Collection and Judged
        By the name of each data set, with people and judges as `judged` takes them.
    date : str, optional
        When it was made; now unless given.

    Examples
    --------
    >>> from oq_core import read_collections
    >>> from oq_core.campaign.publishing.judges import judges_page
    >>> from oq_core.raters import judged
    >>> folder = "sample_data/judges/"
    >>> rated = read_collections(folder + "people.csv", folder + "judges.csv")["people"]
    >>> "alder agrees most with people" in judges_page("Judges", {"A": (rated, judged(rated))})
    True
    """
    return filled(
        Path(__file__).with_name("judges.html"),
        title=title,
        date=date or now(),
        version=VERSION,
        scales=[_scale(name, *each) for name, each in found.items()],
    )


def _scale(name: str, collection: Collection, found: Judged) -> _Scale:
    sentences, tables = [answers_of_raters.judged(found)], [layouts.judged_agreement(name, found)]
    alone = collection.without([PANEL] * (PANEL in collection.runs))
    if len(alone.runs) > 1:
        ranked = ranked_judges(collection, found)
        sentences += [answers_of_raters.flip(each) for each in ranked.furthest[:FLIPS]]
        tables.append(layouts.ranked_judges(name, ranked))
        # Ranks of judges that rated other items cannot be compared.
        if not any(each.any() for each in alone.missing.values()):
            scores = score(alone, BESIDE)
            tables.append(
                layouts.rank_intervals(name, scores, rank_runs(scores), rank_sets(scores))
            )
    tables += [layouts.where_it_errs(name, found, judge) for judge in alone.runs]
    spread = spread_of(collection)
    if spread.spread.any() or spread.hidden:
        sentences.append(answers_of_raters.spread(spread))
        tables.append(layouts.distributions(name, spread))
    chart = layouts.use_of_scale(name, found)
    return _Scale(name, collection.order_words, sentences, chart, tables)
