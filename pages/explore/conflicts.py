"""Conflicts: how often two measures disagree, how badly they can, and the papers' experiment."""

from pages import menu
from pages.analysing import views, words
from pages.analysing.settings import choose
from pages.explore.conflicts_parts import artificial, how_often, strongest

#: What draws each part; only the open one computes.
PARTS = {
    views.HOW_OFTEN: how_often.draw,
    views.STRONGEST: strongest.draw,
    views.ARTIFICIAL: artificial.draw,
}

words.title(menu.CONFLICTS.headline)
PARTS[choose(views.CONFLICTS, label_visibility="collapsed")]()
