// The map: two measures over all estimates, and points to move. It looks numbers up and colours.

const WIDTH = 480; // of a picture, in its own units
const BANDS = 14;
const FAR = 5; // steps of a point at once, with Shift
const STEP = 160; // milliseconds of a step of the gold on its way
const LINES = [[0, [247, 251, 255]], [0.5, [156, 195, 224]], [1, [18, 63, 102]]];
const SIDES = [[0, [43, 123, 186]], [0.5, [244, 244, 244]], [1, [209, 80, 11]]];
const NAMES = { gold: "Gold", a: "A", b: "B" };

const numbers = (text) => new Uint16Array(decoded(text).buffer);
const ordinal = (number) => {
  const end = { 1: "st", 2: "nd", 3: "rd" }[number % 10];
  return `${number}${number % 100 > 10 && number % 100 < 14 ? "th" : end ?? "th"}`;
};
const mixed = (scale, part) => {
  const next = Math.max(1, scale.findIndex(([end]) => part <= end));
  const [[low, from], [high, to]] = [scale[next - 1], scale[next]];
  return from.map((each, i) => each + ((to[i] - each) * (part - low)) / (high - low));
};
// Places that follow each other in a row, as the first one and how many.
const runsOf = (places, columns) => places.reduce((runs, place) => {
  const last = runs.at(-1);
  if (last && last[0] + last[1] === place && place % columns) last[1] += 1;
  else runs.push([place, 1]);
  return runs;
}, []);
const css = (colour) => `rgb(${colour.map(Math.round).join(" ")})`;

class Walk extends Moves {
  constructor(root) {
    super(root);
    this.hand = "a";
    this.step = 0;
  }

  shapeOf(data) {
    return [data.rows, data.columns, data.classes, data.measures, data.gold === null];
  }

  update(data, emit) {
    this.data = data;
    this.inside = decoded(data.inside);
    this.shares = decoded(data.shares);
    this.scores = data.scores.map(numbers);
    this.percentiles = data.percentiles.map(numbers);
    this.order = data.order.map(numbers);
    this.every = data.every.map(numbers);
    this.isTriangle = data.step === 0;
    this.high = this.isTriangle ? WIDTH * Math.sqrt(0.75) : WIDTH * 0.8;
    this.places = [...this.inside.keys()].filter((place) => this.inside[place]);
    this.forPoints = this.places.filter((place) =>
      this.rowOf(place) % data.stride === 0 && this.columnOf(place) % data.stride === 0);
    this.way = {
      ...data.way, shares: decoded(data.way.shares), quarrels: decoded(data.way.quarrels),
    };
    const before = this.text;
    this.text = JSON.stringify([data.scores, data.odds, data.best, data.measures]);
    super.update(data, emit);
    if (this.text !== before) {
      this.paint();
      this.goTo(0);
    }
  }

  // Each step of the gold's way has these estimates beside which the measures would disagree about
  // A, a bit for each place; the last step is the first again.
  goTo(step) {
    this.step = step;
    this.range.value = step;
    this.draw();
  }

  get isAway() { return this.step % this.way.steps > 0 && !this.moves.size; }

  quarrelsOnTheWay() {
    const { quarrels, steps } = this.way;
    const first = this.step * (quarrels.length / steps);
    return this.places.filter((place) =>
      quarrels[first + (place >> 3)] & (128 >> (place & 7)));
  }

  play(isOn = !this.playing) {
    clearInterval(this.playing);
    this.playing = isOn ? setInterval(() => {
      if (this.moves.size || this.step >= this.way.steps) this.play(false);
      else this.goTo(this.step + 1);
    }, STEP) : 0;
    this.player.textContent = isOn ? "Pause" : "Play";
    if (isOn && this.step >= this.way.steps) this.goTo(0);
  }

  picturesName() { return `${this.data.measures.join("-")}-quarrels`.toLowerCase(); }

  async still() {
    const { svg } = this.pictures[2];
    saveAs(await asPng(withLooks(svg), 2), `${this.picturesName()}.png`);
  }

