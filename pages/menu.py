"""The pages of the app, in the order of the menu. Every list of pages is made from this one."""

from dataclasses import dataclass
from pathlib import PurePosixPath


@dataclass(frozen=True)
class MenuEntry:
    """A page.

    Attributes
    ----------
    file : str
        Its script, below `pages/`. The name of the script is the page's address.
    title : str
        As the menu shows it.
    symbol : str
        One of Material's, which stands beside it.
    guide : str
        The page of the documentation that explains it.
    heading : str
        What its heading begins with; the title unless given.
    """

    file: str
    title: str
    symbol: str
    guide: str
    heading: str = ""

    @property
    def address(self) -> str:
        """The path of its address; the first page's is empty."""
        return "" if self is START else PurePosixPath(self.file).stem

    @property
    def icon(self) -> str:
        """Its symbol, as Streamlit draws it."""
        return f":material/{self.symbol}:"

    @property
    def folder(self) -> str:
        """Where its script is, which decides its section of the menu."""
        return PurePosixPath(self.file).parts[0]

    def link(self, parameters: str = "") -> str:
        """A link in Markdown, with the parameters of an address."""
        return f"[{self.title}]({self.address or '/'}{parameters})"


START = MenuEntry(
    "learn/start.py", "Start", "home", "tutorials/first_disagreement", "Who guessed better?"
)
COMPARE = MenuEntry("learn/compare.py", "Compare", "tune", "explanation/why_measures_disagree")
LESSONS = MenuEntry("learn/lessons.py", "Lessons", "school", "how_to/teach", "Lesson")
NOTES = MenuEntry(
    "learn/notes.py", "Lecturer's notes", "co_present", "how_to/teach", "Notes for the lecturer"
)
QUIZ = MenuEntry("learn/quiz.py", "Quiz", "quiz", "how_to/teach")
CHALLENGES = MenuEntry(
    "learn/challenges.py", "Challenges", "trophy", "how_to/teach", "Make NMD and RNOD disagree"
)
CLASSIFICATION = MenuEntry(
    "learn/classification.py", "Classification", "grid_view", "how_to/explore"
)
PAPERS = MenuEntry("learn/papers.py", "Papers", "menu_book", "explanation/sources")
REFERENCE = MenuEntry("learn/reference.py", "Reference", "dictionary", "made/measures/index")
MAP = MenuEntry("disagree/map.py", "Map", "map", "how_to/explore")
CONFLICTS = MenuEntry("disagree/conflicts.py", "Sampled conflicts", "casino", "how_to/explore")
STRONGEST = MenuEntry("disagree/strongest.py", "Strongest conflict", "bolt", "how_to/explore")
DIALOGUES = MenuEntry("disagree/dialogues.py", "Conflicts by instance", "forum", "how_to/explore")
ARTIFICIAL = MenuEntry(
    "disagree/artificial.py", "Artificial distributions", "science", "how_to/explore"
)
PROPERTIES = MenuEntry(
    "disagree/properties.py", "Properties", "fact_check", "explanation/why_measures_disagree"
)
DATA = MenuEntry("analyse/data.py", "Your data", "folder_open", "how_to/files")
LEADERBOARD = MenuEntry(
    "analyse/leaderboard.py", "Leaderboard", "leaderboard", "tutorials/first_campaign"
)
RATERS = MenuEntry("analyse/raters.py", "Raters", "reviews", "explanation/gold_is_a_sample")
JUDGES = MenuEntry("analyse/judges.py", "Judges", "gavel", "how_to/raters")
BASELINES = MenuEntry(
    "analyse/baselines.py",
    "Baselines",
    "balance",
    "how_to/campaign",
    "Where two measures prefer different runs",
)
SIMILARITY = MenuEntry("analyse/similarity.py", "Ranking similarity", "grid_on", "how_to/campaign")
CONSISTENCY = MenuEntry(
    "analyse/consistency.py", "Ranking consistency", "call_split", "how_to/campaign"
)
POWER = MenuEntry("analyse/power.py", "Discriminative power", "show_chart", "explanation/family")
SAMPLE_SIZE = MenuEntry("analyse/sample_size.py", "Sample size", "straighten", "how_to/campaign")
NUGGETS = MenuEntry("analyse/nuggets.py", "Nugget detection", "chat_bubble", "how_to/campaign")
REPORT = MenuEntry("analyse/report.py", "Report", "description", "how_to/campaign")

_ENTRIES = [each for each in (*globals().values(),) if isinstance(each, MenuEntry)]

#: Pages by the section of the menu, in the order in which they stand above.
MENU: dict[str, tuple[MenuEntry, ...]] = {
    section: tuple(entry for entry in _ENTRIES if entry.folder == section.lower())
    for section in ("Learn", "Disagree", "Analyse")
}

#: All of them, in order.
ENTRIES: tuple[MenuEntry, ...] = tuple(entry for section in MENU.values() for entry in section)
