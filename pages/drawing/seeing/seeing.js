// Measures at work: switch, play, stop, slide, or step. It draws what the server computed.

const LONGEST = 10000; // ms, all steps together
const STEP = 2000; // ms
const BOTH = "side by side";
const HIGHEST = 82; // % of the stage: the highest bar; numbers are lit above it
const shown = new WeakMap();

// A measure on one system; `most` is the largest share of all systems.
class Stage {
  constructor(data, most) {
    this.data = data;
    this.scale = HIGHEST / most;
    this.element = made("section", "view");
    const stage = made("div", "stage");
    stage.setAttribute("role", "img");
    stage.setAttribute("aria-label", `${data.title}: ${data.steps.map((s) => s.words).join(" ")} `
      + `${data.end} ${data.score}`);
    this.columns = data.classes.map((label, i) => {
      const column = made("div", "column");
      const bar = made("i", "bar");
      bar.style.background = data.colours[1];
      const gold = made("i", "gold");
      gold.style.height = `${this.scale * data.gold[i]}%`;
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
    this.element.append(made("h2", "", data.title), stage, this.words);
  }

  get last() { return this.data.steps.length + 1; }

  // Show a moment: 0 is the start, 1 the end of the first step, the last number the score.
  go(moment) {
    const { data } = this;
    const at = Math.min(moment, this.last);
    const count = data.steps.length;
    const { shares, whole, moving, heap, isEnd } = momentOf(data, at);
    this.heap.hidden = !heap;
    if (heap) {
      const width = 100 / data.classes.length;
      this.heap.style.width = `${width * 0.5}%`;
      this.heap.style.left = `${width * (0.25 + heap.at)}%`;
      this.heap.style.height = `${this.scale * heap.amount}%`;
    }
    const step = moving ?? data.steps[whole - 1];
    const most = Math.max(1e-9, ...data.steps.flatMap(({ lit }) => lit ?? []));
    this.columns.forEach(({ column, bar, lit }, i) => {
      bar.style.height = `${this.scale * Math.max(0, shares[i])}%`;
      const isLit = step?.lit && at <= count;
      column.classList.toggle("stand", Boolean(isLit) && step.stand === i);
      const light = isLit ? step.lit[i] : 0;
      lit.style.opacity = light > 0 ? 1 : 0;
      lit.style.setProperty("--light", 0.25 + (0.75 * light) / most);
      lit.textContent = light > 0 ? step.marks[i] : "";
    });
    const words = isEnd || (at > count && !moving) ? `${data.end} ${isEnd ? data.score : ""}`
      : step?.words ?? data.start;
    if (this.words.textContent !== words) this.words.textContent = words;
  }
}

class Seeing {
  constructor(root) {
    this.root = root;
    this.at = 0;
    this.view = "";
  }

  // What is drawn anew is shown where it was: at the start, or at the score.
  update(data) {
    const text = JSON.stringify(data);
    if (text === this.text) return;
    const waited = this.data?.waits;
    const wasAtEnd = this.text && this.at > 0 && this.at >= this.last;
    this.text = text;
    this.data = data;
    this.stop();
    this.isStill = matchMedia("(prefers-reduced-motion: reduce)").matches;
    this.root.classList.toggle("tall", data.plays);
    this.root.classList.toggle("several", data.measures.length > 1);
    this.root.classList.toggle("waits", data.waits);
    if (waited || !this.choices.includes(this.view)) [this.view] = data.measures;
    this.build();
    this.go(wasAtEnd ? this.last : 0);
    if (data.plays && !data.waits && !wasAtEnd && !this.isStill) this.start();
  }

  get choices() {
    const { measures } = this.data;
    return measures.length === 2 ? [...measures, BOTH] : measures;
  }

  get last() { return Math.max(...this.stages.map((stage) => stage.last)); }

  build() {
    const { data, root } = this;
    this.slider = made("input");
    this.slider.type = "range";
    this.slider.addEventListener("input", () => { this.stop(); this.go(+this.slider.value); });
    this.play = pressable("play", "Play", () => (this.timer ? this.stop() : this.start()));
    this.play.hidden = this.isStill;
    const step = pressable("step", "Step", () => {
      this.stop();
      this.go(nextStop(this.at, this.last - 1));
    });
    const ways = made("div", "ways");
    ways.append(this.play, step, this.slider);
    // What is hidden keeps its place: what comes does not move the picture.
    ways.inert = data.waits;
    this.stagesShown = made("div", "stages");
    // Of many there is room for the names alone.
    const isShort = data.measures.length > 2;
    this.switches = this.choices.map((choice) => {
      const words = isShort ? choice : `As ${choice} sees it`;
      const button = pressable("", choice === BOTH ? "Side by side" : words, () => {
        this.stop();
        this.view = choice;
        this.draw();
        this.go(0);
        if (!this.isStill) this.start();
      });
      return [choice, button];
    });
    const choice = made("div", "choice");
    choice.setAttribute("role", "group");
    choice.setAttribute("aria-label", "As seen by");
    if (isShort) choice.append(made("span", "", "As seen by"));
    choice.inert = data.waits;
    if (data.measures.length > 1) choice.append(...this.switches.map(([, button]) => button));
    root.replaceChildren(choice, this.stagesShown, ways);
    this.draw();
  }

  // The stages of what is chosen.
  draw() {
    const { measures, views } = this.data;
    const isSeen = (measure) => this.data.waits || this.view === BOTH || this.view === measure;
    const most = Math.max(...views[0].flatMap(({ gold, estimated }) => [...gold, ...estimated]));
    this.stages = views.flatMap((row, k) => (isSeen(measures[k]) ? row : []))
      .map((each) => new Stage(each, most));
    this.stagesShown.replaceChildren(...this.stages.map((stage) => stage.element));
    this.stagesShown.style.setProperty("--across",
      Math.max(views[0].length, Math.min(2, this.stages.length)));
    this.switches.forEach(([choice, button]) => {
      button.setAttribute("aria-pressed", choice === this.view);
    });
    Object.assign(this.slider, { min: 0, max: this.last, step: this.isStill ? 1 : 0.01 });
    this.slider.setAttribute("aria-label",
      `Step of ${this.view === BOTH ? measures.join(" and ") : this.view}`);
  }

  start() {
    if (this.at >= this.last) this.go(0);
    const pace = Math.min(STEP, LONGEST / this.last);
    let before = null;
    const frame = (now) => {
      if (!this.root.isConnected) return;
      if (before !== null) this.go(Math.min(this.last, this.at + (now - before) / pace));
      before = now;
      if (this.at < this.last) this.timer = requestAnimationFrame(frame);
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

  go(at) {
    this.at = at;
    this.slider.value = at;
    this.stages.forEach((stage) => stage.go(at));
  }
}

export default inOrder(({ data, parentElement }) => {
  const root = parentElement.querySelector(".seeing");
  if (!shown.has(root)) shown.set(root, new Seeing(root));
  shown.get(root).update(data);
});
