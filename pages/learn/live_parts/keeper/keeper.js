// Keeps the room in this tab, so that its lecturer finds it again after a reload or a restart.

const PLACE = "oq live class";
const given = new WeakMap();

export default function ({ data, parentElement, setStateValue }) {
  try {
    if (data.forget) {
      sessionStorage.removeItem(PLACE);
      setStateValue("room", null);
    } else if (data.room) {
      sessionStorage.setItem(PLACE, data.room);
    } else if (!given.get(parentElement)) {
      const kept = sessionStorage.getItem(PLACE);
      if (kept) setStateValue("room", kept);
    }
    given.set(parentElement, Boolean(data.room));
  } catch {
    // A browser that keeps nothing has the file that can be saved.
  }
}
