// The service worker: keeps the shell of its own version for when no server answers.
//
// Every file has the version in its address, so files of two versions cannot meet. What is kept is a list that the server
// gives: the files of the shell, and what the books themselves say, in every language. A page is always asked of the server
// first, and what a table answers passes by here untouched.

const ROOT = new URL("./", self.location.href).pathname;
const VERSION = ROOT.split("/")[2];
const OURS = "pitbook-";
const NAME = OURS + VERSION;
const OF_THE_BOOKS = /^\/api\/(books|books\/differences|glossary|lesson|names)$/;

/**
 * @typedef {object} ShellWorker what a service worker has beside a page; the types of a page do not know it
 * @property {() => Promise<void>} skipWaiting
 * @property {{ claim: () => Promise<void> }} clients
 * @property {{ navigationPreload?: { enable: () => Promise<void> } }} registration
 * @property {(type: string, listener: (event: WorkerEvent) => void) => void} addEventListener
 */
/**
 * @typedef {object} WorkerEvent
 * @property {Request} request
 * @property {Promise<Response | undefined>} preloadResponse
 * @property {(work: Promise<unknown>) => void} waitUntil
 * @property {(answer: Promise<Response>) => void} respondWith
 */

const worker = /** @type {ShellWorker} */ (/** @type {unknown} */ (self));

/** Where what the books say is kept in a language. @param {string} address @param {string} language */
const told = (address, language) => `${address}${address.includes("?") ? "&" : "?"}language=${language}`;

/** @param {string} address @param {string} [language] */
async function fetched(address, language = "en") {
  const headers = { "Pitbook-Shell": VERSION, "Accept-Language": language };
  const answer = await fetch(address, { credentials: "omit", headers });
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  return answer;
}

// All or nothing: a server that is replaced while this goes on refuses the rest, and the worker is not installed.
async function keep() {
  /** @type {Record<"files" | "documents" | "languages", string[]>} */
  const { files, documents, languages } = await (await fetched(`${ROOT}kept.json`)).json();
  const cache = await caches.open(NAME);
  await Promise.all([
    ...files.map(async (file) => cache.put(ROOT + file, await fetched(ROOT + file))),
    ...documents.flatMap((address) =>
      languages.map(async (language) => cache.put(told(address, language), await fetched(address, language))),
    ),
  ]);
  await worker.skipWaiting();
}

async function takeOver() {
  for (const name of await caches.keys()) if (name.startsWith(OURS) && name !== NAME) await caches.delete(name);
  await worker.registration.navigationPreload?.enable();
  await worker.clients.claim();
}

/** @param {string} address */
const kept = async (address) => (await caches.open(NAME)).match(address, { ignoreVary: true });

/** @param {string} address */
const keptFirst = async (address) => (await kept(address)) || fetch(address);

/** @param {WorkerEvent} event @param {string} address of what is kept in its place */
async function serverFirst(event, address) {
  try {
    return (await event.preloadResponse) || (await fetch(event.request));
  } catch (error) {
    const found = await kept(address);
    if (!found) throw error;
    const headers = new Headers(found.headers);
    headers.set("Pitbook-Kept", VERSION); // the page knows then that no server answered
    return new Response(found.body, { headers });
  }
}

worker.addEventListener("install", (event) => event.waitUntil(keep()));
worker.addEventListener("activate", (event) => event.waitUntil(takeOver()));
worker.addEventListener("fetch", (event) => {
  const { method, mode, url } = event.request;
  const { origin, pathname, search } = new URL(url);
  if (method !== "GET" || origin !== self.location.origin) return;
  if (mode === "navigate") {
    const page = pathname === "/verifier" ? "verifier.html" : "index.html";
    event.respondWith(serverFirst(event, ROOT + page));
  } else if (pathname.startsWith(ROOT)) event.respondWith(keptFirst(pathname));
  else if (OF_THE_BOOKS.test(pathname)) {
    const language = event.request.headers.get("Accept-Language") ?? "en";
    event.respondWith(serverFirst(event, told(pathname + search, language)));
  }
});
