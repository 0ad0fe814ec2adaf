"""Pages that are made of registries: measures, formats, public names and the command."""

import inspect
import os
import pkgutil
import sys
from importlib import import_module
from itertools import chain
from pathlib import Path
from urllib.parse import urlencode

import numpy as np
from sphinx.pycode import ModuleAnalyzer

import oq_core
from oq_core import MEASURES, Measure
from oq_core.command.line import parser
from oq_core.knowledge import PROPERTIES
from oq_core.measures import FAMILIES, OC_MEASURES
from oq_core.papers import PAPERS
from oq_core.reading import FORMATS
from pages.analysing.text import plain
from pages.drawing.classification_state import ClassificationState
from pages.drawing.compare_state import CompareState

ROOT = Path(__file__).parents[2]
MADE = Path(__file__).parent / "made"

PACKAGES = [
    import_module(f"oq_core.{each.name}")
    for each in pkgutil.iter_modules(oq_core.__path__)
    if each.ispkg
]


def _public(package):
    """The names that a package exports: those that it lists, or all that it imports."""
    imported = (
        name
        for name, each in vars(package).items()
        if not name.startswith("_") and not inspect.ismodule(each)
    )
    return sorted(getattr(package, "__all__", imported))


#: The page of every public name, by the name alone; what two packages export is of the first.
HOMES = {
    name: f"{package.__name__}.{name}" for package in PACKAGES[::-1] for name in _public(package)
}


#: The tree of pages as HTML, by what the theme asks for.
_TREES = {}


def make_all():
    """Write every page anew; those that are as before keep their time, so that Sphinx does too."""
    pages = dict(chain(_measures(), _formats(), _command(), _names(), _notebooks()))
    for path, text in pages.items():
        _write(MADE / path, text)
    for path in set(MADE.rglob("*.*")) - {MADE / each for each in pages}:
        path.unlink()


def _write(path, text):
    path.parent.mkdir(parents=True, exist_ok=True)
    if not path.exists() or path.read_text(encoding="utf-8") != text:
        path.write_text(text, encoding="utf-8")


def _page(title, *parts):
    return "\n\n".join([f"# {title}", *filter(None, parts)]) + "\n"


def _tree(*files):
    return "```{toctree}\n:hidden:\n\n" + "\n".join(files) + "\n```"


def _list(points):
    return "\n".join(f"- {each}" for each in points)


def _section(title, *parts):
    """A heading with what stands below it; nothing where there is nothing."""
    there = [each for each in parts if each]
    return "\n\n".join([f"## {title}", *there]) if there else ""


def _table(head, rows):
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(map(str, each)) + " |" for each in lines)


def _fenced(kind, text):
    return f"```{kind}\n{text.rstrip()}\n```"


# Measures


def _measures():
    known = {**MEASURES, **OC_MEASURES}
    quantify, classify = (
        _list(f"[{key}]({key}.md): {plain(each.summary)}" for key, each in some.items())
        for some in (MEASURES, OC_MEASURES)
    )
    index = _page(
        "Measures",
        "In the equations of distributions, $p$ is the estimate, $p^*$ the gold, $C$ the $L$ "
        "ordered classes. In those of classifications, $c_{ij}$ are the cells of the confusion "
        "matrix: the system's class, then the gold's.",
        _section("Of distributions", quantify),
        _section("Of classifications", classify),
        _tree(*known),
    )
    yield Path("measures/index.md"), index
    for key, measure in known.items():
        yield Path(f"measures/{key}.md"), _measure(measure)


