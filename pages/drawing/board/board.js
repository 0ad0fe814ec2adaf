// The drawing board: bars to drag, and every measure of what they draw.

const FIELDS = "input, textarea, select, [contenteditable], [role=combobox]";
// Where bars lie, as board.css has them.
const lying = matchMedia("(max-width: 640px), (pointer: coarse)");
// Dots of a cloud are spread evenly across a bar, neighbours far from each other.
const aside = (draw) => 12 + 76 * ((draw * 0.618034) % 1);

const short = (value) => String(Number(value.toFixed(2)));

// A bar's height can move in time, where a solution plays.
try {
  CSS.registerProperty({ name: "--level", syntax: "<number>", inherits: true, initialValue: "0" });
} catch { /* Another board on the page has said so. */ }

class Board extends Moves {
  shapeOf(data) {
    return [data.classes, data.histograms.map((h) => h.name), data.cumulative, data.positions,
      data.measures, data.opens, data.charts.length, Boolean(data.asked), Boolean(data.guess)];
  }

  set(histogram, index, value) {
    const { key } = this.data.histograms[histogram];
    const bar = histogram * this.data.classes.length + index;
    this.cross(bar, this.drawn[histogram][index], value);
    this.move(bar, { which: key, histogram, index, value });
  }

  // Where the precomputed answers for a bar's place are; null where there are none.
  placeOf(bar, value) {
    const position = this.data.positions.indexOf(value);
    if (position < 0) return null;
    return (bar * this.data.positions.length + position) * this.data.measures.length;
  }

  // Whether the precomputed answers are those for moves of this bar.
  isPrecomputed(bar) {
    return this.moves.size === 0 || (this.moves.size === 1 && this.moves.has(bar));
  }

  // The answers for what is drawn: [table, offset of its first measure], or null while pending.
  found() {
    if (this.moves.size === 0) return [this.now, 0];
    if (this.moves.size > 1) return null;
    const [[bar, move]] = this.moves;
    const offset = this.placeOf(bar, move.value);
    return offset === null ? null : [this.precomputed, offset];
  }

  build() {
    const { data, root } = this;
    root.replaceChildren();
    const panels = made("div", "panels");
    this.held = null;
    this.bars = data.histograms.map((histogram, h) => {
      const panel = made("div", "panel");
      panel.style.setProperty("--colour", histogram.colour);
      const title = made("h2");
      title.append(made("span", "swatch"), histogram.name);
      const bars = made("div", "bars");
      const built = data.classes.map((label, i) => {
        const bar = this.bar(histogram, h, label, i);
        bars.append(bar.element);
        return bar;
      });
      panel.append(title, bars);
      panels.append(panel);
      return built;
    });

    const views = made("div", "views");
    const verdict = made("div", "verdict");
    this.buildTable();
    this.crossing = made("p", "crossing");
    this.crossing.setAttribute("aria-live", "polite");
    this.explained = made("p", "explained");
    this.explained.setAttribute("aria-live", "polite");
    this.why = made("p", "why");
    this.numbers = made("p");
    this.withNumbers = made("details", "numbers");
    this.withNumbers.append(made("summary", "", "With numbers"), this.numbers);
    this.equal = made("p", "equal");
    this.buildRows();
    verdict.append(this.summary, this.crossing, this.table, this.explained);
    if (data.guess) {
      this.buttons = made("div", "buttons");
      this.buttonsMade = "";
      const guess = made("div", "guess");
      guess.append(this.summary, this.buttons);
      views.append(guess);
    }
    const reasons = made("div", "reasons");
    reasons.append(this.why, this.withNumbers);
    this.charts = made("div", "charts");
    reasons.append(this.charts);
    // At the end: it comes and goes.
    reasons.append(this.equal);
    views.append(this.lens(), verdict, reasons);
    root.append(panels, views);
    this.note();
  }

  // A switch: what each class costs, as one of the measures sees it. Pressed again, it goes.
  lens() {
    const keys = this.data.measures.filter((key) => key in LENSES);
    const group = made("div", "lens");
    group.setAttribute("role", "group");
    group.setAttribute("aria-label", "As seen by");
    if (!keys.includes(this.seer)) this.seer = "";
    const buttons = keys.map((key) => pressable("", key, () => {
      this.seer = this.seer === key ? "" : key;
      press();
      this.drawSeen();
      this.note();
    }));
    const press = () => buttons.forEach((button) =>
      button.setAttribute("aria-pressed", button.textContent === this.seer));
    press();
    if (keys.length) group.append(made("span", "", "As seen by"), ...buttons);
    return group;
  }

