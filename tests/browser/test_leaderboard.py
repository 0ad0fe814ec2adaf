"""The leaderboard of a report: every number read back, links, keys, schemes of colour, widths."""

import re
from itertools import combinations

import numpy as np
import pytest
from playwright.sync_api import Page, expect

from oq_core import Options, analyse
from oq_core.campaign import html_report
from oq_core.campaign.publishing.leaderboard import WORST, Leaderboard
from tests.browser.test_accessibility import AXE, RUN
from tests.campaign.made import scores

# The rows of the table as they are seen, with the ends of each line that is drawn.
ROWS = """() => [...document.querySelectorAll(".board > tbody > tr[data-run]")].map((row) => ({
  rank: row.querySelector(".rank strong").innerText,
  places: row.querySelector(".rank .of")?.innerText,
  run: row.querySelector(".long").innerText,
  mean: row.querySelector("td.mean").innerText,
  ends: row.querySelector(".interval span").innerText,
  drawn: ["x1", "x2"].map((end) => Number(row.querySelector("line.range").getAttribute(end))),
  point: Number(row.querySelector("line.mean").getAttribute("x1")),
  groups: [...row.querySelectorAll("rect")].map((bar) => Number(bar.getAttribute("x"))),
}))"""


@pytest.fixture(scope="module")
def analysis():
    """Two data sets with names that are hard to print; under one measure larger is better."""
    made = {"gold <A>": scores(17, 3, 40), 'gold S & "T"': scores(15, 3, 40, seed=1)}
    turned = made["gold <A>"]
    object.__setattr__(turned, "larger_is_better", (False, True, False))
    return analyse(made, Options(trials=300, splits=5, samples=50))


@pytest.fixture(scope="module")
def address(analysis, tmp_path_factory):
    file, board = tmp_path_factory.mktemp("site") / "leaderboard.html", Leaderboard(analysis)
    file.write_text(
        '<!doctype html><html lang="en"><meta charset="utf-8"><title>Leaderboard</title>'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        "<style>:root { color-scheme: light dark } body { background: Canvas; color: CanvasText; "
        f"font: 16px/1.5 sans-serif; overflow-wrap: anywhere }} {board.css}</style>"
        f"<main><h1>Leaderboard</h1>{board.html}"
    )
    return file.as_uri()


@pytest.fixture
def page(browser, address):
    """The page, which asks for nothing else and says nothing to the console."""
    context = browser.new_context(viewport={"width": 1440, "height": 900})
    page = context.new_page()
    told, asked = [], []
    page.on("console", lambda message: told.append(message.text))
    page.on("pageerror", lambda error: told.append(str(error)))
    page.on("request", lambda request: asked.append(request.url.partition("#")[0]))
    page.goto(address)
    yield page
    context.close()
    assert told == []
    assert set(asked) == {address}


def test_each_cell_and_interval_is_what_was_computed(page: Page, analysis):
    for data in analysis.data_sets:
        page.get_by_label("Data").select_option(data.name)
        for k, key in enumerate(data.scores.measures):
            page.get_by_label("Measure", exact=True).select_option(key)
            expect(page.locator("th.number", has_text=f"Mean {key}")).to_be_visible()
            rows = page.evaluate(ROWS)
            board = data.board
            of_run = {run: place for place, run in enumerate(data.scores.runs)}
            places = [of_run[row["run"]] for row in rows]
            assert sorted(places) == list(range(len(of_run)))
            ranks = board.ranks[k][places].tolist()
            assert [int(row["rank"]) for row in rows] == ranks == sorted(ranks)
            assert [row["places"] for row in rows] == [
                f"{board.rank_low[k, j]:.0f} to {board.rank_high[k, j]:.0f}" for j in places
            ]
            assert [row["mean"] for row in rows] == [f"{board.means[k, j]:.4f}" for j in places]
            assert [row["ends"] for row in rows] == [
                f"{board.low[k, j]:.4f} to {board.high[k, j]:.4f}" for j in places
            ]
            # What is drawn lies on one axis with what is told.
            low, high = board.low[k].min(), board.high[k].max()
            told = np.array([board.low[k], board.means[k], board.high[k]])[:, places]
            seen = np.array([[r["drawn"][0], r["point"], r["drawn"][1]] for r in rows]).T
            assert np.abs(seen / 100 * (high - low) + low - told).max() < 2e-4
            # Two runs share a column of bars unless they differ significantly.
            for a, b in combinations(range(len(rows)), 2):
                share = bool(set(rows[a]["groups"]) & set(rows[b]["groups"]))
                assert share == (data.p_values[k][places[a], places[b]] > 0.05)