  async animation() {
    this.play(false);
    const before = this.step;
    const blobs = [];
    for (let step = 0; step < this.way.steps; step += 1) {
      this.goTo(step);
      blobs.push(await asPng(withLooks(this.pictures[2].svg), 1));
    }
    this.goTo(before);
    saveAs(await asApng(blobs, STEP), `${this.picturesName()}-moving.png`);
  }

  rowOf(place) { return Math.floor(place / this.data.columns); }

  columnOf(place) { return place % this.data.columns; }

  // From row and column to a picture's own units, and back.
  toPicture(row, column) {
    const up = row / (this.data.rows - 1);
    const right = column / (this.data.columns - 1) + (this.isTriangle ? up / 2 : 0);
    return [right * WIDTH, (1 - up) * this.high];
  }

  fromPicture(x, y) {
    const up = 1 - y / this.high;
    const right = x / WIDTH - (this.isTriangle ? up / 2 : 0);
    return [up * (this.data.rows - 1), right * (this.data.columns - 1)];
  }

  isInside(row, column) {
    const [most, widest] = [this.data.rows - 1, this.data.columns - 1];
    const slack = 1e-6;
    return row >= -slack && column >= -slack && row <= most + slack && column <= widest + slack
      && (!this.isTriangle || row + column <= most + slack);
  }

  nearest(places, x, y) {
    let [best, least] = [places[0], Infinity];
    for (const place of places) {
      const [px, py] = this.toPicture(this.rowOf(place), this.columnOf(place));
      const far = (px - x) ** 2 + (py - y) ** 2;
      if (far < least) [best, least] = [place, far];
    }
    return best;
  }

  build() {
    const { data, root } = this;
    root.replaceChildren();
    root.classList.add("walk");
    const [first, second] = data.measures;
    const titles = [first, second, `Rank by ${first} − rank by ${second}`];
    const pictures = made("div", "pictures");
    this.pictures = titles.map((title, which) => this.picture(title, which));
    pictures.append(...this.pictures.map((each) => each.figure));
    // On a phone one of the pictures at a time.
    const switches = made("div", "switch");
    switches.setAttribute("role", "group");
    switches.setAttribute("aria-label", "Which picture");
    this.switches = [first, second, "Difference"].map((name, which) =>
      pressable("", name, () => this.see(which)));
    switches.append(...this.switches);
    this.tip = made("div", "tip");
    this.tip.hidden = true;

    const walkers = this.isTriangle ? ["gold", "a", "b"] : ["a", "b"];
    if (!walkers.includes(this.hand)) this.hand = "a";
    const hands = made("fieldset", "hands");
    hands.append(made("legend", "", "A click on the map moves"));
    this.radios = walkers.map((which) => {
      const label = made("label");
      const input = made("input");
      Object.assign(input, { type: "radio", name: "hand", checked: which === this.hand });
      input.addEventListener("change", () => this.take(which));
      label.append(input, NAMES[which]);
      hands.append(label);
      return { which, input };
    });

    this.summary = made("p", "summary");
    this.summary.setAttribute("aria-live", "polite");
    this.why = made("p", "why");
    this.quarrels = made("p", "share");
    this.table = made("table");
    const head = made("tr");
    head.append(...["", "A", "B", "prefers"].map((each) => made("th", "", each)));
    this.rows = data.measures.map((key) => {
      const row = made("tr");
      const title = made("th", "", key);
      title.scope = "row";
      const cells = ["", "", ""].map(() => made("td"));
      row.append(title, ...cells);
      return { row, cells };
    });
    this.table.append(head, ...this.rows.map(({ row }) => row));
    const words = made("div", "words");
    const verdict = made("div", "verdict");
    const way = made("div", "way");
    this.player = pressable("", "Play", () => this.play());
    this.range = made("input");
    Object.assign(this.range, { type: "range", min: 0, max: data.way.steps, value: 0 });
    this.range.setAttribute("aria-label", "The gold's way through the classes");
    this.range.addEventListener("input", () => {
      this.play(false);
      this.goTo(Number(this.range.value));
    });
    const take = made("span", "take", "Take a picture:");
    take.append(pressable("", "still", () => this.still()),
      pressable("", "moving", () => this.animation()));
    way.append(made("span", "", "The gold moves"), this.player, this.range, take);
    verdict.append(hands, this.summary, this.quarrels, way, this.table);
    words.append(verdict, this.why);
    const histograms = made("div", "histograms");
    this.histograms = Object.fromEntries(Object.keys(NAMES).map((which) => {
      const { element, show } = this.histogram(`${NAMES[which]}, %`, data.colours[which]);
      histograms.append(element);
      return [which, show];
    }));
    root.append(switches, pictures, histograms, words, this.tip);
    this.see(0);
  }

