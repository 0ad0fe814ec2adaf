"""Names of runs over all collections of a campaign."""

from hypothesis import assume, given
from hypothesis import strategies as st

from oq_core.campaign.computing.several import names_over

TEAMS = st.sampled_from(["ALTO", "hier", "BL", "Team 7", "ES"])
PLACES = st.tuples(TEAMS, st.integers(0, 3))
LANGUAGES = {"Chinese": "cn", "English": "en"}


def path(team, run, language):
    return f"{team}/run{run}/quality_{language}.json"


@given(st.lists(PLACES, unique=True, min_size=1), st.lists(PLACES, unique=True, min_size=1))
def test_a_run_has_one_name_and_no_other_has_it(first, second):
    # Of a collection with a single team that is called as a language, nobody can tell which it is.
    assume(all({team for team, _ in places} != {"ES"} for places in (first, second)))
    given_names = {
        name: {f"old {place}": path(*place, LANGUAGES[name]) for place in places}
        for name, places in zip(LANGUAGES, (first, second), strict=True)
    }
    found = names_over(given_names)
    called = [
        {place: found[name][f"old {place}"] for place in places}
        for name, places in zip(LANGUAGES, (first, second), strict=True)
    ]
    for names in called:
        assert len(set(names.values())) == len(names)
    every = {**called[0], **called[1]}
    assert all(every[place] == name for names in called for place, name in names.items())
    assert len(set(every.values())) == len(every)
    # A team is told wherever there are two, and no language is.
    if len({team for team, _ in every}) > 1:
        assert all(team in name for (team, _), name in every.items())
    assert not any(name.endswith(("cn", "en")) for name in every.values())


def test_runs_that_only_their_language_tells_apart_keep_their_names():
    names = {"one": {"a": "T/en/1.json", "b": "T/en-1.json"}, "two": {"c": "T/zh.json"}}
    assert names_over(names) == {name: {run: run for run in each} for name, each in names.items()}


def test_subtasks_are_told_like_languages():
    names = {
        "quality": {"x": "T/quality.json", "y": "U/quality.json"},
        "nugget": {"x": "T/nugget.json"},
    }
    assert names_over(names) == {"quality": {"x": "T", "y": "U"}, "nugget": {"x": "T"}}


def test_a_run_has_one_name_where_only_some_files_name_the_language():
    names = {
        "Task 1": {"a": "T/2/quality_zh.json", "b": "U/run1.json", "c": "HI/run1-zh.json"},
        "Task 2": {"d": "T/2/quality_en.json", "e": "U/run1.json", "f": "HI/run1.json"},
    }
    assert names_over(names) == {
        "Task 1": {"a": "T-2-quality", "b": "U-run1", "c": "HI-run1"},
        "Task 2": {"d": "T-2-quality", "e": "U-run1", "f": "HI-run1"},
    }


@given(st.sets(PLACES, min_size=1), st.data())
def test_languages_in_some_names_alone_change_no_name(places, data):
    """Whichever files name the language of their collection, a run has one name."""
    spoken = {place: data.draw(st.tuples(st.booleans(), st.booleans())) for place in places}
    given_names = {
        name: {
            str((team, run)): f"{team}/run{run}" + f"-{language}" * spoken[team, run][number]
            for team, run in places
        }
        for number, (name, language) in enumerate(LANGUAGES.items())
    }
    first, second = names_over(given_names).values()
    assert first == second
    assert len({*first.values()}) == len(places)


def test_a_language_that_tells_a_run_stays_in_its_name():
    names = {
        "zh": {"a": "mBERT-zh.json", "b": "mBERT.json"},
        "en": {"a": "mBERT-zh.json", "c": "XLM-zh.json", "e": "BL.json"},
        "ja": {"d": "XLM.json"},
    }
    assert names_over(names) == {
        "zh": {"a": "mBERT-zh", "b": "mBERT"},
        "en": {"a": "mBERT-zh", "c": "XLM-zh", "e": "BL"},
        "ja": {"d": "XLM"},
    }
