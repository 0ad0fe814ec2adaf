// Leads requests for the app's server to the page's worker, and keeps the files of one build.
const FILES = @FILES@;
const SCOPE = new URL(self.registration.scope).pathname;
const NAME = `oq ${SCOPE} @BUILD@`;
const PAGES = /^(@PAGES@)?\/?$/;
const SERVED = /^(_stcore|media|component)\//;

// A newer build waits until no page of the one before is open: their files do not mix.
self.addEventListener("activate", (event) => event.waitUntil(dropOthers().then(() => self.clients.claim())));

async function dropOthers() {
  const names = await caches.keys().catch(() => []);
  for (const name of names) if (name.startsWith(`oq ${SCOPE} `) && name !== NAME) await caches.delete(name);
}

self.addEventListener("message", (event) => {
  if (event.data.kind === "claim") event.waitUntil(self.clients.claim());
  else if (event.data.kind === "take over") event.waitUntil(takeOver(event.ports[0]));
  else if (event.data.kind === "keep all") event.waitUntil(keepAll());
});

const nameOf = (address) => address.pathname.slice(SCOPE.length);
const isPage = (address) => address.pathname.startsWith(SCOPE) && PAGES.test(nameOf(address));

// Asked by a page that has loaded nothing yet; other pages of the app keep the build that they have.
async function takeOver(port) {
  const all = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const isOnly = all.filter((each) => isPage(new URL(each.url))).length < 2;
  port.postMessage(isOnly);
  if (isOnly) await self.skipWaiting();
}

// What a later visit needs without a network, and a page that stays open while a new build comes.
async function keepAll() {
  // What the build before had still under way may have kept something after all.
  await dropOthers();
  for (const name of Object.keys(FILES)) await file(name).catch(() => {});
}

// Memory that page and worker share, which Stop needs, is there with these headers alone.
function isolated(answer) {
  const headers = new Headers(answer.headers);
  headers.set("Cross-Origin-Opener-Policy", "same-origin");
  headers.set("Cross-Origin-Embedder-Policy", "require-corp");
  return new Response(answer.body, { status: answer.status, statusText: answer.statusText, headers });
}

const hex = (buffer) => Array.from(new Uint8Array(buffer), (each) => each.toString(16).padStart(2, "0")).join("");

// One of this build's files, from the cache or loaded whole; of another build it is refused.
async function file(name, tell = () => {}) {
  const cache = await caches.open(NAME).catch(() => null);
  const kept = await cache?.match(name);
  // As it is: the browser keeps what it has compiled of it beside it.
  if (kept) return kept;
  const asked = `${name}${name.endsWith(".wasm") ? ".pack" : ""}`;
  const answer = await fetch(new URL(asked, self.registration.scope), { cache: "no-cache" });
  if (!answer.ok) return isolated(answer);
  const parts = [];
  for (const reader = answer.body.getReader(); ;) {
    const { done, value } = await reader.read();
    if (done) break;
    parts.push(value);
    tell(value.length);
  }
  let body = new Blob(parts);
  if (!hex(await crypto.subtle.digest("SHA-256", await body.arrayBuffer())).startsWith(FILES[name])) {
    self.registration.update().catch(() => {});
    return new Response("Another build is there.", { status: 409 });
  }
  const headers = { "content-type": answer.headers.get("content-type") ?? "" };
  if (asked !== name) {
    body = await new Response(body.stream().pipeThrough(new DecompressionStream("gzip"))).blob();
    headers["content-type"] = "application/wasm";
  }
  // Where there is no room, it is loaded again at the next visit.
  await cache?.put(name, isolated(new Response(body, { headers }))).catch(() => {});
  return isolated(new Response(body, { headers }));
}

async function loaded(name) {
  const pages = await self.clients.matchAll({ type: "window" });
  const answer = await file(name, (bytes) => { for (const page of pages) page.postMessage({ kind: "loaded", bytes }); });
  if (!answer.ok || name !== "later.pack") return answer;
  return new Response(answer.body.pipeThrough(new DecompressionStream("gzip")), { headers: answer.headers });
}

async function answered(request, clientId) {
  const address = new URL(request.url);
  let client = clientId && (await self.clients.get(clientId));
  if (client?.type !== "window") [client] = await self.clients.matchAll({ type: "window" });
  if (!client) return new Response("The app is not open.", { status: 503 });
  const body = await request.arrayBuffer();
  const headers = [...request.headers, ["host", address.host]];
  if (body.byteLength) headers.push(["content-length", String(body.byteLength)]);
  const channel = new MessageChannel();
  const answer = new Promise((give) => { channel.port1.onmessage = ({ data }) => give(data); });
  const path = decodeURIComponent("/" + address.pathname.slice(SCOPE.length));
  client.postMessage(
    { kind: "request", method: request.method, path, query: address.search.slice(1), headers, body },
    [channel.port2],
  );
  const found = await answer;
  const passed = found.headers.filter(([name]) => !["content-length", "content-encoding", "set-cookie"].includes(name));
  const empty = [204, 304].includes(found.status);
  return isolated(new Response(empty ? null : found.body, { status: found.status, headers: passed }));
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const address = new URL(request.url);
  if (address.origin !== location.origin || !address.pathname.startsWith(SCOPE)) return;
  const name = nameOf(address);
  if (SERVED.test(name)) event.respondWith(answered(request, event.clientId));
  else if (request.method === "GET" && request.mode === "navigate" && PAGES.test(name)) event.respondWith(loaded("index.html"));
  else if (request.method === "GET" && Object.hasOwn(FILES, name)) event.respondWith(loaded(name));
});
