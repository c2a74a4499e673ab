// Service worker that caches the page for offline use. It asks the network first, so that a new
// version of the page is used at once. It uses the cache if the network fails, or if the network
// is slow to answer for the page itself. A page from the cache gets its files from the cache too.

const scope = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));
const MARK = "made by marcoria/web/site.py";
const CACHE = `marcoria ${MARK}`;
const SLOW_MS = 4000;
/**
 * Ids of the pages and workers that came from the cache. Their other files are taken from the
 * cache too, so that all files of a page are of one version.
 * @type {Set<string>}
 */
const cachedClients = new Set();

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

/** @param {FetchEvent} event */
async function answer({ request, clientId, resultingClientId }) {
  const isPage = request.mode === "navigate";
  const isCached = !isPage && cachedClients.has(clientId);
  const asked = isCached ? undefined : fetch(request);
  const newest = asked && (await (isPage ? inTime(asked) : asked).catch(() => undefined));
  if (newest) return newest;
  const cached = await caches.match(request, { ignoreSearch: true, cacheName: CACHE });
  if (!cached) return asked ?? fetch(request);
  if (resultingClientId) cachedClients.add(resultingClientId);
  return cached;
}

/**
 * Return an answer of the network; reject if the network fails or is slow.
 * @param {Promise<Response>} asked
 * @returns {Promise<Response>}
 */
function inTime(asked) {
  return new Promise((resolve, reject) => {
    setTimeout(reject, SLOW_MS);
    asked.then(resolve, reject);
  });
}

scope.addEventListener("install", (event) => event.waitUntil(keepAll()));
scope.addEventListener("activate", (event) => event.waitUntil(forgetOthers()));
scope.addEventListener("fetch", (event) => {
  const { method, url } = event.request;
  if (method === "GET" && url.startsWith(scope.registration.scope)) {
    event.respondWith(answer(event));
  }
});