  // One picture is the one that a phone shows, and whose points the Tab key reaches.
  see(seen) {
    this.pictures.forEach(({ figure, points, which }) => {
      figure.classList.toggle("seen", which === seen);
      for (const point of Object.values(points)) {
        if (point.hasAttribute("tabindex")) point.setAttribute("tabindex", which === seen ? 0 : -1);
      }
    });
    this.switches.forEach((button, which) => button.setAttribute("aria-pressed", which === seen));
  }

  histogram(name, colour) {
    const element = made("div", "histogram");
    const title = made("h3");
    const swatch = made("span", "swatch");
    swatch.style.background = colour;
    title.append(swatch, name);
    const bars = made("div", "bars");
    bars.setAttribute("role", "img");
    const built = Array.from({ length: this.data.classes }, (_, i) => {
      const bar = made("div", "bar");
      const [number, slot, fill] = [made("span", "number"), made("div", "slot"), made("i")];
      fill.style.background = colour;
      slot.append(fill);
      bar.append(number, slot, made("span", "", String(i + 1)));
      bars.append(bar);
      return { number, fill };
    });
    element.append(title, bars);
    const show = (shares) => {
      built.forEach(({ number, fill }, i) => {
        number.textContent = String(shares[i]);
        fill.style.height = `${shares[i]}%`;
      });
      bars.setAttribute("aria-label", `${name} of the votes by class: ${[...shares].join(", ")}`);
    };
    return { element, show };
  }

  picture(title, which) {
    const figure = made("figure", "picture");
    const side = this.isTriangle ? 34 : 52; // and below
    const box = [-side, -34, WIDTH + 2 * side - (this.isTriangle ? 0 : 24), this.high + 34 + side];
    const svg = drawn("svg", { viewBox: box.join(" "), role: "group", "aria-label": title });
    const image = drawn("image", { width: WIDTH, height: this.high, preserveAspectRatio: "none" });
    const ground = drawn("g", { class: "ground" }, image, ...this.outline());
    const quarrels = drawn("path", { class: "quarrels" });
    const marks = drawn("g", { class: "marks" });
    svg.append(ground, quarrels, marks);
    const points = Object.fromEntries(["gold", "b", "a"].map((name) => {
      const point = this.point(name, title, svg);
      svg.append(point);
      return [name, point];
    }));
    ground.addEventListener("pointermove", (event) => this.hover(event, svg));
    ground.addEventListener("pointerleave", () => { this.tip.hidden = true; });
    ground.addEventListener("click", (event) => this.click(event, svg));
    const legend = made("div", "legend");
    figure.append(made("h2", "", title), svg, legend);
    return { figure, svg, image, quarrels, marks, points, legend, which };
  }

  outline() {
    const { data } = this;
    const text = (x, y, words, anchor = "middle") =>
      drawn("text", { x, y, "text-anchor": anchor, fill: "currentColor" }, words);
    if (this.isTriangle) {
      return [
        drawn("path", {
          d: `M0 ${this.high}L${WIDTH / 2} 0L${WIDTH} ${this.high}Z`, class: "edge",
        }),
        text(-30, this.high + 26, "all in 1", "start"),
        text(WIDTH / 2, -10, "all in 2"),
        text(WIDTH + 30, this.high + 26, "all in 3", "end"),
      ];
    }
    const ticks = Array.from({ length: data.classes }, (_, i) =>
      text((i / (data.classes - 1)) * WIDTH, this.high + 22, String(i + 1)));
    const heights = Array.from({ length: Math.floor(data.rows * data.step + 1e-9) }, (_, i) =>
      text(-8, this.toPicture((i + 1) / data.step - 1, 0)[1] + 6, String(i + 1), "end"));
    const upwards = text(0, 0, "Spread of the bell");
    upwards.setAttribute("transform", `translate(-36 ${this.high / 2}) rotate(-90)`);
    return [
      drawn("rect", { width: WIDTH, height: this.high, class: "edge" }),
      ...ticks, ...heights, upwards,
      text(WIDTH / 2, this.high + 46, "Centre of the bell, in classes"),
    ];
  }

