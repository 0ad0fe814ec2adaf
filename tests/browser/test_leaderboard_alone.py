"""All that a leaderboard shows after any choices, of data made by hand."""

import json
import random
import re
from typing import Any
from urllib.parse import parse_qsl, urlencode, urlsplit

import pytest

from tests.browser.alone import Alone
from tests.conftest import ROOT

#: leaderboard.js, and how it looks.
FOLDER = ROOT / "oq_core" / "campaign" / "publishing"
SHOWN = """
() => {
  const root = document.getElementById("leaderboard");
  const all = (selector, place = root) => [...place.querySelectorAll(selector)];
  const texts = (selector, place) => all(selector, place).map((each) => each.textContent);
  const own = (each, ...names) => names.map((name) => each.getAttribute(name));
  const numbers = (text) => text.match(/[\\d.]+/g).map(Number);
  return {
    choices: all("select").map((list) => [list.labels[0].textContent, list.value,
      texts("option", list), all("[selected]", list).length]),
    answer: texts(".answer"),
    heads: all(".board > thead th").map((each) => [each.textContent, ...own(each, "aria-sort")]),
    rows: all(".board > tbody > tr[data-run]").map((row) => ({
      run: row.dataset.run, current: row.getAttribute("aria-current"),
      link: all("a", row).map((each) => [...texts("span", each), each.title,
        ...own(each, "aria-expanded", "href")])[0],
      rank: [texts(".rank strong", row)[0], ...texts(".rank .of", row)],
      kind: texts(".kind", row), team: texts(".team", row), mean: texts(".mean", row)[0],
      interval: [texts(".interval span", row)[0], ...all(".interval line", row).map((each) =>
        ["x1", "x2"].map((end) => Number(each.getAttribute(end))))],
      groups: [texts(".groups .of", row)[0] ?? null, ...all(".groups svg", row).map((each) =>
        each.getAttribute("aria-label")), ...all("rect", row).map((each) =>
        Number(each.getAttribute("x")))],
    })),
    beside: all(".board > tbody > tr.beside").map((row) => texts("th, td", row)),
    details: all(".detail").map((each) => [each.previousElementSibling?.dataset.run ?? null,
      texts("p", each), texts("caption", each), all(".worst tbody tr", each).map((row) =>
        texts("th, td", row)), all(".worst thead th", each).map((head) => head.className)]),
    lists: all("ol").map((list) => [list.getAttribute("aria-label"), all("li", list).map((item) =>
      [item.dataset.run, item.getAttribute("aria-current"),
        ...texts(".place, .kind, .mean, .of", item), all("a", item)[0].dataset.key])]),
    lines: all(".pair svg path").map((path) => [path.getAttribute("class"),
      numbers(path.getAttribute("d")).filter((_, at) => at === 1 || at === 7)]),
    said: texts(":scope > p"), note: texts(".board > caption"),
    unseen: all("svg:not([role=img])").every((each) => each.getAttribute("aria-hidden") === "true"),
    nothing: all("*").filter((each) => each.getAttributeNames().some((name) =>
      ["undefined", "false"].includes(each.getAttribute(name)) && name !== "aria-expanded")).length,
  };
}
"""


def run(name: str, team: str, **also: Any) -> dict[str, Any]:
    return {"run": f"id {name}", "name": f"{name} <b>", "short": name, "team": team,
            "words": f"About {name}.", "baseline": False} | also  # fmt: skip


def measure(key: str, ranks: list[int], **also: Any) -> dict[str, Any]:
    """A record whose numbers are all different, but for ranks."""
    count = len(ranks)
    means = [0.1 * rank + 0.01 * place for place, rank in enumerate(ranks)]
    return {
        "key": key, "better": "Smaller", "answer": f"The best by {key}.", "rank": ranks,
        **{name: [f"{mean + by:.4f}" for mean in means]
           for name, by in (("low", -0.05), ("mean", 0), ("high", 0.07))},
        "from": [rank - 1 for rank in ranks], "to": [rank + 2 for rank in ranks],
        "groups": [[0, 1], list(range(1, count))], "beats": list(range(count)),
        "beaten": list(range(count, 2 * count)), "worst": [[2, 0]] * count,
        "scores": [[f"0.9{place}", f"0.8{place}"] for place in range(count)],
        "means": ["0.11", "0.22", "0.33"], "beside": ["0.7654"],
    } | also  # fmt: skip


