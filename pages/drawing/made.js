// Parts of a page, for every script that builds one.

const made = (tag, className, text) => {
  const element = document.createElement(tag);
  if (className) element.className = className;
  if (text !== undefined) element.textContent = text;
  return element;
};

// A button, and what it does.
const pressable = (className, text, act) => {
  const button = made("button", className, text);
  button.type = "button";
  button.addEventListener("click", act);
  return button;
};

// A part of a drawing.
const drawn = (tag, attributes, ...inside) => {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...inside);
  return element;
};
