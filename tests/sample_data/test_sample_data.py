"""The bundled sample: it is what its script makes, and shows what LQ21 found in DialEval-1."""

import importlib.util
from pathlib import Path

import numpy as np
import pytest

from oq_core import (
    compare_runs,
    discriminative_power,
    randomised_tukey_hsd,
    read_collections,
    score,
    wins,
)

FOLDER = Path(__file__).parents[2] / "sample_data"
MEASURES = ("NMD", "RSNOD", "RNOD", "NVD", "RNSS", "JSD")

#: LQ21 table 7, DialEval-1: dialogues on which Uniform and Popularity win.
TABLE_7 = {
    "A": ((97, 185), (164, 136), (185, 114), (172, 113), (186, 86), (192, 108)),
    "S": ((79, 209), (133, 167), (177, 123), (157, 120), (186, 90), (191, 109)),
    "E": ((128, 155), (174, 124), (213, 85), (198, 77), (226, 42), (229, 71)),
}
#: LQ21 table 3, DialEval-1: significant pairs of 231 under NMD and RNOD.
TABLE_3 = {"A": (84, 133), "S": (82, 125), "E": (116, 117)}


@pytest.fixture(scope="module")
def scores():
    collections = read_collections(FOLDER / "gold.json", sorted((FOLDER / "runs").glob("*.json")))
    return {scale: score(collection, MEASURES) for scale, collection in collections.items()}


@pytest.fixture(scope="module")
def p_values(scores):
    return {
        scale: dict(zip(MEASURES, randomised_tukey_hsd(stack.values), strict=True))
        for scale, stack in scores.items()
    }


def test_the_script_makes_the_files_that_are_here(tmp_path):
    spec = importlib.util.spec_from_file_location("generate", FOLDER / "generate.py")
    generate = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(generate)
    generate.main(tmp_path)
    made = {path.relative_to(tmp_path): path.read_bytes() for path in tmp_path.rglob("*.json")}
    here = {path.relative_to(FOLDER): path.read_bytes() for path in FOLDER.rglob("*.json")}
    assert made == here


def test_it_is_a_campaign(scores):
    assert list(scores) == ["A", "S", "E"]
    for stack in scores.values():
        assert stack.values.shape == (6, 300, 22)
        assert {"BL-popularity", "BL-uniform"} < set(stack.runs)


@pytest.mark.parametrize("scale", TABLE_7)
def test_wins_are_within_nine_dialogues_of_the_papers(scores, scale):
    comparison = compare_runs(scores[scale], "BL-popularity", "BL-uniform")
    found = [wins(comparison, key) for key in MEASURES]
    np.testing.assert_allclose([(w.second, w.first) for w in found], TABLE_7[scale], atol=9)


@pytest.mark.parametrize("scale", TABLE_3)
def test_nmd_and_rnod_discriminate_as_in_the_paper(p_values, scale):
    found = [discriminative_power(p_values[scale][key]).significant for key in ("NMD", "RNOD")]
    np.testing.assert_allclose(found, TABLE_3[scale], atol=5)


def test_nmd_contradicts_rnod_with_significance(scores, p_values):
    runs = scores["A"].runs
    popularity, uniform = runs.index("BL-popularity"), runs.index("BL-uniform")
    better = {}
    for key, means in zip(MEASURES, scores["A"].means, strict=True):
        if p_values["A"][key][popularity, uniform] <= 0.05:
            better[key] = "popularity" if means[popularity] < means[uniform] else "uniform"
    # As in LQ21 table 6 (III), but for NVD, which finds no significant difference here.
    assert better == {
        "NMD": "popularity",
        "RSNOD": "popularity",
        "RNOD": "uniform",
        "RNSS": "uniform",
        "JSD": "uniform",
    }