  point(name, title, svg) {
    const { data } = this;
    const colour = data.colours[name];
    const isStill = name === "gold" && !this.isTriangle;
    const star = Array.from({ length: 10 }, (_, i) => {
      const [far, angle] = [i % 2 ? 6.5 : 16, (i * Math.PI) / 5];
      return `${far * Math.sin(angle)},${-far * Math.cos(angle)}`;
    }).join(" ");
    const sign = name === "gold"
      ? [drawn("polygon", { points: star, fill: colour, class: "sign" })]
      : [
        drawn("circle", { r: 13, fill: colour, class: "sign" }),
        drawn("text", { y: 6, "text-anchor": "middle", fill: "#fff", "font-weight": 700 }, NAMES[name]),
      ];
    const point = drawn("g", { class: `point ${name}${isStill ? " still" : ""}` },
      drawn("circle", { r: 30, fill: "transparent", class: "reach" }), ...sign);
    if (isStill) return point;
    const attributes = {
      role: "slider", tabindex: -1, "aria-valuemin": 0,
      "aria-valuemax": data.rows * data.columns, "aria-label": `${NAMES[name]} on the map: ${title}`,
    };
    for (const [key, value] of Object.entries(attributes)) point.setAttribute(key, value);
    point.addEventListener("focus", () => this.take(name));
    point.addEventListener("keydown", (event) => {
      const way = { ArrowRight: [0, 1], ArrowLeft: [0, -1], ArrowUp: [1, 0], ArrowDown: [-1, 0] }[event.key];
      if (way === undefined) return;
      event.preventDefault();
      let place = this.at()[name];
      for (let i = 0; i < (event.shiftKey ? FAR : 1); i += 1) place = this.beside(place, ...way);
      this.set(name, place);
    });
    let isHeld = false;
    // A finger on a point moves it, and does not scroll.
    point.addEventListener("touchstart", (event) => event.preventDefault(), { passive: false });
    point.addEventListener("pointerdown", (event) => {
      if (event.button !== 0) return;
      event.preventDefault();
      point.setPointerCapture(event.pointerId);
      point.focus({ preventScroll: true });
      isHeld = true;
    });
    point.addEventListener("pointermove", (event) => {
      if (isHeld) this.set(name, this.nearest(this.forPoints, ...this.of(event, svg)));
    });
    for (const end of ["pointerup", "pointercancel"]) {
      point.addEventListener(end, () => { isHeld = false; });
    }
    return point;
  }

  // Where a pointer is, in the picture's own units.
  of(event, svg) {
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(
      svg.getScreenCTM().inverse());
    return [at.x, at.y];
  }

  // The place one step away, or the same at an edge. Up and down move a vote to and from class 2.
  beside(place, up, right) {
    const { columns, stride, rows } = this.data;
    const [row, column] = [this.rowOf(place), this.columnOf(place)];
    if (!this.isTriangle) {
      const [nextRow, next] = [row + up, column + right];
      return nextRow < 0 || next < 0 || nextRow >= rows || next >= columns
        ? place : nextRow * columns + next;
    }
    const first = rows - 1 - row - column;
    const takesThird = up > 0 ? column > first : up < 0 && column < first;
    const next = [row + up * stride, column + (takesThird ? -up : right) * stride];
    return next[0] < 0 || next[1] < 0 || next[0] + next[1] > rows - 1
      ? place : next[0] * columns + next[1];
  }

  take(name) {
    this.hand = name;
    this.radios.forEach(({ which, input }) => { input.checked = which === name; });
    // What is in the hand lies above the others.
    this.pictures.forEach(({ points }) => {
      const above = points[name];
      for (const other of Object.values(points)) {
        if (other !== above && other.compareDocumentPosition(above) & 2) {
          above.parentNode.insertBefore(other, above);
        }
      }
    });
  }

