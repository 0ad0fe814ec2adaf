"""A card to take home: what was found, three small histograms, and a QR code, as one picture."""

from pages.drawing.card.component import Card as Card
from pages.drawing.card.component import show_card as show_card