  // The gold's level on each estimate, and what its classes cost; not before a guess is made.
  drawSeen() {
    const isSeen = Boolean(this.seer) && !this.data.guess?.isOpen;
    this.root.classList.toggle("seen", isSeen);
    const [gold, ...estimates] = this.shares;
    const isDrawn = isSeen && this.shares.every((row) => sum(row) > 0);
    const parts = estimates.map((row) => (isDrawn ? LENSES[this.seer][0](row, gold) : row.map(() => 0)));
    const most = Math.max(1e-9, ...parts.flat().map(Math.abs));
    parts.forEach((row, h) => row.forEach((part, i) => {
      const { mark, outline } = this.bars[h + 1][i];
      const text = isDrawn ? markOf(this.seer, part, lying.matches) : "";
      if (mark.textContent !== text) mark.textContent = text;
      mark.style.setProperty("--light", Math.abs(part) / most);
      const level = gold[i] * sum(this.drawn[h + 1]) / this.data.positions.at(-1);
      outline.style.setProperty("--gold", Math.min(1, level));
    }));
  }

  // What can be said of the guess, and after it what else can be done.
  drawButtons() {
    const { guess } = this.data;
    const text = JSON.stringify(guess.buttons);
    if (this.buttonsMade === text) return;
    this.buttonsMade = text;
    const had = this.buttons.contains(this.root.getRootNode().activeElement);
    this.buttons.replaceChildren(...guess.buttons.map(([key, words]) =>
      pressable("", words, () => this.press(key))));
    if (had) this.buttons.firstChild.focus({ preventScroll: true });
  }

  update(data, emit) {
    this.root.classList.remove("sent");
    super.update(data, emit);
  }

  // A second press before the server has answered would be one on what comes next.
  press(key) {
    if (this.root.classList.contains("sent")) return;
    this.root.classList.add("sent");
    this.emit.trigger("press", key);
  }

  onKey(event) {
    const key = this.data.guess?.isOpen && guessOf(event);
    if (!key || event.composedPath()[0].matches?.(FIELDS)) return;
    event.preventDefault();
    if (!event.repeat) this.press(key);
  }

  say(text) {
    super.say((this.moves.size === 0 && this.data.guess?.says) || text);
  }

  bar(histogram, h, label, i) {
    const { data } = this;
    const element = made("div", "bar");
    const output = made("output");
    output.setAttribute("aria-hidden", "true");
    const input = made("input");
    input.type = "range";
    input.min = 0;
    input.step = data.positions[1];
    input.max = data.positions.at(-1);
    input.setAttribute("aria-label", `${histogram.name}, class ${label}`);
    input.setAttribute("aria-orientation", "vertical");
    const slot = made("div", "slot");
    const flips = data.flips.map((k) => {
      const strip = made("i", "flips");
      strip.dataset.measure = data.measures[k];
      return strip;
    });
    const [outline, mark] = [made("i", "outline"), made("b", "mark")];
    slot.append(input, outline, made("i", "grip"), ...flips, mark);
    let cloud = null;
    if (data.asked && h === 0) {
      slot.insertAdjacentHTML("afterbegin", '<svg class="cloud" viewBox="0 0 100 100" '
        + 'preserveAspectRatio="none" aria-hidden="true"><path/></svg>');
      cloud = slot.querySelector("path");
    }
    const name = made("label", "", label);
    name.title = label;
    element.append(output, slot, name);
    const at = h * data.classes.length + i;
    input.addEventListener("input", () => this.set(h, i, Number(input.value)));
    input.addEventListener("focus", () => this.hold(at));
    input.addEventListener("blur", () => { if (this.held === at) this.hold(null); });
    this.follow(element, slot, input, (value) => this.set(h, i, value));
    return { element, input, output, slot, flips, cloud, outline, mark };
  }

  // Drag a bar. The browser's own way of it waits for the next frame; this does not. Where bars
  // lie, a finger that goes along one drags it, and one that goes across scrolls the page.
  follow(element, slot, input, set) {
    const { positions } = this.data;
    let held = null;
    const to = (event) => {
      if (held === null) return;
      const { box, lies } = held;
      if (held.waits && Math.abs(event.clientX - held.from) < 6) return;
      if (held.waits) {
        held.waits = false;
        input.focus({ preventScroll: true });
      }
      const part = lies
        ? (event.clientX - box.left) / box.width : (box.bottom - event.clientY) / box.height;
      const place = Math.round(Math.min(1, Math.max(0, part)) * (positions.length - 1));
      if (Number(input.value) === positions[place] && event.type !== "pointerdown") return;
      input.value = positions[place];
      set(positions[place]);
    };
    element.addEventListener("pointerdown", (event) => {
      const lies = getComputedStyle(slot).getPropertyValue("--lies").trim() === "1";
      if (this.data.guess?.isOpen) return;
      if (event.button !== 0 || (!lies && !slot.contains(event.target))) return;
      event.preventDefault();
      element.setPointerCapture(event.pointerId);
      const waits = lies && event.pointerType === "touch";
      held = { box: slot.getBoundingClientRect(), lies, waits, from: event.clientX };
      if (waits) return;
      input.focus({ preventScroll: true });
      to(event);
    });
    element.addEventListener("pointerrawupdate", to); // where there is none, the next will do
    element.addEventListener("pointermove", to);
    element.addEventListener("pointercancel", () => { held = null; });
    element.addEventListener("pointerup", (event) => {
      if (held?.waits) {
        held.from = -Infinity; // a tap
        to(event);
      }
      held = null;
    });
  }