  set(which, place) {
    if (this.at()[which] !== place || which === "gold") this.move(which, { which, place });
  }

  click(event, svg) {
    const [x, y] = this.of(event, svg);
    if (this.isInside(...this.fromPicture(x, y))) {
      this.set(this.hand, this.nearest(this.forPoints, x, y));
      this.send();
    }
  }

  // Where the points are, with the moves that the server has not confirmed.
  at() {
    const { data } = this;
    const gold = data.gold === null ? null
      : this.nearest(this.forPoints, ...this.toPicture(...data.gold));
    const moved = [...this.moves].map(([which, { place }]) => [which, place]);
    return { gold, ...data.points, ...Object.fromEntries(moved) };
  }

  sharesOf(place) {
    const { classes } = this.data;
    return this.shares.subarray(place * classes, (place + 1) * classes);
  }

  told(place) {
    const { classes, step } = this.data;
    if (this.isTriangle) return [...this.sharesOf(place)].map((each) => `${each} %`).join(" | ");
    const [centre, spread] = [1 + this.columnOf(place) * step, (1 + this.rowOf(place)) * step];
    return `bell with centre ${centre.toFixed(2)} and spread ${spread.toFixed(2)}`
      + ` over ${classes} classes`;
  }

  percentile(m, place) { return Math.round(this.percentiles[m][place] / 100); }

  score(m, place) { return (this.scores[m][place] / 10000).toFixed(4); }

  hover(event, svg) {
    const [x, y] = this.of(event, svg);
    this.tip.hidden = !this.isInside(...this.fromPicture(x, y));
    if (this.tip.hidden) return;
    const place = this.nearest(this.places, x, y);
    if (place !== this.pointed || !this.tip.firstChild) {
      this.pointed = place;
      const { element, show } = this.histogram(this.told(place), "var(--st-text-color)");
      show(this.sharesOf(place));
      this.tip.replaceChildren(element, ...this.data.measures.map((key, m) => {
        const rank = this.percentile(m, place);
        return made("p", "", `${key} ${this.score(m, place)}, ${ordinal(rank)} percentile: `
          + `${rank} % of the map's estimates score lower.`);
      }));
    }
    const box = this.root.getBoundingClientRect();
    const { width, height } = this.tip.getBoundingClientRect();
    const left = Math.min(event.clientX - box.left + 18, box.width - width);
    const over = event.clientY - height - 18 > 0;
    this.tip.style.left = `${Math.max(0, left)}px`;
    this.tip.style.top = `${event.clientY - box.top + (over ? -height - 18 : 24)}px`;
  }

  // Colours and lines of all three pictures, and what is marked on them.
  paint() {
    const { data } = this;
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [WIDTH, Math.round(this.high)];
    const context = canvas.getContext("2d");
    const gaps = Float32Array.from(this.percentiles[0], (each, place) =>
      (each - this.percentiles[1][place]) / 100);
    const most = Math.max(1, ...this.places.map((place) => Math.abs(gaps[place])));
    const kinds = [0, 1].map((m) => ({
      values: this.scores[m], low: 0, high: Math.max(...this.places.map((p) => this.scores[m][p]), 1),
      scale: LINES,
    }));
    kinds.push({ values: gaps, low: -most, high: most, scale: SIDES });
    this.pictures.forEach(({ image, legend, marks, which }) => {
      const kind = kinds[which];
      context.putImageData(this.coloured(context, canvas, kind), 0, 0);
      image.setAttribute("href", canvas.toDataURL());
      const ends = which === 2
        ? [`better by ${data.measures[0]}`, `better by ${data.measures[1]}`]
        : ["0 best", `${(kind.high / 10000).toFixed(2)} worst`];
      const ramp = made("i");
      const stops = kind.scale.map(([end, colour]) => `${css(colour)} ${end * 100}%`);
      ramp.style.background = `linear-gradient(to right, ${stops.join(", ")})`;
      legend.replaceChildren(made("span", "", ends[0]), ramp, made("span", "", ends[1]));
      marks.replaceChildren(...this.marked(which));
    });
  }

