// Runs before Streamlit's own scripts: starts the worker, and lets it be the server of this page.
import { interrupts } from "./moves.js";

const note = document.getElementById("oq-start");
const say = (text) => { note.querySelector("[role=status]").textContent = text; };

function why() {
  if (!("serviceWorker" in navigator)) {
    return "This browser, or this private window, has no service workers. Open the page in an ordinary window of a current browser.";
  }
  if (typeof WebAssembly !== "object" || typeof DecompressionStream !== "function") {
    return "This browser cannot run the app. Use a current one.";
  }
  return "";
}

const missing = why();
if (missing) {
  oqEnd(missing);
  throw new Error(missing);
}

const scope = new URL("./", document.baseURI);
let registration;
try {
  registration = await navigator.serviceWorker.register(new URL("service-worker.js", scope), { scope: scope.pathname });
} catch (error) {
  oqEnd("The page could not be prepared. Try again when the network is there; if that does not help, allow storage for this site, or open it in an ordinary window.");
  throw error;
}
const changed = new Promise((go) => navigator.serviceWorker.addEventListener("controllerchange", go, { once: true }));
if (!navigator.serviceWorker.controller) {
  // One that is there has been passed by: Shift and Reload do that.
  registration.active?.postMessage({ kind: "claim" });
  await changed;
} else if (registration.waiting) {
  // A newer build: where no other page is open it takes over, and nothing of the older is loaded.
  const answer = new MessageChannel();
  registration.waiting.postMessage({ kind: "take over" }, [answer.port2]);
  if (await new Promise((give) => { answer.port1.onmessage = ({ data }) => give(data); })) {
    say("A newer build of the app takes over.");
    await changed;
    location.reload();
    await new Promise(() => {});
  }
}
// Once, so that what the service worker serves is apart from other sites: Stop works then. In a
// frame it is not.
if (!crossOriginIsolated && window === top && !sessionStorage.getItem("oq-loaded")) {
  sessionStorage.setItem("oq-loaded", "1");
  location.reload();
  await new Promise(() => {});
}

const worker = new Worker(new URL("worker.js", scope), { type: "module" });
const shared = crossOriginIsolated && window.SharedArrayBuffer ? new Uint8Array(new SharedArrayBuffer(2)) : null;
worker.postMessage({ kind: "flags", flags: shared });

const sockets = new Map();
let isUp;
const up = new Promise((go) => { isUp = go; });
let [step, bytes] = ["loading Python", 0];
const inMegabytes = (count) => Math.round(count / 1e6);
function tellStep() {
  const loaded = bytes > 1e6 ? `, ${inMegabytes(bytes)} of ${inMegabytes(note.dataset.bytes)} MB loaded` : "";
  say(`Starting in your browser: ${step}${loaded}.`);
}
// The start page comes back with a sentence: what is drawn below it answers no more.
function end(text) {
  worker.onmessage = worker.onerror = navigator.serviceWorker.onmessage = null;
  document.body.append(note);
  oqEnd(text);
}
worker.onmessage = ({ data }) => {
  if (data.kind === "step") {
    step = data.step;
    tellStep();
    if (step === "app started") isUp();
  } else if (data.kind === "failed") end(data.text);
  else sockets.get(data.number)?.take(data);
};
// A worker that runs tells of its errors itself.
worker.onerror = (event) => event.message || end("A part of the app could not be loaded, or a newer build has come. Try again when the network is there.");
navigator.serviceWorker.onmessage = ({ data, ports }) => {
  if (data.kind === "request") worker.postMessage(data, [ports[0]]);
  else if (data.kind === "loaded") {
    bytes += data.bytes;
    tellStep();
  }
};

// A link that downloads passes the service worker by; what a page fetches does not.
const click = HTMLAnchorElement.prototype.click;
HTMLAnchorElement.prototype.click = function () {
  if (!new URL(this.href, location.href).pathname.startsWith(`${scope.pathname}media/`)) return click.call(this);
  fetch(this.href).then(async (answer) => {
    const told = answer.headers.get("content-disposition") ?? "";
    this.href = URL.createObjectURL(await answer.blob());
    this.download = decodeURIComponent(told.match(/filename(?:\*=utf-8''|=)"?([^";]+)/i)?.[1] ?? "");
    this.target = "";
    click.call(this);
  });
};

let next = 0;
class Socket extends EventTarget {
  constructor(address, protocols = []) {
    super();
    Object.assign(this, { url: String(address), readyState: 0, binaryType: "blob", protocol: "", bufferedAmount: 0 });
    this.number = next++;
    sockets.set(this.number, this);
    worker.postMessage({
      kind: "connect", number: this.number, query: new URL(address).search.slice(1),
      protocols: [].concat(protocols), host: location.host, origin: location.origin,
    });
  }

  fire(event) {
    this[`on${event.type}`]?.(event);
    this.dispatchEvent(event);
  }

  take({ what, text, bytes }) {
    if (what === "accept") {
      this.readyState = 1;
      this.protocol = text;
      this.fire(new Event("open"));
    } else if (what === "close") {
      this.readyState = 3;
      this.fire(new CloseEvent("close", { code: Number(text) }));
    } else {
      const data = this.binaryType === "arraybuffer" ? bytes : new Blob([bytes]);
      this.fire(new MessageEvent("message", { data }));
    }
  }

  async send(data) {
    const bytes = data instanceof Blob ? await data.arrayBuffer() : ArrayBuffer.isView(data) ? data.slice().buffer : data.slice(0);
    if (shared?.[1] && interrupts(new Uint8Array(bytes))) shared[0] = 2;
    worker.postMessage({ kind: "send", number: this.number, bytes }, [bytes]);
  }

  close(code = 1000) {
    this.readyState = 3;
    worker.postMessage({ kind: "disconnect", number: this.number });
    this.fire(new CloseEvent("close", { code }));
  }
}
Object.assign(Socket, { CONNECTING: 0, OPEN: 1, CLOSING: 2, CLOSED: 3 });
window.WebSocket = new Proxy(window.WebSocket, {
  construct: (Native, [address, protocols]) =>
    String(address).includes("/_stcore/stream") ? new Socket(address, protocols) : new Native(address, protocols),
});

const shown = new MutationObserver(() => {
  if (document.querySelector('[data-testid="stHeading"]')) {
    shown.disconnect();
    note.remove();
    navigator.serviceWorker.controller?.postMessage({ kind: "keep all" });
  }
});
shown.observe(document.getElementById("root"), { childList: true, subtree: true });
await up;
try {
  await import(new URL(note.dataset.main, scope).href);
} catch (error) {
  end("A part of the page could not be loaded. Try again when the network is there.");
  throw error;
}
