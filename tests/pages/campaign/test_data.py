"""Your data: what is recorded of files, and the ways to change what is open."""

import hashlib
import io
import json
import zipfile
from functools import wraps

import pytest

from oq_core import DataError, analyse
from oq_core.campaign import html_report
from oq_core.campaign.computing.described import filled
from oq_core.campaign.saving.workspace import pack_workspace
from oq_core.data import RunDescription
from pages.campaign.data_parts import described, opening
from pages.campaign.data_parts.saving import saved_of
from pages.host.workspaces import WORKSPACES
from tests.pages.campaign import uploading
from tests.pages.campaign.uploading import words
from tests.pages.conftest import unlinked
from tests.same import check_same

GOLD = b"id,fig,grape,plum\nx,1,2,3\ny,4,0,1\nz,0,3,2\n"
RUN = b"id,fig,grape,plum\nx,.5,.25,.25\ny,.2,.4,.4\nz,.1,.1,.8\n"
OTHER = b"id,fig,grape,plum\nx,.25,.5,.25\ny,.3,.4,.3\nz,.1,.8,.1\n"
PART = b"id,fig,grape,plum\nx,.25,.5,.25\ny,.3,.4,.3\n"


def put(page, label, **files):
    """Put tables into an uploader."""
    uploading.put(page, label, {f"{name}.csv": text for name, text in files.items()})


@pytest.fixture
def page(start):
    page = start("data")
    page.session_state["opened"] = WORKSPACES.of("")
    put(page, "Gold", mine=GOLD)
    put(page, "Run files", a=RUN, b=OTHER)
    return page


@pytest.fixture
def made(monkeypatch):
    """Every analysis that is made."""
    found = []

    @wraps(analyse)
    def noted(*given, **named):
        found.append(analyse(*given, **named))
        return found[-1]

    monkeypatch.setattr("oq_core.analyse", noted)
    return found


def data(page, title="mine"):
    return page.session_state["opened"][title]


def facts(name, content, *runs):
    return (f"{name}.csv", len(content), hashlib.sha256(content).hexdigest(), runs)


def test_runs_are_described_by_a_file_or_by_hand(page, monkeypatch):
    put(page, "More run files", runs=b"run,team,short\na,Alto,A\n")
    assert data(page).described == (RunDescription("a", "Alto", short="A"),)
    assert "runs.csv, with what was recognised" in [each.label for each in page.download_button]
    put(page, "More run files", runs=b"run,team\nc,Alto\n")
    assert "no run is called c" in words(page)
    told, kept, shown = [], [], tuple(filled(["a", "b"], data(page).described).values())
    monkeypatch.setattr(opening, "still_open", lambda _: data(page))
    monkeypatch.setattr(described, "keep", kept.append)
    monkeypatch.setattr(opening, "done", lambda faults, **_: told.extend(map(str, faults)))
    for typed in ({"short": "B", "baseline": True}, {"short": "A"}):
        monkeypatch.setattr(described.st, "session_state", {"key": {"edited_rows": {1: typed}}})
        described.on_described("mine", "key", shown)
    assert kept[0].described[1] == RunDescription("b", short="B", baseline=True)
    assert kept[1].described == data(page).described
    assert told == ["mine: two runs have the short name A. Choose another."]


def test_what_a_change_raises_is_told_beside_its_data(monkeypatch):
    """As data that would take more memory than one visitor may have."""
    told, still_open = [], {"mine": "these data"}
    monkeypatch.setattr(opening, "still_open", still_open.get)
    monkeypatch.setattr(opening, "done", lambda faults, about: told.append((about, *faults)))

    @opening.changing
    def change(data, size):
        raise DataError(f"{data} take {size} MB")

    change("mine", 900)
    change("closed", 900)
    ((about, fault),) = told
    assert (about, str(fault)) == ("mine", "these data take 900 MB.")


