// The drawing board: bars to drag, and every measure of what they draw.

const short = (value) => String(Number(value.toFixed(2)));

// As `moved` of the page's state does it: here only to draw the other bars meanwhile.
function moved(votes, index, value, keepTotal) {
  const total = sum(votes);
  if (!keepTotal || total === 0) return votes.map((old, i) => (i === index ? value : old));
  const taken = Math.min(value, total);
  const others = total - votes[index];
  return votes.map((old, i) => {
    if (i === index) return taken;
    return others > 0 ? (old * (total - taken)) / others : (total - taken) / (votes.length - 1);
  });
}

class Board extends Moves {
  shapeOf(data) {
    return [data.classes, data.histograms.map((h) => h.name), data.cumulative, data.positions,
      data.measures];
  }

  set(histogram, index, value) {
    const { key } = this.data.histograms[histogram];
    this.move(histogram * this.data.classes.length + index, {
      which: key, histogram, index, value,
    });
  }

  // The answers for what is drawn: [table, offset of its first measure], or null while pending.
  found() {
    const K = this.data.measures.length;
    if (this.moves.size === 0) return [this.now, 0];
    if (this.moves.size > 1) return null;
    const [[bar, move]] = this.moves;
    const position = this.data.positions.indexOf(move.value);
    if (position < 0) return null;
    return [this.ahead, (bar * this.data.positions.length + position) * K];
  }

  build() {
    const { data, root } = this;
    root.replaceChildren();
    const panels = made("div", "panels");
    this.bars = data.histograms.map((histogram, h) => {
      const panel = made("div", "panel");
      const title = made("h3");
      const swatch = made("span", "swatch");
      swatch.style.background = histogram.colour;
      title.append(swatch, histogram.name);
      const bars = made("div", "bars");
      const built = data.classes.map((label, i) => {
        const bar = made("div", "bar");
        const output = made("output");
        output.setAttribute("aria-hidden", "true");
        const input = made("input");
        input.type = "range";
        input.min = 0;
        input.step = data.positions[1];
        input.max = data.positions.at(-1);
        input.setAttribute("aria-label", `${histogram.name}, class ${label}`);
        input.setAttribute("aria-orientation", "vertical");
        input.style.setProperty("--colour", histogram.colour);
        input.addEventListener("input", () => this.set(h, i, Number(input.value)));
        this.follow(input, (value) => this.set(h, i, value));
        const name = made("label", "", label);
        name.title = label;
        bar.append(output, input, name);
        bars.append(bar);
        return { input, output };
      });
      panel.append(title, bars);
      panels.append(panel);
      return built;
    });

    const views = made("div", "views");
    const charts = made("div", "charts");
    this.charts = [this.chart(charts, "Gold and estimates", "Share of votes")];
    if (data.cumulative) {
      this.charts.push(this.chart(charts, "Cumulative, as NMD sees them", "Share up to this class"));
    }
    this.buildTable();
    views.append(charts, this.summary, this.table);
    root.append(panels, views);
  }

  // Drag a bar. The browser's own way of it waits for the next frame; this does not.
  follow(input, set) {
    const { positions } = this.data;
    let held = null;
    const to = (event) => {
      if (held === null) return;
      const up = (held.bottom - event.clientY) / held.height;
      const place = Math.round(Math.min(1, Math.max(0, up)) * (positions.length - 1));
      if (Number(input.value) === positions[place] && event.type !== "pointerdown") return;
      input.value = positions[place];
      set(positions[place]);
    };
    input.addEventListener("pointerdown", (event) => {
      if (event.button !== 0) return;
      event.preventDefault();
      input.focus({ preventScroll: true });
      input.setPointerCapture(event.pointerId);
      held = input.getBoundingClientRect();
      to(event);
    });
    input.addEventListener("pointerrawupdate", to); // where there is none, the next will do
    input.addEventListener("pointermove", to);
    for (const end of ["pointerup", "pointercancel"]) {
      input.addEventListener(end, () => { held = null; });
    }
  }

  chart(parent, title, label) {
    const { classes, histograms } = this.data;
    const chart = made("div", "chart");
    const plot = made("div", "plot");
    plot.setAttribute("role", "img");
    for (const tick of [0, 0.2, 0.4, 0.6, 0.8, 1]) {
      const mark = made("span", "tick", tick.toFixed(1));
      mark.style.bottom = `${tick * 100}%`;
      plot.append(mark);
    }
    const width = 70 / (histograms.length - 1);
    const bars = classes.map(() => {
      const place = made("div", "place");
      const made_bars = histograms.map((histogram, h) => {
        const bar = made("i");
        bar.style.background = histogram.colour;
        bar.style.left = h === 0 ? "6%" : `${15 + (h - 1) * width + 3}%`;
        bar.style.width = h === 0 ? "88%" : `${width - 6}%`;
        place.append(bar);
        return bar;
      });
      plot.append(place);
      return made_bars;
    });
    const axis = made("div", "axis");
    axis.append(...classes.map((name) => made("span", "", name)));
    chart.append(made("h3", "", title), plot, axis, made("p", "caption", `${label}, by class`));
    parent.append(chart);
    return { plot, bars, title };
  }

  draw() {
    const { data } = this;
    const votes = data.histograms.map((histogram) => histogram.votes);
    for (const { histogram, index, value } of this.moves.values()) {
      votes[histogram] = moved(votes[histogram], index, value, data.keepTotal);
    }
    const shares = votes.map((row) => {
      const total = sum(row);
      return row.map((vote) => (total > 0 ? vote / total : 0));
    });
    const top = data.positions.at(-1);
    votes.forEach((row, h) => row.forEach((vote, i) => {
      const { input, output } = this.bars[h][i];
      const text = short(vote);
      const words = `${text} of ${short(sum(row))} votes, ${Math.round(shares[h][i] * 100)} %`;
      if (output.textContent !== text) output.textContent = text;
      if (input.getAttribute("aria-valuetext") !== words) {
        input.setAttribute("aria-valuetext", words);
      }
      // A bar under the hand has its value already; setting it would only disturb.
      if (!this.moves.has(h * row.length + i) && input.value !== String(vote)) input.value = vote;
      input.style.setProperty("--level", vote / top);
    }));
    this.charts.forEach(({ plot, bars, title }, kind) => {
      const heights = kind === 0 ? shares : shares.map((row) => {
        let below = 0;
        return row.map((share) => (below += share));
      });
      heights.forEach((row, h) => row.forEach((height, i) => {
        bars[i][h].style.height = `${height * 100}%`;
      }));
      plot.setAttribute("aria-label", `${title}. ` + data.histograms.map((histogram, h) =>
        `${histogram.name}: ${heights[h].map((height) => height.toFixed(2)).join(", ")}`).join("; "));
    });
    this.answer();
  }

  show([table, offset]) {
    const systems = this.data.histograms.length - 1;
    const isUndefined = table.scores[offset * systems] === UNDEFINED
      || table.scores[offset * systems + systems - 1] === UNDEFINED;
    this.rows.forEach(({ values, fills }, k) => {
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

export default mounting(Board);
