// The phone of a live class. It shows what the room is doing and sends what is answered here.
// All text of the room is shown by textContent: it is never HTML.

const SILENCE = 40; // seconds without a sign of life after which the connection is made anew
const FULL = 15; // seconds after which a phone whose place was taken tries again
const SPREAD = 3000; // ms in which all phones of a room ask for their scores
const PAUSE = 300; // ms without a further change after which an answer is sent
const byId = (id) => document.getElementById(id);
const found = /^(.*\/room)\/([a-z]{4,6})$/i.exec(location.pathname);
const code = found ? found[2].toUpperCase() : "";
const base = `${found ? found[1] : ""}/${code}`;

const made = (tag, attributes = {}, ...inner) => {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name in element) element[name] = value;
    else element.setAttribute(name, value);
  }
  element.append(...inner);
  return element;
};
const line = (className, textContent) => made("p", { className, textContent });
const button = (attributes, act, ...inner) => {
  const element = made("button", { type: "button", ...attributes }, ...inner);
  element.addEventListener("click", act);
  return element;
};
const percent = (share) => `${Math.round(100 * share)} %`;
const sum = (values) => values.reduce((a, b) => a + b, 0);

// What this browser has answered, and to which room; a reload does not lose it.
const kept = {
  read() {
    try { return JSON.parse(sessionStorage.getItem(base)) ?? {}; } catch { return {}; }
  },
  write(value) {
    try { sessionStorage.setItem(base, JSON.stringify(value)); } catch { /* private mode */ }
  },
};
let memory = { mark: null, answers: {}, scores: {}, own: {}, ...kept.read() };

let view = null; // what the room is doing
let question = null; // of a series: what this phone is asked now
let drawn = ""; // which of that is on screen
let source = null; // the stream of events
let again = 0; // the timer of the next attempt
let watchdog = 0;
let attempts = 0;
let silent = 0; // streams in a row that ended without a word
let joining = false;
let outbox = new Outbox(memory.answers);
let sendTimer = 0;

const say = (text, bad = false) => {
  const status = byId("status");
  if (status.textContent !== text) status.textContent = text;
  status.classList.toggle("bad", bad);
};
const announce = (text) => { byId("news").textContent = text; };

class Refused extends Error {
  constructor(status, message, wait) {
    super(message);
    Object.assign(this, { status, wait });
  }
}

async function post(what, body) {
  const response = await fetch(`${base}/${what}`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout?.(15000),
  });
  const content = await response.json().catch(() => ({}));
  if (response.ok) return content;
  const wait = Number(response.headers.get("Retry-After")) || 0;
  throw new Refused(response.status, content.error ?? "The server could not answer.", wait);
}

// The connection

function disconnect() {
  source?.close();
  source = null;
  clearTimeout(watchdog);
}

function later(seconds) {
  disconnect();
  clearTimeout(again);
  // Phones that were cut off together do not all come back in the same moment.
  again = setTimeout(join, 1000 * seconds * (0.6 + 0.8 * Math.random()));
}

async function join() {
  if (joining) return;
  joining = true;
  clearTimeout(again);
  try {
    const told = await post("join", {});
    attempts = 0;
    if (memory.mark && memory.mark !== told.view.mark) {
      otherRoom(told);
      return;
    }
    enter(told);
  } catch (error) {
    attempts += 1;
    refused(error);
  } finally {
    joining = false;
  }
}

function refused(error) {
  const known = memory.mark !== null;
  if (!(error instanceof Refused)) {
    say("No connection to the server. Your answers are kept here; trying again…", true);
    later(Math.min(1 + attempts, 5));
  } else if (error.status === 404 && known) {
    say("The server has restarted and waits for the lecturer. You come back by yourself.", true);
    later(4);
  } else if (error.status === 404 || error.status === 409) {
    say(error.message, true);
    if (!view) askForCode();
    if (error.status === 409) later(8);
  } else {
    say(error.message, true);
    later(error.wait || 3);
  }
}

