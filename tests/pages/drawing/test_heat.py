"""Heat maps can be read."""

import numpy as np
import pandas as pd
from plotly.colors import sample_colorscale, unlabel_rgb

from oq_core.campaign import Chart
from pages.drawing.charts import HEAT, figure_of


def luminance(rgb):
    """As the accessibility guidelines define it."""
    parts = np.array(rgb) / 255
    linear = np.where(parts <= 0.04045, parts / 12.92, ((parts + 0.055) / 1.055) ** 2.4)
    return float(linear @ [0.2126, 0.7152, 0.0722])


def test_text_has_a_contrast_of_4_5_in_every_cell():
    numbers = pd.DataFrame({"one": ["a", "b"], "other": ["a", "b"], "τ": [0.5, 1.0]})
    figure = figure_of(Chart("x", "", "x", "heat", numbers, x="one", y="other", by="τ"))
    trace = figure["data"][0]
    letters, shades = HEAT["textfont"]["color"], HEAT["colorscale"]
    assert trace["textfont"]["color"] == letters
    assert trace["colorscale"] == shades
    text = luminance([int(letters[i : i + 2], 16) for i in (1, 3, 5)])
    for colour in sample_colorscale(shades, np.linspace(0, 1, 50)):
        assert (luminance(unlabel_rgb(colour)) + 0.05) / (text + 0.05) >= 4.5
