// Service worker that caches the page for offline use. It uses the cache only if the network
// fails, so that an old page never hides a newer one.

const scope = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));
const MARK = "made by marcoria/web/site.py";
const CACHE = `marcoria ${MARK}`;

async function keepAll() {
  const { files } = await (await fetch("files.json", { cache: "no-cache" })).json();
  const cache = await caches.open(CACHE);
  await cache.addAll(["./", ...files].map((file) => new Request(file, { cache: "no-cache" })));
  await scope.skipWaiting();
}

async function forgetOthers() {
  const others = (await caches.keys()).filter(
    (name) => name.startsWith("marcoria ") && name !== CACHE,
  );
  await Promise.all(others.map((name) => caches.delete(name)));
  await scope.clients.claim();
}

/** @param {Request} request */
async function answer(request) {
  try {
    return await fetch(request);
  } catch (error) {
    const kept = await caches.match(request, { ignoreSearch: true, cacheName: CACHE });
    if (kept) return kept;
    throw error;
  }
}

scope.addEventListener("install", (event) => event.waitUntil(keepAll()));
scope.addEventListener("activate", (event) => event.waitUntil(forgetOthers()));
scope.addEventListener("fetch", (event) => {
  const { method, url } = event.request;
  if (method === "GET" && url.startsWith(scope.registration.scope)) {
    event.respondWith(answer(event.request));
  }
});
