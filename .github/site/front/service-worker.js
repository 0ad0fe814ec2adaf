// Leads requests for the app's server to the page's worker, and keeps the files for later visits.
const VERSION = "@BUILD@";
const SCOPE = new URL(self.registration.scope).pathname;
const SERVED = ["_stcore/", "media/", "component/"];
const isServed = (path) => SERVED.some((each) => path.startsWith(SCOPE + each));

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => {
  const clean = async () => {
    for (const name of await caches.keys()) if (name.startsWith("oq-") && name !== `oq-${VERSION}`) await caches.delete(name);
    await self.clients.claim();
  };
  event.waitUntil(clean());
});

// Memory that page and worker share, which Stop needs, is there with these headers alone.
function isolated(answer) {
  const headers = new Headers(answer.headers);
  headers.set("Cross-Origin-Opener-Policy", "same-origin");
  headers.set("Cross-Origin-Embedder-Policy", "require-corp");
  return new Response(answer.body, { status: answer.status, statusText: answer.statusText, headers });
}

async function stored(request) {
  const cache = await caches.open(`oq-${VERSION}`);
  // Every address of the app is the same page.
  const key = request.mode === "navigate" ? new URL("index.html", self.registration.scope) : request;
  const kept = await cache.match(key, { ignoreSearch: true });
  if (kept) return isolated(kept);
  const answer = await fetch(key);
  if (answer.ok && request.method === "GET") await cache.put(key, answer.clone());
  return isolated(answer);
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
  if (isServed(address.pathname)) event.respondWith(answered(request, event.clientId));
  else if (request.method === "GET") event.respondWith(stored(request));
});
