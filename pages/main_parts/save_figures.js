// Saves the figures of the page as they are drawn. Plotly stacks several drawings in a figure,
// Vega-Lite makes one, and so does the map; the drawing board's charts are ordinary elements,
// drawn here once more.
const DRAWINGS = ".js-plotly-plot svg.main-svg, svg.marks";
const TITLE = 28; // height of the one above a chart of Plotly
const LEGEND = 28; // height of the one below a chart of the drawing board

function figuresOf(page) {
  const charts = [...page.querySelectorAll("@plotly_chart@, @vega_lite_chart@")].filter(
    (figure) => figure.querySelector(DRAWINGS),
  );
  const shadows = [...page.querySelectorAll("@bidi_component@ *")].map((each) => each.shadowRoot);
  return shadows
    .flatMap((shadow) => [...(shadow?.querySelectorAll(".board .chart, .walk .picture") ?? [])])
    .concat(charts);
}

function nameOf(figure) {
  const title = figure.querySelector(".role-title-text text, .role-title-text, h2");
  // Plotly's titles stand above: what is said of a figure begins with its title.
  const said = figure.getAttribute("aria-label")?.split(". ")[0];
  const name = title?.textContent || said || "Figure";
  return name.trim().slice(0, 60);
}

function asSvg(figure) {
  if (figure.matches(".chart")) return ofBoard(figure);
  if (figure.matches(".picture")) return withLooks(figure.querySelector("svg"));
  const drawings = [...figure.querySelectorAll(DRAWINGS)];
  const { width, height } = drawings[0].getBoundingClientRect();
  const above = figure.matches("@plotly_chart@") ? TITLE : 0;
  const { color, fontFamily } = getComputedStyle(figure);
  const title = drawn("text", { y: 16, fill: color, "font-family": fontFamily, "font-weight": 600,
    "font-size": 16 }, above ? nameOf(figure) : "");
  return onPage(width, height + above, title, ...drawings.map((drawing) => {
    const layer = drawing.cloneNode(true);
    layer.setAttribute("y", above);
    layer.setAttribute("width", width);
    layer.setAttribute("height", height);
    layer.style.background = "none";
    return layer;
  }));
}

function ofBoard(chart) {
  const box = chart.getBoundingClientRect();
  const { color, fontFamily } = getComputedStyle(chart);
  const place = (element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return { x: x - box.x, y: y - box.y, width, height };
  };
  const bar = (element) =>
    drawn("rect", { ...place(element), fill: getComputedStyle(element).backgroundColor });
  const words = (element) => {
    const { x, y, height } = place(element);
    const { fontSize, fontWeight } = getComputedStyle(element);
    return drawn("text", { x, y: y + 0.75 * height, fill: color, "font-size": fontSize,
      "font-weight": fontWeight, "font-family": fontFamily }, element.textContent);
  };
  const centred = (element) => {
    const { x, width } = place(element);
    const text = words(element);
    text.setAttribute("x", x + width / 2);
    text.setAttribute("text-anchor", "middle");
    return text;
  };
  const all = (selector) => [...chart.querySelectorAll(selector)];
  const plot = place(chart.querySelector(".plot"));
  const lines = all(".tick").map((tick) => {
    const y = plot.y + plot.height * (1 - Number(tick.textContent));
    return drawn("path", { d: `M${plot.x} ${y}h${plot.width}`, stroke: color, opacity: 0.2 });
  });
  // Which colour is what stands over the bars to drag; here, below.
  let right = plot.x;
  const legend = [...chart.closest(".board").querySelectorAll(".panel h2")].flatMap((title) => {
    const swatch = getComputedStyle(title.querySelector(".swatch")).backgroundColor;
    const y = box.height + LEGEND / 2;
    const entry = [
      drawn("rect", { x: right, y: y - 5, width: 10, height: 10, fill: swatch }),
      drawn("text", { x: right + 15, y: y + 4, fill: color, "font-size": "13px",
        "font-family": fontFamily }, title.textContent),
    ];
    right += 34 + 7 * title.textContent.length;
    return entry;
  });
  return onPage(box.width, box.height + LEGEND, ...lines, ...all(".place i").map(bar),
    ...all("h2, .tick").map(words), ...all(".axis span, .caption").map(centred),
    ...legend);
}

async function save(figure, kind) {
  const svg = asSvg(figure);
  // Twice the size on screen, to be sharp on a slide.
  const blob = kind === "svg" ? new Blob([svg.text], { type: "image/svg+xml" }) : await asPng(svg);
  saveAs(blob, `${nameOf(figure).replace(/[^\p{L}\p{N}]+/gu, "-").toLowerCase()}.${kind}`);
}

export default inOrder(({ parentElement }) => {
  const list = parentElement.querySelector("ul");
  const items = figuresOf(document).map((figure) => {
    const item = made("li", "", nameOf(figure));
    for (const kind of ["png", "svg"]) {
      const button = pressable("", kind.toUpperCase(), () => save(figure, kind));
      button.setAttribute("aria-label", `${kind.toUpperCase()} of ${nameOf(figure)}`);
      item.append(" ", button);
    }
    return item;
  });
  list.replaceChildren(...items);
  parentElement.querySelector("p").hidden = items.length === 0;
});
