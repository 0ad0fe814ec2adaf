"""The menu: four sections, and what each page answers."""

from pages.menu import ENTRIES, LESSONS, MENU, NOTES
from tests.pages.test_shown import links_of

#: Sections, their folders, and the question of each page that the menu shows.
QUESTIONS = {
    ("Learn", "learn"): {
        "Start": "Who guessed better, A or B?",
        "Compare": "What does each measure say of the bars I draw?",
        "Lessons": "Why do measures disagree? Predict, then see",
        "Quiz": "Can I tell what a measure prefers?",
        "Classification": "What do measures say of a confusion matrix?",
        "Reference": "What is this measure, and what has it?",
    },
    ("Explore", "explore"): {
        "Map": "Which estimates do two measures see differently?",
        "Dialogues": "On which dialogues do NMD and RNOD prefer different runs, and why?",
        "Conflicts": "How often, and how badly, can they disagree?",
    },
    ("Campaign", "campaign"): {
        "Your data": "What is in my files, and what is wrong?",
        "Leaderboard": "Who is best, by which measure, how surely?",
        "Discriminative power": "Which runs differ, and which measure tells more apart?",
        "Rankings": "Do measures rank alike, and would other dialogues?",
        "Papers": "Do the printed tables hold, and how do mine compare?",
        "Report": "What goes into my paper?",
        "Sample size": "How many dialogues next time?",
    },
    ("People and judges", "judging"): {
        "Raters": "How far do people agree, and what would one of them score?",
        "Judges": "Where does a judge err, and can it stand in?",
    },
}


def test_sections_are_folders_and_have_their_pages_with_their_questions():
    listed = {
        section: {entry.title: entry.question for entry in entries if entry.is_listed}
        for section, entries in MENU.items()
    }
    assert listed == {section: pages for (section, _), pages in QUESTIONS.items()}
    for section, folder in QUESTIONS:
        assert {entry.folder for entry in MENU[section]} == {folder}


def test_the_notes_are_reached_from_lessons_alone(start):
    assert [entry for entry in ENTRIES if not entry.is_listed] == [NOTES]
    assert NOTES.address in dict(links_of(start(LESSONS.address)))
