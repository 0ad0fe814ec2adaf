"""What an overview cites, as BibTeX."""

from collections.abc import Iterable
from pathlib import Path

from oq_core.version import VERSION

_TEXT = Path(__file__).with_suffix(".bib").read_text(encoding="utf-8").replace("@VERSION@", VERSION)
#: The papers by the names that measures have for them, and works on method.
_WORKS = {work[work.index("{") + 1 : work.index(",")]: work for work in _TEXT.strip().split("\n\n")}
#: Works that proposed or examined a measure before the paper whose formula is used.
_BEFORE = {
    "JSD": "Lin91",
    "MAE_M": "Baccianella09",
    "MAE_mu": "Baccianella09",
    "CEM_ORD": "Amigo20",
    "kappa": "Cohen68",
    "alpha_ORD": "Krippendorff18",
    "alpha_INT": "Krippendorff18",
    "F1_M": "Opitz19",
    "HMPR": "Opitz19",
}


def works_on(measure: str, source: str) -> tuple[str, ...]:
    """Return the works on a measure: earlier ones, and the paper that its source names.

    Examples
    --------
    >>> from oq_core.campaign.printing.paper.cited import works_on
    >>> works_on("RNOD", "LQ21 eqs. 4, 6"), works_on("kappa", "ACL21 eq. 5"), works_on("own", "")
    (('LQ21',), ('Cohen68', 'ACL21'), ())
    """
    paper = source.split(" ", maxsplit=1)[0]
    return tuple(each for each in (_BEFORE.get(measure, ""), paper) if each in _WORKS)


def bibliography(keys: Iterable[str]) -> str:
    """Return the works of these keys as a BibTeX file.

    Examples
    --------
    >>> from oq_core.campaign.printing.paper.cited import bibliography
    >>> print(bibliography(["DE2"]).splitlines()[0])
    @inproceedings{DE2,
    """
    return "\n\n".join(_WORKS[key] for key in dict.fromkeys(keys)) + "\n"
