// The server of the edition without one: Python, Streamlit and the app in a worker of the page.
import { loadPyodide } from "./pyodide/pyodide.mjs";
import { storage } from "./storage.js";

const PACKAGES = "/lib/python3.14/site-packages";
const APP = "/home/pyodide/app";
const DOCS = "@DOCS@";
const WHY = [
  [/ 409\b/, "The app's files have changed: a newer build has come, or something on the way changes them. Close other tabs that have the app open, and try again."],
  [/fetch|network| \d{3}$/i, "The network broke while the app was loaded. Try again when it is there: what has come is kept."],
  [/memory|allocat|RangeError/i, "The browser's memory is used up. Close other tabs and try again: what is open in it is kept."],
  [/./s, "The app has stopped. Try again: what is open in it is kept."],
];
let python, boot, giveFlags;
const flags = new Promise((give) => { giveFlags = give; });

const tell = (step) => self.postMessage({ kind: "step", step });

// Pyodide waits for ever for what does not come: whatever is asked for is watched.
let breakOff;
const broken = new Promise((_, fail) => { breakOff = fail; });
const ask = self.fetch.bind(self);
self.fetch = async (...asked) => {
  try {
    const answer = await ask(...asked);
    if (!answer.ok) throw new Error(`${answer.url} ${answer.status}`);
    return answer;
  } catch (error) {
    breakOff(error);
    throw error;
  }
};

// A pack is gzip of: the length of its list, the list of (name, start, size), all files.
async function fetched(name) {
  const answer = await fetch(new URL(name, import.meta.url));
  const unpacked = answer.body.pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(unpacked).arrayBuffer());
}

function place(pack, root) {
  const start = 4 + new DataView(pack.buffer, pack.byteOffset).getUint32(0, true);
  const made = new Set();
  for (const [name, at, size] of JSON.parse(new TextDecoder().decode(pack.subarray(4, start)))) {
    const path = `${root}/${name}`;
    const folder = path.slice(0, path.lastIndexOf("/"));
    if (!made.has(folder)) {
      python.FS.mkdirTree(folder);
      made.add(folder);
    }
    python.FS.writeFile(path, pack.subarray(start + at, start + at + size), { canOwn: true });
  }
  python.runPython("import importlib; importlib.invalidate_caches()");
}

// An import cannot wait for a promise: what comes later is fetched, unpacked, while all waits.
function unpackLater() {
  try {
    const asked = new XMLHttpRequest();
    asked.open("GET", new URL("later.pack", import.meta.url), false);
    asked.responseType = "arraybuffer";
    asked.send();
    if (asked.status !== 200) throw new Error(`later.pack ${asked.status}`);
    place(new Uint8Array(asked.response), PACKAGES);
  } catch (error) {
    failed(error);
    throw error;
  }
  tell("the rest unpacked");
}

async function begin() {
  const [first, app] = ["first.pack", "app.pack"].map(fetched);
  python = await loadPyodide({ indexURL: new URL("pyodide/", import.meta.url).href });
  // Pyodide’s own way to tell that it cannot go on; not public.
  python._api.on_fatal = failed;
  tell("Python started");
  place(await first, PACKAGES);
  place(await app, APP);
  tell("packages unpacked");
  boot = python.pyimport("boot");
  boot.unpack_later = unpackLater;
  const shared = await flags;
  if (shared) {
    python.setInterruptBuffer(shared);
    boot.mark = (runs) => {
      shared[1] = runs ? 1 : 0;
      if (!runs) shared[0] = 0;
    };
  }
  boot.prepare();
  tell("Streamlit imported");
  await boot.start.callKwargs(`${APP}/app.py`, {
    can_stop: Boolean(shared), docs: DOCS && new URL(DOCS, import.meta.url).href,
  });
  await keep();
  tell("app started");
  // While the first page is read.
  setTimeout(() => boot.get_ready(), 4000);
}

// A window without storage has its data until it is closed or reloaded, which the app says.
async function keep() {
  const scope = new URL("./", import.meta.url).pathname;
  let own;
  try {
    own = await storage(scope, async () => boot.heard(await own.all()), (...why) => boot.refused(...why));
    boot.keep(own, await own.all());
  } catch (error) {
    console.warn("Nothing is kept:", String(error?.message ?? error));
  }
}

const ready = Promise.race([begin(), broken]);
ready.catch(failed);

// What to say of an error after which the app cannot go on.
function failed(error) {
  const text = String(error?.message ?? error);
  console.error("The app's worker:", text);
  const last = text.split("\n").filter(Boolean).pop() ?? "";
  const [, why] = WHY.find(([pattern]) => pattern.test(text));
  self.postMessage({ kind: "failed", text: `${why} (${last})` });
}

const HANDLERS = {
  async request({ method, path, query, headers, body }, port) {
    const bytes = python.toPy(new Uint8Array(body)).tobytes();
    const answer = await boot.request(method, path, query, python.toPy(headers), bytes);
    const [status, told, content] = answer.toJs();
    answer.destroy();
    const copy = content.slice();
    port.postMessage({ status, headers: told, body: copy.buffer }, [copy.buffer]);
  },
  connect({ number, query, protocols, host, origin }) {
    boot.connect(number, query, python.toPy(protocols), host, origin, (what, text, data) => {
      const bytes = data?.toJs ? data.toJs() : data;
      const copy = bytes ? bytes.slice() : null;
      self.postMessage({ kind: "socket", number, what, text, bytes: copy?.buffer }, copy ? [copy.buffer] : []);
    });
  },
  send({ number, bytes }) {
    boot.receive(number, python.toPy(new Uint8Array(bytes)).tobytes());
  },
  disconnect({ number }) {
    boot.disconnect(number);
  },
};

self.onmessage = async ({ data, ports }) => {
  if (data.kind === "flags") {
    giveFlags(data.flags);
    return;
  }
  try {
    await ready;
    await HANDLERS[data.kind](data, ports[0]);
  } catch (error) {
    console.error("The app's worker:", String(error?.message ?? error));
    ports[0]?.postMessage({ status: 500, headers: [], body: new ArrayBuffer(0) });
  }
};
