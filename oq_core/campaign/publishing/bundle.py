"""A competition for Codabench whose scoring program is this library.

Codabench documents the layout in *Competition Bundle Structure*, *Yaml Structure*, *Leaderboard
Functionality* and *Submission Docker Container Layout*
(https://docs.codabench.org/latest/Organizers/Benchmark_Creation/Competition-Bundle-Structure/),
CodaLab Competitions that of programs in *Building a Scoring Program for a Competition*
(https://github.com/codalab/codalab-competitions/wiki).
"""

import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass, fields, replace
from pathlib import Path

from oq_core.campaign.computing.baselines import free_name
from oq_core.campaign.computing.sources import Campaign, Choices, read_campaign
from oq_core.campaign.printing.page import filled
from oq_core.campaign.publishing.wheel import LIBRARIES, wheel
from oq_core.campaign.saving.names import safe_name
from oq_core.campaign.saving.provenance import now
from oq_core.data.scores import listed

#: What the reference data say of how submissions are scored.
SCORING_FILE = "scoring.json"
_TEMPLATES = Path(__file__).with_name("codabench")
#: The most signs of a column's key and title there.
_MOST = 36
_METADATA = {
    # Codabench mounts these folders; CodaLab puts its own in the place of $words.
    "metadata.yaml": "command: python3 /app/program/score.py /app/input /app/output\n",
    "metadata": "command: python3 $program/score.py $input $output\n",
}


@dataclass(frozen=True)
class BoardColumn:
    """A column of the leaderboard.

    Attributes
    ----------
    key, title : str
        At most 36 signs each; no other column has the key.
    data_set, measure : str
        What it is the mean of.
    larger_is_better : bool

    Examples
    --------
    >>> BoardColumn("A_NMD", "NMD of A", "gold A", "NMD", False).key
    'A_NMD'
    """

    key: str
    title: str
    data_set: str
    measure: str
    larger_is_better: bool


def gold_alone(gold: str | Path, choices: Choices) -> Campaign:
    """Return the data sets of a gold, with the baselines as runs, and what is remarked on it.

    Parameters
    ----------
    gold : path
        A file, a ZIP archive or a folder.
    choices : Choices
        Scales, measures and whatever else changes scores.

    Raises
    ------
    DataError
        If the gold cannot be read.
    ValueError
        If a scale or a measure that was chosen is not there.
    """
    asked = {each.name: getattr(choices, each.name) for each in fields(choices)}
    return read_campaign(gold, **{**asked, "baselines": True})


def codabench_bundle(gold: str | Path, campaign: Campaign) -> Iterator[tuple[str, bytes]]:
    """Return name and content of each file of a competition on Codabench.

    Parameters
    ----------
    gold : path
        It is in the reference data as it is.
    campaign : Campaign
        As `gold_alone` returns it of this gold.

    Notes
    -----
    `score_submission` in `oq_core.command.submission` scores what is submitted.
    """
    gold, choices = Path(gold), replace(campaign.parts[0].choices, baselines=False)
    columns = leaderboard_columns(campaign)
    quoted = [replace(each, title=_quoted(each.title), key=_quoted(each.key)) for each in columns]
    yaml = filled(
        _TEMPLATES / "competition.yaml",
        escaped=False,
        title=_quoted(choices.title),
        date=now()[:10],
        columns=quoted,
    )
    yield "competition.yaml", yaml.encode()
    scales = listed(tuple(dict.fromkeys(each.data_set for each in columns)), 20)
    overview = filled(
        _TEMPLATES / "overview.md", title=choices.title, columns=columns, scales=scales
    )
    yield "overview.md", overview.encode()
    for name in ("terms.md", "logo.png"):
        yield name, (_TEMPLATES / name).read_bytes()
    yield "scoring_program/score.py", (_TEMPLATES / "score.py").read_bytes()
    for name, line in _METADATA.items():
        yield f"scoring_program/{name}", line.encode()
    yield "scoring_program/requirements.txt", "\n".join((*LIBRARIES, "")).encode()
    name, content = wheel()
    yield f"scoring_program/{name}", content
    scoring = {
        "gold": f"gold/{gold.name}",
        "choices": asdict(choices),
        "columns": [asdict(each) for each in columns],
    }
    told = json.dumps(scoring, ensure_ascii=False, indent=1)
    yield f"reference_data/{SCORING_FILE}", told.encode()
    files = [gold] if gold.is_file() else sorted(each for each in gold.rglob("*") if each.is_file())
    for file in files:
        place = file.relative_to(gold.parent).as_posix()
        yield f"reference_data/gold/{place}", file.read_bytes()


def leaderboard_columns(campaign: Campaign) -> list[BoardColumn]:
    """Return the columns of a leaderboard: one for each data set and measure.

    Parameters
    ----------
    campaign : Campaign
    """
    title = campaign.parts[0].choices.title
    columns: dict[str, BoardColumn] = {}
    for name, scores in campaign.scores.items():
        scale = name.removeprefix(title).strip()
        directions = zip(scores.measures, scores.larger_is_better, strict=True)
        for measure, larger in directions:
            key = "_".join(filter(None, (scale, measure)))
            key = free_name(safe_name(key, keep_case=True)[: _MOST - 5], columns)
            words = " of ".join(filter(None, (measure, scale)))
            columns[key] = BoardColumn(key, _cut(words), name, measure, bool(larger))
    return list(columns.values())


def _cut(title: str) -> str:
    return title if len(title) <= _MOST else f"{title[: _MOST - 1]}…"


def _quoted(text: str) -> str:
    """A text as YAML has it between double quotes; JSON is the same but for large signs."""
    return json.dumps(text, ensure_ascii=False)