def test_files_are_recorded_with_the_runs_they_gave(page):
    def recorded(files):
        return [(each.name, each.size, each.sha256, each.runs) for each in files]

    assert recorded(data(page).gold_files) == [facts("mine", GOLD)]
    assert recorded(data(page).run_files) == [facts("a", RUN, "a"), facts("b", OTHER, "b")]
    page.selectbox(key="remove run of mine").set_value("a").run()
    assert data(page).removed == ("a",)
    # The same name twice is refused, unless it replaces.
    put(page, "More run files (1 run open)", b=RUN)
    assert "there is a run called b already" in words(page)
    page.checkbox(key="replaces mine").check().run()
    put(page, "More run files", b=RUN)
    assert "In the place of the runs of these names: b" in words(page)
    assert data(page).sources["mine"].runs["b"].tolist()[0] == [0.5, 0.25, 0.25]
    assert recorded(data(page).run_files)[-1] == facts("b", RUN, "b")
    assert "3 instances, 5 to 6 votes each, 1 run" in words(page)


def test_data_of_one_scale_are_called_by_their_name_alone(page):
    title = "Statistics of the data sets"
    printed = [each.value for each in page.dataframe if each.proto.alt == title]
    assert ["mine"] in [list(each.index) for each in printed]


def test_the_report_of_the_page_lists_the_files(page, monkeypatch):
    (part,) = uploading.reported(page, monkeypatch).parts
    assert [each.name for each in (*part.gold, *part.runs)] == ["mine.csv", "a.csv", "b.csv"]


def test_classes_can_be_put_in_order_and_alphabetical_ones_are_pointed_out(page):
    assert "The classes stand in alphabetical order" in words(page)
    page.multiselect(key="sorted of mine").set_value(["plum"]).run()
    assert data(page).classes == ()
    # The one that is left is the highest.
    page.multiselect(key="sorted of mine").set_value(["plum", "fig"]).run()
    assert page.multiselect(key="sorted of mine").value == []
    found = data(page)
    assert found.classes == found.sources["mine"].classes == ("plum", "fig", "grape")
    assert found.sources["mine"].votes.tolist()[0] == [3, 1, 2]
    assert found.sources["mine"].runs["a"].tolist()[1] == [0.4, 0.2, 0.4]
    assert "alphabetical" not in words(page)
    page.button(key="flip mine").click().run()
    assert data(page).classes == ("grape", "fig", "plum")
    # New runs are read into that order.
    put(page, "More run files", c=RUN)
    assert data(page).sources["mine"].runs["c"].tolist()[0] == [0.25, 0.5, 0.25]


def test_words_of_no_known_scale_have_no_order_until_it_is_set(page):
    rows = "x,a,tea\nx,b,rum\ny,a,gin\ny,b,tea\n"
    put(page, "Gold", drinks=f"item,rater,rating\n{rows}".encode())
    assert "Nobody has said the order of the classes" in words(page)
    assert not data(page, "drinks").sources["drinks"].has_order
    page.multiselect(key="sorted of drinks").set_value(["gin", "tea"]).run()
    assert data(page, "drinks").sources["drinks"].classes == ("gin", "tea", "rum")
    assert data(page, "drinks").sources["drinks"].has_order
    assert "Nobody has said the order" not in words(page)


