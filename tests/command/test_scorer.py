"""A competition's worker scores a submission, here as it would there."""

import errno
import io
import json
import os
import shlex
import subprocess
import sys
import venv
import zipfile

import pytest
import yaml

from oq_core import read_campaign
from oq_core.command import main
from oq_core.command.submission import score_submission
from oq_core.version import VERSION
from tests.conftest import SAMPLE

SHORT = SAMPLE / "short"
RUN = "ALTO-run2.json"
#: What codalab/codalab-legacy:py312 does not have, or not in the versions of the app.
LACKING = (
    *("jinja2", "markupsafe", "matplotlib", "plotly", "pyarrow", "python_calamine", "segno"),
    "streamlit",
)


@pytest.fixture(scope="module")
def bundle(tmp_path_factory):
    """The competition, unpacked as Codabench does."""
    folder = tmp_path_factory.mktemp("bundle")
    line = ["scorer", "--codabench", str(SHORT / "gold.json"), "--measures=NMD,RSNOD,JSD"]
    line += ["--title=Größe: <b>a & b</b> #1 🙂", f"--out={folder / 'c.zip'}"]
    assert main(line) == 0
    with zipfile.ZipFile(folder / "c.zip") as archive:
        archive.extractall(folder)
    return folder


def submitted(bundle, work, files, *python):
    """What the worker sees of a submission: process, folder of output.

    The folders are those of /app in a container of Codabench, one level down.
    """
    places = {"scoring_program": "program", "reference_data": "input/ref"}
    for name, place in places.items():
        (work / place).parent.mkdir(parents=True, exist_ok=True)
        (work / place).symlink_to(bundle / name)
    (work / "input/res").mkdir()
    (work / "output").mkdir()
    for name, content in files.items():
        (work / "input/res" / name).parent.mkdir(exist_ok=True)
        (work / "input/res" / name).write_bytes(content)
    # The worker writes this beside what was submitted.
    (work / "input/res/metadata").write_text("exitCode: null\nelapsedTime: null\n")
    lacking = work / "lacking"
    lacking.mkdir()
    for name in LACKING:
        (lacking / f"{name}.py").write_text("raise ModuleNotFoundError(__name__)\n")
    told = yaml.safe_load((work / "program/metadata.yaml").read_text())["command"]
    program, *rest = shlex.split(told)
    assert program == "python3"
    # The interpreter may be in a folder that is called app, too.
    command = [*(python or [sys.executable]), *(each.replace("/app", str(work)) for each in rest)]
    ended = subprocess.run(
        command, cwd=work / "program", env={"PYTHONPATH": str(lacking)}, capture_output=True,
        text=True, check=False,
    )  # fmt: skip
    return ended, work / "output"


def test_the_bundle_is_what_codabench_documents(bundle):
    made = yaml.safe_load((bundle / "competition.yaml").read_text())
    assert made["version"] == 2
    assert made["title"] == "Größe: <b>a & b</b> #1 🙂"
    assert made["docker_image"] == "codalab/codalab-legacy:py312"
    for name in (made["image"], made["terms"], *(page["file"] for page in made["pages"])):
        assert (bundle / name).stat().st_size
    assert "<b>" not in (bundle / "overview.md").read_text()
    (task,), (phase,), (board,) = made["tasks"], made["phases"], made["leaderboards"]
    assert phase["tasks"] == [task["index"]]
    assert phase["accepts_only_result_submissions"] is True
    assert {"metadata.yaml", "requirements.txt"} <= {
        each.name for each in (bundle / task["scoring_program"]).iterdir()
    }
    assert (bundle / task["reference_data"] / "gold/gold.json").read_bytes() == (
        SHORT / "gold.json"
    ).read_bytes()
    columns = board["columns"]
    assert [each["index"] for each in columns] == list(range(len(columns)))
    assert {each["sorting"] for each in columns} == {"asc"}
    keys = [each["key"] for each in columns]
    assert keys == [f"{s}_{m}" for s in "ASE" for m in ("NMD", "RSNOD", "JSD")] + ["nuggets_JSD"]
    assert all(len(each[part]) <= 36 for each in columns for part in ("key", "title"))