def _measure(measure):
    is_of_shares = isinstance(measure, Measure)
    kind = FAMILIES.get(measure.family, measure.family) if is_of_shares else "Classification"
    better = "larger" if measure.larger_is_better else "smaller"
    paper = PAPERS.get(measure.source.split()[0]) if measure.source else None
    facts = [
        f"**Family**: {plain(kind)}",
        f"**Range**: {plain(measure.scale or 'not examined')}; {better} is better",
        f"**Defined in**: {plain(measure.source or 'no source is given')}",
        f'**In Python**: `{"MEASURES" if is_of_shares else "OC_MEASURES"}["{measure.key}"]`',
        f"[Try it in the app](<app:reference?{urlencode({'measure': measure.key})}>)",
    ]
    return _page(
        f"{measure.key}: {plain(measure.name)}",
        plain(measure.summary),
        # What is said in several equations stands below each other, for narrow screens.
        *(f"$$\n{each}\n$$" for each in measure.equation.split(r",\quad ")),
        _list(facts),
        _section("When to use it", plain(measure.use)),
        _section("Pitfalls", _list(map(plain, measure.pitfalls))),
        _section("An example that sets it apart", *_example(measure)),
        _section("Properties", _list(_properties(measure))),
        _section("In other libraries", _list(measure.elsewhere)),
        _section("Paper", f"{plain(paper.title)}. {plain(paper.reference)}." if paper else ""),
    )


def _example(measure):
    """What the example shows, the scores of its two systems, and the page of the app with it."""
    example = measure.example
    if example is None:
        return
    keys = (measure.key, *measure.against)
    yield f"**{plain(example.name)}.** {plain(example.shows)}"
    b = example.a if example.b is None else example.b
    if isinstance(measure, Measure):
        drawn = {"gold": example.gold, "A": example.a, "B": b}
        yield _table(
            ["", *map(plain, example.classes)],
            [[name, *(f"{each:g}" for each in votes)] for name, votes in drawn.items()],
        )
        shares = {name: np.array(votes) / sum(votes) for name, votes in drawn.items()}
        scores = {
            key: [float(MEASURES[key](shares[name], shares["gold"])) for name in "AB"]
            for key in keys
        }
        page, state = "compare", CompareState.of_example(example)
    else:
        scores = {
            key: [float(OC_MEASURES[key](np.array(x))) for x in (example.a, b)] for key in keys
        }
        page, state = "classification", ClassificationState.of_example(example)
    yield _table(
        ["measure", "A", "B"],
        [[f"[{key}]({key}.md)", *(f"{each:.4f}" for each in both)] for key, both in scores.items()],
    )
    yield f"[Open it in the app](<app:{page}?{urlencode(state.to_address())}>)"


def _properties(measure):
    """Each property with its verdict and what is behind it."""
    if isinstance(measure, Measure):
        for each in PROPERTIES.values():
            found = each.check(measure)
            yield f"**{plain(each.title)}** ({found.verdict}): {plain(found.text)}"
        return
    for holds, words in (
        (measure.ordinal, "a far miss is worse than a near one"),
        (measure.tells_constant_systems_apart, "systems that always say one class are told apart"),
        (measure.heeds_imbalance, "an item of a rare class counts for more"),
    ):
        yield f"**{words}**: {'not examined' if holds is None else 'yes' if holds else 'no'}"


# Formats and the command


def _formats():
    shown = [each for each in FORMATS if each.templates]
    yield (
        Path("formats.md"),
        _page(
            "Every file format, with an example",
            "Formats are recognised by what is in a file, not by its name. **Your data** in the "
            "app offers these examples as files; `oq check` lists the formats in a shell.",
            *(
                _section(
                    plain(each.name[0].upper() + each.name[1:]), f"{each.sentence}.", *_files(each)
                )
                for each in shown
            ),
        ),
    )


def _files(kind):
    return [
        f"```{{code-block}} text\n:caption: {name}\n\n{text.rstrip()}\n```"
        for name, text in kind.templates.items()
    ]


def _command():
    os.environ |= {"COLUMNS": "80", "NO_COLOR": "1"}
    whole = parser()
    commands = next(each.choices for each in whole._actions if isinstance(each.choices, dict))
    yield (
        Path("oq.md"),
        _page(
            "The command oq",
            "What `oq --help` tells, and `oq report --help` and so on, as the program prints it.",
            _fenced("text", whole.format_help()),
            *(
                _section(f"oq {name}", _fenced("text", each.format_help()))
                for name, each in commands.items()
            ),
        ),
    )


