// The map: two measures over all estimates, and points to move. It looks numbers up and colours.

const WIDTH = 480; // of a picture, in its own units
const BANDS = 14;
const FAR = 5; // steps of a point at once, with Shift
const BLUES = [[247, 251, 255], [156, 195, 224], [18, 63, 102]];
const SIDES = [[43, 123, 186], [244, 244, 244], [209, 80, 11]];
const NAMES = { gold: "Gold", a: "A", b: "B" };
const ARROWS = { ArrowRight: [0, 1], ArrowLeft: [0, -1], ArrowUp: [1, 0], ArrowDown: [-1, 0] };
const STAR = Array.from({ length: 10 }, (_, i) => {
  const [far, angle] = [i % 2 ? 6.5 : 16, (i * Math.PI) / 5];
  return `${far * Math.sin(angle)},${-far * Math.cos(angle)}`;
}).join(" ");

const numbers = (text) => new Uint16Array(decoded(text).buffer);
const joined = (values, template) => [...values].map(template).join("");
const percents = (shares) => [...shares].map((share) => `${share} %`).join(" | ");
const ordinal = (number) => {
  const end = { 1: "st", 2: "nd", 3: "rd" }[number % 10];
  return `${number}${number % 100 > 10 && number % 100 < 14 ? "th" : end ?? "th"}`;
};
// The colour so far along the way from the first of three to the last.
const mixed = ([low, middle, high], part) => {
  const [from, to, rest] = part < 0.5 ? [low, middle, 2 * part] : [middle, high, 2 * part - 1];
  return from.map((start, i) => start + (to[i] - start) * rest);
};
// Places that follow each other in a row, as the first one and how many.
const runsOf = (places, columns) => places.reduce((runs, place) => {
  const last = runs.at(-1);
  if (last && last[0] + last[1] === place && place % columns) last[1] += 1;
  else runs.push([place, 1]);
  return runs;
}, []);
const text = (x, y, words, anchor = "middle") =>
  `<text x="${x}" y="${y}" text-anchor="${anchor}" fill="currentColor">${words}</text>`;
const cross = (kind, x, y) =>
  `<path class="${kind}" d="M${x - 11} ${y}H${x + 11}M${x} ${y - 11}V${y + 11}"/>`;
const histogram = (name, colour, shares) => `<div class="histogram">
  <h3><span class="swatch" style="background: ${colour}"></span>${name}</h3>
  <div class="bars" role="img" aria-label="${name} of the votes by class: ${[...shares].join(", ")}">
    ${joined(shares, (share, i) => `<div class="bar"><span class="number">${share}</span>
      <div class="slot"><i style="background: ${colour}; height: ${share}%"></i></div>
      <span>${i + 1}</span></div>`)}
  </div></div>`;

class Walk extends Moves {
  hand = "a";

  shapeOf(data) {
    return [data.rows, data.columns, data.classes, data.measures, data.gold === null];
  }

  update(data, emit) {
    this.data = data;
    this.shares = decoded(data.shares);
    [this.scores, this.percentiles, this.order, this.every] =
      [data.scores, data.percentiles, data.order, data.every].map((packed) => packed.map(numbers));
    this.isTriangle = data.step === 0;
    this.high = WIDTH * (this.isTriangle ? Math.sqrt(0.75) : 0.8);
    const inside = decoded(data.inside);
    this.places = [...inside.keys()].filter((place) => inside[place]);
    this.forPoints = this.places.filter((place) =>
      this.cell(place).every((step) => step % data.stride === 0));
    const before = this.painted;
    this.painted = JSON.stringify([data.scores, data.odds, data.best, data.measures]);
    super.update(data, emit);
    if (this.painted !== before) this.paint();
  }

