// Streamlit's script would ask below the page's own address first, and twice be told that nothing
// is there. The part before a page's name is the base, also behind a proxy that takes a part of it
// away.
{
  const base = location.pathname.match(/^(.*)\/(?:@PAGES@)\/?$/);
  if (base) {
    window.__streamlit = { ...window.__streamlit, BACKEND_BASE_URL: location.origin + base[1] };
  }
}
// Back leaves a page at the first press, whatever the page has written to its address: for that,
// Streamlit adds a step to the browser's history, also while the page opens, and even before its
// own address has come. Here the former takes the place of the step before, and the latter waits
// for that address, which Streamlit gives all of it.
{
  const push = history.pushState.bind(history);
  let [touched, leaving] = [false, false];
  const act = () => { [touched, leaving] = [true, false]; };
  addEventListener("pointerdown", act, true);
  addEventListener("keydown", act, true);
  addEventListener("click", (event) => {
    const link = event.composedPath().find((part) => part.matches?.("a[href]"));
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
