"""Judges beside people, as one HTML page to send."""

from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from oq_core.analysis import rank_runs
from oq_core.campaign.printing import headlines, layouts
from oq_core.campaign.printing.page import filled
from oq_core.campaign.printing.section import Section
from oq_core.campaign.saving.provenance import now
from oq_core.data.collection import PANEL, Collection
from oq_core.raters import Judged, StandIn, ranked_judges, scores_of_judges
from oq_core.raters.stand_in import EPSILON, FALSE_DISCOVERIES
from oq_core.version import VERSION

#: Flips that are told.
FLIPS = 3


class Compared(NamedTuple):
    """Judges and people of a data set, and what was found of them.

    Attributes
    ----------
    collection : Collection
    agreeing : Judged
    tested : StandIn or None
        None where it is unknown who rated.
    epsilon, q : float
        As in `StandIn.winning_rate`.
    separator : str
        What ends a cluster, as in `judged`.
    """

    collection: Collection
    agreeing: Judged
    tested: StandIn | None = None
    epsilon: float = EPSILON
    q: float = FALSE_DISCOVERIES
    separator: str = ""


def judges_page(title: str, found: Mapping[str, Compared], date: str | None = None) -> str:
    """Return what is found of judges as one HTML page to send, which makes no request.

    Parameters
    ----------
    title : str
    found : mapping of str to Compared
        By the name of each data set.
    date : str, optional
        When it was made; now unless given.

    Examples
    --------
    >>> from oq_core import read_collections
    >>> from oq_core.campaign.publishing.judges import Compared, judges_page
    >>> from oq_core.raters import judged
    >>> folder = "sample_data/judges/"
    >>> rated = read_collections(folder + "people.csv", folder + "judges.csv")["people"]
    >>> page = judges_page("Judges", {"A": Compared(rated, judged(rated))})
    >>> "alder agrees most with people" in page
    True
    """
    return filled(
        Path(__file__).with_name("judges.html"),
        title=title,
        date=date or now(),
        version=VERSION,
        scales=[_section(name, each) for name, each in found.items()],
    )


def _section(name: str, given: Compared) -> Section:
    collection, found, tested = given[:3]
    sentences = [headlines.judges(found), *(f"{note}." for note in found.notes)]
    tables = [layouts.judged_agreement(name, found)]
    alone = collection.without([PANEL] * (PANEL in collection.runs))
    if len(alone.runs) > 1:
        ranked = ranked_judges(collection, found, tested, given.epsilon, q=given.q)
        sentences += [headlines.flip(each) for each in ranked.furthest[:FLIPS]]
        tables.append(layouts.ranked_judges(name, ranked))
        scores = scores_of_judges(collection, separator=given.separator).defined()
        if scores.ids:
            tables.append(layouts.rank_intervals(name, scores, rank_runs(scores)))
        else:
            sentences.append(headlines.NO_RANKS)
    tables += [layouts.where_it_errs(name, found, judge) for judge in alone.runs]
    if tested is not None:
        sentences.append(headlines.stand_in(tested, given.epsilon, given.q))
        if tested.raters:
            tables.append(layouts.verdicts(name, tested, given.epsilon, given.q))
    charts = (layouts.use_of_scale(name, found),)
    return Section(name, (collection.order_words,), tuple(tables), charts, tuple(sentences))