def test_a_run_gets_another_name_that_no_other_has(page, monkeypatch):
    def rename(old, new):
        page.selectbox(key="run to rename of mine").set_value(old).run()
        page.text_input(key=f"name of {old} of mine").set_value(new).run()
        assert not page.exception

    rename("a", "  TEAM   one ")
    assert data(page).runs == ["TEAM one", "b"]
    assert data(page).renamed == {"a": "TEAM one"}
    assert data(page).sources["mine"].runs["TEAM one"].tolist()[0] == [0.5, 0.25, 0.25]
    assert [each.runs for each in data(page).run_files] == [("TEAM one",), ("b",)]
    for name, words_ in (("b", "another run is or was called b"), ("\u202ex", "controls lines")):
        rename("TEAM one", name)
        assert words_ in words(page)
        assert data(page).runs == ["TEAM one", "b"]
    # The report names it too, and a name can be given back.
    (part,) = uploading.reported(page, monkeypatch).parts
    assert part.choices.renamed == {"a": "TEAM one"}
    page.switch_page("campaign/data.py").run()
    rename("TEAM one", "x")
    assert data(page).renamed == {"a": "x"}
    # A file that takes the place of the run has its name by itself.
    page.checkbox(key="replaces mine").check().run()
    put(page, "More run files", x=OTHER)
    assert (data(page).renamed, data(page).runs) == ({}, ["b", "x"])
    rename("x", "a")
    rename("a", "x")
    assert (data(page).renamed, data(page).runs) == ({}, ["b", "x"])
    page.selectbox(key="remove run of mine").set_value("b").run()
    rename("x", "b")
    assert data(page).runs == ["x"]


def test_what_is_left_out_stays_so_under_another_name(page):
    def left_out():
        page.switch_page("campaign/rankings.py").run()
        page.selectbox(key="data").set_value("mine").run()
        return next(each for each in page.multiselect if each.label == "Runs to leave out")

    def rename(old, new):
        page.switch_page("campaign/data.py").run()
        page.selectbox(key="run to rename of mine").set_value(old).run()
        page.text_input(key=f"name of {old} of mine").set_value(new).run()

    put(page, "More run files", c=OTHER)
    left_out().set_value(["a"]).run()
    rename("a", "z")
    assert left_out().value == ["z"]
    # So it is beside other data.
    further = next(each for each in page.multiselect if each.label == "More data sets")
    further.set_value(["Bundled sample/A"]).run()
    left_out().set_value(["BL-uniform", "z"]).run()
    rename("z", "d")
    rename("b", "e")
    assert left_out().value == ["BL-uniform", "d"]
    assert not page.exception
    page.switch_page("campaign/leaderboard.py").run()
    assert not page.exception


def test_the_file_of_a_run_is_its_whole_path(page):
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w") as files:
        for team in "CD":
            inner = io.BytesIO()
            with zipfile.ZipFile(inner, "w") as packed:
                packed.writestr(f"{team}/run0/q.csv", RUN)
            files.writestr(f"{team}.zip", inner.getvalue())
    uploading.put(page, "More run files", {"subs.zip": archive.getvalue()})
    table = next(each.value for each in page.dataframe if "same as" in each.value)
    assert dict(zip(table["run"], table["file"], strict=True)) == {
        "C-run0": "subs.zip/C.zip/C/run0/q.csv",
        "D-run0": "subs.zip/D.zip/D/run0/q.csv",
        "a": "a.csv",
        "b": "b.csv",
    }


def test_data_get_another_name_that_no_other_has(page):
    page.text_input(key="name of mine").set_value("  Bundled   sample ").run()
    assert not page.exception
    assert list(page.session_state["opened"]) == ["Bundled sample (2)"]
    page.switch_page("campaign/rankings.py").run()
    assert page.selectbox(key="data").value == "Bundled sample (2)"


def test_another_gold_keeps_the_runs_and_one_that_does_not_fit_changes_nothing(page):
    put(page, "Another gold", corrected=b"id,grape,fig,plum\nz,5,0,0\nx,1,1,1\ny,1,0,0\n")
    found = data(page).sources["corrected"]
    assert (found.ids, found.classes) == (("z", "x", "y"), ("grape", "fig", "plum"))
    assert found.runs["a"].tolist() == [[0.1, 0.1, 0.8], [0.25, 0.5, 0.25], [0.4, 0.2, 0.4]]
    assert [each.name for each in data(page).gold_files] == ["corrected.csv"]
    put(page, "Another gold", wrong=b"id,grape,fig,plum\nq,5,0,0\n")
    assert "none of its ids is in the gold file" in words(page)
    assert "The gold that was open is kept." in words(page)
    assert data(page).sources["corrected"].ids == ("z", "x", "y")


