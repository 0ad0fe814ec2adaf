// What each class costs an estimate, as a measure sees it: it follows the finger, and the server is
// not asked. As `oq_core.knowledge.seeing` and the measures have it.

const squared = (value) => value * value;
const byClass = (part) => (estimated, gold) => estimated.map((share, i) => part(share, gold[i]));
const bits = (share, middle) => (share > 0 ? share * Math.log(share / middle) : 0);

// Of each class: votes that cross to the next one, upwards where they are above 0.
function crossed(estimated, gold) {
  let more = 0;
  return estimated.map((share, i) => {
    more += share - gold[i];
    return i + 1 < gold.length ? more : 0;
  });
}

// Of each class: its squared error, weighed by its mean distance from the classes it is seen from.
const weighed = (isSeenFrom) => (estimated, gold) => {
  const seen = gold.flatMap((share, j) => (isSeenFrom(share) ? [j] : []));
  return estimated.map((share, i) => squared(share - gold[i])
    * sum(seen.map((j) => Math.abs(i - j))) / seen.length);
};

// Of each class: others than which it has more in one of both, and less in the other.
function reversed(estimated, gold) {
  const order = (values, i, j) => {
    const gap = values[i] - values[j];
    return Math.abs(gap) > 1e-9 * Math.max(values[i], values[j]) ? Math.sign(gap) : 0;
  };
  return gold.map((_, i) => gold.filter((__, j) =>
    order(gold, i, j) * order(estimated, i, j) < 0).length);
}

// By measure: the parts of classes, and what these are.
const LENSES = {
  NMD: [crossed, "votes that cross to the next class. Their sum over the number of borders is NMD."],
  RNOD: [weighed((share) => share > 0),
    "squared errors, weighed by the distance from classes that have gold."],
  RNADW: [weighed(() => true), "squared errors, weighed by the distance from all classes."],
  NVD: [byClass((one, other) => Math.abs(one - other) / 2),
    "half of each class’s error, however far. The sum is NVD."],
  RNSS: [byClass((one, other) => squared(one - other) / 2),
    "half of each squared error, however far. The root of the sum is RNSS."],
  JSD: [byClass((one, other) => {
    const middle = (one + other) / 2;
    return Math.max(0, (bits(one, middle) + bits(other, middle)) / Math.log(4));
  }), "bits that each class adds, however far. The sum is JSD."],
  DNKT: [reversed, "with how many others a class stands in the reverse order."],
};

// What stands at a class: nothing where it costs nothing.
function markOf(measure, part, lies) {
  const size = Math.abs(part);
  if (measure === "DNKT") return size ? `✗ ${size}` : "";
  if (size < 0.005) return "";
  const way = measure !== "NMD" ? "" : part > 0 ? (lies ? "↓ " : "→ ") : (lies ? "↑ " : "← ");
  return way + size.toFixed(2);
}
