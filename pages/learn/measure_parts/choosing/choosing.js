// A gold and two estimates: one is taken by tap, by swipe toward it, or by arrow key.

const FIELDS = "input, textarea, select, [contenteditable], [role=slider], [role=combobox]";

const told = (data, shares) => data.classes
  .map((label, i) => `${label}: ${Math.round(100 * shares[i])} %`).join(", ");

function chart(data, shares, colour, most, isEstimate) {
  const element = made("div", "chart");
  data.classes.forEach((label, i) => {
    const column = made("div", "column");
    const bar = made("i", "bar");
    Object.assign(bar.style, { height: `${(100 * shares[i]) / most}%`, background: colour });
    column.append(bar);
    if (isEstimate) {
      const outline = made("i", "outline");
      const height = `${(100 * data.gold[i]) / most}%`;
      Object.assign(outline.style, { height, borderColor: data.goldColour });
      outline.hidden = !data.gold[i];
      column.append(outline);
    }
    column.append(made("span", "", label));
    element.append(column);
  });
  return element;
}

function draw(root, data, take) {
  const most = Math.max(...data.gold, ...data.estimates.flat());
  const gold = made("div", "gold");
  gold.setAttribute("role", "img");
  gold.setAttribute("aria-label", `Gold: ${told(data, data.gold)}`);
  gold.append(made("h2", "", "People said"), chart(data, data.gold, data.goldColour, most));
  const buttons = data.estimates.map((shares, i) => {
    const button = pressable("estimate", undefined, () => take("LR"[i]));
    const name = ["Left", "Right"][i];
    button.setAttribute("aria-label", `${name}: ${told(data, shares)}`);
    button.append(chart(data, shares, data.colours[i], most, true), made("b", "", name));
    return button;
  });
  const estimates = made("div", "estimates");
  estimates.append(...buttons);
  const equal = pressable("equal", "Equally good", () => take("E"));
  const place = made("p", "", `Question ${data.number + 1} of ${data.of}`);
  place.setAttribute("aria-live", "polite");
  root.replaceChildren(place, gold, estimates, equal);
  return { L: buttons[0], R: buttons[1], E: equal };
}

const drawn = new WeakMap();

export default inOrder(({ data, parentElement, setTriggerValue }) => {
  const root = parentElement.querySelector(".choosing");
  const now = { number: data.number };
  const take = (letter) => {
    if (root.classList.contains("sent")) return; // a second tap is no answer to the next one
    root.classList.add("sent");
    drawn.get(root).buttons[letter].classList.add("taken");
    setTriggerValue("answer", { ...now, letter });
  };
  const text = JSON.stringify(data);
  // Called anew for the same question, it leaves a button its focus.
  if (drawn.get(root)?.text !== text) {
    const had = parentElement.activeElement ?? root.getRootNode().activeElement;
    const again = had && root.contains(had);
    drawn.set(root, { text, buttons: draw(root, data, (letter) => drawn.get(root).take(letter)) });
    if (again) drawn.get(root).buttons.L.focus({ preventScroll: true });
  }
  drawn.get(root).take = take;
  root.classList.remove("sent");
  const onKey = (event) => {
    const letter = letterOf(event);
    if (!letter || event.composedPath()[0].matches?.(FIELDS)) return;
    event.preventDefault();
    if (!event.repeat) take(letter);
  };
  let start = null;
  const onDown = (event) => { start = event.isPrimary ? [event.clientX, event.clientY] : null; };
  const onUp = (event) => {
    if (!start) return;
    const letter = letterOfSwipe(event.clientX - start[0], event.clientY - start[1]);
    start = null;
    if (letter) take(letter);
  };
  document.addEventListener("keydown", onKey);
  root.addEventListener("pointerdown", onDown);
  root.addEventListener("pointerup", onUp);
  return () => {
    document.removeEventListener("keydown", onKey);
    root.removeEventListener("pointerdown", onDown);
    root.removeEventListener("pointerup", onUp);
  };
});
