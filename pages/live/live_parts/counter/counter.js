// How many have answered. It asks the server itself, so that the page need not be drawn anew.

const PAUSE = 1000; // ms between two questions
const RUSHED = "Phones join faster than people can. If it is a script, lock the room under More.";

export default inOrder(({ data, parentElement, setTriggerValue }) => {
  const place = parentElement.querySelector(".count");
  const warning = parentElement.querySelector(".rush");
  let timer = 0;
  let stopped = false;
  const stop = () => {
    stopped = true;
    clearTimeout(timer);
  };
  const show = ({ answered, connected, rushed }) => {
    const locked = data.locked ? ", locked" : "";
    const phones = `${connected} ${connected === 1 ? "phone" : "phones"} connected${locked}`;
    const answers = data.state === "planned" ? "not open yet" : `${answered} answered (${data.state})`;
    const words = data.state ? `${answers}; ${phones}` : phones;
    if (place.textContent !== words) place.textContent = words;
    const told = rushed && !data.locked ? RUSHED : "";
    if (warning.textContent !== told) warning.textContent = told;
  };
  const ask = async () => {
    try {
      const response = await fetch(data.address, {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify({ secret: data.secret }),
      });
      const counts = response.ok ? await response.json() : {};
      if (stopped) return;
      // Another device steers too, or the class is over.
      if (response.status === 404 || (response.ok && counts.version !== data.version)) {
        setTriggerValue("moved", counts.version ?? -1);
      } else if (response.ok) show(counts);
    } catch {
      // The server is away; it is asked again.
    }
    if (!stopped) timer = setTimeout(ask, PAUSE);
  };
  show(data);
  timer = setTimeout(ask, PAUSE / 2);
  return stop;
});
