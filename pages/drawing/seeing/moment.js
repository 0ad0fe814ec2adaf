// What stands in the classes at a moment: 0 is the start, 1 the end of the first step, and one
// after the last step the score.

function momentOf({ estimated, steps }, at) {
  const whole = Math.min(steps.length, Math.floor(at + 1e-9));
  const part = at - whole;
  const shares = [...estimated];
  steps.slice(0, whole).forEach(({ from, to, amount }) => {
    if (amount === undefined) return;
    shares[from] -= amount;
    shares[to] += amount;
  });
  const moving = part > 1e-9 && whole < steps.length ? steps[whole] : null;
  const heap = moving && moving.amount !== undefined
    ? { at: moving.from + part * (moving.to - moving.from), amount: moving.amount } : null;
  if (heap) shares[moving.from] -= heap.amount;
  return { shares, whole, moving, heap, isEnd: at >= steps.length + 1 };
}

// Where a press on Step goes: to the end of the step, and from the end back to the start.
const nextStop = (at, count) => (at >= count + 1 ? 0 : Math.floor(at + 1e-9) + 1);
