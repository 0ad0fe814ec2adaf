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
    """

    file: str
    title: str
    icon: str

    @property
    def address(self) -> str:
        """The path of its address; the first page's is empty."""
        return "" if self is FIRST else PurePosixPath(self.file).stem


#: Pages by the section of the menu; each section is a folder.
MENU: dict[str, tuple[MenuEntry, ...]] = {
    "Learn": (
        MenuEntry("learn/start.py", "Start", ":material/home:"),
        MenuEntry("learn/compare.py", "Compare", ":material/tune:"),
        MenuEntry("learn/lessons.py", "Lessons", ":material/school:"),
        MenuEntry("learn/notes.py", "Lecturer's notes", ":material/co_present:"),
        MenuEntry("learn/quiz.py", "Quiz", ":material/quiz:"),
        MenuEntry("learn/measure.py", "Your measure", ":material/how_to_vote:"),
        MenuEntry("learn/challenges.py", "Challenges", ":material/trophy:"),
        MenuEntry("learn/classification.py", "Classification", ":material/grid_view:"),
        MenuEntry("learn/live.py", "Live class", ":material/groups:"),
        MenuEntry("learn/papers.py", "Papers", ":material/menu_book:"),
        MenuEntry("learn/reference.py", "Reference", ":material/dictionary:"),
    ),
    "Disagree": (
        MenuEntry("disagree/map.py", "Map", ":material/map:"),
        MenuEntry("disagree/conflicts.py", "Sampled conflicts", ":material/casino:"),
        MenuEntry("disagree/strongest.py", "Strongest conflict", ":material/bolt:"),
        MenuEntry("disagree/dialogues.py", "Conflicts by instance", ":material/forum:"),
        MenuEntry("disagree/artificial.py", "Artificial distributions", ":material/science:"),
        MenuEntry("disagree/properties.py", "Properties", ":material/fact_check:"),
        MenuEntry("disagree/preferences.py", "Preferences", ":material/thumbs_up_down:"),
    ),
    "Analyse": (
        MenuEntry("analyse/data.py", "Your data", ":material/folder_open:"),
        MenuEntry("analyse/leaderboard.py", "Leaderboard", ":material/leaderboard:"),
        MenuEntry("analyse/raters.py", "Raters", ":material/reviews:"),
        MenuEntry("analyse/judges.py", "Judges", ":material/gavel:"),
        MenuEntry("analyse/baselines.py", "Baselines", ":material/balance:"),
        MenuEntry("analyse/similarity.py", "Ranking similarity", ":material/grid_on:"),
        MenuEntry("analyse/consistency.py", "Ranking consistency", ":material/call_split:"),
        MenuEntry("analyse/power.py", "Discriminative power", ":material/show_chart:"),
        MenuEntry("analyse/sample_size.py", "Sample size", ":material/straighten:"),
        MenuEntry("analyse/nuggets.py", "Nugget detection", ":material/chat_bubble:"),
        MenuEntry("analyse/report.py", "Report", ":material/description:"),
    ),
}

#: The page at the address without a path.
FIRST = MENU["Learn"][0]

#: All of them, in order.
ENTRIES: tuple[MenuEntry, ...] = tuple(entry for section in MENU.values() for entry in section)
