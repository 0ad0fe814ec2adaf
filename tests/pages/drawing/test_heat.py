"""Heat maps can be read."""

import numpy as np
from plotly.colors import sample_colorscale, unlabel_rgb

from pages.drawing.charts import HEAT, heat_map


def luminance(rgb):
    """As the accessibility guidelines define it."""
    parts = np.array(rgb) / 255
    linear = np.where(parts <= 0.04045, parts / 12.92, ((parts + 0.055) / 1.055) ** 2.4)
    return float(linear @ [0.2126, 0.7152, 0.0722])


def test_text_has_a_contrast_of_4_5_in_every_cell():
    figure = heat_map("x", ["a", "b"], np.eye(2), 1, ".2f")
    letters, shades = HEAT["textfont"]["color"], HEAT["colorscale"]
    assert figure.data[0].textfont.color == letters
    assert [list(each) for each in figure.data[0].colorscale] == shades
    text = luminance([int(letters[i : i + 2], 16) for i in (1, 3, 5)])
    for colour in sample_colorscale(shades, np.linspace(0, 1, 50)):
        assert (luminance(unlabel_rgb(colour)) + 0.05) / (text + 0.05) >= 4.5
