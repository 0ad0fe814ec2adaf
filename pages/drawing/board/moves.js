// What boards share on the page. They compute no measure. While moves are on their way they show an
// answer only where the precomputed table holds it, and otherwise that one is pending.

const PAUSE = 150; // ms without a key press after which the state is sent
const UNDEFINED = 65535;
const boards = new WeakMap();

const decoded = (text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
const unpacked = ({ scores, preferred }) => ({
  scores: new Uint16Array(decoded(scores).buffer),
  preferred: decoded(preferred),
});

class Moves {
  constructor(root) {
    this.root = root;
    this.moves = new Waiting();
    // Moves made by keyboard are sent when they pause, others when the pointer is released.
    root.addEventListener("pointerup", () => this.send());
    root.addEventListener("keydown", (event) => {
      const step = stepOf(event);
      if (!step) return;
      event.preventDefault();
      this.send();
      this.emit.trigger("step", step);
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
    this.moves.confirm(data.applied);
    const shape = JSON.stringify(this.shapeOf(data));
    if (shape !== this.shape) {
      this.shape = shape;
      this.moves.clear(); // they were moves of other bars
      this.build();
    }
    this.draw();
  }

  move(bar, move) {
    this.moves.put(bar, move, Date.now());
    this.draw();
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.send(), PAUSE);
  }

  send() {
    clearTimeout(this.timer);
    const moves = this.moves.toSend();
    if (moves) this.emit.state("moves", moves);
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

  // Show whom each measure prefers; gives a sentence.
  prefer(choices) {
    const { minority, words } = verdictOf(this.data.measures, choices);
    this.rows.forEach(({ row }, k) => {
      row.dataset.prefers = ["tie", "A", "B"][choices[k]] ?? "";
      row.classList.toggle("oq-minority", minority > 0 && choices[k] === minority);
    });
    return words;
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
  const onKey = (event) => board.onKey?.(event);
  document.addEventListener("click", onClick, true);
  document.addEventListener("keydown", onKey);
  window.addEventListener("popstate", onBack);
  return () => {
    document.removeEventListener("click", onClick, true);
    document.removeEventListener("keydown", onKey);
    window.removeEventListener("popstate", onBack);
  };
};
