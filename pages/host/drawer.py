"""The drawer of pages on a phone, which closes once one is chosen."""

from pages.host.components import component

_drawer = component(
    "oq_drawer",
    script="""
// A phone has no room for the drawer beside the page that was chosen in it.
const onClick = (event) => {
  if (innerWidth > 768 || !event.target.closest?.("[data-testid=stSidebarNavLink]")) return;
  setTimeout(() => document.querySelector("[data-testid=stSidebarCollapseButton] button")?.click());
};
export default inOrder(() => {
  document.addEventListener("click", onClick);
  return () => document.removeEventListener("click", onClick);
});
""",
)


def closing_drawer() -> None:
    """Let the drawer close after a choice."""
    _drawer(key="drawer")
