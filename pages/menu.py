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
    question : str
        What the page answers.
    symbol : str
        One of Material's, which stands beside it.
    guide : str
        The page of the documentation that explains it.
    heading : str
        What its heading begins with, where that is not the title.
    is_listed : bool
        Whether the menu shows it; another page leads to it if not.
    """

    file: str
    title: str
    question: str
    symbol: str
    guide: str
    heading: str = ""
    is_listed: bool = True

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

    @property
    def headline(self) -> str:
        """The title and the question, as the page's heading."""
        return f"{self.title}: {self.question[0].lower()}{self.question[1:]}"

    def link(self, parameters: str = "") -> str:
        """A link in Markdown, with the parameters of an address."""
        return f"[{self.title}]({self.address or '/'}{parameters})"


START = MenuEntry(
    "learn/start.py", "Start", "Who guessed better, A or B?", "home",
    "tutorials/first_disagreement", "Who guessed better, A or B?",
)  # fmt: skip
COMPARE = MenuEntry(
    "learn/compare.py", "Compare", "What does each measure say of the bars I draw?", "tune",
    "explanation/why_measures_disagree",
)  # fmt: skip
LESSONS = MenuEntry(
    "learn/lessons.py", "Lessons", "Why do measures disagree? Predict, then see", "school",
    "how_to/teach", "Lesson",
)  # fmt: skip
NOTES = MenuEntry(
    "learn/notes.py", "Lecturer's notes", "What do I ask, and when?", "co_present",
    "how_to/teach", "Notes for the lecturer", is_listed=False,
)  # fmt: skip
QUIZ = MenuEntry(
    "learn/quiz.py", "Quiz", "Can I tell what a measure prefers?", "quiz", "how_to/teach"
)
CLASSIFICATION = MenuEntry(
    "learn/classification.py", "Classification",
    "What do measures say of a confusion matrix?", "grid_view", "how_to/explore",
)  # fmt: skip
REFERENCE = MenuEntry(
    "learn/reference.py", "Reference", "What is this measure, and what has it?", "dictionary",
    "made/measures/index",
)  # fmt: skip
MAP = MenuEntry(
    "explore/map.py", "Map", "Which estimates do two measures see differently?", "map",
    "how_to/explore",
)  # fmt: skip
DIALOGUES = MenuEntry(
    "explore/dialogues.py", "Dialogues",
    "On which dialogues do NMD and RNOD prefer different runs, and why?", "forum",
    "how_to/explore",
)  # fmt: skip
CONFLICTS = MenuEntry(
    "explore/conflicts.py", "Conflicts", "How often, and how badly, can they disagree?", "bolt",
    "how_to/explore",
)  # fmt: skip
DATA = MenuEntry(
    "campaign/data.py", "Your data", "What is in my files, and what is wrong?", "folder_open",
    "how_to/files",
)  # fmt: skip
LEADERBOARD = MenuEntry(
    "campaign/leaderboard.py", "Leaderboard", "Who is best, by which measure, how surely?",
    "leaderboard", "tutorials/first_campaign",
)  # fmt: skip
POWER = MenuEntry(
    "campaign/power.py", "Discriminative power",
    "Which runs differ, and which measure tells more apart?", "show_chart", "explanation/family",
)  # fmt: skip
RANKINGS = MenuEntry(
    "campaign/rankings.py", "Rankings", "Do measures rank alike, and would other dialogues?",
    "swap_vert", "how_to/campaign",
)  # fmt: skip
PAPERS = MenuEntry(
    "campaign/papers.py", "Papers", "Do the printed tables hold, and how do mine compare?",
    "menu_book", "explanation/sources",
)  # fmt: skip
REPORT = MenuEntry(
    "campaign/report.py", "Report", "What goes into my paper?", "description", "how_to/campaign"
)
SAMPLE_SIZE = MenuEntry(
    "campaign/sample_size.py", "Sample size", "How many dialogues next time?", "straighten",
    "how_to/campaign",
)  # fmt: skip
RATERS = MenuEntry(
    "judging/raters.py", "Raters", "How far do people agree, and what would one of them score?",
    "reviews", "explanation/gold_is_a_sample",
)  # fmt: skip
JUDGES = MenuEntry(
    "judging/judges.py", "Judges", "Where does a judge err, and can it stand in?", "gavel",
    "how_to/raters",
)  # fmt: skip

_ENTRIES = [entry for entry in (*globals().values(),) if isinstance(entry, MenuEntry)]
_SECTIONS = {
    "learn": "Learn",
    "explore": "Explore",
    "campaign": "Campaign",
    "judging": "People and judges",
}

#: Pages by the section of the menu, in the order in which they stand above.
MENU: dict[str, tuple[MenuEntry, ...]] = {
    section: tuple(entry for entry in _ENTRIES if entry.folder == folder)
    for folder, section in _SECTIONS.items()
}

#: All of them, in order.
ENTRIES: tuple[MenuEntry, ...] = tuple(entry for section in MENU.values() for entry in section)