def data_set(name: str, runs: list[int], *measures: dict[str, Any]) -> dict[str, Any]:
    count = len(measures)
    return {"name": name, "runs": runs, "ids": ["i1", "i2", "i3"], "tested": f"Tested {name}.",
            "beside": [0], "rule": "Intervals.", "tau": "τ-a", "measures": list(measures),
            "taus": [[f"0.{i}{j}" for j in range(count)] for i in range(count)]}  # fmt: skip


RUNS = [run("zeta", "T2"), run("alpha", "T1"), run("mean", "T1"), run("base", "", baseline=True),
        run("beta", "T2")]  # fmt: skip
LONE = [run(each, "") | {"team": f"{each} <b>"} for each in ("one", "two")]
DATA = {
    "many": {
        "level": "90 %",
        "runs": RUNS,
        "sets": [
            data_set("S & E", [4, 0, 1, 2, 3], measure("NMD", [2, 1, 4, 2, 5]),
                     measure("RNOD", [1, 3, 3, 5, 2], groups=[[0], [1], [2, 3]], better="Larger")),
            data_set("A", [1, 0, 3], measure("NMD", [2, 1, 2], low=["", "0.1", "0.2"],
                     mean=["", "0.2", "0.3"], high=["", "0.3", "0.4"], **{"from": [], "to": []})),
        ],
    },
    "one": {"level": "95 %", "runs": LONE, "sets": [
        data_set("only", [1, 0], measure("JSD", [1, 1], groups=[[0]], low=["0.2"] * 2,
                                         mean=["0.2"] * 2, high=["0.2"] * 2)),
    ]},
}  # fmt: skip


