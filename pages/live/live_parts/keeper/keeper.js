// Keeps the room in this tab, so that its lecturer finds it again after a reload or a restart.

const PLACE = "oq live class";
const told = new WeakMap(); // what the server was told last; it forgets when it restarts

export default inOrder(({ data, parentElement, setStateValue }) => {
  try {
    if (data.forget) {
      sessionStorage.removeItem(PLACE);
      setStateValue("room", null);
    } else if (data.room) {
      sessionStorage.setItem(PLACE, data.room);
      told.delete(parentElement);
    } else {
      const kept = sessionStorage.getItem(PLACE);
      if (kept && told.get(parentElement) !== kept) {
        told.set(parentElement, kept);
        setStateValue("room", kept);
      }
    }
  } catch {
    // A browser that keeps nothing has the file that can be saved.
  }
});
