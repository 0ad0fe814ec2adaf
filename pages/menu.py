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
    title, icon : str
        As the menu shows them.
    heading : str
        What its heading begins with; the title unless given.
    """

    file: str
    title: str
    icon: str
    heading: str = ""

    @property
    def address(self) -> str:
        """The path of its address; the first page's is empty."""
        return "" if self is START else PurePosixPath(self.file).stem

    def link(self, parameters: str = "") -> str:
        """A link in Markdown, with the parameters of an address."""
        return f"[{self.title}]({self.address or '/'}{parameters})"


START = MenuEntry("learn/start.py", "Start", ":material/home:", "Who guessed better?")
COMPARE = MenuEntry("learn/compare.py", "Compare", ":material/tune:")
LESSONS = MenuEntry("learn/lessons.py", "Lessons", ":material/school:", "Lesson")
NOTES = MenuEntry(
    "learn/notes.py", "Lecturer's notes", ":material/co_present:", "Notes for the lecturer"
)
QUIZ = MenuEntry("learn/quiz.py", "Quiz", ":material/quiz:")
MEASURE = MenuEntry(
    "learn/measure.py", "Your measure", ":material/how_to_vote:", "Which would you rather have?"
)
CHALLENGES = MenuEntry(
    "learn/challenges.py", "Challenges", ":material/trophy:", "Make NMD and RNOD disagree"
)
CLASSIFICATION = MenuEntry("learn/classification.py", "Classification", ":material/grid_view:")
LIVE = MenuEntry("learn/live.py", "Live class", ":material/groups:")
PAPERS = MenuEntry("learn/papers.py", "Papers", ":material/menu_book:")
REFERENCE = MenuEntry("learn/reference.py", "Reference", ":material/dictionary:")
MAP = MenuEntry("disagree/map.py", "Map", ":material/map:")
CONFLICTS = MenuEntry("disagree/conflicts.py", "Sampled conflicts", ":material/casino:")
STRONGEST = MenuEntry("disagree/strongest.py", "Strongest conflict", ":material/bolt:")
DIALOGUES = MenuEntry("disagree/dialogues.py", "Conflicts by instance", ":material/forum:")
ARTIFICIAL = MenuEntry("disagree/artificial.py", "Artificial distributions", ":material/science:")
PROPERTIES = MenuEntry("disagree/properties.py", "Properties", ":material/fact_check:")
PREFERENCES = MenuEntry("disagree/preferences.py", "Preferences", ":material/thumbs_up_down:")
DATA = MenuEntry("analyse/data.py", "Your data", ":material/folder_open:")
LEADERBOARD = MenuEntry("analyse/leaderboard.py", "Leaderboard", ":material/leaderboard:")
RATERS = MenuEntry("analyse/raters.py", "Raters", ":material/reviews:")
JUDGES = MenuEntry("analyse/judges.py", "Judges", ":material/gavel:")
BASELINES = MenuEntry(
    "analyse/baselines.py",
    "Baselines",
    ":material/balance:",
    "Where two measures prefer different runs",
)
SIMILARITY = MenuEntry("analyse/similarity.py", "Ranking similarity", ":material/grid_on:")
CONSISTENCY = MenuEntry("analyse/consistency.py", "Ranking consistency", ":material/call_split:")
POWER = MenuEntry("analyse/power.py", "Discriminative power", ":material/show_chart:")
SAMPLE_SIZE = MenuEntry("analyse/sample_size.py", "Sample size", ":material/straighten:")
NUGGETS = MenuEntry("analyse/nuggets.py", "Nugget detection", ":material/chat_bubble:")
REPORT = MenuEntry("analyse/report.py", "Report", ":material/description:")

#: Pages by the section of the menu; each section is a folder.
MENU: dict[str, tuple[MenuEntry, ...]] = {
    "Learn": (
        START,
        COMPARE,
        LESSONS,
        NOTES,
        QUIZ,
        MEASURE,
        CHALLENGES,
        CLASSIFICATION,
        LIVE,
        PAPERS,
        REFERENCE,
    ),
    "Disagree": (
        MAP,
        CONFLICTS,
        STRONGEST,
        DIALOGUES,
        ARTIFICIAL,
        PROPERTIES,
        PREFERENCES,
    ),
    "Analyse": (
        DATA,
        LEADERBOARD,
        RATERS,
        JUDGES,
        BASELINES,
        SIMILARITY,
        CONSISTENCY,
        POWER,
        SAMPLE_SIZE,
        NUGGETS,
        REPORT,
    ),
}

#: All of them, in order.
ENTRIES: tuple[MenuEntry, ...] = tuple(entry for section in MENU.values() for entry in section)
