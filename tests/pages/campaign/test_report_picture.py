"""The picture of a report that the page Report begins with is of a report as it is made now."""

from hashlib import sha256
from pathlib import Path

from oq_core import Options, analyse, score
from oq_core.campaign.publishing.leaderboard import Leaderboard
from oq_core.reading import read_collections
from tests.conftest import SAMPLE

#: Of what the picture shows: written with it, by `.github/docs/pictures.py`.
FILE = Path(__file__).with_name("report_picture.txt")


def fingerprint() -> str:
    """The leaderboard of the sample's scale A in few samples: its numbers, script and looks."""
    runs = sorted((SAMPLE / "runs").glob("*.json"))
    scores = score(read_collections(SAMPLE / "gold.json", runs)["A"], ("NMD",))
    quick = Options(trials=20, splits=2, samples=20)
    made = Leaderboard(analyse({"gold A": scores}, quick))
    return sha256("".join((made.data, made.script, made.css)).encode()).hexdigest()


def test_the_picture_shows_the_report_as_it_is_now():
    told = "take the picture anew: python .github/docs/pictures.py report"
    assert fingerprint() == FILE.read_text().strip(), told
