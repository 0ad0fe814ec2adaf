// A measure at work: play, stop, slide, or step. It draws what the server computed.

const LONGEST = 10000; // ms, all steps together
const STEP = 2000; // ms
const shown = new WeakMap();
const made = (tag, className, text) => {
  const element = document.createElement(tag);
  if (className) element.className = className;
  if (text !== undefined) element.textContent = text;
  return element;
};

class Seeing {
  constructor(root) {
    this.root = root;
    this.at = 0;
  }

  update(data) {
    const text = JSON.stringify(data);
    if (text === this.text) return;
    this.text = text;
    this.data = data;
    this.stop();
    this.isStill = matchMedia("(prefers-reduced-motion: reduce)").matches;
    this.root.classList.toggle("tall", data.plays);
    this.build();
    this.go(0);
    if (data.plays && !this.isStill) this.start();
  }

  build() {
    const { data, root, isStill } = this;
    const stage = made("div", "stage");
    stage.setAttribute("role", "img");
    stage.setAttribute("aria-label", `${data.title}: ${data.steps.map((s) => s.words).join(" ")} `
      + `${data.end} ${data.score}`);
    this.columns = data.classes.map((label, i) => {
      const column = made("div", "column");
      const bar = made("i", "bar");
      bar.style.background = data.colours[1];
      const gold = made("i", "gold");
      gold.style.height = `${100 * data.gold[i]}%`;
      gold.style.borderColor = data.colours[0];
      const lit = made("b", "lit");
      column.append(bar, gold, lit, made("span", "", label));
      stage.append(column);
      return { column, bar, lit };
    });
    this.heap = made("i", "heap");
    this.heap.style.background = data.colours[1];
    stage.append(this.heap);
    this.words = made("p", "words");
    this.words.setAttribute("aria-live", "polite");
    this.slider = made("input");
    Object.assign(this.slider, {
      type: "range", min: 0, max: data.steps.length + 1, step: isStill ? 1 : 0.01, value: 0,
    });
    this.slider.setAttribute("aria-label", `Step of ${data.title}`);
    this.slider.addEventListener("input", () => { this.stop(); this.go(+this.slider.value); });
    this.play = made("button", "play", "Play");
    this.play.type = "button";
    this.play.hidden = isStill;
    this.play.addEventListener("click", () => (this.timer ? this.stop() : this.start()));
    const step = made("button", "step", "Step");
    step.type = "button";
    step.addEventListener("click", () => {
      this.stop();
      this.go(nextStop(this.at, data.steps.length));
    });
    const ways = made("div", "ways");
    ways.append(this.play, step, this.slider);
    root.replaceChildren(made("h2", "", data.title), stage, this.words, ways);
  }

  start() {
    const last = this.data.steps.length + 1;
    if (this.at >= last) this.go(0);
    const pace = Math.min(STEP, LONGEST / last);
    let before = null;
    const frame = (now) => {
      if (!this.root.isConnected) return;
      if (before !== null) this.go(Math.min(last, this.at + (now - before) / pace));
      before = now;
      if (this.at < last) this.timer = requestAnimationFrame(frame);
      else this.stop();
    };
    this.timer = requestAnimationFrame(frame);
    this.play.textContent = "Pause";
  }

  stop() {
    cancelAnimationFrame(this.timer);
    this.timer = null;
    if (this.play) this.play.textContent = "Play";
  }

  // Show a moment: 0 is the start, 1 the end of the first step, the last number the score.
  go(at) {
    const { data } = this;
    this.at = at;
    this.slider.value = at;
    const count = data.steps.length;
    const { shares, whole, moving, heap, isEnd } = momentOf(data, at);
    this.heap.hidden = !heap;
    if (heap) {
      const width = 100 / data.classes.length;
      this.heap.style.width = `${width * 0.5}%`;
      this.heap.style.left = `${width * (0.25 + heap.at)}%`;
      this.heap.style.height = `${85 * heap.amount}%`;
    }
    const step = moving ?? data.steps[whole - 1];
    const most = Math.max(1e-9, ...data.steps.flatMap(({ lit }) => lit ?? []));
    this.columns.forEach(({ column, bar, lit }, i) => {
      bar.style.height = `${100 * Math.max(0, shares[i])}%`;
      const isLit = step?.lit && at <= count;
      column.classList.toggle("stand", Boolean(isLit) && step.stand === i);
      const light = isLit ? step.lit[i] : 0;
      lit.style.opacity = light > 0 ? 1 : 0;
      lit.style.setProperty("--light", 0.25 + (0.75 * light) / most);
      lit.textContent = light > 0 ? light.toFixed(3) : "";
    });
    const words = isEnd || (at > count && !moving) ? `${data.end} ${isEnd ? data.score : ""}`
      : step?.words ?? data.start;
    if (this.words.textContent !== words) this.words.textContent = words;
  }
}

export default inOrder(({ data, parentElement }) => {
  const root = parentElement.querySelector(".seeing");
  if (!shown.has(root)) shown.set(root, new Seeing(root));
  shown.get(root).update(data);
});
