// Follow what another window of this browser has noted.

let listener = null;

export default inOrder(({ setTriggerValue }) => {
  const tell = () => {
    const place = localStorage.getItem("oq_place");
    if (place) setTriggerValue("place", place);
  };
  window.removeEventListener("storage", listener);
  if (listener === null) tell();
  listener = (event) => { if (event.key === "oq_place") tell(); };
  window.addEventListener("storage", listener);
});