function enter(told) {
  memory.mark = told.view.mark;
  view = told.view;
  outbox.told(view.place, told.mine, view.phase === "open");
  if (told.scores) memory.scores[view.place] = told.scores;
  if (told.own) memory.own[view.place] = told.own;
  if ("question" in told) question = told.question;
  introduce(told);
  kept.write(memory);
  byId("you").hidden = false;
  if (told.name && document.activeElement !== byId("name")) byId("name").value = told.name;
  say("");
  show();
  if (view.kind === "find" && view.phase === "open") showSeries();
  listen();
  send();
}

// The projector shows the number where it does not show names.
function introduce({ name, number }) {
  const phone = `phone-${number}`;
  byId("who").textContent = `You are ${name ? `${name} (${phone})` : phone}`;
}

function listen() {
  disconnect();
  const events = new EventSource(`${base}/events`);
  source = events;
  const alive = () => {
    silent = 0;
    clearTimeout(watchdog);
    watchdog = setTimeout(lost, 1000 * SILENCE);
  };
  const lost = () => {
    if (source !== events) return;
    say("The connection was lost. Your answers are kept here; trying again…", true);
    silent += 1;
    later(Math.min(silent, 8));
  };
  events.onmessage = (event) => {
    alive();
    const next = JSON.parse(event.data);
    if (isNext(next, view, memory.mark)) {
      const opens = opensSeries(next, view);
      view = next;
      if (opens) question = undefined;
      show();
      // The first question of a series is this phone's own; phones do not all ask at once.
      if (opens) setTimeout(join, (SPREAD / 2) * Math.random());
    }
  };
  events.addEventListener("beat", alive);
  events.addEventListener("restart", lost);
  events.addEventListener("ended", ended);
  events.addEventListener("removed", removed);
  events.addEventListener("full", full);
  events.onerror = lost;
  watchdog = setTimeout(lost, 1000 * SILENCE);
}

// A phone that slept, or a page that was kept in the background, looks at once what it missed.
const wake = () => {
  if (document.visibilityState === "visible" && code && memory.mark) join();
};

// Answers

function choose(place, answer) {
  outbox.choose(place, answer);
  kept.write(memory);
  say("Sending…");
  clearTimeout(sendTimer);
  sendTimer = setTimeout(send, PAUSE);
}

async function send() {
  const place = view?.place;
  const box = outbox;
  const answer = box.start(place);
  if (answer === undefined) return;
  let wait = 0;
  try {
    const told = await post("answer", { place, answer });
    if (box.confirmed(answer)) {
      say(view.kind === "find" ? "" : "Sent. You can change it until it is closed.");
      if ("question" in told && place === view.place) {
        question = told.question;
        since = Date.now();
        if (view.kind === "find" && view.phase === "open") showSeries();
      }
    }
  } catch (error) {
    if (error instanceof Refused && [400, 403, 409, 413].includes(error.status)) {
      box.refused();
      drawn = "";
      await join();
      say(error.message, true);
    } else {
      if (!(error instanceof Refused)) {
        say("Not sent yet: no connection. Your answer is kept here; trying again…", true);
      } else say(error.message, true);
      // Not in the room, or not any more: it is joined anew, and then the answer is sent.
      if ([401, 404].includes(error.status)) later(2);
      wait = Math.max(1, error.wait ?? 0);
    }
  }
  box.ended();
  if (outbox.unsent.has(view?.place)) {
    clearTimeout(sendTimer);
    sendTimer = setTimeout(send, 1000 * wait);
  }
}

// The screen

