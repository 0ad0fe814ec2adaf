// Confusion matrices: cells to drag and type in, and every measure of them.

class Matrices extends Moves {
  shapeOf(data) {
    return [data.classes, data.systems.map((system) => system.name)];
  }

  // For each system the precomputed answers for what is drawn, and whom the measures prefer; null
  // while that is pending.
  found() {
    const { measures, systems, positions, classes } = this.data;
    const K = measures.length;
    const scores = systems.map((_, s) => this.now.scores.subarray(s * K, (s + 1) * K));
    if (this.moves.size === 0) return [scores, this.now.preferred];
    if (this.moves.size > 1) return null;
    const [[cell, move]] = this.moves;
    const place = placeOfMove(move, this.data.steps, positions[cell]);
    if (place < 0) return null;
    const start = (cell * positions[cell].length + place) * K;
    scores[Math.floor(cell / classes.length ** 2)] = this.precomputed.scores.subarray(start, start + K);
    return [scores, this.precomputed.preferred.subarray(start, start + K)];
  }

  build() {
    const { data, root } = this;
    root.replaceChildren();
    const matrices = made("div", "matrices");
    this.systems = data.systems.map((system, s) => {
      const built = this.matrix(system, s);
      matrices.append(built.element);
      return built;
    });
    this.buildTable();
    this.hint = made("p", "hint");
    const views = made("div", "views");
    views.append(this.summary, this.table);
    root.append(matrices, this.hint, views);
  }

  matrix(system, s) {
    const { classes } = this.data;
    const size = classes.length;
    const element = made("div", "matrix");
    const table = made("table");
    const caption = made("caption");
    const swatch = made("span", "swatch");
    swatch.style.background = system.colour;
    caption.append(swatch, made("strong", "", system.name), ": rows are its classes");
    const line = (tag, ...cells) => {
      const row = made("tr");
      row.append(...cells);
      tag.append(row);
    };
    const head = (text, scope) => {
      const cell = made("th", "", text);
      cell.scope = scope;
      cell.title = text;
      return cell;
    };
    const top = made("thead");
    line(top, head("gold →", "col"), ...classes.map((label) => head(label, "col")),
      head("sum", "col"));
    const body = made("tbody");
    const cells = [];
    const rowSums = classes.map((label, i) => {
      const inputs = classes.map((gold, j) => {
        const place = made("td", i === j ? "own" : "");
        const input = made("input");
        input.type = "number";
        input.inputMode = "numeric";
        input.min = 0;
        input.max = this.data.most;
        input.step = 1;
        input.setAttribute("aria-label", `${system.name}: ${label}, gold ${gold}`);
        input.style.setProperty("--colour", system.colour);
        this.follow(input, s * size * size + i * size + j, system.key, i * size + j);
        cells.push(input);
        place.append(input);
        return place;
      });
      const total = made("td", "sum");
      line(body, head(label, "row"), ...inputs, total);
      return total;
    });
    const foot = made("tfoot");
    const columnSums = [...classes, ""].map(() => made("td", "sum"));
    line(foot, head("sum", "row"), ...columnSums);
    table.append(caption, top, body, foot);
    element.append(table);
    return { element, cells, rowSums, columnSums };
  }

  // Type into a cell, or drag it up or to the right for more, down or to the left for less.
  follow(input, cell, which, index) {
    const set = (value, dragged = false) => {
      if (this.drawn[cell] !== value) this.move(cell, { which, cell: index, value, dragged });
    };
    input.addEventListener("input", () => {
      const value = Math.min(Number(input.value), this.data.most);
      if (input.value === "" || !Number.isInteger(value) || value < 0) return;
      if (input.value !== String(value)) input.value = value;
      set(value);
    });
    input.addEventListener("blur", () => { input.value = this.drawn[cell]; });
    let held = null;
    const to = (event) => {
      if (held === null) return;
      const way = (event.clientX - held.x + held.y - event.clientY) / 8;
      if (!held.moved && Math.abs(way) < 0.6) return;
      if (!held.moved) {
        held.moved = true;
        input.focus({ preventScroll: true });
      }
      const { steps } = this.data;
      const at = Math.max(0, Math.min(steps.length - 1, Math.round(held.from + way)));
      set(steps[at], true);
    };
    input.addEventListener("pointerdown", (event) => {
      if (event.button !== 0 || this.root.getRootNode().activeElement === input) return;
      event.preventDefault();
      input.setPointerCapture(event.pointerId);
      const step = this.data.steps[1];
      held = { x: event.clientX, y: event.clientY, from: this.drawn[cell] / step, moved: false };
    });
    input.addEventListener("pointerrawupdate", to); // where there is none, the next will do
    input.addEventListener("pointermove", to);
    input.addEventListener("pointercancel", () => { held = null; });
    input.addEventListener("pointerup", () => {
      if (held && !held.moved) {
        input.focus({ preventScroll: true });
        input.select();
      } else if (held) {
        input.blur(); // so that it can be dragged again
      }
      held = null;
    });
  }

  draw() {
    const { systems, classes, steps } = this.data;
    const size = classes.length;
    this.root.classList.toggle("projected", this.data.projector);
    this.hint.textContent = (this.data.editsGold
      ? "Drag a cell up or right for more items, down or left for fewer. "
      : "Drag a cell up or to the right: it takes items from the other cells of its gold class. "
        + "Drag it down or to the left: it gives them back. ")
      + "Or click a cell and type a count.";
    this.drawn = systems.flatMap((system) => system.counts);
    for (const [cell, move] of this.moves) {
      this.drawn = put(this.drawn, size, cell, move, this.data.editsGold);
    }
    this.systems.forEach(({ element, cells, rowSums, columnSums }, s) => {
      const counts = this.drawn.slice(s * size * size, (s + 1) * size * size);
      element.style.setProperty("--digits", String(Math.max(...counts)).length);
      counts.forEach((count, index) => {
        const input = cells[index];
        // What is being typed has its value already; setting it would only disturb.
        const isTyped = this.moves.has(s * size * size + index) || input.value === "";
        const isDragged = this.moves.get(s * size * size + index)?.dragged;
        const isHeld = this.root.getRootNode().activeElement === input && isTyped && !isDragged;
        if (!isHeld && input.value !== String(count)) input.value = count;
        input.style.setProperty("--level", Math.min(1, count / steps.at(-1)));
      });
      const { rows, columns } = sumsOf(counts, size);
      rows.forEach((total, i) => { rowSums[i].textContent = total.toLocaleString("en"); });
      [...columns, sum(rows)].forEach((total, j) => {
        columnSums[j].textContent = total.toLocaleString("en");
      });
    });
    this.answer();
  }

  show([scores, preferred]) {
    this.rows.forEach(({ values, fills }, k) => {
      const [low, high] = this.data.ranges[k];
      scores.forEach((system, s) => {
        const known = system[k] !== UNDEFINED;
        const score = Math.round(low * 10000 + system[k]) / 10000;
        values[s].textContent = known ? score.toFixed(4) : "undefined";
        const [start, end] = [Math.min(0, score), Math.max(0, score)]
          .map((end_) => (100 * (end_ - low)) / (high - low));
        fills[s].style.marginLeft = known ? `${start}%` : "0";
        fills[s].style.width = known ? `${end - start}%` : "0";
      });
    });
    this.say(this.prefer(scores.length > 1 ? preferred : []));
  }
}

export default inOrder(component(Matrices));