@pytest.mark.parametrize("replaced", [False, True])
def test_what_was_changed_is_there_again_to_the_bit(page, start, replaced):
    put(page, "Another gold", corrected=b"id,grape,fig,plum\nz,5,0,1\nx,1,1,1\ny,1,3,0\n")
    for name in ("plum", "fig"):
        chosen = page.multiselect(key="sorted of mine").value
        page.multiselect(key="sorted of mine").set_value([*chosen, name]).run()
    page.selectbox(key="missing of mine").set_value("worst").run()
    page.selectbox(key="run to rename of mine").set_value("a").run()
    page.text_input(key="name of a of mine").set_value("first").run()
    page.session_state["replaces mine"] = replaced
    put(page, "More run files", **({"b": PART} if replaced else {"c": PART}))
    if not replaced:
        page.selectbox(key="remove run of mine").set_value("b").run()
    page.text_input(key="name of mine").set_value("yours").run()
    before = data(page, "yours")
    assert before.classes == ("plum", "fig", "grape")
    assert before.runs == (["b", "first"] if replaced else ["c", "first"])
    assert not all(each.missing == {} for each in before.collections.values())
    other = start("data")
    other.session_state["opened"] = WORKSPACES.of("")
    uploading.put(other, "Gold", {"workspace.zip": pack_workspace([saved_of(before)])})
    after = data(other, "yours")
    check_same(before.sources, after.sources)
    for name in ("gold_files", "run_files", "files", "classes", "removed", "missing", "renamed",
                 "described", "plan", "judges", "notes"):  # fmt: skip
        assert getattr(before, name) == getattr(after, name), name


def test_incomplete_runs_are_refused_or_scored_by_the_policy_that_is_chosen(page):
    put(page, "More run files", c=PART)
    assert "1 of 3 instances is missing: z" in words(page)
    page.selectbox(key="missing of mine").set_value("worst").run()
    put(page, "More run files", c=PART)
    assert "1 of 3 instances is missing and given the worst score of each measure: z" in words(page)
    assert data(page).sources["mine"].missing["c"].tolist() == [False, False, True]
    page.selectbox(key="missing of mine").set_value("uniform").run()
    assert data(page).sources["mine"].missing_as == "uniform"
    page.selectbox(key="missing of mine").set_value("refused").run()
    assert "these runs lack instances. Remove them first: c" in words(page)
    assert data(page).missing == "uniform"
    assert not page.exception
    page.switch_page("campaign/leaderboard.py").run()
    captions = unlinked(" ".join(each.value for each in page.caption))
    assert "c lacks 1 of 3 instances, scored as the uniform distribution" in captions


def test_runs_are_no_more_than_the_most_in_the_place_of_others_too(page, monkeypatch):
    monkeypatch.setattr("pages.campaign.data_parts.opening.MAX_RUNS", 2)
    page.session_state["replaces mine"] = True
    put(page, "More run files", c=RUN)
    assert "mine: 2 runs are the most. Remove runs first." in words(page)
    put(page, "More run files", b=RUN)
    assert "In the place of the runs of these names: b." in words(page)
    assert [*data(page).runs] == ["a", "b"]
    # Each run is of the file that it came from last.
    assert [each.runs for each in data(page).run_files] == [("a",), ("b",)]


def test_runs_of_few_instances_have_a_table_of_halves_alone(page):
    page.switch_page("campaign/rankings.py").run()
    page.toggle(key="consistency_tables").set_value(True).run()
    assert not page.exception
    assert not page.error


def test_runs_that_are_the_same_are_pointed_out_in_the_list_of_checks(page):
    put(page, "More run files", a_gain=RUN)
    assert "2 runs are the same as another in every number: a, a\\_gain" in words(page)
    listed = next(e.value for e in page.dataframe if "same as" in e.value).set_index("run")
    assert listed.loc["a"].tolist() == ["mine", "none", "a_gain", "a.csv"]
    assert listed.loc["b"].tolist() == ["mine", "none", "", "b.csv"]


