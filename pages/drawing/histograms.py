"""Gold and estimates drawn over each other, as Vega-Lite, which updates without a redraw."""

from collections.abc import Mapping

import numpy as np
import pandas as pd

from pages.drawing import theme
from pages.drawing.vega import Spec, channel, heading, legend, show_moving

_HEIGHT = 310


def histogram(
    title: str,
    classes: tuple[str, ...],
    values: Mapping[str, np.ndarray],
    *,
    key: str,
    label: str = "Share",
    height: int | None = _HEIGHT,
    across: str = "Class, lowest first",
    cloud: np.ndarray | None = None,
) -> None:
    """Draw the gold's values (L,) as wide bars and those of one or two systems before them.

    Parameters
    ----------
    title : str
        What the chart shows.
    classes : tuple of str
        The L class labels, lowest first.
    values : mapping of str to ndarray, shape (L,)
        Values in [0, 1] by name: the gold's first, then one or two systems'.
    key : str
        The element's key; with the same key new values move the bars in place.
    label : str
        What the values are.
    height : int, optional
        In pixels; half of the window unless given.
    across : str
        What the classes are.
    cloud : ndarray, shape (D, L), optional
        Draws of the gold, as dots behind its bars.
    """
    table = pd.DataFrame(
        {
            "class": list(classes) * len(values),
            "who": [name for name in values for _ in classes],
            "value": np.concatenate(list(values.values())),
        }
    )
    names, ticks = list(values), {"values": [0, 0.2, 0.4, 0.6, 0.8, 1]}
    whose = dict(zip(names, (theme.GOLD, theme.A, theme.B), strict=False))
    encoding = shares_by_class(list(classes), whose, label, across, ticks)
    beside = {"field": "who", "sort": names[1:], "scale": {"paddingOuter": 0.25}}
    spec: Spec = {
        "title": heading(title),
        "layer": [
            *([] if cloud is None else [_dots(encoding, list(classes), cloud)]),
            {
                "transform": [{"filter": {"field": "who", "equal": names[0]}}],
                # Dots behind it are seen through it.
                "mark": {"type": "bar", "opacity": 1 if cloud is None else 0.7},
                "encoding": encoding,
            },
            {
                "transform": [{"filter": {"field": "who", "oneOf": names[1:]}}],
                "mark": {"type": "bar"},
                "encoding": encoding | {"xOffset": beside},
            },
        ],
    }
    show_moving(table, spec, key, f"{title}. {_in_words(classes, values)}", height)


def _in_words(classes: tuple[str, ...], values: Mapping[str, np.ndarray]) -> str:
    return "; ".join(
        f"{name}: "
        + ", ".join(f"{value:.3g} for {label}" for label, value in zip(classes, row, strict=True))
        for name, row in values.items()
    )


def shares_by_class(
    classes: list[str], whose: Mapping[str, str], label: str, across: str, ticks: Spec
) -> Spec:
    """Where bars of classes stand, how high, in whose colour, and what is told of each.

    Parameters
    ----------
    classes : list of str
        The L class labels, lowest first.
    whose : mapping of str to str
        Colours by name.
    label, across : str
        What the values and the classes are.
    ticks : dict
        Of the values' axis.
    """
    colours = {"domain": list(whose), "range": list(whose.values())}
    return {
        "x": channel(
            "class", "ordinal", across, sort=classes,
            scale={"domain": classes, "paddingInner": 0.2, "paddingOuter": 0.1},
            axis={"labelAngle": 0, "labelLimit": 90},
        ),
        "y": channel("value", "quantitative", label, scale={"domain": [0, 1]}, axis=ticks),
        "color": channel(
            "who", "nominal", None, sort=list(whose), scale=colours, legend=legend()
        ),
        "tooltip": [
            {"field": "who", "title": "Whose"},
            {"field": "class", "title": "Class"},
            {"field": "value", "title": label, "format": ".4f"},
        ],
    }  # fmt: skip


def _dots(encoding: Spec, classes: list[str], cloud: np.ndarray) -> Spec:
    """A dot for each class of each draw (D, L), spread across its bar."""
    rows = [
        {"class": label, "draw": draw, "value": value}
        for draw, row in enumerate(cloud.tolist())
        for label, value in zip(classes, row, strict=True)
    ]
    return {
        "data": {"values": rows},
        "mark": {"type": "point", "filled": True, "size": 10, "color": theme.NEUTRAL},
        "encoding": {
            "x": encoding["x"],
            "y": encoding["y"],
            "xOffset": {"field": "draw", "type": "ordinal"},
        },
    }
