// Streamlit calls a component anew for whatever changes. It cleans up after the last call alone,
// and as long as the script is being loaded it may make an older call after a newer one: then it
// cleans up after the older call at once. Here each call ends the one before, and a newer call
// is made again after an older one.
const calls = new WeakMap(); // the call that holds, by place in the page

const inOrder = (component) => (call) => {
  const place = call.parentElement;
  const own = { before: calls.get(place), isOld: false };
  own.start = () => {
    calls.set(place, own);
    own.end = component(call);
  };
  own.before?.end?.();
  own.start();
  // Whether it is old is known by then.
  setTimeout(() => { own.before = undefined; });
  return () => {
    own.isOld = true;
    if (calls.get(place) !== own) return;
    own.end?.();
    calls.delete(place);
    let newer = own.before;
    while (newer?.isOld) newer = newer.before;
    if (place.isConnected) newer?.start();
  };
};