def test_another_tab_that_closed_the_data_makes_no_page_fail(page):
    page.session_state["opened"].close("mine")
    page.button(key="flip mine").click().run()
    assert not page.exception
    assert "these data were closed in the meantime" in words(page)


def test_data_are_saved_as_one_file_that_opens_them_elsewhere(page, start, pressed):
    page.selectbox(key="remove run of mine").set_value("b").run()
    put(page, "More run files", c=OTHER)
    page.multiselect(key="sorted of mine").set_value(["fig", "plum"]).run()
    page.switch_page("campaign/rankings.py").run()
    next(each for each in page.toggle if each.label.startswith("Add the baselines")).set_value(
        True
    ).run()
    page.toggle(key="test_baselines").set_value(True).run()
    left_out = next(each for each in page.multiselect if each.label == "Runs to leave out")
    left_out.set_value(["c"]).run()
    measures(page).set_value(["JSD", "NMD"]).run()
    link = page.query_params["data"]
    page.switch_page("campaign/data.py").run()
    assert not page.exception
    name = f"workspace-{link.removesuffix('-planned')}.zip"
    packed = pressed[name]()

    other = start("rankings", data=link)
    other.session_state["opened"] = WORKSPACES.of("")
    assert f"can save them as `{name}`" in other.warning[0].value
    assert "the sender has said how they are read" in other.warning[0].value
    other.switch_page("campaign/data.py").run()
    other.file_uploader[0].set_value([(name, packed, "application/zip")]).run()
    assert not other.exception
    assert "mine is open, with what was chosen of it" in words(other)
    ours, theirs = data(page), data(other)
    assert theirs.classes == ours.classes == ("fig", "plum", "grape")
    assert (theirs.removed, theirs.gold_files) == (("b",), ours.gold_files)
    found = theirs.sources["mine"]
    assert found.votes.tolist()[0] == [1, 3, 2]
    assert {n: r.tolist() for n, r in found.runs.items()} == {
        n: r.tolist() for n, r in ours.sources["mine"].runs.items()
    }
    # It stays beside what is open; a name that is taken gets a number, and that is said.
    other.file_uploader[0].set_value([(name, packed, "application/zip")]).run()
    assert "so these data are called mine (2)" in words(other)
    # Runs are not in it as files of their own.
    uploader = next(each for each in other.file_uploader if each.label.startswith("More run"))
    uploader.set_value([(name, packed, "application/zip")]).run()
    assert "this is a saved workspace" in words(other)
    # The link works now, and what was chosen is chosen.
    other.switch_page("campaign/leaderboard.py")
    other.query_params["data"] = link
    other.run()
    assert not other.exception
    assert not other.warning
    assert other.selectbox(key="data").value == "mine"
    assert other.toggle(key="add_baselines").value
    assert measures(other).value == ["JSD", "NMD"]
    left_out = next(each for each in other.multiselect if each.label == "Runs to leave out")
    assert left_out.value == ["c"]


def measures(page):
    return next(each for each in page.multiselect if each.label.startswith("Measures"))


def test_everything_is_saved_as_one_file_with_the_measures_of_each_scale(page, start, pressed):
    put(page, "Gold", second=GOLD)
    page.switch_page("campaign/report.py").run()
    page.selectbox(key="data").set_value("mine").run()
    further = next(each for each in page.multiselect if each.label == "More data sets")
    further.set_value(["Bundled sample/A"]).run()
    page.toggle(key="measures_apart").set_value(True).run()
    measures(page).set_value(["RNOD"]).run()
    page.switch_page("campaign/data.py").run()
    assert not page.exception
    packed = pressed["workspace.zip"]()
    other = start("data")
    other.session_state["opened"] = WORKSPACES.of("")
    other.file_uploader[0].set_value([("workspace.zip", packed, "application/zip")]).run()
    assert not other.exception
    assert list(other.session_state["opened"]) == ["second", "mine"]
    assert [*data(other).sources["mine"].runs] == ["a", "b"]
    assert "second is open, with what was chosen of it" in words(other)
    # What was shown is shown, by the measures that were chosen for it.
    other.switch_page("campaign/leaderboard.py").run()
    assert other.selectbox(key="data").value == "mine"
    assert measures(other).value == ["RNOD"]


