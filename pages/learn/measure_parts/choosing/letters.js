// Which estimate is taken by a key, and by a swipe.

const LEAST = 50; // pixels of a swipe
const KEYS = { ArrowLeft: "L", ArrowRight: "R", ArrowDown: "E" };

// The letter of a key; nothing for other keys.
function letterOf({ key, ctrlKey, metaKey, altKey, shiftKey }) {
  return ctrlKey || metaKey || altKey || shiftKey ? undefined : KEYS[key];
}

// The letter of a swipe, by pixels to the right and down; nothing where it is short or no swipe
// to a side.
function letterOfSwipe(x, y) {
  if (Math.abs(x) < LEAST || Math.abs(x) <= 2 * Math.abs(y)) return undefined;
  return x < 0 ? "L" : "R";
}
