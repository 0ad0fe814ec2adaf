// Saves the figures of the page as they are drawn. Plotly stacks several drawings in a figure, the
// map makes one; bars are ordinary elements, drawn here once more.
const DRAWINGS = ".js-plotly-plot svg.main-svg";
const TITLE = 28; // height of the one above a chart of Plotly

function figuresOf(page) {
  const charts = [...page.querySelectorAll("@plotly_chart@, .oq-chart")].filter(
    (figure) => figure.matches(".oq-chart") || figure.querySelector(DRAWINGS),
  );
  const shadows = [...page.querySelectorAll("@bidi_component@ *")].map((each) => each.shadowRoot);
  return shadows
    .flatMap((shadow) => [...(shadow?.querySelectorAll(".oq-chart, .walk .picture") ?? [])])
    .concat(charts);
}

function nameOf(figure) {
  // Plotly's titles stand above: what is said of a figure begins with its title.
  const said = figure.getAttribute("aria-label")?.split(". ")[0];
  return (figure.querySelector("h2")?.textContent || said || "Figure").trim().slice(0, 60);
}

function asSvg(figure) {
  if (figure.matches(".oq-chart")) return ofElements(figure);
  if (figure.matches(".picture")) return withLooks(figure.querySelector("svg"));
  const drawings = [...figure.querySelectorAll(DRAWINGS)];
  const { width, height } = drawings[0].getBoundingClientRect();
  const { color, fontFamily } = getComputedStyle(figure);
  const title = drawn("text", { y: 16, fill: color, "font-family": fontFamily, "font-weight": 600,
    "font-size": 16 }, nameOf(figure));
  return onPage(width, height + TITLE, title, ...drawings.map((drawing) => {
    const layer = drawing.cloneNode(true);
    layer.setAttribute("y", TITLE);
    layer.setAttribute("width", width);
    layer.setAttribute("height", height);
    layer.style.background = "none";
    return layer;
  }));
}

// What has a colour or an upper edge, and what has words of its own.
function ofElements(figure) {
  const box = figure.getBoundingClientRect();
  const parts = [...figure.querySelectorAll("*")].flatMap((element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    const look = getComputedStyle(element);
    const place = { x: x - box.x, y: y - box.y, width };
    const area = { ...place, height, fill: look.backgroundColor };
    const edge = { ...place, height: look.borderTopWidth, fill: look.borderTopColor };
    const words = [...element.childNodes].filter((node) => node.nodeType === 3 && node.data.trim());
    return [drawn("rect", area), drawn("rect", edge), ...words.map((node) => {
      const range = document.createRange();
      range.selectNode(node);
      const at = range.getBoundingClientRect();
      return drawn("text", { x: at.x - box.x, y: at.y - box.y + 0.75 * at.height, fill: look.color,
        "font-size": look.fontSize, "font-weight": look.fontWeight, "font-family": look.fontFamily,
      }, node.data);
    })];
  });
  return onPage(box.width, box.height, ...parts);
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
