"""All that the map shows after any moves, without a server, against the registry."""

import random
from base64 import b64decode
from functools import cache, partial
from itertools import combinations
from math import floor, sqrt
from typing import Any

import numpy as np
import pytest

from oq_core import MEASURES
from oq_core.disagreement import map_measures, percentile_ranks, rewards
from pages.drawing import history
from pages.drawing.history import History
from pages.explore.map_parts import walk as component
from pages.explore.map_parts.places import places_of
from pages.explore.map_parts.walk import Points
from tests.browser.alone import Alone, Moving, what_goes
from tests.node import scripts

FILES = (
    "drawing/board/rules.js", "drawing/board/moves.js", "explore/map_parts/walk/walk.js",
)  # fmt: skip
walk = scripts("drawing/in_order.js", *FILES)
WIDE, BANDS = 480, 14
KEYS = ("NMD", "RNOD")
NAMES = {"gold": "Gold", "a": "A", "b": "B"}

#: All that is shown: points, histograms, the verdict, marks, and what the style sheet goes by.
SHOWN = """
board => {
  const all = (selector, place = board) => [...place.querySelectorAll(selector)];
  const texts = (selector, place) => all(selector, place).map((each) => each.textContent);
  const numbers = (text) => (text ?? "").match(/-?[\\d.]+/g)?.map(Number) ?? null;
  return {
    classes: [...board.classList].filter((each) => !["board", "walk"].includes(each)).sort(),
    titles: texts(".picture h2"),
    seen: all(".picture").map((each) => each.classList.contains("seen")),
    switches: all(".switch button").map((each) => [each.textContent,
      each.getAttribute("aria-pressed")]),
    hands: all(".hands label").map((each) => [each.textContent,
      each.querySelector("input").checked]),
    points: all(".picture").map((picture) => Object.fromEntries(all(".point", picture).map(
      (point) => [["gold", "a", "b"].find((each) => point.classList.contains(each)),
        point.hasAttribute("hidden") ? null : {
          at: numbers(point.getAttribute("transform")),
          told: point.getAttribute("aria-valuetext"), now: point.getAttribute("aria-valuenow"),
          most: point.getAttribute("aria-valuemax"), label: point.getAttribute("aria-label"),
          tab: point.getAttribute("tabindex"), isStill: point.classList.contains("still"),
          sign: texts("text", point)[0] ?? point.querySelector(".sign").tagName,
        }]))),
    above: all(".picture").map((picture) => all(".point", picture).at(-1).classList[1]),
    histograms: all(".histograms .histogram").map((each) => [texts("h3", each)[0],
      texts(".number", each), all(".bar i", each).map((bar) => parseFloat(bar.style.height)),
      texts(".bar > span:last-child", each),
      each.querySelector(".bars").getAttribute("aria-label")]),
    table: all("table tr").map((row) => texts("th, td", row)),
    sides: all(".side").map((each) => each.className),
    said: [".summary", ".why", ".share"].map((each) => texts(each)[0]),
    quarrels: all(".quarrels").map((each) => numbers(each.getAttribute("d"))),
    legends: all(".legend").map((each) => texts("span", each)),
    marks: all(".marks").map((each) => all("path.odds, path.best", each).map((path) =>
      [path.classList[0], numbers(path.getAttribute("d"))])),
    rings: all(".marks").map((each) => all("circle.odds", each).map((ring) =>
      [ring.getAttribute("cx"), ring.getAttribute("cy")].map(Number))),
    axes: all(".ground").map((each) => all("text", each).map((text) =>
      [text.textContent, Number(text.getAttribute("x")), Number(text.getAttribute("y"))])),
    tip: board.querySelector(".tip").hidden ? null : [
      texts(".tip h3")[0], texts(".tip .number"), texts(".tip p")],
  };
}
"""
#: The colours of a picture, row by row.
PIXELS = """
async (image) => {
  const drawn = new Image();
  drawn.src = image.getAttribute("href");
  await drawn.decode();
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [drawn.width, drawn.height];
  canvas.getContext("2d").drawImage(drawn, 0, 0);
  const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
  return [canvas.height, canvas.width, btoa(Array.from(data, (each) =>
    String.fromCharCode(each)).join(""))];
}
"""