class Twin:
    """What is to be shown for what the address holds."""

    def __init__(self, data: dict[str, Any]) -> None:
        self.data = data

    def chosen(self, address: str) -> dict[str, str]:
        """Whatever is unknown is passed over."""
        given = dict(parse_qsl(urlsplit(address).fragment))
        of_set = next((each for each in self.data["sets"] if each["name"] == given.get("scale")),
                      self.data["sets"][0])  # fmt: skip
        keys = [each["key"] for each in of_set["measures"]]
        runs = [self.data["runs"][at] for at in of_set["runs"]]
        key = given.get("measure") if given.get("measure") in keys else keys[0]
        allowed = {"beside": set(keys) - {key}, "team": {each["team"] for each in runs},
                   "sort": {f"{way}{by}" for way in ("", "-") for by in ("rank", "name", "team")},
                   "run": {each["run"] for each in runs}}  # fmt: skip
        found = {name: given[name] for name in allowed if given.get(name) in allowed[name]}
        return {"scale": of_set["name"], "measure": key, "beside": "", "team": "", "sort": "rank",
                "run": "", **found}  # fmt: skip

    def address(self, chosen: dict[str, str], **changes: str) -> str:
        now = chosen | changes
        told = {
            name: value
            for name, value in now.items()
            if name in ("scale", "measure") or (value and (name, value) != ("sort", "rank"))
        }
        return f"#{urlencode(told)}"

    def shows(self, address: str) -> dict[str, Any]:
        chosen = self.chosen(address)
        of_set = next(each for each in self.data["sets"] if each["name"] == chosen["scale"])
        runs = [self.data["runs"][at] for at in of_set["runs"]]
        by_key = {each["key"]: each for each in of_set["measures"]}
        now, beside = by_key[chosen["measure"]], by_key.get(chosen["beside"])
        sign, by = (-1, chosen["sort"][1:]) if chosen["sort"][0] == "-" else (1, chosen["sort"])
        values = {"rank": lambda at: (now["rank"][at],), "name": lambda at: (runs[at]["name"],),
                  "team": lambda at: (runs[at]["team"], now["rank"][at])}[by]  # fmt: skip
        # Ties stay in the order of the data, whichever way.
        order = sorted(range(len(runs)), key=values, reverse=sign < 0)
        order = [at for at in order if not chosen["team"] or runs[at]["team"] == chosen["team"]]
        teams = sorted({each["team"] for each in runs} - {""})
        choices = [
            ["Data", chosen["scale"], [each["name"] for each in self.data["sets"]], 1],
            ["Measure", chosen["measure"], list(by_key), 1],
            ["Beside it", chosen["beside"],
             ["no other measure", *(key for key in by_key if key != chosen["measure"])], 1],
            ["Team", chosen["team"], ["all teams", *teams], 1],
        ]  # fmt: skip
        many = [len(self.data["sets"]) > 1, True, len(by_key) > 1, len(teams) > 1]
        is_open = next((at for at in order if runs[at]["run"] == chosen["run"]), None)
        if beside:
            is_open = next((a for a, r in enumerate(runs) if r["run"] == chosen["run"]), None)
        has_teams = any(each["team"] != each["name"] for each in runs)
        found: dict[str, Any] = {
            "choices": [each for each, is_there in zip(choices, many, strict=True) if is_there],
            "answer": [now["answer"]], "heads": [], "rows": [], "details": [], "lists": [],
            "beside": [],
            "lines": [], "said": [now["answer"], of_set["tested"], of_set["rule"]],
            "unseen": True, "nothing": 0, "note": [],
        }  # fmt: skip
        if is_open is not None:
            told = self.details(of_set, now, is_open)
            found["details"] = [[None if beside else chosen["run"], *told]]
        if beside:
            return found | self.pair(of_set, now, beside, order, chosen, found["said"])
        level = self.data["level"]
        found["note"] = [
            f"{now['better']} is better. Below a rank: where {level} of resamples have it. Runs "
            "with a bar in the same column of Groups do not differ significantly."
        ]
        sorts = {"rank": "Rank", "name": "Run", "team": "Team"}
        found["heads"] = [
            [word, None if each != by else "descending" if sign < 0 else "ascending"]
            for each, word in sorts.items() if each != "team" or has_teams
        ]  # fmt: skip
        found["heads"] += [
            [each, None] for each in (f"Mean {now['key']}", f"{level} interval", "Groups")
        ]
        every = [float(each) for name in ("low", "mean", "high") for each in now[name] if each]
        low, wide = min(every), (max(every) - min(every)) or 1
        for at in order:
            is_chosen = runs[at]["run"] == chosen["run"]
            in_groups = [g for g, group in enumerate(now["groups"]) if at in group]
            ends = [pytest.approx(100 * (float(now[name][at] or 0) - low) / wide)
                    for name in ("low", "high", "mean")]  # fmt: skip
            name, few = runs[at]["name"], "s" * (len(in_groups) > 1)
            words = ", ".join(str(group + 1) for group in in_groups)
            next_run = "" if is_chosen else runs[at]["run"]
            found["rows"].append({
                "run": runs[at]["run"], "current": "true" if is_chosen else None,
                "link": [name, runs[at]["short"], name, str(is_chosen).lower(),
                         self.address(chosen, run=next_run)],
                "rank": [str(now["rank"][at]), *([f"{now['from'][at]} to {now['to'][at]}"]
                                                 if now["from"] else [])],
                "kind": ["baseline"] * runs[at]["baseline"],
                "team": [runs[at]["team"]] * has_teams, "mean": now["mean"][at],
                "interval": [f"{now['low'][at]} to {now['high'][at]}", ends[:2], [ends[2]] * 2]
                if now["low"][at] else ["undefined"],
                "groups": [None, f"group{few} {words}", *(8 * group + 1 for group in in_groups)]
                if in_groups else ["not tested"],
            })  # fmt: skip
        found["beside"] = [
            [
                "",
                f"{self.data['runs'][at]['name']} not among the runs",
                *[""] * has_teams,
                mean,
                "",
                "",
            ]
            for at, mean in zip(of_set["beside"], now["beside"], strict=False)
            if not chosen["team"]
        ]
        return found

    def details(self, of_set: Any, now: Any, at: int) -> list[Any]:
        one = self.data["runs"][of_set["runs"][at]]
        team = f" of {one['team']}" if one["team"] else ""
        said = [f"{one['name']}{team}{', a baseline' * one['baseline']}. {one['words']}"]
        ranks = ", ".join(f"{each['key']} {each['rank'][at]}" for each in of_set["measures"])
        said.append(f"Ranks: {ranks}.")
        if any(at in group for group in now["groups"]):
            said.append(
                f"By {now['key']} it is significantly better than {now['beats'][at]} and "
                f"significantly worse than {now['beaten'][at]} of the tested runs."
            )
        rows = [[of_set["ids"][row], now["scores"][at][number], now["means"][row]]
                for number, row in enumerate(now["worst"][at])]  # fmt: skip
        heads = ["", "number", "number"]
        return [said, [f"Its worst instances by {now['key']}"], rows, heads]

    def pair(self, of_set: Any, now: Any, beside: Any, order: Any, chosen: Any, said: Any) -> Any:
        runs = [self.data["runs"][at] for at in of_set["runs"]]
        sides = [sorted(order, key=lambda at: (each["rank"][at], at)) for each in (now, beside)]
        lists, keys = [], [each["key"] for each in of_set["measures"]]
        for key, one, other, side in (("left", now, beside, sides[0]),
                                      ("right", beside, now, sides[1])):  # fmt: skip
            items = [
                [runs[at]["run"], "true" if runs[at]["run"] == chosen["run"] else None,
                 str(one["rank"][at]), *["baseline"] * runs[at]["baseline"], one["mean"][at],
                 f"by {other['key']} {other['rank'][at]}",
                 f"{key} {runs[at]['run']}"]
                for at in side
            ]  # fmt: skip
            lists.append([f"by {one['key']}", items])
        lines = []
        for row, at in enumerate(sides[0]):
            change = now["rank"][at] - beside["rank"][at]
            name = "up" if change > 0 else "down" if change < 0 else ""
            name += " chosen" * (runs[at]["run"] == chosen["run"])
            lines.append([name, [row + 0.5, sides[1].index(at) + 0.5]])
        tau = of_set["taus"][keys.index(now["key"])][keys.index(beside["key"])]
        told = [f"{now['key']} and {beside['key']} rank the {len(runs)} runs with Kendall's τ-a = "
                f"{tau}.", f"Whole lines go to runs with a better rank by {beside['key']}, broken "
                "ones to runs with a worse one."]  # fmt: skip
        return {"lists": lists, "lines": lines, "said": [said[0], *told, *said[1:]]}