# Notebooks


def _notebooks():
    for path in sorted((ROOT / "sample_data").glob("*.ipynb")):
        yield Path("notebooks") / path.name, path.read_text(encoding="utf-8")


# Public names


def _names():
    first = _public(oq_core)
    yield (
        Path("api/index.md"),
        _page(
            "Public names",
            "```{eval-rst}\n.. automodule:: oq_core\n   :no-members:\n```",
            _section("oq_core", _list(map(_row, first))),
            _section(
                "Subpackages",
                _list(
                    f"[{each.__name__}]({each.__name__}.md): {_summary(each)}" for each in PACKAGES
                ),
            ),
            _tree(*(each.__name__ for each in PACKAGES)),
        ),
    )
    for package in PACKAGES:
        name = package.__name__
        own = [each for each in _public(package) if HOMES[each] == f"{name}.{each}"]
        yield (
            Path(f"api/{name}.md"),
            _page(
                name,
                _summary(package),
                _list(map(_row, sorted(_public(package), key=str.lower))),
            ),
        )
        for each in own:
            yield Path(f"api/{name}.{each}.rst"), _name(package, each)


def _row(name):
    """A line of a list of names."""
    home = HOMES[name]
    found = getattr(import_module(home.rpartition(".")[0]), name)
    return f"[{name}](<{home}.rst>): {_summary(found, name)}"


def _summary(found, name=""):
    """The first line of what is said of a name, as Markdown."""
    told = _comment(found, name) if name and not _is_code(found) else inspect.getdoc(found)
    return " ".join((told or "").partition("\n\n")[0].replace("``", "`").split())


def _is_code(found):
    # What remembers its results is a function too.
    found = inspect.unwrap(found) if hasattr(found, "__wrapped__") else found
    return inspect.isfunction(found) or inspect.isclass(found) or inspect.ismodule(found)


def _comment(found, name):
    """The comment above a constant, where it is defined."""
    for module in (each for each in list(sys.modules.values()) if each is not None):
        is_home = module.__name__.startswith("oq_core.") and vars(module).get(name) is found
        if is_home and (told := _comment_in(module.__name__, name)):
            return told
    raise LookupError(f"{name} has no comment that says what it is")


def _comment_in(module, name):
    """The comment above a constant of a module."""
    told = ModuleAnalyzer.for_module(module).find_attr_docs().get(("", name), [])
    return "\n".join(told).strip()


def _name(package, name):
    found, whole = getattr(package, name), f"{package.__name__}.{name}"
    # Not in the tree of pages, which every page would show: tables lead here.
    title = f":orphan:\n\n{name}\n{'=' * len(name)}\n\n.. currentmodule:: {package.__name__}\n\n"
    if inspect.isclass(found):
        return f"{title}.. autoclass:: {whole}\n   :members:\n"
    if _is_code(found):
        return f"{title}.. autofunction:: {whole}\n"
    told = _comment(found, name).replace("\n", "\n   ")
    return f"{title}.. py:data:: {whole}\n\n   {told}\n"


def linked(app, env, node, contnode):
    """Where a name that a docstring calls `so` leads: to its page, or it is code alone."""
    if node.get("reftype") != "obj":
        return None
    target = HOMES.get(node["reftarget"].rpartition(".")[2])
    found = target and env.domains["py"].resolve_xref(
        env, node["refdoc"], app.builder, "obj", target, node, contnode
    )
    return found or contnode


def share_tree(app, page, _template, context, _doctree):
    """Make the tree of pages once for all pages of public names: it is a fifth of a build."""
    if page.startswith("made/api/") and "orphan" in app.env.metadata[page]:
        tree = context["toctree"]

        def kept(**asked):
            key = tuple(sorted(asked.items()))
            if key not in _TREES:
                _TREES[key] = tree(**asked)
            return _TREES[key]

        context["toctree"] = kept
