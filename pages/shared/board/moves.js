// What boards share: moves that the server has not confirmed yet, and words for preferences.
// They compute no measure. While moves are on their way they show an answer only where the precomputed
// table holds it, and otherwise that one is pending.

const PAUSE = 150; // ms without a key press after which the state is sent
const UNDEFINED = 65535;
const FEW = 4; // measures that are all named in a sentence
const boards = new WeakMap();

const decoded = (text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
const unpacked = ({ scores, preferred }) => ({
  scores: new Uint16Array(decoded(scores).buffer),
  preferred: decoded(preferred),
});
const sum = (values) => values.reduce((a, b) => a + b, 0);
const made = (tag, className, text) => {
  const element = document.createElement(tag);
  if (className) element.className = className;
  if (text !== undefined) element.textContent = text;
  return element;
};

// As `moved` of the page's state does it: here only to draw the other bars meanwhile.
function moved(votes, index, value, keepTotal) {
  const total = sum(votes);
  if (!keepTotal || total === 0) return votes.map((old, i) => (i === index ? value : old));
  const taken = Math.min(value, total);
  let others = votes.map((old, i) => (i === index ? 0 : old));
  if (sum(others) === 0) others = votes.map((_, i) => (i === index ? 0 : 1));
  const weight = sum(others);
  const exact = others.map((other) => (total - taken) * other);
  if ([...votes, taken].some((vote) => vote % 1)) {
    return exact.map((share, i) => (i === index ? taken : share / weight));
  }
  const after = exact.map((share) => Math.floor(share / weight));
  const order = exact.map((share, i) => [share % weight, i])
    .sort(([one, i], [other, j]) => other - one || i - j);
  order.slice(0, total - taken - sum(after)).forEach(([, i]) => { after[i] += 1; });
  after[index] = taken;
  return after;
}

class Moves {
  constructor(root) {
    this.root = root;
    this.moves = new Map(); // by bar, oldest first: what the server has not confirmed
    this.lastId = 0;
    // Moves made by keyboard are sent when they pause, others when the pointer is released.
    root.addEventListener("pointerup", () => this.send());
    root.addEventListener("keydown", (event) => {
      const key = event.key.toLowerCase();
      if (!(event.ctrlKey || event.metaKey) || (key !== "z" && key !== "y")) return;
      event.preventDefault();
      this.send();
      this.emit.trigger("step", key === "y" || event.shiftKey ? 1 : -1);
    });
  }

  // Take what the server sends; whatever has another shape than before is built anew.
  update(data, emit) {
    this.data = data;
    this.emit = emit;
    this.now = unpacked(data.now);
    this.precomputed = unpacked(data.precomputed);
    if (data.asked?.now) {
      this.now.asked = decoded(data.asked.now);
      this.precomputed.asked = decoded(data.asked.precomputed);
    }
    for (const [bar, move] of this.moves) if (move.id <= data.applied) this.moves.delete(bar);
    const shape = JSON.stringify(this.shapeOf(data));
    if (shape !== this.shape) {
      this.shape = shape;
      this.moves.clear(); // they were moves of other bars
      this.build();
    }
    this.draw();
  }

  move(bar, move) {
    this.lastId = Math.max(Date.now(), this.lastId + 1);
    this.moves.delete(bar); // to the end: they are applied in the order of their ids
    this.moves.set(bar, { id: this.lastId, ...move });
    this.draw();
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.send(), PAUSE);
  }

  send() {
    clearTimeout(this.timer);
    const id = Math.max(0, ...[...this.moves.values()].map((move) => move.id));
    if (id > (this.sent ?? 0)) {
      this.sent = id;
      this.emit.state("moves", [...this.moves.values()]);
    }
  }

  giveUp() {
    clearTimeout(this.timer);
    this.moves.clear();
    this.draw();
  }

  // The table of measures, the page's own, with nothing of a visitor's in it.
  buildTable() {
    this.summary = made("p", "summary");
    this.summary.setAttribute("aria-live", "polite");
    this.table = made("div");
    this.table.innerHTML = this.data.table;
    this.rows = this.data.measures.map((key) => {
      const row = this.table.querySelector(`tr[data-measure="${key}"]`);
      return {
        row, values: row.querySelectorAll(".oq-value"), fills: row.querySelectorAll(".oq-fill"),
        asked: row.querySelector(".oq-asked span"),
      };
    });
  }

  // Show the answers for what is drawn, or that they are pending.
  answer() {
    const found = this.found();
    this.root.classList.toggle("pending", found === null);
    if (found !== null) {
      this.show(found);
      return;
    }
    this.rows.forEach(({ values, asked }) => {
      [...values, ...(asked ? [asked] : [])].forEach((value) => { value.textContent = "…"; });
    });
    this.say("Waiting for the numbers…");
  }

  // Show whom each measure prefers: 0 a tie, 1 A, 2 B, anything else none. Gives a sentence.
  prefer(choices) {
    const sides = [[], [], []];
    this.data.measures.forEach((key, k) => sides[choices[k]]?.push(key));
    const [ties, forA, forB] = sides;
    const fewer = !forA.length || !forB.length ? 0 : forA.length < forB.length ? 1 : 2;
    const marked = forA.length === forB.length ? 0 : fewer;
    this.rows.forEach(({ row }, k) => {
      row.dataset.prefers = ["tie", "A", "B"][choices[k]] ?? "";
      row.classList.toggle("oq-minority", marked > 0 && choices[k] === marked);
    });
    const found = [["A", forA, "prefer"], ["B", forB, "prefer"], ["tie", ties, "find"]];
    const isFew = this.data.measures.length <= FEW;
    const parts = found.filter(([, keys]) => keys.length).map(([side, keys, verb]) => {
      const does = keys.length === 1 ? `${verb}s` : verb;
      const whom = side === "tie" ? "a tie" : side;
      if (isFew) return `${keys.join(", ")} ${does} ${whom}`;
      const named = side === "tie" || side === ["", "A", "B"][fewer];
      return `${keys.length} ${does} ${whom}`
        + (named ? ` (${keys.join(", ")})` : "");
    });
    return parts.length ? `${fewer ? "The measures disagree: " : ""}${parts.join(isFew ? "; " : ", ")}.` : "";
  }

  say(text) {
    if (this.summary.textContent !== text) this.summary.textContent = text;
  }
}

// What the page calls, again and again, for a kind of board.
const component = (Kind) => ({ data, parentElement, setStateValue, setTriggerValue }) => {
  const root = parentElement.querySelector(".board");
  if (!boards.has(root)) boards.set(root, new Kind(root));
  const board = boards.get(root);
  board.update(data, { state: setStateValue, trigger: setTriggerValue });
  // Streamlit leaves a page blank if moves of the page before arrive while it is drawn. So moves
  // that wait go before a link is followed, and are given up where the visitor goes back.
  const onClick = () => board.send();
  const onBack = () => board.giveUp();
  document.addEventListener("click", onClick, true);
  window.addEventListener("popstate", onBack);
  return () => {
    document.removeEventListener("click", onClick, true);
    window.removeEventListener("popstate", onBack);
  };
};