@pytest.mark.parametrize("case", DATA)
def test_after_any_choices_all_that_is_shown_is_what_is_in_the_page(alone: Alone, case: str):  # noqa: PLR0915
    data, page = DATA[case], alone.page
    page.evaluate(
        """([data, css]) => {
          document.body.innerHTML = `<style>${css}</style>
            <div class="leaderboard" id="leaderboard"></div>
            <script type="application/json" id="leaderboard-data"></script>`;
          document.getElementById("leaderboard-data").textContent = data;
          window.scrolled = 0;
          Element.prototype.scrollIntoView = () => { scrolled += 1; };
        }""",
        [json.dumps(data), (FOLDER / "leaderboard.css").read_text()],
    )
    page.evaluate((FOLDER / "leaderboard.js").read_text())
    twin, chance = Twin(data), random.Random(case)
    name_of = "document.activeElement?.dataset.key ?? null"

    def agrees(wanted: str, before: str, focus: str | None) -> None:
        """The address, all that is shown, what has the focus, and whether details are sought."""
        page.wait_for_function("wanted => location.hash === wanted", arg=wanted, polling=20)
        page.evaluate("new Promise((done) => { const { port1, port2 } = new MessageChannel(); "
                      "port1.onmessage = done; port2.postMessage(0); })")  # fmt: skip
        shown = page.evaluate(SHOWN)
        assert shown == twin.shows(wanted)
        assert page.evaluate(name_of) == focus
        is_sought = twin.chosen(before)["run"] != twin.chosen(wanted)["run"]
        sought = page.evaluate("scrolled")
        page.evaluate("scrolled = 0")
        assert sought == int(is_sought and bool(shown["details"]))

    agrees("", "", None)
    for _ in range(40):
        before = page.evaluate("location.hash")
        chosen = twin.chosen(before)
        match chance.choice(("select", "select", "link", "sort", "nonsense")):
            case "select":
                lists = page.locator("select")
                which = lists.nth(chance.randrange(lists.count()))
                key = which.get_attribute("data-key")
                value = chance.choice(which.locator("option").evaluate_all(
                    "all => all.map((each) => each.value)"))  # fmt: skip
                which.focus()
                which.select_option(value)
                run_ = "" if key == "scale" else chosen["run"]
                agrees(twin.address(chosen, **{key: value, "run": run_}), before, key)
            case "link":
                links = page.locator("a")
                which = links.nth(chance.randrange(links.count()))
                key = which.get_attribute("data-key")
                run_ = re.sub("^(run|left|right) ", "", key)
                which.focus()
                which.press("Enter")
                to = "" if run_ == chosen["run"] else run_
                agrees(twin.address(chosen, run=to), before, key)
            case "sort" if not twin.shows(before)["lists"]:
                buttons = page.locator("button")
                which = buttons.nth(chance.randrange(buttons.count()))
                key = which.get_attribute("data-key")
                by = key.removeprefix("sort ")
                which.focus()
                which.press("Enter")
                down = f"-{by}" if chosen["sort"] == by else by
                agrees(twin.address(chosen, sort=down), before, key)
            case _:
                page.evaluate("document.activeElement.blur()")
                wrong = {chance.choice(("scale", "measure", "beside", "team", "sort", "run")):
                         chance.choice(("no", "NMD", "id alpha", "T1", "-team"))}  # fmt: skip
                wanted = f"#{urlencode(chosen | wrong)}"
                page.evaluate("to => { location.hash = to; }", wanted)
                agrees(wanted, before, None)
