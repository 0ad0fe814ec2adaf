// What is open, in the browser's own storage: by title, a stamp and a file. All tabs share it.
const asked = (request) => new Promise((give, fail) => {
  request.onsuccess = () => give(request.result);
  request.onerror = () => fail(request.error);
});

// `heard` is called when another tab has changed something, `refused` with a title and a reason.
export async function storage(scope, heard, refused) {
  const opening = indexedDB.open(`oq ${scope}`, 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore("open");
  const database = await asked(opening);
  const others = new BroadcastChannel(`oq ${scope}`);
  others.onmessage = heard;
  const open = () => database.transaction("open", "readwrite").objectStore("open");
  const change = async (title, act) => {
    try {
      await asked(act(open()));
      others.postMessage("");
    } catch (error) {
      refused(title, error.name === "QuotaExceededError" ? "It has no room left." : String(error));
    }
  };
  return {
    put: (title, stamp, content) => {
      const bytes = content.toJs();
      change(title, (store) => store.put({ stamp, bytes }, title));
    },
    drop: (title) => change(title, (store) => store.delete(title)),
    clear: () => change("", (store) => store.clear()),
    all: async () => {
      const store = open();
      const [titles, found] = await Promise.all([asked(store.getAllKeys()), asked(store.getAll())]);
      return titles.map((title, place) => [title, found[place].stamp, found[place].bytes]);
    },
  };
}
