// Shows what was written into the page: it orders, filters and draws, and computes no statistic.
(() => {
  const data = JSON.parse(document.getElementById("leaderboard-data").textContent);
  const root = document.getElementById("leaderboard");
  const SVG = "http://www.w3.org/2000/svg";
  const NARROW = matchMedia("(max-width: 700px)");

  // Texts are only ever set as texts, so that no name is read as a tag.
  function make(tag, attributes = {}, ...children) {
    const svg = ["svg", "line", "rect", "path"].includes(tag);
    const element = svg ? document.createElementNS(SVG, tag) : document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) {
      if (value !== undefined && value !== false) element.setAttribute(name, value);
    }
    element.append(...children);
    return element;
  }

  const first = data.sets[0];
  const START = { scale: first.name, measure: first.measures[0].key, beside: "", team: "", sort: "rank", run: "" };
  let chosen = { ...START };

  // The choice stands in the address, in which whatever is unknown is passed over.
  function read() {
    const given = new URLSearchParams(location.hash.slice(1));
    chosen = { ...START };
    const set = data.sets.find((each) => each.name === given.get("scale")) ?? first;
    const keys = set.measures.map((each) => each.key);
    chosen.scale = set.name;
    chosen.measure = keys.includes(given.get("measure")) ? given.get("measure") : keys[0];
    const beside = given.get("beside");
    if (keys.includes(beside) && beside !== chosen.measure) chosen.beside = beside;
    if (set.runs.some((run) => data.runs[run].team === given.get("team"))) chosen.team = given.get("team");
    if (/^-?(rank|name|team)$/.test(given.get("sort") ?? "")) chosen.sort = given.get("sort");
    if (set.runs.some((run) => data.runs[run].run === given.get("run"))) chosen.run = given.get("run");
  }

  function address(changes) {
    const all = { ...chosen, ...changes };
    const said = Object.entries(all).filter(([name, value]) => value && (value !== START[name] || name === "scale" || name === "measure"));
    return `#${new URLSearchParams(said)}`;
  }

  function choice(name, label, options) {
    const list = make("select", { "data-key": name, id: `leaderboard-${name}` });
    for (const [value, text] of options) {
      list.append(make("option", { value, selected: value === chosen[name] ? "" : undefined }, text));
    }
    list.addEventListener("change", () => { location.hash = address({ [name]: list.value, run: name === "scale" ? "" : chosen.run }); });
    return make("div", {}, make("label", { for: list.id }, label), list);
  }

  function choices(set) {
    const measures = set.measures.map((each) => [each.key, each.key]);
    const found = [];
    if (data.sets.length > 1) found.push(choice("scale", "Data", data.sets.map((each) => [each.name, each.name])));
    found.push(choice("measure", "Measure", measures));
    const others = measures.filter(([key]) => key !== chosen.measure);
    if (others.length) found.push(choice("beside", "Beside it", [["", "no other measure"], ...others]));
    const teams = [...new Set(set.runs.map((run) => data.runs[run].team))].filter(Boolean).sort((a, b) => a.localeCompare(b));
    if (teams.length > 1) found.push(choice("team", "Team", [["", "all teams"], ...teams.map((team) => [team, team])]));
    return make("div", { class: "choices" }, ...found);
  }

  // Positions of the set's runs that are shown, in the order that is chosen.
  function shown(set, measure) {
    const about = (place) => data.runs[set.runs[place]];
    const sign = chosen.sort.startsWith("-") ? -1 : 1;
    const by = chosen.sort.replace("-", "");
    const compared = {
      rank: (a, b) => measure.rank[a] - measure.rank[b],
      name: (a, b) => about(a).name.localeCompare(about(b).name),
      team: (a, b) => about(a).team.localeCompare(about(b).team) || measure.rank[a] - measure.rank[b],
    }[by];
    return set.runs
      .map((_, place) => place)
      .filter((place) => !chosen.team || about(place).team === chosen.team)
      .sort((a, b) => sign * compared(a, b) || a - b);
  }

  function link(about) {
    const isChosen = about.run === chosen.run;
    return make("a", {
      href: address({ run: isChosen ? "" : about.run }), "data-key": `run ${about.run}`, title: about.name,
      "aria-expanded": String(isChosen),
    }, make("span", { class: "long" }, about.name), make("span", { class: "short" }, about.short));
  }

  // What stands behind the name of a run that no team submitted to compete.
  const marked = (word) => [" ", make("span", { class: "kind" }, word)];
  const kind = (about) => (about.baseline ? marked("baseline") : []);

  function header(by, text, attributes = {}) {
    const isBy = chosen.sort.replace("-", "") === by;
    const isUp = isBy && !chosen.sort.startsWith("-");
    const button = make("button", { type: "button", "data-key": `sort ${by}` }, text);
    button.addEventListener("click", () => { location.hash = address({ sort: isUp ? `-${by}` : by }); });
    const sorted = isBy ? { "aria-sort": isUp ? "ascending" : "descending" } : {};
    return make("th", { scope: "col", ...attributes, ...sorted }, button);
  }

  function interval(measure, place, ends) {
    const [low, mean, high] = [measure.low[place], measure.mean[place], measure.high[place]];
    if (!low) return make("td", { class: "interval" }, make("span", {}, "undefined"));
    const at = (text) => (100 * (Number(text) - ends[0])) / (ends[1] - ends[0] || 1);
    const line = (from, to, name) => make("line", { class: name, x1: from, x2: to, y1: 6, y2: 6 });
    const drawn = make("svg", { viewBox: "0 0 100 12", preserveAspectRatio: "none", "aria-hidden": "true" },
      line(at(low), at(high), "range"),
      make("line", { class: "mean", x1: at(mean), x2: at(mean), y1: 1, y2: 11 }));
    return make("td", { class: "interval" }, make("span", {}, `${low} to ${high}`), drawn);
  }

  function groupsOf(measure, place) {
    const inside = measure.groups.map((group) => group.includes(place));
    if (!inside.some(Boolean)) return make("td", { class: "groups" }, make("span", { class: "of" }, "not tested"));
    const width = 8 * inside.length;
    const drawn = make("svg", { viewBox: `0 0 ${width} 10`, width, preserveAspectRatio: "none", role: "img",
      "aria-label": `group${inside.filter(Boolean).length > 1 ? "s" : ""} ${inside.flatMap((is, g) => (is ? [g + 1] : [])).join(", ")}` });
    inside.forEach((is, group) => { if (is) drawn.append(make("rect", { x: 8 * group + 1, y: 0, width: 5, height: 10 })); });
    return make("td", { class: "groups", style: `--bars: ${width}px` }, drawn);
  }

  function details(set, measure, place) {
    const about = data.runs[set.runs[place]];
    const found = [make("p", {}, make("strong", {}, about.name), `${about.team ? ` of ${about.team}` : ""}${about.baseline ? ", a baseline" : ""}. ${about.words}`)];
    found.push(make("p", {}, `Ranks: ${set.measures.map((each) => `${each.key} ${each.rank[place]}`).join(", ")}.`));
    if (measure.groups.some((group) => group.includes(place))) {
      found.push(make("p", {}, `By ${measure.key} it is significantly better than ${measure.beats[place]} and significantly worse than ${measure.beaten[place]} of the tested runs.`));
    }
    const rows = measure.worst[place].map((row, number) => make("tr", {},
      make("th", { scope: "row", class: "run" }, set.ids[row]),
      make("td", { class: "number" }, measure.scores[place][number]),
      make("td", { class: "number" }, measure.means[row])));
    found.push(make("table", { class: "worst" },
      make("caption", {}, `Its worst instances by ${measure.key}`),
      make("thead", {}, make("tr", {}, ...["instance", "score", "mean of all runs"].map((text, column) => make("th", { scope: "col", class: column ? "number" : false }, text)))),
      make("tbody", {}, ...rows)));
    return found;
  }

  function board(set, measure) {
    const every = [...measure.low, ...measure.high, ...measure.mean].filter(Boolean).map(Number);
    const ends = [Math.min(...every), Math.max(...every)];
    const hasTeams = set.runs.some((run) => data.runs[run].team !== data.runs[run].name);
    const head = make("tr", {},
      header("rank", "Rank", { class: "number" }), header("name", "Run", { class: "run" }),
      ...(hasTeams ? [header("team", "Team", { class: "team" })] : []),
      make("th", { scope: "col", class: "number" }, `Mean ${measure.key}`),
      make("th", { scope: "col", class: "interval" }, `${data.level} interval`),
      make("th", { scope: "col", class: "groups" }, "Groups"));
    const body = make("tbody");
    for (const place of shown(set, measure)) {
      const about = data.runs[set.runs[place]];
      const isChosen = about.run === chosen.run;
      const range = measure.from.length ? [make("br"), make("span", { class: "of" }, `${measure.from[place]} to ${measure.to[place]}`)] : [];
      body.append(make("tr", { "aria-current": isChosen ? "true" : undefined, "data-run": about.run },
        make("td", { class: "number rank" }, make("strong", {}, String(measure.rank[place])), ...range),
        make("th", { scope: "row", class: "run" }, link(about), ...kind(about)),
        ...(hasTeams ? [make("td", { class: "team" }, about.team)] : []),
        make("td", { class: "number mean" }, measure.mean[place]),
        interval(measure, place, ends), groupsOf(measure, place)));
      if (isChosen) body.append(make("tr", { class: "detail" }, make("td", { colspan: head.children.length }, ...details(set, measure, place))));
    }
    for (const [number, place] of (chosen.team ? [] : set.beside).entries()) {
      body.append(make("tr", { class: "beside" },
        make("td", { class: "number rank" }),
        make("th", { scope: "row", class: "run" }, data.runs[place].name, ...marked("not among the runs")),
        ...(hasTeams ? [make("td", { class: "team" })] : []),
        make("td", { class: "number mean" }, measure.beside[number] || "undefined"),
        make("td", { class: "interval" }), make("td", { class: "groups" })));
    }
    return [make("table", { class: "board" }, make("caption", { class: "note" }, `${measure.better} is better. Below a rank: where ${data.level} of resamples have it.${measure.groups.length ? " Runs with a bar in the same column of Groups do not differ significantly." : ""}`), make("thead", {}, head), body)];
  }

  function pair(set, left, right) {
    const index = (measure) => set.measures.indexOf(measure);
    const sides = [left, right].map((measure) => shown(set, measure).sort((a, b) => measure.rank[a] - measure.rank[b] || a - b));
    const list = (measure, other, places) => make("ol", { "aria-label": `by ${measure.key}` }, ...places.map((place) => {
      const about = data.runs[set.runs[place]];
      const key = measure === left ? "left" : "right";
      const anchor = link(about);
      anchor.dataset.key = `${key} ${about.run}`;
      return make("li", { "aria-current": about.run === chosen.run ? "true" : undefined, "data-run": about.run },
        make("span", { class: "place" }, String(measure.rank[place])), anchor, ...kind(about),
        make("span", { class: "mean" }, measure.mean[place]),
        make("span", { class: "of" }, `by ${other.key} ${other.rank[place]}`));
    }));
    const count = sides[0].length;
    const drawn = make("svg", { viewBox: `0 0 100 ${count}`, preserveAspectRatio: "none", "aria-hidden": "true" });
    sides[0].forEach((place, row) => {
      const end = sides[1].indexOf(place) + 0.5;
      const change = Math.sign(left.rank[place] - right.rank[place]);
      const name = ["down", "", "up"][change + 1] + (data.runs[set.runs[place]].run === chosen.run ? " chosen" : "");
      drawn.append(make("path", { class: name, d: `M0 ${row + 0.5} C50 ${row + 0.5} 50 ${end} 100 ${end}` }));
    });
    const place = set.runs.findIndex((run) => data.runs[run].run === chosen.run);
    return [
      make("p", {}, `${left.key} and ${right.key} rank the ${set.runs.length} runs with Kendall's ${set.tau} = ${set.taus[index(left)][index(right)]}.`),
      make("p", { class: "note key" }, make("span", { class: "up" }, "Whole lines"), ` go to runs with a better rank by ${right.key}, `, make("span", { class: "down" }, "broken ones"), " to runs with a worse one."),
      ...(place < 0 ? [] : [make("div", { class: "detail" }, ...details(set, left, place))]),
      make("div", { class: "pair" },
        make("h2", { style: "grid-column: 1" }, `By ${left.key}`), make("h2", { style: "grid-column: 3" }, `By ${right.key}`),
        list(left, right, sides[0]), drawn, list(right, left, sides[1])),
    ];
  }

  function show() {
    read();
    const key = document.activeElement?.dataset?.key;
    const set = data.sets.find((each) => each.name === chosen.scale);
    const measure = set.measures.find((each) => each.key === chosen.measure);
    const beside = set.measures.find((each) => each.key === chosen.beside);
    root.replaceChildren(
      choices(set),
      make("p", { class: "answer", role: "status" }, measure.answer),
      ...(beside ? pair(set, measure, beside) : board(set, measure)),
      make("p", { class: "note" }, set.tested), make("p", { class: "note" }, set.rule));
    if (key) [...root.querySelectorAll("[data-key]")].find((each) => each.dataset.key === key)?.focus({ preventScroll: true });
  }

  addEventListener("hashchange", () => {
    const before = chosen.run;
    show();
    if (chosen.run !== before) root.querySelector(".detail")?.scrollIntoView({ block: "nearest" });
  });
  show();
})();
