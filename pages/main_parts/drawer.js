// All sections but the first are folded at first; Streamlit keeps what a visitor unfolds.
const FOLDED = "oq_folded";
const fold = () => {
  const [, ...others] = document.querySelectorAll("@nav_section_header@");
  if (!others.length || localStorage.getItem(FOLDED)) return;
  localStorage.setItem(FOLDED, "1");
  others.forEach((header) => header.click());
};
const onClick = ({ target }) => {
  if (innerWidth > 768) return;
  if (target.closest?.("@expand_sidebar_button@")) fold();
  // A phone has no room for the drawer beside the page that was chosen in it.
  if (!target.closest?.("@sidebar_nav_link@")) return;
  setTimeout(() => document.querySelector("@sidebar_collapse_button@ button")?.click());
};
export default inOrder(() => {
  document.addEventListener("click", onClick);
  return () => document.removeEventListener("click", onClick);
});