def test_a_run_gets_the_numbers_of_oq_score_to_the_bit(bundle, tmp_path, capsys):
    ended, out = submitted(bundle, tmp_path, {RUN: (SHORT / "runs" / RUN).read_bytes()})
    assert ended.returncode == 0, ended.stderr
    scores, keys = json.loads((out / "scores.json").read_text()), ["NMD", "RSNOD", "JSD"]
    files = [str(SHORT / "gold.json"), str(SHORT / "runs" / RUN)]
    assert main(["score", *files, f"--measures={','.join(keys)}", "--format=json"]) == 0
    rows = json.loads(capsys.readouterr().out)
    expected = {f"{row['data set'][-1]}_{key}": row[key] for row in rows for key in keys}
    assert scores == expected
    assert yaml.safe_load((out / "scores.txt").read_text()) == scores
    # This run has no nuggets, which is said, and its column stays empty.
    assert "nuggets was left out, as no run has that scale" in ended.stderr


def scored(bundle, work, files):
    """The status of what the worker's program calls, here."""
    (work / "ref").symlink_to(bundle / "reference_data")
    for name, content in files.items():
        (work / "res" / name).parent.mkdir(parents=True, exist_ok=True)
        (work / "res" / name).write_bytes(content)
    return score_submission(work, work / "output")


def test_what_a_system_leaves_in_an_archive_is_no_run(bundle, tmp_path):
    """A ZIP archive made on macOS, as the worker unpacks it."""
    run = (SHORT / "runs" / RUN).read_bytes()
    files = {RUN: run, ".DS_Store": b"\0\0\0\1Bud1", "__MACOSX/._" + RUN: b"\0\5\26\7"}
    assert scored(bundle, tmp_path, {"metadata": b"exitCode: null\n", **files}) == 0
    assert (tmp_path / "output/scores.json").exists()


def test_links_in_a_submission_are_not_followed(bundle, tmp_path, capsys):
    # To a run, to a folder, and to nothing.
    (tmp_path / "res" / "team").mkdir(parents=True)
    (tmp_path / "res" / "team" / "run1.json").symlink_to(SHORT / "runs" / RUN)
    (tmp_path / "res" / "runs").symlink_to(SHORT / "runs")
    (tmp_path / "res" / "gone.json").symlink_to(tmp_path / "gone")
    run = (SHORT / "runs" / RUN).read_bytes()
    assert scored(bundle, tmp_path, {f"team/{RUN}": run}) == 1
    told = "this is a link, and links are not followed. Submit the file itself."
    faults = [each for each in capsys.readouterr().out.splitlines() if each.startswith("Fault")]
    assert faults == [f"Fault: {n}: {told}" for n in ("gone.json", "runs", "team/run1.json")]
    assert not (tmp_path / "output").exists()


def test_the_faults_of_a_submission_are_the_sentences_of_oq_check(bundle, tmp_path, capsys):
    entries = json.loads((SHORT / "runs" / RUN).read_text())
    del entries[3]["quality"]["S"], entries[5]
    entries[0]["quality"]["A"]["2"] = -1
    broken = tmp_path / RUN
    broken.write_text(json.dumps(entries))
    assert main(["check", str(SHORT / "gold.json"), str(broken)]) == 1
    faults = [each for each in capsys.readouterr().out.splitlines() if each.startswith("Fault")]
    assert len(faults) > 1
    ended, out = submitted(bundle, tmp_path / "work", {RUN: broken.read_bytes()})
    assert ended.returncode == 1
    assert [each for each in ended.stdout.splitlines() if each.startswith("Fault")] == faults
    assert "Traceback" not in ended.stderr
    assert not list(out.iterdir())