function show() {
  const now = [view.mark, view.place, view.phase, view.kind, view.version].join();
  const same = [view.mark, view.place, view.phase, view.kind].join();
  if (now === drawn) return;
  if (drawn.startsWith(`${same},`) && view.phase === "open") {
    drawn = now; // a hand may be on it
    return;
  }
  drawn = now;
  const main = byId("main");
  document.body.classList.toggle("in-room", view.phase !== "lobby");
  if (view.phase === "over") {
    main.replaceChildren(
      made("h1", { textContent: "The end of the class" }), only("own"),
      line("text", "Thank you for taking part."),
    );
    announce("The end of the class.");
    return;
  }
  if (view.phase === "lobby") {
    main.replaceChildren(
      made("h1", { textContent: "You are in the class" }),
      line("text", "The first activity appears here by itself."),
    );
    announce("You are in the class.");
    return;
  }
  const asked = {
    predict: "What do you predict?",
    rate: "How do you rate this?",
    estimate: "How did the room rate this? Draw how you think the votes are spread.",
    choose: "Take the estimate that you would rather have.",
    find: "Take the estimate that you would rather have.",
  }[view.kind];
  const parts = [
    made("h1", { textContent: view.title || asked }),
    line("hint", `Activity ${view.number} of ${view.of}`),
  ];
  const text = line("text", view.text);
  if (view.kind !== "estimate") parts.push(view.text ? text : "");
  // Who rated it has read it; the bars need the place.
  else parts.push(made("details", {}, made("summary", { textContent: "Read it again" }), text));
  if (view.drawn && view.phase !== "revealed") parts.push(charts(view.drawn));
  if (view.kind === "choose" && view.phase !== "open") parts.push(charts(shownOf(view)));
  if (view.phase === "planned") {
    parts.push(line("hint", "This opens in a moment."));
  } else if (view.phase === "open") {
    parts.push({ estimate: drawing, choose: choosing, find: series }[view.kind]?.(asked)
      ?? options(asked));
    say(outbox.unsent.has(view.place) ? "Sending…" : "");
  } else if (view.phase === "closed") {
    const mine = memory.answers[view.place] !== undefined;
    parts.push(line("hint", mine ? "Closed. Your answer counts." : "Closed. You gave no answer."));
    if (!outbox.unsent.has(view.place)) say("");
  } else {
    parts.push(result());
    say("");
  }
  main.replaceChildren(...parts);
  const state = { planned: "Next", open: "Open", closed: "Closed", revealed: "Result" }[view.phase];
  announce(`${state}: ${view.title || asked}`);
}

// Gold and estimates as small bars; the last ones stand side by side.
function bars(shares, className, most, name) {
  const chart = made("span", { className: `chart ${className}` });
  chart.setAttribute("role", "img");
  chart.setAttribute("aria-label", `${name}: ${shares.map(percent).join(", ")}`);
  shares.forEach((share, index) => {
    const bar = made("i");
    bar.style.height = `${(100 * share) / most}%`;
    chart.append(made("span", {}, bar, made("small", { textContent: index + 1 })));
  });
  return made("span", { className: "named" }, made("b", { textContent: name }), chart);
}

const shownOf = ({ gold, estimates }) => ({
  gold: gold.map((each) => each / sum(gold)),
  estimates: estimates.map((votes) => votes.map((each) => each / sum(votes))),
  names: ["Left", "Right"],
  people: "People said",
});

function charts({ gold, estimates, names, people = "Gold" }) {
  const most = Math.max(...gold, ...estimates.flat());
  const block = made("div", { className: "charts" });
  block.append(bars(gold, "gold", most, people));
  estimates.forEach((each, index) => block.append(bars(each, `of-${index}`, most, names[index])));
  return block;
}

// One question: two estimates to take one of, or neither.
function asking(drawn, took, taken) {
  const most = Math.max(...drawn.gold, ...drawn.estimates.flat());
  const group = made("div", { className: "asking" });
  const choice = (index, inner) =>
    button({ "aria-pressed": String(taken === index) }, () => took(index), inner);
  const [left, right] = drawn.estimates.map((each, index) =>
    choice(2 * index, bars(each, `of-${index}`, most, ["Left", "Right"][index])));
  group.append(bars(drawn.gold, "gold", most, "People said"), left, right,
    choice(1, "Equally good"));
  return group;
}

function choosing() {
  const { place } = view;
  const block = made("div");
  const draw = () => block.replaceChildren(asking(shownOf(view), (index) => {
    choose(place, index);
    draw();
  }, memory.answers[place]));
  draw();
  return block;
}

let since = 0; // when the question came

function series() {
  const block = made("div", { id: "series" });
  since = Date.now();
  fillSeries(block);
  return block;
}

function showSeries() {
  const block = byId("series");
  if (block) fillSeries(block);
}