  // A value between those of the three places that are nearest.
  between(values, row, column) {
    const { rows, columns } = this.data;
    const j = Math.max(0, Math.min(Math.floor(row), rows - 2));
    const k = Math.max(0, Math.min(Math.floor(column), columns - 2));
    const [up, right, at] = [row - j, column - k, j * columns + k];
    return up + right <= 1
      ? values[at] * (1 - up - right) + values[at + columns] * up + values[at + 1] * right
      : values[at + columns + 1] * (up + right - 1) + values[at + columns] * (1 - right)
        + values[at + 1] * (1 - up);
  }

  coloured(context, canvas, { values, low, high, scale }) {
    const { width, height } = canvas;
    const made = context.createImageData(width, height);
    const colours = Array.from({ length: BANDS }, (_, band) => mixed(scale, (band + 0.5) / BANDS));
    const bands = new Int8Array(width * height).fill(-1);
    for (let y = 0; y < height; y += 1) {
      for (let x = 0; x < width; x += 1) {
        const [row, column] = this.fromPicture(x + 0.5, ((y + 0.5) * this.high) / height);
        if (!this.isInside(row, column)) continue;
        const value = this.between(values, row, column);
        const band = Math.floor(((value - low) / (high - low)) * BANDS);
        const pixel = y * width + x;
        bands[pixel] = Math.max(0, Math.min(BANDS - 1, band));
        const isLine = [x > 0 ? pixel - 1 : pixel, y > 0 ? pixel - width : pixel].some((beside) =>
          bands[beside] >= 0 && bands[beside] !== bands[pixel]);
        const shade = isLine ? 0.78 : 1;
        colours[bands[pixel]].forEach((each, i) => { made.data[4 * pixel + i] = each * shade; });
        made.data[4 * pixel + 3] = 255;
      }
    }
    return made;
  }

  // The two places most at odds; and on a slice the best bell of each measure.
  marked(which) {
    const { data } = this;
    const found = [];
    const where = (place) => this.toPicture(this.rowOf(place), this.columnOf(place));
    if (data.odds.length) {
      const [one, other] = data.odds.map(where);
      const line = `M${one.join(" ")}L${other.join(" ")}`;
      found.push(drawn("path", { d: line, class: "halo" }), drawn("path", { d: line, class: "odds" }));
      for (const [cx, cy] of [one, other]) {
        found.push(drawn("circle", { cx, cy, r: 19, class: "halo" }),
          drawn("circle", { cx, cy, r: 19, class: "odds" }));
      }
    }
    if (which < 2 && data.best.length) {
      const [x, y] = where(data.best[which]);
      const d = `M${x - 11} ${y}H${x + 11}M${x} ${y - 11}V${y + 11}`;
      found.push(drawn("path", { d, class: "halo wide" }), drawn("path", { d, class: "best" }));
    }
    return found;
  }

  draw() {
    const { data } = this;
    const at = this.at();
    this.root.classList.toggle("projected", data.projector);
    this.root.classList.toggle("many", data.classes > 6);
    const isGoldMoved = this.moves.has("gold");
    this.root.classList.toggle("stale", isGoldMoved);
    this.root.classList.toggle("pending", this.moves.size > 0);
    this.root.classList.toggle("away", this.isAway);
    const away = this.isAway ? this.way.places[this.step] : undefined;
    this.pictures.forEach(({ points }) => {
      for (const [name, point] of Object.entries(points)) {
        const isOnTheWay = name === "gold" && away !== undefined;
        const isNowhere = isOnTheWay ? away === null : at[name] === null;
        point.toggleAttribute("hidden", isNowhere);
        if (isNowhere) continue;
        if (isOnTheWay) {
          point.setAttribute("transform", `translate(${this.toPicture(...away).join(" ")})`);
          continue;
        }
        const exact = name === "gold" && !isGoldMoved
          ? data.gold : [this.rowOf(at[name]), this.columnOf(at[name])];
        point.setAttribute("transform", `translate(${this.toPicture(...exact).join(" ")})`);
        point.setAttribute("aria-valuenow", at[name]);
        point.setAttribute("aria-valuetext", name === "gold" && !isGoldMoved
          ? data.goldShares.map((each) => `${each} %`).join(" | ") : this.told(at[name]));
      }
    });
    this.histograms.gold(isGoldMoved ? this.sharesOf(at.gold)
      : this.isAway ? this.way.shares.subarray(this.step * data.classes,
        (this.step + 1) * data.classes) : data.goldShares);
    this.histograms.a(this.sharesOf(at.a));
    this.histograms.b(this.sharesOf(at.b));
    this.answer(at, isGoldMoved);
    this.drawQuarrels(at.a, isGoldMoved);
    this.why.textContent = data.why;
  }

