// Presenters send Page Up and Page Down; arrows do the same where no field or bar has the focus.

const WAYS = { PageUp: "back", ArrowLeft: "back", PageDown: "forward", ArrowRight: "forward" };
const FIELDS = "input, textarea, select, [contenteditable], [role=slider], [role=combobox], "
  + "[role=radio], [role=tab], [role=menuitem], [role=option]";

const onKey = (event) => {
  const way = WAYS[event.key];
  if (!way || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
  const target = event.composedPath()[0];
  if (event.key.startsWith("Arrow") && target.matches?.(FIELDS)) return;
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