@pytest.mark.parametrize(
    ("names", "words"),
    [
        ([], "the submission: there is no file in it. Add the run's file."),
        (
            [RUN, "BIRCH-run1.json"],
            "there are 2 runs in it: ALTO-run2, BIRCH-run1. Submit one run at a time.",
        ),
    ],
)
def test_what_cannot_be_scored_is_told_in_a_sentence(bundle, tmp_path, capsys, names, words):
    files = {name: (SHORT / "runs" / name).read_bytes() for name in names}
    assert scored(bundle, tmp_path, {"metadata": b"exitCode: null\n", **files}) == 1
    assert words in capsys.readouterr().out
    assert not (tmp_path / "output").exists()


def test_an_image_that_lacks_libraries_is_told_in_a_sentence(bundle, tmp_path):
    # One without libraries, in a folder of the name that the container's has.
    bare = tmp_path / "app" / "python3"
    bare.parent.mkdir()
    bare.symlink_to(sys.executable)
    files = {RUN: (SHORT / "runs" / RUN).read_bytes()}
    ended, out = submitted(bundle, tmp_path, files, str(bare), "-S")
    assert ended.returncode == 1
    assert "this image lacks numpy and scipy and pandas. Name an im" in ended.stdout + ended.stderr
    assert "Traceback" not in ended.stderr
    assert not list(out.iterdir())


def test_the_wheel_is_one_that_pip_installs(bundle, tmp_path):
    (wheel,) = (bundle / "scoring_program").glob("*.whl")
    line = [sys.executable, "-m", "pip", "install", "--no-deps", "--no-index", "--quiet"]
    subprocess.run([*line, f"--target={tmp_path}", str(wheel)], check=True)
    code = "import oq_core.version as v; print(v.VERSION, v.__file__)"
    said = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    assert said.stdout.split() == [VERSION, str(tmp_path / "oq_core" / "version.py")]
    assert not (tmp_path / "oq_core" / "app").exists()


def test_where_a_bundle_cannot_be_made_it_is_said(tmp_path, capsys):
    gold, there = str(SHORT / "gold.json"), tmp_path / "c.zip"
    there.touch()
    for line, words in (
        ([gold, f"--out={there}"], "c.zip is there already. Remove it, or name another file."),
        ([str(tmp_path / "no.json")], "no.json"),
        ([gold, "--measures=NO"], "there is no measure 'NO'"),
    ):
        assert main(["scorer", "--codabench", *line]) == 1
        said = capsys.readouterr().err
        assert words in said
        assert said.count("\n") == 1
    assert there.read_bytes() == b""


def test_what_the_line_chooses_is_what_the_program_does(tmp_path):
    entries = json.loads((SHORT / "runs" / RUN).read_text())[1:]
    (tmp_path / "res").mkdir()
    (tmp_path / "res" / RUN).write_text(json.dumps(entries))
    chosen = ["--missing=worst", "--flipped", "--scales=S,E", "--scale-measures=S=RNADW,JSD"]
    chosen += ["--measures=RNADW2", *(f"--classes={each}" for each in (0, 1, 2, -2, -1))]
    gold, out = SHORT / "gold.json", tmp_path / "c.zip"
    assert main(["scorer", "--codabench", str(gold), f"--out={out}", *chosen]) == 0
    with zipfile.ZipFile(out) as archive:
        archive.extractall(tmp_path)
    (tmp_path / "reference_data").rename(tmp_path / "ref")
    assert score_submission(tmp_path, tmp_path / "output") == 0
    campaign = read_campaign(
        gold, tmp_path / "res" / RUN, missing="worst", flipped=True, scales=["S", "E"],
        measures=["RNADW2"], scale_measures={"S": ["RNADW", "JSD"]},
        classes=["0", "1", "2", "-2", "-1"],
    )  # fmt: skip
    expected = {
        f"{name[-1]}_{key}": mean
        for name, each in campaign.scores.items()
        for key, mean in zip(each.measures, each.defined().means[:, 0].tolist(), strict=True)
    }
    assert json.loads((tmp_path / "output" / "scores.json").read_text()) == expected


