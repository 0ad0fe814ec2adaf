"""Names of runs, from the paths of their files."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import chain

#: A folder or file that only numbers a team's runs.
_NUMBERED = re.compile(r"(run|r)?[ _-]?\d+", re.IGNORECASE)

#: A folder that says when runs were made, or only that they are runs.
_DATE = (
    r"(?:19|20)\d\d[-_.]?(?:0[1-9]|1[0-2])[-_.]?(?:0[1-9]|[12]\d|3[01])"
    r"(?:[ T_-]?\d\d[-_:.]?\d\d(?:[-_:.]?\d\d)?)?"
)
_WORD = r"(?:final|runs?|submi(?:t|tted|ssions?)|results?|outputs?|predictions?)"
_SAYS_LITTLE = re.compile(rf"{_DATE}|{_WORD}(?:[ _-]{_WORD})*", re.IGNORECASE)

#: What a run is called whose files say nothing.
_NAMELESS = "run"


@dataclass(frozen=True)
class RunPath:
    """Where a run was found.

    Attributes
    ----------
    above : tuple of str
        What the archive or folder that was given is called; for a file on its own, the
        folders it is in. Used where the rest does not tell.
    folders : tuple of str
        Folders inside the archive or folder.
    stem : str
        The file's name without extensions; empty for a run of several files.
    """

    above: tuple[str, ...]
    folders: tuple[str, ...]
    stem: str

    @property
    def parts(self) -> tuple[str, ...]:
        """The whole path, from the outermost folder on."""
        return tuple(part for part in (*self.above, *self.folders, self.stem) if part)


def run_names(trees: Sequence[Sequence[RunPath]]) -> list[list[str]]:
    """A name for every run: the parts of its path that tell it from the others.

    Folders that say little are dropped as long as this leaves different paths: those that the
    next part repeats, as of an archive A.zip with a folder A, dates, and words such as final,
    runs or submissions. Leading folders that all runs of an archive share are dropped, and a
    file name that all share; but a run that is only numbered keeps the folder above. Runs of
    different archives or folders that would have the same name are named with what they came
    in, and so are files on their own.

    Parameters
    ----------
    trees : sequence of sequences of RunPath
        The runs of each archive or folder. A file on its own is a tree of one.

    Examples
    --------
    >>> [paths] = [[RunPath((), (team, "run1"), "quality_cn") for team in ("A", "B")]]
    >>> run_names([paths])
    [['A-run1', 'B-run1']]
    >>> paths = [RunPath((), ("2024-09-01", team, team, "final"), "run1") for team in ("A", "B")]
    >>> run_names([paths])
    [['A-run1', 'B-run1']]
    """
    trees = _told_shorter(trees)
    # Each run's path, and how many of its parts are kept, counted from the last.
    chosen = [_chosen(tree) for tree in trees]
    for rows in _alike(chosen):
        # Files chosen one by one from folders such as TEAM/runN are told apart as a tree's are.
        tree = [RunPath((), (*path.above, *path.folders), path.stem)
                for path in (trees[row][0] for row in rows)]  # fmt: skip
        for row, choice in zip(rows, _chosen(tree), strict=True):
            chosen[row] = [choice]
    while True:
        paths: dict[str, set[tuple[str, ...]]] = {}
        for parts, kept in chain.from_iterable(chosen):
            paths.setdefault(_joined(parts, kept), set()).add(parts)
        longer = [
            [
                (parts, min(kept + (len(paths[_joined(parts, kept)]) > 1), len(parts)))
                for parts, kept in tree
            ]
            for tree in chosen
        ]
        if longer == chosen:
            return [[_joined(*choice) for choice in tree] for tree in chosen]
        chosen = longer


def _told_shorter(trees: Sequence[Sequence[RunPath]]) -> list[list[RunPath]]:
    """The runs by paths without folders that say little, where these differ from all others."""
    whole = [path for tree in trees for path in tree]
    shorter = [_shorter(path) for path in whole]
    while True:
        paths = Counter(path.parts for path in shorter)
        kept = [
            short if short.parts and paths[short.parts] == 1 else path
            for short, path in zip(shorter, whole, strict=True)
        ]
        if kept == shorter:
            rest = iter(kept)
            return [[next(rest) for _ in tree] for tree in trees]
        shorter = kept


def _shorter(path: RunPath) -> RunPath:
    def says_more(folder: str, after: str) -> bool:
        first, second = folder.casefold(), after.casefold()
        is_repeated = second == first or second.startswith(tuple(first + sign for sign in "-_. "))
        return not is_repeated and _SAYS_LITTLE.fullmatch(folder) is None

    folders = [*path.above, *path.folders]
    kept = [
        says_more(folder, after)
        for folder, after in zip(folders, [*folders, path.stem][1:], strict=True)
    ]
    above = len(path.above)
    return replace(
        path,
        above=tuple(each for each, more in zip(path.above, kept[:above], strict=True) if more),
        folders=tuple(each for each, more in zip(path.folders, kept[above:], strict=True) if more),
    )


def _alike(chosen: Sequence[Sequence[tuple[tuple[str, ...], int]]]) -> list[list[int]]:
    """Which trees of one run would have the same name, though their paths differ."""
    rows: dict[str, list[int]] = {}
    for row, tree in enumerate(chosen):
        if len(tree) == 1:
            rows.setdefault(_joined(*tree[0]), []).append(row)
    return [found for found in rows.values() if len({chosen[row][0][0] for row in found}) > 1]


def _joined(parts: tuple[str, ...], kept: int) -> str:
    return "-".join(parts[len(parts) - kept :]) or _NAMELESS


def _chosen(tree: Sequence[RunPath]) -> list[tuple[tuple[str, ...], int]]:
    """For each run its path, without a last part that says nothing, and how much to keep."""
    if not tree:
        return []
    is_alone = len(tree) == 1
    stems = {path.stem for path in tree}
    # Unless it is a number that each team has given its only run.
    shares_stem = not is_alone and len(stems) == 1 and not _NUMBERED.fullmatch(tree[0].stem)
    cuts = [
        bool(path.stem and path.folders)
        and (shares_stem or (is_alone and _NUMBERED.fullmatch(path.folders[-1]) is not None))
        for path in tree
    ]
    paths = [path.parts[:-1] if cut else path.parts for path, cut in zip(tree, cuts, strict=True)]
    shared = 0
    while (
        min(len(parts) for parts in paths) > shared + 1
        and len({parts[shared] for parts in paths}) == 1
    ):
        shared += 1
    choices = []
    for path, parts, cut in zip(tree, paths, cuts, strict=True):
        kept = max(1, len(parts) - max(shared, len(path.above)))
        # A team's archive may hold just its numbered folders; one of files is any collection.
        most = len(parts) if cut else len(parts) - len(path.above)
        while kept < most and _NUMBERED.fullmatch(parts[-kept]):
            kept += 1
        choices.append((parts, kept))
    return choices
