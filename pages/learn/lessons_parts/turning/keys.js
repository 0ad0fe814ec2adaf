// The keys press the buttons of the page.

const FIELDS = "input, textarea, select, [contenteditable], [role=slider], [role=combobox], "
  + "[role=radio], [role=tab], [role=menuitem], [role=option]";

const onKey = (event) => {
  const way = wayOf(event, event.composedPath()[0].matches?.(FIELDS));
  if (!way) return;
  const button = document.querySelector(`.st-key-${way} button:not(:disabled)`);
  if (!button) return;
  event.preventDefault();
  event.stopPropagation();
  button.click();
};

export default inOrder(({ data }) => {
  localStorage.setItem("oq_place", data.place);
  document.addEventListener("keydown", onKey, true);
  return () => document.removeEventListener("keydown", onKey, true);
});