@cache
def _found(classes: int, gold: tuple[float, ...]) -> tuple[Any, list[np.ndarray]]:
    places = places_of(classes)
    found = map_measures(np.array(gold), places.estimates[places.inside], *KEYS)
    return found, [np.rint(100 * percentile_ranks(each)) for each in (found.first, found.second)]


@cache
def _of_twenty_votes(classes: int) -> np.ndarray:
    """All estimates of twenty votes, (number, classes)."""
    ends = np.array(list(combinations(range(20 + classes - 1), classes - 1)))
    edges = np.pad(ends, ((0, 0), (1, 1)), constant_values=-1)
    edges[:, -1] = 20 + classes - 1
    return (np.diff(edges) - 1) / 20


class Twin:
    """What the map is to show: the server's points, and moves that wait, by point."""

    def __init__(
        self, classes: int, gold: np.ndarray, points: Points, odds: Any, rewarded: Any
    ) -> None:
        self.places, self.gold, self.state, self.odds = places_of(classes), gold, points, odds
        self.rewarded = rewarded
        self.moves: dict[str, int] = {}
        self.hand, self.seen = "a", 0
        self.tip: int | None = None
        self.above = "a"
        inside = self.places.inside
        self.rows, self.columns = inside.shape
        self.high = WIDE * (sqrt(0.75) if self.places.is_triangle else 0.8)
        self.stands = self.places.for_points.tolist()

    def found(self) -> Any:
        return _found(self.places.classes, tuple(self.now_gold().tolist()))[0]

    def ranks(self) -> list[np.ndarray]:
        """Percentile ranks by each measure, as whole hundredths."""
        return _found(self.places.classes, tuple(self.now_gold().tolist()))[1]

    def set(self, which: str, place: int) -> None:
        self.moves.pop(which, None)
        self.moves[which] = place

    def sent(self, which: str) -> dict[str, Any]:
        return {"which": which, "place": self.moves[which]}

    def at(self, which: str) -> int | None:
        if which in self.moves:
            return self.moves[which]
        if which != "gold":
            return getattr(self.state, which)
        where = component._place_of(self.places, self.now_gold())
        return where and self.nearest(*self.picture(*where))

    def now_gold(self) -> np.ndarray:
        return self.gold if self.state.gold is None else self.places.at(self.state.gold)

    def picture(self, row: float, column: float) -> tuple[float, float]:
        up = row / (self.rows - 1)
        right = column / (self.columns - 1) + (up / 2 if self.places.is_triangle else 0)
        return right * WIDE, (1 - up) * self.high

    def of(self, place: int) -> tuple[float, float]:
        return self.picture(*divmod(place, self.columns))

    def nearest(self, x: float, y: float) -> int:
        return min(
            self.stands,
            key=lambda place: sum(
                (one - other) ** 2 for one, other in zip(self.of(place), (x, y), strict=True)
            ),
        )

    def told(self, place: int) -> str:
        shares = np.rint(100 * self.places.at(place)).astype(int)
        if self.places.is_triangle:
            return " | ".join(f"{each} %" for each in shares)
        centre, spread = self.places.text(place).split(",")
        return f"bell with centre {centre} and spread {spread} over {self.places.classes} classes"

    def agrees(self, shown: dict[str, Any]) -> None:
        wanted = self.shows()
        if "gold" in self.moves:
            # The map is faint until the server has drawn it for the other gold.
            wanted |= {each: shown[each] for each in ("legends", "marks", "rings")}
        assert shown == wanted

    def shows(self) -> dict[str, Any]:
        triangle, found = self.places.is_triangle, self.found()
        at = {which: self.at(which) for which in NAMES}
        is_moved = "gold" in self.moves
        titles = [*KEYS, f"Rank by {KEYS[0]} − rank by {KEYS[1]}"]
        gold_shares = np.rint(100 * self.now_gold()).astype(int).tolist()
        exact = component._place_of(self.places, self.now_gold())
        pictures = []
        for which, title in enumerate(titles):
            points = {}
            for name, place in at.items():
                if place is None:
                    points[name] = None
                    continue
                is_gold = name == "gold" and not is_moved
                is_still = name == "gold" and not triangle
                points[name] = {
                    "at": pytest.approx(self.picture(*exact) if is_gold else self.of(place)),
                    "told": " | ".join(f"{each} %" for each in gold_shares) if is_gold
                    else self.told(place),
                    "now": str(place), "isStill": is_still,
                    "most": None if is_still else str(self.rows * self.columns),
                    "label": None if is_still else f"{NAMES[name]} on the map: {title}",
                    "tab": None if is_still else "0" if which == self.seen else "-1",
                    "sign": "polygon" if name == "gold" else NAMES[name],
                }  # fmt: skip
            pictures.append(points)
        bars = {name: gold_shares if name == "gold" and not is_moved
                else np.rint(100 * self.places.at(place)).astype(int).tolist()
                for name, place in at.items() if place is not None or name == "gold"}  # fmt: skip
        scores = [found.first, found.second]
        worst = [max(np.rint(10000 * each).max(), 1) / 10000 for each in scores]
        number_inside = np.cumsum(self.places.inside.ravel()) - 1
        hands = [*["gold"] * triangle, "a", "b"]
        best = (
            [(480 * (third + second / 2), self.high * (1 - second))
             for _, second, third in self.rewarded]
            if triangle
            else [self.of(int(np.flatnonzero(self.places.inside)[each.argmin()]))
                  for each in scores]
        )  # fmt: skip
        marks, rings = [], []
        for which in range(3):
            ends = [end for place in self.odds or () for end in self.of(place)]
            marks.append([["odds", pytest.approx(ends)]] * bool(self.odds))
            rings.append([pytest.approx(self.of(place)) for place in self.odds or ()])
            if which < 2 and best:
                x, y = best[which]
                marks[-1].append(["best", pytest.approx([x - 11, y, x + 11, x, y - 11, y + 11])])
        table, sides, says = [["", *"AB", "prefers"]], [], []
        unknown = is_moved and len(self.moves) > 1
        for m, key in enumerate(KEYS):
            cells = []
            gold = self.places.at(at["gold"]) if is_moved else self.now_gold()
            for name in "ab":
                score = float(MEASURES[key](self.places.at(at[name]), gold))
                rank = int(self.ranks()[m][number_inside[at[name]]] / 100 + 0.5)
                rank = "…" if is_moved else f"{walk('ordinal', rank)} percentile"
                cells.append(("…" if unknown else f"{score:.4f}") + rank)
            one, other = (float(MEASURES[key](self.places.at(at[each]), gold)) for each in "ab")
            side = "tie" if abs(one - other) < 1e-9 else "A" if one < other else "B"
            says.append(f"{key} finds a tie" if side == "tie" else f"{key} says {side}")
            side = "…" if unknown else side
            sides.append(f"side {side}")
            table.append([key, *cells, side])
        said = "Waiting for the numbers…" if unknown else f"{', '.join(says)}."
        classes = {"pending": self.moves, "stale": is_moved, "many": self.places.classes > 6}
        return {
            "classes": sorted(each for each, is_so in classes.items() if is_so),
            "titles": titles,
            "seen": [which == self.seen for which in range(3)],
            "switches": [[name, str(which == self.seen).lower()]
                         for which, name in enumerate((*KEYS, "Difference"))],
            "hands": [[NAMES[each], each == self.hand] for each in hands],
            "points": pictures,
            "above": [self.above] * 3,
            "histograms": [
                [f"{NAMES[name]}, %", [str(each) for each in shares], shares,
                 [str(i + 1) for i in range(self.places.classes)],
                 f"{NAMES[name]}, % of the votes by class: {', '.join(map(str, shares))}"]
                for name, shares in bars.items()
            ],
            "table": table,
            "sides": sides,
            "said": [said, "the reason", self.share(at["a"], is_moved)],
            "quarrels": [None, None, self.islands(at["a"], is_moved)],
            "legends": [*([["0 best", f"{each:.2f} worst"] for each in worst]),
                        [f"better by {key}" for key in KEYS]],
            "marks": marks,
            "rings": rings,
            "axes": [self.axes()] * 3,
            "tip": None if self.tip is None else self.tells(self.tip, number_inside),
        }  # fmt: skip

    def quarrel(self, a: int) -> np.ndarray:
        """Whether the measures disagree about A and each estimate, (rows, columns)."""
        found, inside = self.found(), self.places.inside
        with_a = np.flatnonzero(np.flatnonzero(inside) == a)[0]
        sides = [
            np.where(np.abs(each - each[with_a]) < 1e-9, 0, np.sign(each - each[with_a]))
            for each in (found.first, found.second)
        ]
        everywhere = np.zeros(inside.shape, dtype=bool)
        everywhere[inside] = sides[0] * sides[1] < 0
        return everywhere

    def share(self, a: int, is_unknown: bool) -> str:
        if is_unknown:
            return "…"
        percent = floor(100 * self.quarrel(a).sum() / self.places.inside.sum() + 0.5)
        told = f"NMD and RNOD quarrel over A and {percent} % of the map: the violet islands."
        is_slice_of_few = 3 < self.places.classes < 6
        return told + self.of_every(a) if is_slice_of_few else told

    def of_every(self, a: int) -> str:
        """The same of all estimates of twenty votes."""
        votes, gold = _of_twenty_votes(self.places.classes), self.now_gold()
        gaps = [MEASURES[key](votes, gold) - MEASURES[key](self.places.at(a), gold) for key in KEYS]
        one, other = (np.where(np.abs(each) < 1e-9, 0, np.sign(each)) for each in gaps)
        percent = floor(100 * (one * other < 0).mean() + 0.5)
        return f" Of all {len(votes):,} estimates of twenty votes they do over {percent} %."

    def islands(self, a: int, is_unknown: bool) -> Any:
        """Where they are drawn: for each row of neighbours its corner, length, height, length."""
        drawn: list[Any] = []
        wide, high = WIDE / (self.columns - 1), self.high / (self.rows - 1)
        for row, places in enumerate(self.quarrel(a) & (not is_unknown)):
            ends = np.flatnonzero(np.diff(np.concatenate([[0], places, [0]])))
            for start, end in ends.reshape(-1, 2).tolist():
                x, y = self.picture(row, start)
                drawn += [x - wide / 2, y - high / 2, (end - start) * wide, high]
                drawn.append(-(end - start) * wide)
        return pytest.approx(drawn, abs=0.051) if drawn else None

    def axes(self) -> list[Any]:
        high, near = self.high, lambda each: pytest.approx(each, abs=0.1)
        if self.places.is_triangle:
            return [["all in 1", -30, near(high + 26)], ["all in 2", WIDE / 2, -10],
                    ["all in 3", WIDE + 30, near(high + 26)]]  # fmt: skip
        classes, step = self.places.classes, self.places.step
        ticks = [[str(i + 1), near(WIDE * i / (classes - 1)), near(high + 22)]
                 for i in range(classes)]  # fmt: skip
        spreads = [[str(each), -8, near(self.picture(each / step - 1, 0)[1] + 6)]
                   for each in range(1, int(self.rows * step + 1e-9) + 1)]  # fmt: skip
        return [*ticks, *spreads, ["Spread of the bell", 0, 0],
                ["Centre of the bell, in classes", WIDE / 2, near(high + 46)]]  # fmt: skip

    def tells(self, place: int, number_inside: Any) -> list[Any]:
        said = []
        for key, each in zip(KEYS, self.ranks(), strict=True):
            score = float(MEASURES[key](self.places.at(place), self.now_gold()))
            rank = int(each[number_inside[place]] / 100 + 0.5)
            said.append(f"{key} {score:.4f}, {walk('ordinal', rank)} percentile: {rank} % of the "
                        "map's estimates score lower.")  # fmt: skip
        shares = np.rint(100 * self.places.at(place)).astype(int)
        return [self.told(place), [str(each) for each in shares], said]

    def pixels(self, which: int) -> np.ndarray:
        """A picture's colours, (height, width, 4)."""
        found, places = self.found(), self.places
        high = round(self.high)
        y, x = np.indices((high, WIDE)) + 0.5
        up = 1 - y / high
        right = x / WIDE - (up / 2 if places.is_triangle else 0)
        row, column = up * (self.rows - 1), right * (self.columns - 1)
        inside = (column >= 0) & (column <= self.columns - 1)
        inside &= (row + column <= self.rows - 1) | (not places.is_triangle)
        one, other = (np.zeros(places.inside.shape) for _ in range(2))
        scale = [(247, 251, 255), (156, 195, 224), (18, 63, 102)]
        if which == 2:
            ranks = self.ranks()
            one[places.inside] = (ranks[0] - ranks[1]) / 100
            most = max(1, np.abs(one[places.inside]).max())
            low, end = -most, most
            scale = [(43, 123, 186), (244, 244, 244), (209, 80, 11)]
        else:
            one[places.inside] = np.rint(10000 * (found.first, found.second)[which])
            low, end = 0, max(1, one[places.inside].max())
        del other
        j = np.floor(row).clip(0, self.rows - 2).astype(int)
        k = np.floor(column).clip(0, self.columns - 2).astype(int)
        up, right = row - j, column - k
        lower = one[j, k] * (1 - up - right) + one[j + 1, k] * up + one[j, k + 1] * right
        upper = (one[j + 1, k + 1] * (up + right - 1) + one[j + 1, k] * (1 - right)
                 + one[j, k + 1] * (1 - up))  # fmt: skip
        value = np.where(up + right <= 1, lower, upper)
        band = np.floor((value - low) / (end - low) * BANDS).clip(0, BANDS - 1).astype(int)
        band[~inside] = -1
        ends = np.linspace(0, 1, 3)
        parts = (np.arange(BANDS) + 0.5) / BANDS
        colours = np.stack([np.interp(parts, ends, [c[i] for c in scale]) for i in range(3)], -1)
        line = np.zeros(band.shape, dtype=bool)
        for moved, before in ((np.s_[:, 1:], np.s_[:, :-1]), (np.s_[1:], np.s_[:-1])):
            line[moved] |= (band[before] >= 0) & (band[before] != band[moved])
        drawn = colours[band] * np.where(line, 0.78, 1)[..., None]
        alpha = np.full((*band.shape, 1), 255)
        return np.where(inside[..., None], np.concatenate([drawn, alpha], axis=-1), 0)


