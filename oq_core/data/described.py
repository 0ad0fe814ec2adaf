"""What is said of runs: their team, official and short names, and which are baselines."""

from dataclasses import dataclass

#: The most signs of a short name, so that figures have room for it.
MAX_SHORT = 26


@dataclass(frozen=True)
class RunDescription:
    """What a table of runs says of one run: its team, its names, whether it is a baseline.

    Attributes
    ----------
    run : str
        Its name as the files give it.
    team : str
        Whose it is.
    name : str
        Its official name, which tables print.
    short : str
        Its name in figures, of at most `MAX_SHORT` signs.
    description : str
        How it was made, in a sentence.
    baseline : bool
        Whether it is a baseline.

    Examples
    --------
    >>> from oq_core.data import RunDescription
    >>> RunDescription("ALTO-run0", team="ALTO", short="A0").baseline
    False
    """

    run: str
    team: str = ""
    name: str = ""
    short: str = ""
    description: str = ""
    baseline: bool = False
