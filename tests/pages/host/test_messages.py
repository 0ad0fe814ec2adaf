"""Messages between the server and its workers: all that is sent is received, bit by bit."""

import io
import tracemalloc

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as of_numpy

from pages.host.messages import packed, received

arrays = of_numpy.arrays(
    st.one_of(of_numpy.floating_dtypes(), of_numpy.integer_dtypes(), of_numpy.boolean_dtypes()),
    of_numpy.array_shapes(min_dims=0, min_side=0),
)


def sent(*messages):
    """A file of messages, as the other process reads it."""
    return io.BufferedReader(io.BytesIO(b"".join(b"".join(packed(each)) for each in messages)))


@given(arrays, st.booleans(), st.booleans())
def test_arrays_are_the_same_to_the_bit(array, turned, fixed):
    array = array.T if turned else array
    array.flags.writeable = not fixed
    file = sent((array, "first"), {"again": [array, array]})
    first, _ = received(file)
    second = received(file)
    for found in (first, *second["again"]):
        assert (found.dtype, found.shape) == (array.dtype, array.shape)
        assert found.tobytes() == array.tobytes()
        assert found.flags.writeable != fixed
    with pytest.raises(EOFError):
        received(file)


def test_part_of_an_array_and_a_table_come_through():
    every_other = np.arange(24.0).reshape(4, 6)[:, ::2]
    table = pd.DataFrame({"run": ["b", "a"], "mean": [0.25, np.nan]}, index=["x", "y"])
    found, read = received(sent((every_other, table)))
    np.testing.assert_array_equal(found, every_other)
    pd.testing.assert_frame_equal(read, table)


def test_what_ends_within_an_array_is_no_message():
    whole = b"".join(packed(np.zeros(1000)))
    with pytest.raises(EOFError):
        received(io.BufferedReader(io.BytesIO(whole[:-5000])))


def test_an_array_is_not_copied():
    array = np.zeros(2**20)
    tracemalloc.start()
    try:
        message = packed([array])
        assert tracemalloc.get_traced_memory()[1] < array.nbytes / 4
    finally:
        tracemalloc.stop()
    assert sum(memoryview(piece).nbytes for piece in message) > array.nbytes