def test_a_damaged_workspace_changes_nothing(page):
    broken = io.BytesIO()
    with zipfile.ZipFile(broken, "w") as archive:
        archive.writestr("workspace.json", '{"kind": "ordinal')
    page.file_uploader[0].set_value([("w.zip", broken.getvalue(), "application/zip")]).run()
    assert not page.exception
    assert "w.zip/workspace.json, line 1" in words(page)
    assert [*page.session_state["opened"]] == ["mine"]


@pytest.mark.usefixtures("undrawn")
def test_notes_of_one_text_are_one_with_a_list_to_open_and_stand_in_the_report(
    start, made, pressed
):
    page = start("data", trials="100", splits="10", report_samples="100")
    page.session_state["opened"] = WORKSPACES.of("")
    put(page, "Gold", mine=GOLD)
    percent = {
        name: f"id,fig,grape,plum\nx,50,{n}.5,{49 - n}.5\ny,20,40,40\nz,10,10,80\n".encode()
        for n, name in enumerate("abc")
    }
    put(page, "Run files", **percent)
    text = "3 files: the rows sum to 100 and were read as percentages."
    assert text not in words(page)
    (listed,) = (each for each in page.expander if each.label == text)
    assert listed.markdown[0].value == "a.csv, b.csv, c.csv"

    def reported():
        page.switch_page("campaign/report.py").run()
        next(each for each in page.button if each.label == "Make the report").click().run()
        assert not page.exception
        page.switch_page("campaign/data.py").run()
        return made.pop().campaign.notes

    page.switch_page("campaign/report.py").run()
    next(each for each in page.button if each.label == "Make the report").click().run()
    assert not page.exception
    assert f"<summary>{text}</summary>a.csv, b.csv, c.csv" in html_report(made[0])
    # Of a gold that takes the place of another, what was remarked on it, and no more on the other.
    of_runs = made.pop().campaign.notes
    page.switch_page("campaign/data.py").run()
    numbered = b",id,fig,grape,plum\n0,x,1,2,3\n1,y,4,0,1\n2,z,0,3,2\n"
    put(page, "Another gold", numbered=numbered)
    told = "numbered.csv: the first column, which numbers the rows, is left out."
    assert set(reported()) == {*of_runs, told}
    # They are in the file that opens these data elsewhere.
    (packed,) = (make() for name, make in pressed.items() if name.startswith("workspace-"))
    put(page, "Another gold", again=GOLD)
    assert set(reported()) == set(of_runs)
    uploading.put(page, "Gold", {"w.zip": packed})
    page.switch_page("campaign/report.py").run()
    page.selectbox(key="data").set_value("mine (2)").run()
    assert set(reported()) == {*of_runs, told}


#: People and judges in one long table; one rating is no class.
TOGETHER = b"""item,rater,rating
x,ann,1
x,bob,3
x,j1,2
x,j2,3
y,ann,2
y,bob,2
y,j1,1
y,j2,99
z,ann,3
z,j1,3
z,j2,3
"""


