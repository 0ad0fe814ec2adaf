// A tap or Enter on a term opens what it means, beside the term.

const LINK = "a[href^='#word-']";
const GAP = 6;

export default inOrder(({ data, parentElement }) => {
  const dialog = parentElement.querySelector("dialog");
  const [title, picture, meaning, all, reference] = ["h2", "img", "p", "button.all", "a"].map((each) =>
    dialog.querySelector(each));

  const place = (link) => {
    const term = link.getBoundingClientRect();
    const { width, height } = dialog.getBoundingClientRect();
    const left = Math.min(term.left, document.documentElement.clientWidth - width - GAP);
    const below = term.bottom + GAP;
    const top = below + height < innerHeight ? below : term.top - height - GAP;
    dialog.style.left = `${Math.max(GAP, left)}px`;
    dialog.style.top = `${Math.max(GAP, top)}px`;
  };
  // Gives whether the link has an entry.
  const open = (link) => {
    const entry = link && data.entries[decodeURIComponent(link.hash)];
    if (!entry) return false;
    [title.textContent, meaning.textContent] = [entry.name, entry.meaning];
    picture.src = entry.picture;
    reference.hidden = !entry.measure;
    reference.href = `${data.reference}?measure=${entry.measure}`;
    dialog.showModal();
    place(link);
    return true;
  };
  const onClick = (event) => {
    if (open(event.composedPath().find((each) => each.matches?.(LINK)))) event.preventDefault();
  };
  // A press beside it closes it, as Escape does.
  dialog.onclick = (event) => {
    if (event.composedPath()[0] === dialog) dialog.close();
  };
  dialog.querySelector("button.close").onclick = () => dialog.close();
  all.onclick = () => {
    dialog.close();
    // Later, as what is open closes by a click elsewhere, and this one is not at its end.
    setTimeout(() => document.querySelector(".st-key-words button").click());
  };
  // A presenter's keys turn the page below.
  const onKey = (event) => { if (event.key.startsWith("Page")) dialog.close(); };
  // A tap before this script had come has led to the address of the link.
  const tapped = [...document.querySelectorAll(LINK)].find(({ hash }) => hash === location.hash);
  if (location.hash && open(tapped)) {
    history.replaceState(history.state, "", location.pathname + location.search);
  }
  document.addEventListener("click", onClick);
  document.addEventListener("keydown", onKey, true);
  return () => {
    document.removeEventListener("click", onClick);
    document.removeEventListener("keydown", onKey, true);
  };
});
