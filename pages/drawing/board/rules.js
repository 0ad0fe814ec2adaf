// What boards do without a page: moves that the server has not confirmed, and words for preferences.

const FEW = 4; // measures that are all named in a sentence
const LIST = new Intl.ListFormat("en-GB");

const sum = (values) => values.reduce((a, b) => a + b, 0);

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

// By bar, oldest first: the moves that the server has not confirmed.
class Waiting extends Map {
  lastId = 0;

  sent = 0;

  put(bar, move, now) {
    this.lastId = Math.max(now, this.lastId + 1);
    this.delete(bar); // to the end: they are applied in the order of their ids
    this.set(bar, { id: this.lastId, ...move });
  }

  confirm(applied) {
    for (const [bar, move] of this) if (move.id <= applied) this.delete(bar);
  }

  // All of them, where one was not sent yet; they are sent by that.
  toSend() {
    const moves = [...this.values()];
    const id = Math.max(0, ...moves.map((move) => move.id));
    if (id <= this.sent) return null;
    this.sent = id;
    return moves;
  }
}

// Which way a key goes through what was done: back for undo, or forth; 0 for other keys.
function stepOf({ key, ctrlKey, metaKey, shiftKey }) {
  const letter = key.toLowerCase();
  if (!(ctrlKey || metaKey) || (letter !== "z" && letter !== "y")) return 0;
  return letter === "y" || shiftKey ? 1 : -1;
}

// Who guessed better, by a key; undefined for other keys.
function guessOf({ key, ctrlKey, metaKey, altKey, shiftKey }) {
  const keys = { a: "A", b: "B", ArrowLeft: "A", ArrowRight: "B" };
  return ctrlKey || metaKey || altKey || shiftKey ? undefined : keys[key];
}

// Whom each measure prefers: 0 a tie, 1 A, 2 B, anything else none. Gives a sentence, and the
// side that fewer measures are on; 0 for none.
function verdictOf(measures, choices) {
  const sides = [[], [], []];
  measures.forEach((key, k) => sides[choices[k]]?.push(key));
  const [ties, forA, forB] = sides;
  const fewer = !forA.length || !forB.length ? 0 : forA.length < forB.length ? 1 : 2;
  const minority = forA.length === forB.length ? 0 : fewer;
  const found = [["A", forA, "prefer"], ["B", forB, "prefer"], ["tie", ties, "find"]];
  const isFew = measures.length <= FEW;
  const parts = found.filter(([, keys]) => keys.length).map(([side, keys, verb]) => {
    const does = keys.length === 1 ? `${verb}s` : verb;
    const whom = side === "tie" ? "a tie" : side;
    if (isFew) return `${LIST.format(keys)} ${does} ${whom}`;
    const named = side === "tie" || side === ["", "A", "B"][fewer];
    return `${keys.length} ${does} ${whom}${named ? ` (${keys.join(", ")})` : ""}`;
  });
  const disagree = fewer ? "The measures disagree: " : "";
  const words = parts.length ? `${disagree}${parts.join(isFew ? "; " : ", ")}.` : "";
  return { minority, words };
}

// The last change of sides on the way from one place of a bar to another; null without one.
// `sidesAt` gives whom each measure prefers at a place: 0 a tie, 1 A, 2 B.
function changeOnTheWay(start, end, sidesAt) {
  let last = null;
  const way = Math.sign(end - start);
  for (let place = start; place !== end; place += way) {
    const [before, after] = [sidesAt(place), sidesAt(place + way)];
    after.forEach((side, k) => {
      if (side !== before[k]) last = { place: place + way, k, side: ["a tie", "A", "B"][side] };
    });
  }
  return last;
}

// Votes by class of so many raters who are asked, by their chances in [0, 1); as `redrawn_by`.
function redrawn(gold, chances) {
  const total = sum(gold);
  let below = 0;
  const ends = gold.map((vote) => (below += vote) / total);
  const counts = gold.map(() => 0);
  // The last end is 1, which no chance reaches.
  for (const chance of chances) counts[ends.findIndex((end) => chance < end)] += 1;
  return counts;
}

// How many raters are asked: the number chosen, or as many as have voted; as `_sizes`.
function ratersAsked(total, { raters, limit, most }) {
  const even = Math.abs(total % 1) === 0.5 ? 2 * Math.round(total / 2) : Math.round(total);
  return Math.min(most, raters || Math.min(limit, Math.max(1, even)));
}
