"""One record is one format: an invented one is read, packed, offered and shown at once."""

import pytest

from oq_core import read_collections
from oq_core.reading import formats, read_gold, read_runs, read_together, recognise, templates
from oq_core.reading.delimited import read_table
from oq_core.reading.format_record import Format, estimate_of, one_scale
from tests.reading.made import Upload, zipped

HEADER = "%stars 1.0\n"
GOLD = HEADER + "id,one,two,three\nx,1,2,3\ny,4,0,0\n"
RUN = HEADER + "id,one,two,three\nx,.2,.3,.5\ny,1,0,0\n"


def rows_of(file):
    return read_table(type(file)(file.name, file.text.removeprefix(HEADER), file.budget))


STARS: Format = Format(
    "invented stars",
    "stars as nobody writes them (STARS)",
    lambda start: start.lines[:1] == [HEADER.strip()],
    gold=lambda file: one_scale(rows_of(file), STARS.name),
    run=lambda file, gold: estimate_of(rows_of(file), gold),
    suffixes=(".stars",),
    templates={"stars_gold.stars": GOLD, "stars_run.stars": RUN},
)


@pytest.fixture
def registered(monkeypatch):
    monkeypatch.setattr(formats, "FORMATS", (STARS, *formats.FORMATS))


@pytest.mark.usefixtures("registered")
def test_an_invented_format_is_read_from_a_file():
    assert recognise(Upload("g.stars", GOLD)) == "invented stars"
    (collection,) = read_collections(Upload("g.stars", GOLD), Upload("r.stars", RUN)).values()
    assert collection.format == "invented stars"
    assert list(collection.runs) == ["r"]
    assert "invented stars" in formats.known_formats()


@pytest.mark.usefixtures("registered")
def test_an_invented_format_is_read_from_an_archive():
    members = {"gold.stars": GOLD, "A/run1/r.stars": RUN, "B/run1/r.stars": RUN}
    read = read_together(zipped("all.zip", members))
    (found,) = read.data_sets
    assert list(found.collections["gold"].runs) == ["A-run1", "B-run1"]
    assert not read.problems
    # Its suffix says that a file should be data, so that a broken one is not passed over.
    broken = read_runs([zipped("z.zip", {"a.stars": "free text", "b.rest": "free text"})],
                       read_gold(Upload("g.stars", GOLD)))  # fmt: skip
    assert broken.skipped == ("z.zip/b.rest",)
    assert broken.problems[0].startswith("z.zip/a.stars")


@pytest.mark.usefixtures("registered")
def test_an_invented_format_has_its_templates():
    files = templates()
    assert files["stars_gold.stars"] == GOLD
    assert recognise(Upload("x", files["stars_run.stars"])) == "invented stars"


@pytest.mark.usefixtures("registered")
def test_an_invented_format_is_offered_by_the_page(start):
    page = start("data")
    gold = next(each for each in page.file_uploader if "Gold" in each.label)
    # No filter of the browser stands before the readers, which say why a file is refused.
    assert not gold.proto.type
    assert ".stars" in gold.help
    assert STARS.sentence in gold.help
    assert "stars_gold.stars" in [button.label for button in page.download_button]
    gold.set_value([("gold.stars", GOLD.encode(), "text/plain")]).run()
    assert not page.exception
    page_text = " ".join(each.value for each in page.markdown)
    assert "invented stars" in page_text
    runs = next(each for each in page.file_uploader if "Run files" in each.label)
    runs.set_value([("r.stars", RUN.encode(), "text/plain")]).run()
    assert not page.exception
    assert "1 run" in " ".join(each.value for each in page.markdown)


def test_every_format_is_complete():
    names = [kind.name for kind in formats.FORMATS]
    assert len(set(names)) == len(names)
    for kind in formats.FORMATS:
        assert kind.sentence
        assert all(suffix.startswith(".") for suffix in kind.suffixes)
        for name, text in kind.templates.items():
            assert recognise(Upload(name, text)) == kind.name
