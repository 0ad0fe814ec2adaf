"""Where points of the map go by keys and by the hand, in Node against the places' estimates."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pages.explore.map_parts.places import places_of
from tests.node import scripts

ask = scripts(
    "drawing/in_order.js", "drawing/board/rules.js", "drawing/board/moves.js",
    "explore/map_parts/walk/walk.js",
)  # fmt: skip
WALK = """(data, what, ...given) => {
  const walk = Object.create(Walk.prototype);
  const isTriangle = data.step === 0;
  return Object.assign(walk, { data, isTriangle, high: 400 })[what](...given);
}"""
WAYS = [(1, 0), (-1, 0), (0, 1), (0, -1)]


def data_of(classes):
    places = places_of(classes)
    rows, columns = places.inside.shape
    return places, {"rows": rows, "columns": columns, "stride": places.stride, "step": places.step}


@given(st.data(), st.sampled_from(WAYS))
def test_a_key_moves_one_vote_of_three_classes(draw, way):
    places, data = data_of(3)
    stands = places.for_points.tolist()
    # Where classes 1 and 3 have as many votes, it is settled who gives and who takes.
    equal = [place for place in stands if np.isclose(*places.at(place)[[0, 2]])]
    place = draw.draw(st.sampled_from(stands) | st.sampled_from(equal))
    first, second, third = (round(20 * share) for share in places.at(place))
    up, right = way
    if right:
        after = (first - right, second, third + right)
    else:
        takes_third = third > first if up > 0 else third < first
        after = (first - up * (not takes_third), second + up, third - up * takes_third)
    found = ask(WALK, data, "beside", place, *way)
    wanted = (first, second, third) if min(after) < 0 else after
    np.testing.assert_allclose(20 * places.at(found), wanted, atol=1e-9)


@given(st.data(), st.sampled_from(WAYS))
def test_a_key_moves_a_bell_one_step(draw, way):
    places, data = data_of(5)
    rows, columns = places.inside.shape
    place = draw.draw(st.integers(0, rows * columns - 1) | st.sampled_from([0, columns - 1]))
    row, column = place // columns + way[0], place % columns + way[1]
    is_there = 0 <= row < rows and 0 <= column < columns
    assert ask(WALK, data, "beside", place, *way) == (row * columns + column if is_there else place)


@pytest.mark.parametrize("classes", [3, 5])
def test_a_picture_has_every_place_where_it_belongs(classes):
    places, data = data_of(classes)
    rows, columns = places.inside.shape
    chosen = places.for_points.tolist()[:: 29 if classes == 5 else 7]
    pictures = []
    for place in chosen:
        x, y = ask(WALK, data, "toPicture", place // columns, place % columns)
        assert ask(WALK, data, "fromPicture", x, y) == pytest.approx(
            [place // columns, place % columns]
        )
        assert ask(WALK, data, "nearest", chosen, x + 0.2, y - 0.1) == place
        assert ask(WALK, data, "isInside", *ask(WALK, data, "fromPicture", x, y))
        share = places.at(place)
        if classes == 3:
            # All in class 1 is on the left, in 2 on top, in 3 on the right.
            assert x == pytest.approx(480 * (share[2] + share[1] / 2))
            assert y == pytest.approx(400 * (1 - share[1]))
        pictures.append((x, y))
    assert len(set(pictures)) == len(chosen)
    for outside in ((-1, 0), (0, -1), (rows, 0), (0, columns)):
        assert not ask(WALK, data, "isInside", *outside)
    assert ask(WALK, data, "isInside", rows - 1, 1) == (classes != 3)


@given(st.data(), st.sampled_from([(0, 0), (0.25, 0.5), (0.75, 0.5)]))
def test_between_places_a_value_is_that_of_the_plane_through_the_nearest_three(draw, part):
    rows, columns = 3, 4
    values = np.array(draw.draw(st.lists(st.integers(-9, 9), min_size=12, max_size=12)))
    field = np.pad(values.reshape(rows, columns), (0, 1), "edge")
    row, column = draw.draw(st.integers(0, rows - 1)), draw.draw(st.integers(0, columns - 1))
    # No place lies beyond the last ones.
    up, right = part[0] * (row < rows - 1), part[1] * (column < columns - 1)
    here, above, beside, across = field[row : row + 2, column : column + 2].T.ravel()
    plane = here + up * (above - here) + right * (beside - here)
    if up + right > 1:
        plane = across + (1 - up) * (beside - across) + (1 - right) * (above - across)
    data = {"rows": rows, "columns": columns}
    found = ask(WALK, data, "between", values.tolist(), row + up, column + right)
    assert found == pytest.approx(plane)


@pytest.mark.parametrize(
    ("number", "words"),
    [(1, "1st"), (2, "2nd"), (3, "3rd"), (4, "4th"), (11, "11th"), (12, "12th"), (13, "13th"),
     (21, "21st"), (100, "100th"), (0, "0th")],
)  # fmt: skip
def test_ordinals(number, words):
    assert ask("ordinal", number) == words


@pytest.mark.parametrize(("part", "colour"), [(0, 0), (0.25, 25), (0.5, 50), (0.75, 150), (1, 250)])
def test_colours_are_mixed_along_a_scale(part, colour):
    scale = [[0, 0, 0], [50, 100, 0], [250, 0, 0]]
    assert ask("mixed", scale, part)[0] == colour