class Map(Moving):
    """A map whose points are moved by keys, by hand and by clicks."""

    shown = SHOWN

    def point(self, which: str) -> Any:
        return self.page.locator(".picture").nth(self.twin.seen).locator(f".point.{which}")

    def take(self, which: str) -> None:
        self.twin.hand = self.twin.above = which

    def press(self, which: str, key: str) -> None:
        twin, (name, shift) = self.twin, (key.rpartition("+")[2], "Shift" in key)
        up, right = {"ArrowUp": (1, 0), "ArrowDown": (-1, 0), "ArrowRight": (0, 1),
                     "ArrowLeft": (0, -1)}[name]  # fmt: skip
        self.point(which).press(key)
        self.take(which)
        now = place = twin.at(which)
        data = {"rows": twin.rows, "columns": twin.columns, "stride": twin.places.stride,
                "step": twin.places.step}  # fmt: skip
        for _ in range(5 if shift else 1):
            place = walk(BESIDE, data, place, up, right)
        if place != now or which == "gold":
            self.set(which, place)

    def pointer(self, x: float, y: float) -> tuple[float, float]:
        """Where on the screen a place of the picture that is seen lies."""
        svg = self.page.locator(".picture svg").nth(self.twin.seen)
        return tuple(svg.evaluate(
            """(svg, [x, y]) => {
              const at = new DOMPoint(x, y).matrixTransform(svg.getScreenCTM());
              return [at.x, at.y];
            }""", [x, y]))  # fmt: skip

    def drag(self, which: str, *places: int) -> None:
        twin = self.twin
        start = self.pointer(*twin.of(twin.at(which)))
        if which == "gold" and not twin.moves.get("gold"):
            start = self.pointer(*twin.picture(
                *component._place_of(twin.places, twin.now_gold())))  # fmt: skip
        self.page.mouse.move(*start)
        hit = self.point(which).evaluate(
            "(point, [x, y]) => point.contains(point.getRootNode().elementFromPoint(x, y))", start
        )
        if not hit:  # it lies below another
            return
        self.page.mouse.down()
        self.take(which)
        twin.tip = self.tip()
        self.agrees()
        for place in places:
            x, y = twin.of(place)
            self.page.mouse.move(*self.pointer(x + 1, y - 1))
            if twin.at(which) != place or which == "gold":
                self.set(which, place)
            twin.tip = self.tip()
            self.agrees()
        self.hears(is_sent=False)
        self.page.mouse.up()
        self.hears()
        self.page.mouse.move(1, 1)
        twin.tip = self.tip()
        self.agrees()

    def tip(self) -> int | None:
        """Told of the ground alone: while a point is held, what was told before stays."""
        return self.twin.tip if self.page.locator(".tip").is_visible() else None

    def click(self, place: int) -> None:
        x, y = self.twin.of(place)
        at = self.pointer(x + 2, y + 1)
        is_ground = "(svg, [x, y]) => !svg.getRootNode().elementFromPoint(x, y).closest('.point')"
        if not self.page.locator(".picture svg").nth(self.twin.seen).evaluate(is_ground, at):
            return
        self.page.mouse.click(*at)
        inside = walk(INSIDE, self.twin.high, self.data(), x + 2, y + 1)
        # What is moved there lies under the mouse, where nothing is told.
        self.page.mouse.move(1, 1)
        self.twin.tip = None
        hand = self.twin.hand
        if inside and (hand == "gold" or self.twin.at(hand) != place):
            self.set(self.twin.hand, place)
        self.agrees()
        self.hears()

    def data(self) -> dict[str, Any]:
        twin = self.twin
        return {"rows": twin.rows, "columns": twin.columns, "stride": twin.places.stride,
                "step": twin.places.step}  # fmt: skip

    def any_nearest(self, x: float, y: float) -> int:
        inside = np.flatnonzero(self.twin.places.inside).tolist()
        return min(
            inside,
            key=lambda place: sum(
                (one - o) ** 2 for one, o in zip(self.twin.of(place), (x, y), strict=True)
            ),
        )

    def hover(self, x: float, y: float) -> None:
        at = self.pointer(x, y)
        self.page.mouse.move(*at)
        is_ground = """(svg, [x, y]) =>
          Boolean(svg.getRootNode().elementFromPoint(x, y)?.closest(".ground"))"""
        svg = self.page.locator(".picture svg").nth(self.twin.seen)
        if svg.evaluate(is_ground, at):
            inside = walk(INSIDE, self.twin.high, self.data(), x, y)
            self.twin.tip = self.any_nearest(x, y) if inside else None
        else:
            self.twin.tip = None
        self.agrees()
        if self.twin.tip is not None:
            tip, root = (self.page.locator(each).bounding_box() for each in (".tip", ".board"))
            # Beside what is pointed at, inside the board, and above it where there is room.
            left = min(at[0] - root["x"] + 18, root["width"] - tip["width"])
            over = at[1] - tip["height"] - 18
            top = over if over > 0 else at[1] + 24
            assert tip["x"] == pytest.approx(root["x"] + max(0, left), abs=1)
            assert tip["y"] == pytest.approx(top, abs=1)

    def see(self, which: int) -> None:
        self.page.locator(".switch button").nth(which).dispatch_event("click")
        self.twin.seen = which
        self.agrees()

    def hand(self, which: str) -> None:
        self.page.get_by_label(NAMES[which], exact=True).check()
        self.take(which)
        self.agrees()


