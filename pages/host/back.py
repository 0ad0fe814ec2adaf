"""Back leaves a page at the first press, whatever the page has written to its address."""

from pages.host.components import component

_back = component(
    "oq_back",
    script="""
// For what a page writes to its address, Streamlit adds a step to the browser's history, also while
// the page opens, and even before its own address has come. Here the former takes the place of the
// step before, and the latter waits for that address, which Streamlit gives all of it.
if (!history.leavesPages) {
  history.leavesPages = true;
  const push = history.pushState.bind(history);
  let [touched, leaving] = [false, false];
  const act = () => { [touched, leaving] = [true, false]; };
  addEventListener("pointerdown", act, true);
  addEventListener("keydown", act, true);
  addEventListener("click", (event) => {
    const link = event.composedPath().find((each) => each.matches?.("a[href]"));
    leaving = Boolean(link) && !link.target && link.origin === location.origin
      && link.pathname !== location.pathname;
  }, true);
  history.pushState = (state, title, url) => {
    if (new URL(url ?? "", location.href).pathname !== location.pathname) {
      [touched, leaving] = [false, false];
      push(state, title, url);
    } else if (touched && !leaving) push(state, title, url);
    else if (!leaving) history.replaceState(state, title, url);
  };
}
export default inOrder(() => undefined);
""",
)


def back_leaves() -> None:
    """Let Back lead to the page before."""
    _back(key="back_leaves")
