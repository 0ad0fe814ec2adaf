// Follow what another window of this browser has noted.

let isTold = false;

export default inOrder(({ setTriggerValue }) => {
  const tell = () => {
    const place = localStorage.getItem("oq_place");
    if (place) setTriggerValue("place", place);
  };
  if (!isTold) tell();
  isTold = true;
  const onStorage = (event) => { if (event.key === "oq_place") tell(); };
  window.addEventListener("storage", onStorage);
  return () => window.removeEventListener("storage", onStorage);
});