  // The estimates beside which the measures would disagree about A: islands that move with it.
  // Their places are known for the gold that the server has; for another they are on their way.
  drawQuarrels(a, isUnknown) {
    const own = this.order.map((ranks) => ranks[a]);
    const differIn = ([first, second]) => (place) =>
      Math.sign(first[place] - own[0]) * Math.sign(second[place] - own[1]) < 0;
    const found = isUnknown ? []
      : this.isAway ? this.quarrelsOnTheWay() : this.places.filter(differIn(this.order));
    const { rows, columns, measures } = this.data;
    const [wide, high] = [WIDTH / (columns - 1), this.high / (rows - 1)];
    const path = runsOf(found, columns).map(([place, length]) => {
      const [x, y] = this.toPicture(this.rowOf(place), this.columnOf(place));
      const across = (length * wide).toFixed(1);
      return `M${(x - wide / 2).toFixed(1)} ${(y - high / 2).toFixed(1)}h${across}v${high.toFixed(1)}h-${across}z`;
    });
    this.pictures[2].quarrels.setAttribute("d", path.join(""));
    const percent = (part, all) => `${Math.round((100 * part.length) / all.length)} %`;
    const text = isUnknown ? "…" : `${measures.join(" and ")} quarrel over A and `
      + `${percent(found, this.places)} of the map: the violet islands.${this.ofEvery(differIn, percent)}`;
    if (this.quarrels.textContent !== text) this.quarrels.textContent = text;
  }

  // On a slice, which is not all: of how many of all estimates of twenty votes it is so.
  ofEvery(differIn, percent) {
    if (!this.every.length || this.isAway) return "";
    const all = [...this.every[0].keys()];
    return ` Of all ${all.length.toLocaleString("en-GB")} estimates of twenty votes they do over `
      + `${percent(all.filter(differIn(this.every)), all)}.`;
  }

  // What the measures say of A and B where they are now.
  answer(at, isGoldMoved) {
    const { data } = this;
    const isUnknown = isGoldMoved && this.moves.size > 1;
    const place = isGoldMoved ? this.forPoints.indexOf(at.gold) : 0;
    const sides = data.measures.map((key, m) => {
      const { cells } = this.rows[m];
      const side = isUnknown ? null : isGoldMoved ? this.precomputed.preferred[2 * place + m]
        : [0, 1, 2].at(Math.sign(this.order[m][at.b] - this.order[m][at.a]) || 0);
      ["a", "b"].forEach((which, s) => {
        const score = isGoldMoved
          ? (this.precomputed.scores[4 * place + 2 * m + s] / 10000).toFixed(4)
          : this.score(m, at[which]);
        const rank = isGoldMoved ? "…" : `${ordinal(this.percentile(m, at[which]))} percentile`;
        cells[s].replaceChildren(made("b", "", isUnknown ? "…" : score), made("span", "", rank));
      });
      const word = side === null ? "…" : ["tie", "A", "B"][side];
      cells[2].replaceChildren(made("b", `side ${word}`, word));
      return word;
    });
    const [one, other] = data.measures;
    const says = (key, side) => (side === "tie" ? `${key} finds a tie` : `${key} says ${side}`);
    this.say(isUnknown ? "Waiting for the numbers…"
      : `${says(one, sides[0])}, ${says(other, sides[1])}.`);
  }
}

export default inOrder(component(Walk));