BESIDE = """(data, ...given) => {
  const walk = Object.create(Walk.prototype);
  return Object.assign(walk, { data, isTriangle: data.step === 0 }).beside(...given);
}"""
INSIDE = """(high, data, ...at) => {
  const walk = Object.create(Walk.prototype);
  Object.assign(walk, { data, isTriangle: data.step === 0, high });
  return walk.isInside(...walk.fromPicture(...at));
}"""


@pytest.fixture
def map_of(alone: Alone, monkeypatch: pytest.MonkeyPatch):
    """Gives the map of a gold."""

    def made(
        gold: list[float], a: int, b: int, odds: tuple[int, int] | None, *rewarded: np.ndarray
    ) -> Map:
        data_of = what_goes(monkeypatch, component, "_walk")
        monkeypatch.setattr(component.projector, "is_on", lambda: False)
        stands = places_of(len(gold)).for_points.tolist()
        points = Points(len(gold), stands[a], stands[b])
        twin = Twin(len(gold), np.array(gold), points, odds, rewarded)

        def data(points: Points, applied: int) -> Any:
            monkeypatch.setattr(component, "last_applied", lambda _: applied)
            monkeypatch.setattr(history.st, "session_state", {"x": points})
            return data_of(component.show_walk, twin.places, twin.now_gold(), twin.found(), KEYS,
                           twin.odds, twin.rewarded, "the reason", History("x", print))  # fmt: skip

        alone.load(*FILES, html='<div class="board"></div>', css="explore/map_parts/walk/walk.css")
        return Map(alone, twin, data, partial(component.after_move, twin.places))

    return made


