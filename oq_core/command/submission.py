"""What a competition's worker runs: one submission, scored as `oq score` scores a run."""

import json
import os
from pathlib import Path

from oq_core.campaign.computing.sources import read_campaign
from oq_core.campaign.saving.writing import write_files
from oq_core.command.shared import note_each, say, tell_faults
from oq_core.data.collection import DataError, Fault
from oq_core.data.scores import listed
from oq_core.reading.archives import is_skipped
from oq_core.reading.files import shown_name

#: The worker itself leaves this file beside what was submitted.
_OF_THE_WORKER = "metadata"


def score_submission(given: Path, out: Path) -> int:
    """Write the scores of what was submitted, or print its faults as `oq check` does.

    Parameters
    ----------
    given : Path
        The worker's folder of input: `ref` has the reference data of a bundle that
        `codabench_bundle` makes, `res` what was submitted.
    out : Path
        Its folder of output: `scores.json`, which Codabench reads, and `scores.txt`, which
        CodaLab reads. A mean that is undefined is left out, with a word in the log.

    Returns
    -------
    int
        0 when there are scores, 1 when there is a fault, which fails the submission.
    """
    try:
        scores = _scores(given)
        told = "".join(f"{key}: {each!r}\n" for key, each in scores.items())
        files = {
            out / "scores.json": json.dumps(scores).encode(),
            out / "scores.txt": told.encode(),
        }
        write_files(files, [each for each in files if each.exists()])
    except DataError as error:
        return tell_faults(error.faults, "text")
    except ValueError as error:
        return tell_faults([Fault("", "", str(error), "")], "text")
    return 0


def _scores(given: Path) -> dict[str, float]:
    """The mean of each column of the leaderboard, where it is defined."""
    scoring = json.loads((given / "ref" / "scoring.json").read_text(encoding="utf-8"))
    if links := sorted(_links(given / "res")):
        problem, remedy = "this is a link, and links are not followed", "Submit the file itself"
        raise DataError(*(Fault(shown_name(each), "", problem, remedy) for each in links))
    # What systems leave in archives, such as __MACOSX, lies beside the run once it is unpacked.
    files = sorted(
        each
        for each in (given / "res").iterdir()
        if each.name != _OF_THE_WORKER and not is_skipped([each.name])
    )
    if not files:
        raise DataError(Fault("the submission", "", "there is no file in it", "Add the run's file"))
    campaign = read_campaign(given / "ref" / scoring["gold"], files, **scoring["choices"])
    runs = tuple(dict.fromkeys(run for each in campaign.scores.values() for run in each.runs))
    if len(runs) != 1:
        problem = f"there are {len(runs)} runs in it: {listed(runs, 20)}"
        raise DataError(Fault("the submission", "", problem, "Submit one run at a time"))
    note_each(campaign.notes)
    means = dict[tuple[str, str], float]()
    for name, every in campaign.scores.items():
        defined = every.defined()
        if defined.ids:
            of_run = zip(defined.measures, defined.means[:, 0].tolist(), strict=True)
            means |= {(name, key): mean for key, mean in of_run}
    found = {}
    for column in scoring["columns"]:
        name = column["data_set"]
        if (mean := means.get((name, column["measure"]))) is not None:
            say(f"{column['title']}: {mean:.4f}")
            found[column["key"]] = mean
        elif name in campaign.scores:
            say(f"{column['title']}: undefined, as on every instance some measure is")
    return found


def _links(folder: Path) -> list[str]:
    """The paths in a folder that are links: they may lead to what is not the submission's."""
    return [
        path.relative_to(folder).as_posix()
        for place, folders, names in os.walk(folder)
        for path in (Path(place, name) for name in (*folders, *names))
        if path.is_symlink()
    ]