  // Show which system the first measures prefer at each place of the bar that is held.
  hold(bar) {
    this.held = bar;
    this.crossed = "";
    this.root.classList.add("touched");
    this.drawFlips();
    this.note();
  }

  drawFlips() {
    const { data } = this;
    const last = data.positions.length - 1;
    const colours = ["var(--tie)", ...data.histograms.slice(1).map((each) => each.colour)];
    this.bars.flat().forEach(({ element, slot, flips }, bar) => {
      const isHeld = bar === this.held && this.isPrecomputed(bar);
      element.classList.toggle("held", isHeld && flips.length > 0);
      // While a bar moves, its places stay as they are: the numbers do not wait for them.
      if (!isHeld || (this.told === this.precomputed && this.toldOn === slot)) return;
      [this.told, this.toldOn] = [this.precomputed, slot];
      const lies = getComputedStyle(slot).getPropertyValue("--lies").trim() === "1";
      flips.forEach((strip, f) => {
        const stops = data.positions.map((value, place) => {
          const colour = colours[this.precomputed.preferred[this.placeOf(bar, value) + data.flips[f]]];
          const [low, high] = [place - 0.5, place + 0.5].map((each) =>
            `${(100 * Math.min(last, Math.max(0, each))) / last}%`);
          return `${colour} ${low} ${high}`;
        });
        strip.style.background = `linear-gradient(to ${lies ? "right" : "top"}, ${stops.join(", ")})`;
      });
    });
  }

  // Note where the first measures change sides on the way of a bar.
  cross(bar, before, after) {
    const { data } = this;
    if (data.flips.length === 0 || !this.isPrecomputed(bar)) return;
    if (this.held !== bar) this.hold(bar);
    const [start, end] = [before, after].map((value) => data.positions.indexOf(value));
    if (start < 0 || end < 0) return;
    const sidesAt = (place) => data.flips.map((k) =>
      this.precomputed.preferred[this.placeOf(bar, data.positions[place]) + k]);
    const last = changeOnTheWay(start, end, sidesAt);
    if (last) {
      const key = data.measures[data.flips[last.k]];
      this.crossed = `At ${data.positions[last.place]} votes ${key} changes to ${last.side}.`;
    }
    this.note();
  }

  // One line that is always there, so that nothing below it moves.
  note() {
    const { flips, measures } = this.data;
    const key = `Colours at the edges: whom ${LIST.format(flips.map((k) => measures[k]))} `
      + `${flips.length > 1 ? "prefer" : "prefers"} there.`;
    const held = this.held === null || flips.length === 0 ? "" : key;
    const hint = lying.matches ? "Drag a bar." : "Drag a bar, or press the arrow keys on it.";
    const seen = this.seer && `${this.seer}: ${LENSES[this.seer][1]}`;
    const text = this.crossed || seen || held || hint;
    if (this.crossing.textContent !== text) this.crossing.textContent = text;
  }

  // A click or Enter on a row explains its measure, and opens its working where there is one.
  buildRows() {
    const { data } = this;
    this.rows.forEach(({ row }, k) => {
      const head = row.querySelector("th");
      const button = made("button", "measure", data.measures[k]);
      button.type = "button";
      button.title = head.title;
      head.removeAttribute("title");
      head.replaceChildren(button);
      row.addEventListener("click", () => {
        const [name, summary] = data.explained[k];
        const link = made("a", "", "Reference");
        link.href = `${data.reference}?measure=${data.measures[k]}`;
        link.target = "_blank"; // what is drawn and open here stays
        this.explained.replaceChildren(
          made("strong", "", `${data.measures[k]}: ${name}. `),
          `${summary} ${data.opens ? "Its working is below. " : ""}`, link,
        );
        if (data.opens) this.emit.trigger("open", data.measures[k]);
      });
    });
  }

