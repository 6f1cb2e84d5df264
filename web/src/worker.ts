// Keeps the built page on the device.  Nothing that the server says of tables, people or matches is ever kept.

export {}; // a module of its own

declare const self: ServiceWorkerGlobalScope;
declare const __VERSION__: string; // of the build
declare const __FILES__: string[]; // all files of the build, and "/", the document

const PREFIX = "lastcard-page-";
const CACHE = PREFIX + __VERSION__;

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(__FILES__)));
});

// Runs once no tab uses the page before: only then may its files go.
self.addEventListener("activate", (event) => {
  event.waitUntil(forgetOthers().then(() => self.clients.claim()));
});

self.addEventListener("message", (event) => {
  if (event.data === "take over") event.waitUntil(self.skipWaiting());
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== self.location.origin) return;
  if (request.mode === "navigate") event.respondWith(pageFor(request));
  else if (__FILES__.includes(url.pathname)) event.respondWith(kept(request));
});

async function forgetOthers(): Promise<void> {
  const names = await caches.keys();
  await Promise.all(
    names.filter((name) => name.startsWith(PREFIX) && name !== CACHE).map((name) => caches.delete(name)),
  );
}

// The document from the server, which may be newer; without a connection, the one that is kept.
async function pageFor(request: Request): Promise<Response> {
  const kept = () => caches.match("/", { cacheName: CACHE });
  try {
    const answer = await fetch(request);
    return answer.status < 500 ? answer : ((await kept()) ?? answer); // a server that is away behind its proxy
  } catch (error) {
    const found = await kept();
    if (found === undefined) throw error;
    return found;
  }
}

async function kept(request: Request): Promise<Response> {
  return (await caches.match(request, { cacheName: CACHE })) ?? fetch(request);
}