def test_people_and_judges_in_one_table_are_told_apart_where_the_visitor_says_so(start, pressed):
    page = start("data")
    page.session_state["opened"] = WORKSPACES.of("")
    put(page, "Gold", both=TOGETHER)
    assert "'99' (1 rating)" in words(page)
    assert "both" not in page.session_state["opened"]
    page.text_input(key="ratings that are no class").set_value("NA, 99").run()
    put(page, "Gold", both=TOGETHER)
    everybody = data(page, "both").collections["both"]
    assert (everybody.raters, everybody.runs) == (("ann", "bob", "j1", "j2"), {})
    assert everybody.votes.tolist() == [[1, 1, 2], [1, 2, 0], [0, 0, 3]]
    judges = page.multiselect(key="judges of both")
    assert judges.value == []
    judges.set_value(["j1", "j2"]).run()
    apart = data(page, "both").collections["both"]
    assert (apart.raters, list(apart.runs)) == (("ann", "bob"), ["j1", "j2", "Panel"])
    assert apart.votes.tolist() == [[1, 0, 1], [0, 2, 0], [0, 0, 1]]
    assert apart.missing["j2"].tolist() == [False, True, False]
    # Saved and opened by another visitor, where the choice is as it was and may be another.
    (packed,) = (make() for name, make in pressed.items() if name.startswith("workspace-"))
    page = start("data")
    page.session_state["opened"] = WORKSPACES.of("")
    uploading.put(page, "Gold", {"both.zip": packed})
    assert page.multiselect(key="judges of both").value == ["j1", "j2"]
    # A class that nobody chose, and everybody people again.
    page.text_input(key="classes of both").set_value("0, 1, 2, 3, 4").run()
    assert data(page, "both").collections["both"].votes[0].tolist() == [0, 1, 0, 1, 0]
    page.multiselect(key="judges of both").set_value([]).run()
    again = data(page, "both").collections["both"]
    assert again.raters == everybody.raters
    assert again.votes[0].tolist() == [0, 1, 1, 2, 0]
    page.text_input(key="classes of both").set_value("1, 2").run()
    assert "not among those given" in words(page)


def test_nobody_is_left_where_all_raters_are_judges(start):
    page = start("data")
    page.session_state["opened"] = WORKSPACES.of("")
    put(page, "Gold", both=TOGETHER.replace(b",99", b",2"))
    page.multiselect(key="judges of both").set_value(["ann", "bob", "j1", "j2"]).run()
    assert "without the judges nobody rated anything" in words(page)
    assert data(page, "both").collections["both"].runs == {}


def test_runs_of_several_data_sets_get_one_name_where_their_files_say_so(page):
    """As T_zh.csv and T_en.csv; a run of one data set alone keeps its name."""
    for language, ids in (("zh", "xy"), ("en", "uv")):
        (one, two) = ids
        gold = f"id,low,mid,high\n{one},1,2,3\n{two},2,3,1\n".encode()
        run = f"id,low,mid,high\n{one},2,2,2\n{two},1,3,2\n".encode()
        put(page, "Gold", **{f"gold_{language}": gold})
        put(page, "Run files", **{f"T_{language}": run})
    put(page, "More run files", only_en=run.replace(b"2,2,2", b"1,4,1"))
    assert data(page, "gold_en").runs == ["T_en", "only_en"]
    page.button(key="one name").click().run()
    assert not page.exception
    assert data(page, "gold_en").runs == ["T", "only_en"]
    assert data(page, "gold_zh").runs == ["T"]
    assert data(page, "gold_zh").renamed == {"T_zh": "T"}
    assert not any(each.key == "one name" for each in page.button)
    # The same files, opened again, and the name given back by hand.
    page.selectbox(key="run to rename of gold_zh").set_value("T").run()
    page.text_input(key="name of T of gold_zh").set_value("T_zh").run()
    assert data(page, "gold_zh").renamed == {}
    assert any(each.key == "one name" for each in page.button)


def test_the_leaderboard_has_means_over_collections_that_are_ticked(page):
    put(page, "Gold", second=GOLD.replace(b"4,0,1", b"0,0,5"))
    put(page, "Run files", b=OTHER, a=RUN)
    page.switch_page("campaign/leaderboard.py").run()
    page.selectbox(key="data").set_value("mine").run()

    def over():
        shown = [each.value for each in page.dataframe]
        return [each for each in shown if each.index.name == "run" and each.columns[0] == "NMD"]

    assert over() == []
    further = next(each for each in page.multiselect if each.label == "More data sets")
    further.set_value([each for each in further.options if each.startswith("second/")]).run()
    assert not page.exception
    (means,) = over()
    # Of b, x has (.25/3 + .25)/2 and z (.1 + .3)/2 in both; y (.5 + .1)/2, and (.3 + .7)/2.
    expected = ((0.5 / 3 + 0.3 + 0.2) / 3 + (0.5 / 3 + 0.5 + 0.2) / 3) / 2
    assert list(means.index) == ["b", "a"]
    assert means["NMD"]["b"] == f"{expected:.4f}"