  draw() {
    const { data } = this;
    const { root } = this;
    root.classList.toggle("projected", data.projector);
    root.classList.toggle("many", data.isMany);
    root.classList.toggle("two", data.histograms.length > 2);
    root.classList.toggle("invites", Boolean(data.guess));
    root.classList.toggle("asks", Boolean(data.guess?.isOpen));
    if (data.guess) this.drawButtons();
    root.style.setProperty("--classes", data.classes.length);
    const votes = data.histograms.map((histogram) => histogram.votes);
    for (const { histogram, index, value } of this.moves.values()) {
      votes[histogram] = moved(votes[histogram], index, value, data.keepTotal);
    }
    this.drawn = votes;
    const shares = votes.map((row) => {
      const total = sum(row);
      return row.map((vote) => (total > 0 ? vote / total : 0));
    });
    this.shares = shares;
    const top = data.positions.at(-1);
    root.classList.toggle("plays", Boolean(data.plays) && this.moves.size === 0);
    let nth = 0; // of the bars that move
    votes.forEach((row, h) => row.forEach((vote, i) => {
      const { input, output, slot } = this.bars[h][i];
      const text = short(vote);
      const words = `${text} of ${short(sum(row))} votes, ${Math.round(shares[h][i] * 100)} %`;
      if (output.textContent !== text) output.textContent = text;
      if (input.getAttribute("aria-valuetext") !== words) {
        input.setAttribute("aria-valuetext", words);
      }
      if (input.value !== String(vote)) input.value = vote;
      input.disabled = Boolean(data.guess?.isOpen);
      const level = String(vote / top);
      if (slot.style.getPropertyValue("--level") !== level) {
        slot.style.setProperty("--nth", nth);
        slot.style.setProperty("--level", level);
        nth += 1;
      }
    }));
    if (data.asked) this.drawCloud(votes[0], top);
    // As the server has drawn them; their bars follow the hand.
    if (this.drawnCharts !== data.charts.join("")) {
      this.drawnCharts = data.charts.join("");
      this.charts.innerHTML = this.drawnCharts;
    }
    [...this.charts.children].forEach((chart, kind) => {
      chart.querySelectorAll(".oq-place").forEach((place, i) => {
        [...place.children].forEach((bar, h) => {
          const height = kind ? sum(shares[h].slice(0, i + 1)) : shares[h][i];
          bar.style.height = `${height * 100}%`;
        });
      });
    });
    this.drawFlips();
    this.drawSeen();
    // The server writes the reasons, for the moves that it has received: they are faint until then.
    root.classList.toggle("stale", this.moves.size > 0);
    this.why.textContent = data.why;
    this.numbers.textContent = data.numbers;
    this.withNumbers.hidden = !data.numbers;
    this.equal.textContent = data.equal;
    this.answer();
  }

  // Golds that other raters might give, as `other_golds` of the server draws them.
  drawCloud(gold, top) {
    const { chances, most } = this.data.asked;
    const total = sum(gold);
    const number = ratersAsked(total, this.data.asked);
    if (this.sentChances !== chances) {
      this.sentChances = chances;
      this.chances = new Uint16Array(decoded(chances).buffer);
    }
    const paths = gold.map(() => "");
    for (let draw = 0; total > 0 && (draw + 1) * most <= this.chances.length; draw += 1) {
      const own = this.chances.subarray(draw * most, draw * most + number);
      const counts = redrawn(gold, Array.from(own, (each) => (each + 0.5) / 65536));
      counts.forEach((count, i) => {
        const level = Math.min(100, (100 * (count / number) * total) / top);
        const across = aside(draw).toFixed(1);
        paths[i] += lying.matches ? `M${level.toFixed(1)} ${across}h0` : `M${across} ${(100 - level).toFixed(1)}h0`;
      });
    }
    this.bars[0].forEach(({ cloud }, i) => cloud.setAttribute("d", paths[i]));
  }

  show([table, offset]) {
    const systems = this.data.histograms.length - 1;
    const isUndefined = table.scores[offset * systems] === UNDEFINED
      || table.scores[offset * systems + systems - 1] === UNDEFINED;
    this.rows.forEach(({ values, fills, asked }, k) => {
      const percent = table.asked?.[offset + k];
      if (asked) asked.textContent = percent === 255 ? "–" : `${percent} %`;
      for (let s = 0; s < systems; s += 1) {
        const score = table.scores[(offset + k) * systems + s];
        const known = score !== UNDEFINED;
        values[s].textContent = known ? (score / 10000).toFixed(4) : "–";
        fills[s].style.width = known ? `${score / 100}%` : "0";
      }
    });
    const choices = isUndefined || systems < 2
      ? [] : table.preferred.subarray(offset, offset + this.rows.length);
    const preferred = this.prefer(choices);
    this.say(isUndefined ? "A histogram has no votes yet. Draw one of its bars up: a distribution "
      + "needs at least one vote." : preferred);
  }
}

export default inOrder(component(Board));