function fillSeries(block) {
  const { place } = view;
  const given = memory.answers[place] ?? [];
  if (question === null) {
    block.replaceChildren(line("text", "You have answered all. Your result comes with the room’s."));
    return;
  }
  if (!question || question.number !== given.length) {
    block.replaceChildren(line("hint", "The next one comes…"));
    return;
  }
  const { number, of, codes } = question;
  block.replaceChildren(
    line("hint", `${number + 1} of ${of}`),
    asking(question, (index) => {
      const seconds = Math.min(999, Math.round((Date.now() - since) / 1000));
      choose(place, [...given, seconds * 10000 + codes[index]]);
      clearTimeout(sendTimer);
      fillSeries(block);
      send();
    }),
  );
}

function options(asked) {
  const { place } = view;
  const group = made("fieldset", {}, made("legend", { className: "hint", textContent: asked }));
  view.options.forEach((label, index) => {
    const input = made("input", {
      type: "radio", name: "answer", checked: memory.answers[place] === index,
    });
    input.addEventListener("change", () => choose(place, index));
    group.append(made("label", { className: "option" }, input, made("span", {}, label)));
  });
  return group;
}

function drawing(asked) {
  const { place, full } = view;
  const before = memory.answers[place];
  const heights = view.options.map((_, index) => before?.[index] ?? 0);
  const group = made("fieldset", {}, made("legend", { className: "hint", textContent: asked }));
  const rows = view.options.map((label, index) => {
    const input = made("input", {
      type: "range", min: 0, max: full, step: 1, value: heights[index], "aria-label": label,
    });
    const fill = made("span", { className: "fill" });
    const bar = made("span", { className: "bar draw" }, fill, input);
    const share = made("b");
    const set = (value) => {
      heights[index] = Math.max(0, Math.min(full, value));
      input.value = heights[index];
      update();
    };
    const sent = () => { if (sum(heights)) choose(place, [...heights]); };
    input.addEventListener("input", () => { set(Number(input.value)); sent(); });
    let start = null; // the height before a drag
    const at = (event) => {
      const box = bar.getBoundingClientRect();
      set(Math.round(full * (event.clientX - box.left) / box.width));
    };
    bar.addEventListener("pointerdown", (event) => {
      if (event.button) return;
      start = heights[index];
      bar.setPointerCapture(event.pointerId);
      input.focus({ preventScroll: true, focusVisible: false });
      event.preventDefault();
      at(event);
    });
    bar.addEventListener("pointermove", (event) => { if (start !== null) at(event); });
    bar.addEventListener("pointerup", () => {
      if (start !== null) sent();
      start = null;
    });
    // The thumb scrolled instead of drawing.
    bar.addEventListener("pointercancel", () => {
      if (start !== null) set(start);
      start = null;
    });
    const words = made("span", { className: "label" }, made("span", {}, label), share);
    group.append(made("div", { className: "row" }, words, bar));
    return { input, fill, share };
  });
  const update = () => {
    const total = sum(heights);
    rows.forEach(({ input, fill, share }, index) => {
      const part = total ? percent(heights[index] / total) : "0 %";
      fill.style.width = `${100 * heights[index] / full}%`;
      share.textContent = part;
      input.setAttribute("aria-valuetext", `${part} of the votes`);
    });
  };
  update();
  group.append(line("hint", "Only the proportions of the bars count."));
  return group;
}

// What only this phone is told: of a series, or what its estimate scores. Phones do not all ask in
// the same moment.
function only(what, meanwhile = "") {
  const { place, mark } = view;
  const told = line(`text ${what}`, meanwhile);
  const write = () => { told.textContent = memory[what][place]; };
  const ask = async () => {
    const now = await post("join", {}).catch(() => ({}));
    if (memory.mark !== mark || now.view?.place !== place || !now[what]) return;
    memory[what][place] = now[what];
    kept.write(memory);
    write();
  };
  if (memory[what][place] && view.phase !== "over") write();
  else setTimeout(ask, SPREAD * Math.random());
  return told;
}