  // Row and column of a place.
  cell(place) { return [Math.floor(place / this.data.columns), place % this.data.columns]; }

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
    const [top, end, slack] = [this.data.rows - 1, this.data.columns - 1, 1e-6];
    return row >= -slack && column >= -slack && row <= top + slack && column <= end + slack
      && (!this.isTriangle || row + column <= top + slack);
  }

  nearest(places, x, y) {
    let [best, least] = [places[0], Infinity];
    for (const place of places) {
      const [px, py] = this.toPicture(...this.cell(place));
      const far = (px - x) ** 2 + (py - y) ** 2;
      if (far < least) [best, least] = [place, far];
    }
    return best;
  }

  build() {
    const { data, root } = this;
    const [first, second] = data.measures;
    const walkers = this.isTriangle ? ["gold", "a", "b"] : ["a", "b"];
    if (!walkers.includes(this.hand)) this.hand = "a";
    root.classList.add("walk");
    root.innerHTML = `
      <div class="switch" role="group" aria-label="Which picture">
        ${joined([first, second, "Difference"], (name) => `<button type="button">${name}</button>`)}
      </div>
      <div class="pictures">
        ${joined([first, second, `Rank by ${first} − rank by ${second}`], (title) => this.picture(title))}
      </div>
      <div class="histograms"></div>
      <div class="words"><div class="verdict">
        <fieldset class="hands"><legend>A click on the map moves</legend>
          ${joined(walkers, (name) => `<label><input type="radio" name="hand" value="${name}"
            ${name === this.hand ? "checked" : ""}>${NAMES[name]}</label>`)}</fieldset>
        <p class="summary" aria-live="polite"></p><p class="share"></p><table></table>
      </div><p class="why"></p></div>
      <div class="tip" hidden></div>`;
    const all = (selector) => [...root.querySelectorAll(selector)];
    [this.histograms, this.summary, this.quarrels, this.table, this.why, this.tip] =
      all(".histograms, .summary, .share, table, .why, .tip");
    this.pictures = all(".picture");
    this.radios = all("input");
    this.switches = all(".switch button");
    this.radios.forEach((radio) => radio.addEventListener("change", () => this.take(radio.value)));
    // On a phone one of the pictures at a time.
    this.switches.forEach((button, which) => button.addEventListener("click", () => this.see(which)));
    this.listen(root.querySelector(".pictures"));
    this.see(0);
  }

  picture(title) {
    const side = this.isTriangle ? 34 : 52; // and below
    const box = [-side, -34, WIDTH + 2 * side - (this.isTriangle ? 0 : 24), this.high + 34 + side];
    return `<figure class="picture"><h2>${title}</h2>
      <svg viewBox="${box.join(" ")}" role="group" aria-label="${title}">
        <g class="ground"><image width="${WIDTH}" height="${this.high}" preserveAspectRatio="none"/>
          ${this.outline()}</g>
        <path class="quarrels"/><g class="marks"></g>
        ${joined(["gold", "b", "a"], (name) => this.point(name, title))}
      </svg><div class="legend"></div></figure>`;
  }

  outline() {
    const { classes, rows, step } = this.data;
    if (this.isTriangle) {
      return `<path class="edge" d="M0 ${this.high}L${WIDTH / 2} 0L${WIDTH} ${this.high}Z"/>
        ${text(-30, this.high + 26, "all in 1", "start")}${text(WIDTH / 2, -10, "all in 2")}
        ${text(WIDTH + 30, this.high + 26, "all in 3", "end")}`;
    }
    const spreads = Array.from({ length: Math.floor(rows * step + 1e-9) });
    return `<rect class="edge" width="${WIDTH}" height="${this.high}"/>
      ${joined(Array(classes).keys(), (i) => text((i / (classes - 1)) * WIDTH, this.high + 22, i + 1))}
      ${joined(spreads.keys(), (i) =>
        text(-8, this.toPicture((i + 1) / step - 1, 0)[1] + 6, i + 1, "end"))}
      <g transform="translate(-36 ${this.high / 2}) rotate(-90)">${text(0, 0, "Spread of the bell")}</g>
      ${text(WIDTH / 2, this.high + 46, "Centre of the bell, in classes")}`;
  }

  point(name, title) {
    const { colours, rows, columns } = this.data;
    const isStill = name === "gold" && !this.isTriangle;
    const sign = name === "gold" ? `<polygon class="sign" points="${STAR}" fill="${colours.gold}"/>`
      : `<circle class="sign" r="13" fill="${colours[name]}"/>
        <text y="6" text-anchor="middle" fill="#fff" font-weight="700">${NAMES[name]}</text>`;
    const slider = isStill ? "" : `role="slider" tabindex="-1" aria-valuemin="0"
      aria-valuemax="${rows * columns}" aria-label="${NAMES[name]} on the map: ${title}"`;
    return `<g class="point ${name}${isStill ? " still" : ""}" data-name="${name}" ${slider}>
      <circle class="reach" r="30" fill="transparent"/>${sign}</g>`;
  }

  listen(pictures) {
    let held; // the point that the pointer has
    const on = (kind, act) => pictures.addEventListener(kind, (event) => {
      const point = event.target.closest(".point");
      act(event, point?.dataset.name, point);
    }, { passive: false });
    on("focusin", (_, name) => { if (name) this.take(name); });
    on("keydown", (event, name) => {
      if (!name || !ARROWS[event.key]) return;
      event.preventDefault();
      let place = this.at()[name];
      for (let i = 0; i < (event.shiftKey ? FAR : 1); i += 1) {
        place = this.beside(place, ...ARROWS[event.key]);
      }
      this.set(name, place);
    });
    // A finger on a point moves it, and does not scroll.
    on("touchstart", (event, name) => { if (name) event.preventDefault(); });
    on("pointerdown", (event, name, point) => {
      if (!name || event.button !== 0) return;
      event.preventDefault();
      point.setPointerCapture(event.pointerId);
      point.focus({ preventScroll: true });
      held = name;
    });
    on("pointermove", (event) => {
      if (held) this.set(held, this.nearest(this.forPoints, ...this.of(event)));
      else this.hover(event);
    });
    for (const end of ["pointerup", "pointercancel"]) on(end, () => { held = undefined; });
    on("pointerleave", () => { this.tip.hidden = true; });
    on("click", (event) => {
      const at = event.target.closest(".ground") && this.of(event);
      if (!at || !this.isInside(...this.fromPicture(...at))) return;
      this.set(this.hand, this.nearest(this.forPoints, ...at));
      this.send();
    });
  }

  // Where a pointer is, in the picture's own units.
  of({ target, clientX, clientY }) {
    const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(
      target.closest("svg").getScreenCTM().inverse());
    return [x, y];
  }

  // One picture is the one that a phone shows, and whose points the Tab key reaches.
  see(seen) {
    this.pictures.forEach((picture, which) => {
      picture.classList.toggle("seen", which === seen);
      picture.querySelectorAll("[tabindex]").forEach((point) =>
        point.setAttribute("tabindex", which === seen ? 0 : -1));
    });
    this.switches.forEach((button, which) => button.setAttribute("aria-pressed", which === seen));
  }

  // The place one step away, or the same at an edge. Up and down move a vote to and from class 2.
  beside(place, up, right) {
    const { columns, stride, rows } = this.data;
    const [row, column] = this.cell(place);
    const first = rows - 1 - row - column;
    const takesThird = this.isTriangle && (up > 0 ? column > first : up < 0 && column < first);
    const next = [row + up * stride, column + (takesThird ? -up : right) * stride];
    return this.isInside(...next) ? next[0] * columns + next[1] : place;
  }

  take(name) {
    this.hand = name;
    this.radios.forEach((radio) => { radio.checked = radio.value === name; });
    // What is in the hand lies above the others.
    this.pictures.forEach((picture) => {
      const above = picture.querySelector(`.point.${name}`);
      for (const other of picture.querySelectorAll(`.point.${name} ~ .point`)) above.before(other);
    });
  }

  set(which, place) {
    if (this.at()[which] !== place || which === "gold") this.move(which, { which, place });
  }

  // Where the points are, with the moves that the server has not confirmed.
  at() {
    const { data } = this;
    const gold = data.gold && this.nearest(this.forPoints, ...this.toPicture(...data.gold));
    const moved = [...this.moves].map(([which, { place }]) => [which, place]);
    return { gold, ...data.points, ...Object.fromEntries(moved) };
  }

  sharesOf(place) {
    const { classes } = this.data;
    return this.shares.subarray(place * classes, (place + 1) * classes);
  }

  told(place) {
    const { classes, step } = this.data;
    if (this.isTriangle) return percents(this.sharesOf(place));
    const [row, column] = this.cell(place);
    return `bell with centre ${(1 + column * step).toFixed(2)} and spread `
      + `${((1 + row) * step).toFixed(2)} over ${classes} classes`;
  }

  percentile(m, place) { return Math.round(this.percentiles[m][place] / 100); }

  score(m, place) { return (this.scores[m][place] / 10000).toFixed(4); }

  hover(event) {
    const at = event.target.closest(".ground") && this.of(event);
    this.tip.hidden = !at || !this.isInside(...this.fromPicture(...at));
    if (this.tip.hidden) return;
    const place = this.nearest(this.places, ...at);
    this.tip.innerHTML = histogram(this.told(place), "var(--st-text-color)", this.sharesOf(place))
      + joined(this.data.measures, (key, m) => {
        const rank = this.percentile(m, place);
        return `<p>${key} ${this.score(m, place)}, ${ordinal(rank)} percentile: `
          + `${rank} % of the map's estimates score lower.</p>`;
      });
    const box = this.root.getBoundingClientRect();
    const { width, height } = this.tip.getBoundingClientRect();
    const left = Math.min(event.clientX - box.left + 18, box.width - width);
    const over = event.clientY - height - 18 > 0;
    this.tip.style.left = `${Math.max(0, left)}px`;
    this.tip.style.top = `${event.clientY - box.top + (over ? -height - 18 : 24)}px`;
  }

  // Colours and lines of all three pictures, and what is marked on them.
  paint() {
    const { measures } = this.data;
    const gaps = Float32Array.from(this.percentiles[0], (rank, place) =>
      (rank - this.percentiles[1][place]) / 100);
    const most = (values) => Math.max(1, ...this.places.map((place) => Math.abs(values[place])));
    this.pictures.forEach((picture, which) => {
      const values = [...this.scores, gaps][which];
      const [high, colours] = [most(values), which < 2 ? BLUES : SIDES];
      picture.querySelector("image").setAttribute("href",
        this.coloured({ values, low: which < 2 ? 0 : -high, high, colours }));
      const [start, end] = which < 2 ? ["0 best", `${(high / 10000).toFixed(2)} worst`]
        : measures.map((key) => `better by ${key}`);
      const ramp = colours.map((colour) => `rgb(${colour.join(" ")})`).join(", ");
      picture.querySelector(".legend").innerHTML = `<span>${start}</span>
        <i style="background: linear-gradient(to right, ${ramp})"></i><span>${end}</span>`;
      picture.querySelector(".marks").innerHTML = this.marked(which);
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

  // A picture of values in bands, with lines between them.
  coloured({ values, low, high, colours }) {
    const canvas = document.createElement("canvas");
    const [width, height] = [WIDTH, Math.round(this.high)];
    Object.assign(canvas, { width, height });
    const context = canvas.getContext("2d");
    const image = context.createImageData(width, height);
    const shades = Array.from({ length: BANDS }, (_, band) => mixed(colours, (band + 0.5) / BANDS));
    const bands = new Int8Array(width * height).fill(-1);
    for (let pixel = 0; pixel < bands.length; pixel += 1) {
      const [x, y] = [pixel % width, Math.floor(pixel / width)];
      const [row, column] = this.fromPicture(x + 0.5, ((y + 0.5) * this.high) / height);
      if (!this.isInside(row, column)) continue;
      const part = (this.between(values, row, column) - low) / (high - low);
      bands[pixel] = Math.max(0, Math.min(BANDS - 1, Math.floor(part * BANDS)));
      const isLine = [x ? pixel - 1 : pixel, y ? pixel - width : pixel].some((beside) =>
        bands[beside] >= 0 && bands[beside] !== bands[pixel]);
      const colour = shades[bands[pixel]].map((shade) => shade * (isLine ? 0.78 : 1));
      image.data.set([...colour, 255], 4 * pixel);
    }
    context.putImageData(image, 0, 0);
    return canvas.toDataURL();
  }

  // The two places most at odds; and on a slice the best bell of each measure, in the triangle
  // the answer that it rewards most, as row and column.
  marked(which) {
    const { odds, best } = this.data;
    const ends = odds.map((place) => this.toPicture(...this.cell(place)));
    const line = `d="M${ends.map((end) => end.join(" ")).join("L")}"`;
    const rings = (kind) => joined(ends, ([x, y]) => `<circle class="${kind}" cx="${x}" cy="${y}" r="19"/>`);
    const between = ends.length
      ? joined(["halo", "odds"], (kind) => `<path class="${kind}" ${line}/>${rings(kind)}`) : "";
    if (which === 2 || !best.length) return between;
    const at = this.toPicture(...best[which]);
    return between + cross("halo wide", ...at) + cross("best", ...at);
  }

  draw() {
    const { data } = this;
    const at = this.at();
    const isGoldMoved = this.moves.has("gold");
    const kinds = {
      projected: data.projector, many: data.classes > 6, stale: isGoldMoved, pending: this.moves.size > 0,
    };
    for (const [kind, isOn] of Object.entries(kinds)) this.root.classList.toggle(kind, isOn);
    const goldShares = isGoldMoved ? this.sharesOf(at.gold) : data.goldShares;
    for (const point of this.root.querySelectorAll(".point")) {
      const { name } = point.dataset;
      point.toggleAttribute("hidden", at[name] === null);
      if (at[name] === null) continue;
      const isExact = name === "gold" && !isGoldMoved;
      const [x, y] = this.toPicture(...(isExact ? data.gold : this.cell(at[name])));
      point.setAttribute("transform", `translate(${x} ${y})`);
      point.setAttribute("aria-valuenow", at[name]);
      point.setAttribute("aria-valuetext", isExact ? percents(goldShares) : this.told(at[name]));
    }
    this.histograms.innerHTML = joined(Object.keys(NAMES), (name) => histogram(
      `${NAMES[name]}, %`, data.colours[name], name === "gold" ? goldShares : this.sharesOf(at[name]),
    ));
    this.answer(at, isGoldMoved);
    this.drawQuarrels(at.a, isGoldMoved);
    this.why.textContent = data.why;
  }

  // The estimates beside which the measures would disagree about A: islands that move with it.
  // Their places are known for the gold that the server has; for another they are on their way.
  drawQuarrels(a, isUnknown) {
    const { rows, columns, measures } = this.data;
    const own = this.order.map((ranks) => ranks[a]);
    const differIn = (places, [first, second]) => places.filter((place) =>
      Math.sign(first[place] - own[0]) * Math.sign(second[place] - own[1]) < 0);
    const percent = (part, all) => `${Math.round((100 * part.length) / all.length)} %`;
    const islands = isUnknown ? [] : differIn(this.places, this.order);
    const [wide, high] = [WIDTH / (columns - 1), this.high / (rows - 1)];
    const path = runsOf(islands, columns).map(([place, length]) => {
      const [x, y] = this.toPicture(...this.cell(place));
      const [left, top, across, down] = [x - wide / 2, y - high / 2, length * wide, high]
        .map((size) => size.toFixed(1));
      return `M${left} ${top}h${across}v${down}h-${across}z`;
    });
    this.pictures[2].querySelector(".quarrels").setAttribute("d", path.join(""));
    let words = `${measures.join(" and ")} quarrel over A and ${percent(islands, this.places)} of `
      + "the map: the violet islands.";
    // On a slice, which is not all: of how many of all estimates of twenty votes it is so.
    if (this.every.length) {
      const all = [...this.every[0].keys()];
      words += ` Of all ${all.length.toLocaleString("en-GB")} estimates of twenty votes they do over `
        + `${percent(differIn(all, this.every), all)}.`;
    }
    this.quarrels.textContent = isUnknown ? "…" : words;
  }

  // What the measures say of A and B where they are now.
  answer(at, isGoldMoved) {
    const { measures } = this.data;
    const isUnknown = isGoldMoved && this.moves.size > 1;
    const { scores, preferred } = this.precomputed;
    const place = this.forPoints.indexOf(at.gold);
    const sides = measures.map((_, m) => {
      if (isUnknown) return "…";
      const order = Math.sign(this.order[m][at.b] - this.order[m][at.a]);
      return ["tie", "A", "B"].at(isGoldMoved ? preferred[2 * place + m] : order);
    });
    const cell = (m, which, s) => {
      const score = isGoldMoved
        ? (scores[4 * place + 2 * m + s] / 10000).toFixed(4) : this.score(m, at[which]);
      const rank = isGoldMoved ? "…" : `${ordinal(this.percentile(m, at[which]))} percentile`;
      return `<td><b>${isUnknown ? "…" : score}</b><span>${rank}</span></td>`;
    };
    this.table.innerHTML = `<tr><th></th><th>A</th><th>B</th><th>prefers</th></tr>
      ${joined(measures, (key, m) => `<tr><th scope="row">${key}</th>${cell(m, "a", 0)}${cell(m, "b", 1)}
        <td><b class="side ${sides[m]}">${sides[m]}</b></td></tr>`)}`;
    const says = measures.map((key, m) =>
      (sides[m] === "tie" ? `${key} finds a tie` : `${key} says ${sides[m]}`));
    this.say(isUnknown ? "Waiting for the numbers…" : `${says.join(", ")}.`);
  }
}

export default inOrder(component(Walk));
