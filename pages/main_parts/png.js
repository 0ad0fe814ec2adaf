// Saves drawings of a page.

// A drawing as PNG, twice as large as it is.
async function asPng({ width, height, text }) {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [2 * width, 2 * height];
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
}

function saveAs(blob, name) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}

// Layers on a page of the app's colour, as a text.
const MARGIN = 12;

function onPage(width, height, ...layers) {
  const fill = getComputedStyle(document.querySelector("@app@") ?? document.body).backgroundColor;
  const [wide, high] = [width + 2 * MARGIN, height + 2 * MARGIN];
  const page = drawn("svg", { width: wide, height: high },
    drawn("rect", { width: "100%", height: "100%", fill }),
    drawn("g", { transform: `translate(${MARGIN} ${MARGIN})` }, ...layers));
  return { width: wide, height: high, text: new XMLSerializer().serializeToString(page) };
}

// One drawing, whose looks are in a style sheet.
const LOOKS = ["color", "fill", "fill-opacity", "opacity", "stroke", "stroke-width",
  "stroke-dasharray", "font-family", "font-size", "font-weight", "display"];

function withLooks(drawing) {
  const { width, height } = drawing.getBoundingClientRect();
  const copy = drawing.cloneNode(true);
  const copies = [copy, ...copy.querySelectorAll("*")];
  [drawing, ...drawing.querySelectorAll("*")].forEach((element, i) => {
    const looks = getComputedStyle(element);
    for (const name of LOOKS) copies[i].style.setProperty(name, looks.getPropertyValue(name));
  });
  copy.setAttribute("width", width);
  copy.setAttribute("height", height);
  return onPage(width, height, copy);
}