BELL = places_of(5).at(places_of(5).for_points.tolist()[700]).tolist()
CASES = {
    "triangle": ([0.5, 0.3, 0.2], 30, 150, (600, 1200)),
    "votes in the gold": (
        [0.5, 0.3, 0.2],
        30,
        150,
        (600, 1200),
        *rewards([0.5, 0.3, 0.2], 7, KEYS),
    ),
    "bells": (BELL, 300, 900, (40, 1500)),
    "no bell": ([0.5, 0, 0, 0, 0, 0, 0.5], 100, 200, None),
}


@pytest.mark.parametrize("case", CASES)
def test_after_any_moves_all_that_is_shown_is_the_registrys(map_of, case: str):  # noqa: PLR0912
    board = map_of(*CASES[case])
    twin = board.twin
    board.agrees()
    for which in range(3):
        *size, text = board.page.locator("image").nth(which).evaluate(PIXELS)
        found = np.frombuffer(b64decode(text), dtype=np.uint8).reshape(*size, 4)
        # Where a value lies between two bands, floats decide.
        same = np.abs(found - twin.pixels(which)).max(axis=-1) <= 1.01
        assert same.mean() > 0.999
    for x, y in ((60, 0.97), (240, 0.4), (470, 0.99), (240, -0.1)):
        board.hover(x, y * twin.high)
    chance = random.Random(case)
    points = ["a", "b", *["gold"] * twin.places.is_triangle]
    for _ in range(11):
        which = chance.choice(points)
        match chance.choice(("press", "drag", "click", "hover", "see", "hand", "leave", "answer")):
            case "press":
                for key in chance.choices(
                    (
                        "ArrowUp",
                        "ArrowDown",
                        "ArrowLeft",
                        "ArrowRight",
                        "Shift+ArrowUp",
                        "Shift+ArrowRight",
                    ),
                    k=2,
                ):
                    board.press(which, key)
                    board.pauses()
            case "drag":
                board.drag(which, *chance.choices(twin.stands, k=2))
            case "click":
                board.click(chance.choice(twin.stands))
            case "hover":
                for _ in range(2):
                    board.hover(chance.randrange(-20, WIDE + 20), chance.randrange(int(twin.high)))
            case "see":
                board.see(chance.randrange(3))
            case "hand":
                board.hand(which)
            case "leave":
                board.leaves("a")
            case "answer":
                board.answer()
        board.agrees()
    board.settles()
    board.ends("a")


def test_other_measures_build_the_map_anew_and_the_hand_keeps_its_point(map_of):
    board = map_of(*CASES["triangle"])
    board.hand("gold")
    board.alone.call(board.data_of(board.twin.state, board.applied) | {"measures": ["JSD", "NVD"]})
    assert board.page.locator(".switch button").first.text_content() == "JSD"
    assert board.page.get_by_label(NAMES["gold"], exact=True).is_checked()