def test_scores_that_cannot_be_written_fail_the_submission_in_a_sentence(
    bundle, tmp_path, monkeypatch, capsys
):
    def full(*_):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr("oq_core.campaign.saving.writing._write", full)
    (tmp_path / "ref").symlink_to(bundle / "reference_data")
    (tmp_path / "res").mkdir()
    (tmp_path / "res" / RUN).write_bytes((SHORT / "runs" / RUN).read_bytes())
    assert score_submission(tmp_path, tmp_path / "output") == 1
    assert "output: this cannot be written (No space left on device)" in capsys.readouterr().out
    assert not (tmp_path / "output").exists()
    line = ["scorer", "--codabench", str(SHORT / "gold.json"), f"--out={tmp_path / 'c.zip'}"]
    assert main(line) == 1
    assert "c.zip: this cannot be written (No space left" in capsys.readouterr().err
    assert not (tmp_path / "c.zip").exists()


@pytest.mark.dear("the libraries that the tests have")
def test_the_libraries_of_the_image_give_the_same_numbers(bundle, tmp_path):
    """What codalab/codalab-legacy:py312 has, by its Dockerfile."""
    venv.create(tmp_path / "image", with_pip=True)
    programs = tmp_path / "image" / "bin"
    libraries = ("numpy==1.26.4", "scipy==1.11.4", "pandas==2.2.3")
    subprocess.run([programs / "pip", "install", "--quiet", *libraries], check=True)
    files, found = {RUN: (SHORT / "runs" / RUN).read_bytes()}, []
    for name, python in (("here", sys.executable), ("there", str(programs / "python"))):
        (tmp_path / name).mkdir()
        ended, out = submitted(bundle, tmp_path / name, files, python)
        assert ended.returncode == 0, ended.stderr
        found.append(json.loads((out / "scores.json").read_text()))
    here, there = found
    assert there == pytest.approx(here, rel=0, abs=1e-12)


@pytest.mark.parametrize("command", ["scorer", "report"])
def test_gold_without_names_is_told_before_anything_is_written(tmp_path, capsys, command):
    entries = [{**each, "id": ""} for each in json.loads((SHORT / "gold.json").read_text())]
    (tmp_path / "gold.json").write_text(json.dumps(entries))
    line = [command, str(tmp_path / "gold.json")]
    line += ["--codabench"] if command == "scorer" else [str(SHORT / "runs")]
    line.append(f"--out={tmp_path / 'made'}")
    assert main(line) == 1
    assert "gold.json, " in capsys.readouterr().err
    assert [each.name for each in tmp_path.iterdir()] == ["gold.json"]


def test_long_names_of_scales_make_columns_that_differ(tmp_path):
    scales = [
        "a scale with a name that is longer than columns are",
        "a scale with a name that is longer",
    ]
    gold = [{"id": "d1", "annotations": [{"quality": dict.fromkeys(scales, 1)}]}]
    (tmp_path / "gold.json").write_text(json.dumps(gold))
    line = ["scorer", "--codabench", str(tmp_path / "gold.json"), "--measures=NMD"]
    assert main([*line, f"--out={tmp_path / 'c.zip'}"]) == 0
    archive = zipfile.ZipFile(io.BytesIO((tmp_path / "c.zip").read_bytes()))
    (board,) = yaml.safe_load(archive.read("competition.yaml"))["leaderboards"]
    keys = [each["key"] for each in board["columns"]]
    assert len(set(keys)) == 2
    assert max(map(len, keys)) <= 36
    # One run of one instance is scored.
    archive.extractall(tmp_path)
    (tmp_path / "reference_data").rename(tmp_path / "ref")
    (tmp_path / "res").mkdir()
    run = [{"id": "d1", "quality": {scale: {"1": 0.5, "2": 0.5} for scale in scales}}]
    (tmp_path / "res" / "r.json").write_text(json.dumps(run))
    assert score_submission(tmp_path, tmp_path / "output") == 0
    made = json.loads((tmp_path / "output" / "scores.json").read_text())
    assert made == {key: pytest.approx(0.125) for key in keys}
