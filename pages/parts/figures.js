// Saves the figures of the page as they are drawn. Plotly stacks several drawings in a figure,
// Vega-Lite makes one.
const DRAWINGS = ".js-plotly-plot svg.main-svg, svg.marks";
const MARGIN = 12;

function figuresOf(page) {
  return [...page.querySelectorAll(".stPlotlyChart, .stVegaLiteChart")].filter(
    (figure) => figure.querySelector(DRAWINGS),
  );
}

function nameOf(figure) {
  const title = figure.querySelector(".gtitle, .role-title-text text, .role-title-text");
  const name = title?.textContent || figure.getAttribute("aria-label") || "Figure";
  return name.trim().slice(0, 60);
}

function asSvg(figure) {
  const drawings = [...figure.querySelectorAll(DRAWINGS)];
  const drawn = drawings[0].getBoundingClientRect();
  const [width, height] = [drawn.width + 2 * MARGIN, drawn.height + 2 * MARGIN];
  const page = getComputedStyle(document.querySelector(".stApp"));
  const layers = drawings.map((drawing) => {
    const layer = drawing.cloneNode(true);
    layer.setAttribute("width", drawn.width);
    layer.setAttribute("height", drawn.height);
    layer.style.background = "none";
    return new XMLSerializer().serializeToString(layer);
  });
  return {
    width,
    height,
    text:
      `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">` +
      `<rect width="100%" height="100%" fill="${page.backgroundColor}"/>` +
      `<g transform="translate(${MARGIN} ${MARGIN})">${layers.join("")}</g></svg>`,
  };
}

async function asPng({ width, height, text }) {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  // Twice the size on screen, to be sharp on a slide.
  [canvas.width, canvas.height] = [2 * width, 2 * height];
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
}

async function save(figure, kind) {
  const svg = asSvg(figure);
  const blob = kind === "svg" ? new Blob([svg.text], { type: "image/svg+xml" }) : await asPng(svg);
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = `${nameOf(figure).replace(/[^\p{L}\p{N}]+/gu, "-").toLowerCase()}.${kind}`;
  link.click();
  URL.revokeObjectURL(link.href);
}

export default function ({ parentElement }) {
  const list = parentElement.querySelector("ul");
  const items = figuresOf(document).map((figure) => {
    const item = document.createElement("li");
    item.textContent = nameOf(figure);
    for (const kind of ["png", "svg"]) {
      const button = document.createElement("button");
      button.textContent = kind.toUpperCase();
      button.setAttribute("aria-label", `${kind.toUpperCase()} of ${nameOf(figure)}`);
      button.addEventListener("click", () => save(figure, kind));
      item.append(" ", button);
    }
    return item;
  });
  list.replaceChildren(...items);
  parentElement.querySelector("p").hidden = items.length === 0;
}
