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
    // First the places of drags, which move items, and behind them those of keys.
    const drags = this.data.steps.length;
    const place = move.dragged
      ? this.data.steps.indexOf(move.value) : positions[cell].indexOf(move.value, drags);
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

  // As `dragged` of the page's state does it.
  put(cell, value, isDragged) {
    const size = this.data.classes.length;
    const start = cell - (cell % size ** 2);
    const column = (cell - start) % size;
    const places = this.data.classes.map((_, i) => start + i * size + column);
    const votes = places.map((place) => this.drawn[place]);
    const isEmpty = sum(this.drawn.slice(start, start + size ** 2)) === 0;
    if (!isDragged || this.data.editsGold || isEmpty) {
      this.drawn[cell] = value;
    } else if (sum(votes) > 0) {
      moved(votes, places.indexOf(cell), value, true)
        .forEach((vote, i) => { this.drawn[places[i]] = vote; });
    }
  }

  draw() {
    const { systems, classes, steps } = this.data;
    const size = classes.length;
    this.root.classList.toggle("projected", this.data.projector);
    this.hint.textContent = (this.data.editsGold
      ? "Drag a cell up or right for more items, down or left for fewer; "
      : "Drag a cell up or right: items of its gold class move into it, and out again down or left; ")
      + "or click it and type a count.";
    this.drawn = systems.flatMap((system) => system.counts);
    for (const [cell, { value, dragged }] of this.moves) this.put(cell, value, dragged);
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
      const rows = classes.map((_, i) => sum(counts.slice(i * size, (i + 1) * size)));
      const columns = classes.map((_, j) => sum(counts.filter((__, c) => c % size === j)));
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