def test_the_leaderboard_has_means_of_each_collection_and_each_scale(page):
    """Each run gives all to the highest of five classes; NMD is its distance, over 4."""

    def annotated(**ratings):
        return json.dumps([{"id": "d", "annotations": [{"quality": ratings}]}])

    def estimated(**shares):
        return json.dumps([{"id": "d", "quality": {k: {"2": each, "1": 1 - each}
                                                   for k, each in shares.items()}}])  # fmt: skip

    far = {"zh": {"A": 2, "S": 1}, "en": {"A": 0, "S": -2}}
    for name, ratings in far.items():
        uploading.put(page, "Gold", {f"{name}.json": annotated(**ratings)})
        runs = {f"{run}.json": estimated(A=share, S=share) for run, share in (("a", 1), ("b", 0))}
        uploading.put(page, "Run files", runs)
    page.switch_page("campaign/leaderboard.py").run()
    page.selectbox(key="data").set_value("zh").run()
    further = next(each for each in page.multiselect if each.label == "More data sets")
    further.set_value(["en/A", "en/S"]).run()
    next(each for each in page.button_group if "A" in each.options).set_value(["A", "S"])
    page.run()
    assert not page.exception
    found, over = {}, ""
    for each in page.main:
        if each.type == "markdown" and "scores averaged over " in each.value:
            over = each.value.split("averaged over ")[1].split(", which")[0]
        elif each.type == "dataframe" and over:
            found[over], over = dict(each.value["NMD"]), ""
    assert found == {
        "zh A, zh S, en A, en S": {"a": "0.4375", "b": "0.3125"},
        "zh A, zh S": {"a": "0.1250", "b": "0.1250"},
        "en A, en S": {"a": "0.7500", "b": "0.5000"},
        "zh A, en A": {"a": "0.2500", "b": "0.2500"},
        "zh S, en S": {"a": "0.6250", "b": "0.3750"},
    }


def test_which_scores_of_a_matrix_are_better_is_told_where_no_registry_says_it(page):
    scores = b"id,R1,R2\ni1,0.105,0.213\ni2,0.318,1.7\n"
    put(page, "Or score matrices", own=scores, accuracy=scores, NMD=scores)
    told = "larger is better by Accuracy, as its name says"
    assert "smaller is better by own until you say otherwise, as its name says nothing" in words(
        page
    )
    assert told.casefold() not in words(page).casefold()
    put(page, "Or score matrices", F1=scores)
    assert "larger is better by F1, as its name says." in words(page)


def test_what_was_understood_of_folders_is_proposed_and_confirmed(page):
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w") as files:
        for team, text in (("ALTO", RUN), ("BIRCH", OTHER)):
            files.writestr(f"{team}/run1/quality_zh.csv", text)
    put(page, "Gold", third=GOLD)
    uploading.put(page, "Run files", {"sent.zip": archive.getvalue()})
    (table,) = (each.value for each in page.dataframe if "language" in each.value)
    shown = table.set_index("run")[["team", "file", "language"]].to_dict("index")
    assert shown == {
        f"{team}-run1": {
            "team": team, "file": f"sent.zip/{team}/run1/quality_zh.csv", "language": "zh"
        }
        for team in ("ALTO", "BIRCH")
    }  # fmt: skip
    assert data(page, "third").described == ()
    page.button(key="confirm third").click().run()
    assert not page.exception
    assert [each.team for each in data(page, "third").described] == ["ALTO", "BIRCH"]
    assert "confirm third" not in [each.key for each in page.button]