function result() {
  if (view.kind === "find") return only("own", "The result comes…");
  const total = sum(view.counts) || 1;
  const mine = memory.answers[view.place];
  const drew = Array.isArray(mine) ? mine : null;
  const all = drew ? sum(drew) : 1;
  const shares = view.counts.map((count) => count / total);
  const block = made("div", { className: "result" });
  view.options.forEach((label, index) => {
    const bar = (share, className) => {
      const fill = made("span", { className: `fill ${className}` });
      fill.style.width = `${100 * share}%`;
      return made("span", { className: "bar" }, fill);
    };
    const notes = [];
    if (view.right === index) notes.push("✓ as the measures");
    if (!drew && mine === index) notes.push("yours");
    const told = drew ? `, yours ${percent(drew[index] / all)}` : "";
    const row = made("div", { className: "row" }, made("span", { className: "label" },
      made("span", {}, notes.length ? `${label} (${notes.join(", ")})` : label),
      made("b", { textContent: `${view.counts[index]} (${percent(shares[index])})${told}` })));
    row.append(bar(shares[index], "gold"));
    if (drew) row.append(bar(drew[index] / all, ""));
    block.append(row);
  });
  const legend = drew ? "The room’s votes in yellow, your estimate in blue." : "The room’s votes.";
  block.append(line("hint", legend));
  if (drew) block.append(only("scores"));
  if (view.why) block.append(line("text", view.why));
  return block;
}

function stop(title, text, ...more) {
  disconnect();
  clearTimeout(again);
  drawn = "";
  byId("you").hidden = true;
  byId("main").replaceChildren(made("h1", { textContent: title }), line("text", text), ...more);
  announce(`${title}. ${text}`);
}

function forget() {
  memory = { mark: null, answers: {}, scores: {}, own: {} };
  outbox = new Outbox(memory.answers);
  view = null;
  try { sessionStorage.removeItem(base); } catch { /* private mode */ }
}

// Nothing of the room is known any more.
function leave(...said) {
  forget();
  say("");
  stop(...said);
}

function ended() {
  leave("The class is over", "The server has deleted your answers. Thank you for taking part.");
}

function removed() {
  leave("You were removed", "The lecturer has removed the phones that had not answered.", back());
}

function full(event) {
  say(JSON.parse(event.data), true);
  later(FULL);
}

const back = () => button({ className: "main" }, join, "Join again");

function otherRoom(told) {
  const other = button({ className: "main" }, () => { forget(); enter(told); }, "Join it");
  say("");
  stop("Another class", "The code now belongs to another class than the one you were in.", other);
}

function askForCode() {
  const input = made("input", {
    id: "typed", maxLength: 6, autocomplete: "off", autocapitalize: "characters", required: true,
    pattern: "[A-Za-z]{4,6}", title: "the letters on the screen",
  });
  const form = made("form", {},
    made("p", {}, made("label", { htmlFor: "typed", textContent: "The code on the screen" })),
    made("p", {}, input, " ", made("button", { className: "main", textContent: "Join" })));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const start = location.pathname.slice(0, location.pathname.lastIndexOf("/room") + 5);
    location.assign(`${start}/${input.value.toUpperCase()}`);
  });
  byId("main").replaceChildren(made("h1", { textContent: "Join a live class" }), form);
  input.focus();
}

byId("nickname").addEventListener("submit", async (event) => {
  event.preventDefault();
  try {
    const told = await post("join", { name: byId("name").value });
    byId("name").value = told.name;
    introduce(told);
    const words = "It is shown only if the lecturer shows names.";
    say(told.name ? `You are called ${told.name}. ${words}` : "You have no nickname now.");
  } catch (error) {
    say(error instanceof Refused ? error.message : "No connection. Try again.", true);
  }
});

byId("leave").addEventListener("click", async () => {
  try {
    await post("leave", {});
  } catch (error) {
    if (!(error instanceof Refused)) {
      say("No connection. Try again.", true);
      return;
    }
  }
  leave("You have left", "What you answered to closed activities stays, without your name.", back());
});

byId("code").textContent = code;
if (!code) askForCode();
else if (found[2] !== code) location.replace(base);
else {
  document.title = `Live class ${code}`;
  document.addEventListener("visibilitychange", wake);
  addEventListener("pageshow", (event) => { if (event.persisted) wake(); });
  addEventListener("online", wake);
  join();
}