def test_two_measures_stand_side_by_side(page: Page, analysis):
    data = analysis.data_sets[0]
    page.get_by_label("Beside it").select_option("RNOD")
    expect(page.get_by_text("NMD and RNOD rank the 17 runs")).to_contain_text(
        f"τ-a = {data.taus[0, 2]:.3f}"
    )
    ranks = {key: dict(zip(data.scores.runs, data.board.ranks[k].tolist(), strict=True))
             for k, key in enumerate(data.scores.measures)}  # fmt: skip
    for ours, other in (("NMD", "RNOD"), ("RNOD", "NMD")):
        items = page.get_by_role("list", name=f"by {ours}").get_by_role("listitem")
        told = items.evaluate_all(
            "all => all.map((each) => [each.dataset.run, each.querySelector('.place').innerText,"
            " each.querySelector('.of').innerText])"
        )
        assert [run for run, *_ in told] == sorted(ranks[ours], key=lambda run: ranks[ours][run])
        for run, place, beside in told:
            assert int(place) == ranks[ours][run]
            assert beside == f"by {other} {ranks[other][run]}"
    # Each line goes from a run's row to its row on the other side.
    lines = page.locator(".pair path").evaluate_all(
        "all => all.map((each) => [each.getAttribute('d'), each.className.baseVal])"
    )
    left, right = (sorted(ranks[key], key=lambda run: ranks[key][run]) for key in ("NMD", "RNOD"))
    for row, (run, (path, name)) in enumerate(zip(left, lines, strict=True)):
        start, end = (float(re.findall(r"[\d.]+", path)[place]) for place in (1, -1))
        assert (start, end) == (row + 0.5, right.index(run) + 0.5)
        change = ranks["NMD"][run] - ranks["RNOD"][run]
        assert name == ("up" if change > 0 else "down" if change < 0 else "")


def test_a_run_is_opened_by_keys_and_its_address_restores_it(page: Page, analysis):
    data = analysis.data_sets[0]
    k, place = 1, 14
    run = data.scores.runs[place]
    page.get_by_label("Measure", exact=True).select_option(data.scores.measures[k])
    link = page.get_by_role("link", name=run)
    link.focus()
    page.keyboard.press("Enter")
    expect(link).to_have_attribute("aria-expanded", "true")
    expect(link).to_be_focused()
    column = data.scores.values[k][:, place]
    worst = np.argsort(column, kind="stable")[:WORST]  # larger is better
    read = page.locator(".worst tbody tr").evaluate_all(
        "all => all.map((row) => [...row.children].map((cell) => cell.innerText))"
    )
    assert read == [
        [data.scores.ids[i], f"{column[i]:.4f}", f"{data.scores.values[k][i].mean():.4f}"]
        for i in worst
    ]
    better = data.p_values_of_all[k][place] <= 0.05
    larger = data.scores.means[k][place] > data.scores.means[k]
    expect(page.locator(".detail")).to_contain_text(
        f"significantly better than {(better & larger).sum()} and significantly worse than "
        f"{(better & ~larger).sum()} of"
    )
    before = page.locator("#leaderboard").inner_text()
    page.reload()
    assert page.locator("#leaderboard").inner_text() == before
    page.keyboard.press("Tab")
    page.get_by_role("link", name=run).press("Enter")
    expect(page.locator(".detail")).to_have_count(0)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_everyone_can_read_it(browser, address, scheme):
    context = browser.new_context(color_scheme=scheme)
    page = context.new_page()
    for view in ("#run=TEAM00-run0", "#beside=RNOD&run=TEAM00-run0"):
        page.goto("about:blank")
        page.goto(address + view)
        for width in (1440, 1024, 390):
            page.set_viewport_size({"width": width, "height": 800})
            assert page.evaluate("document.documentElement.scrollWidth") <= width
        page.evaluate(AXE)
        assert page.evaluate(RUN, None) == []
        small = page.locator("#leaderboard :is(select, button)").evaluate_all(
            "all => all.map((each) => each.offsetHeight).filter((high) => high && high < 44)"
        )
        assert small == []
    context.close()


def test_the_report_shows_plain_tables_where_there_is_no_leaderboard(browser, analysis, tmp_path):
    file = tmp_path / "report.html"
    file.write_text(html_report(analysis))
    for media, scripts in (("screen", True), ("print", True), ("screen", False)):
        context = browser.new_context(java_script_enabled=scripts)
        page = context.new_page()
        page.emulate_media(media=media)
        page.goto(file.as_uri())
        expect(page.get_by_text("Mean scores of all runs").first).to_be_visible(
            visible=media == "print" or not scripts
        )
        expect(page.locator(".board")).to_have_count(int(scripts))
        if scripts:
            expect(page.locator(".board")).to_be_visible(visible=media == "screen")
        context.close()
