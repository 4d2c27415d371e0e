// The service worker, with the caches and the network of a browser in their simplest form.
import assert from "node:assert/strict";
import { test } from "node:test";

const ORIGIN = "http://localhost:1";
const ROOT = "/shell/0123456789abcdef/";
const LIST = { files: ["app.js", "index.html"], documents: ["/api/books"], languages: ["en", "es"] };
const kept = new Map();
const listeners = {};
const cache = {
  put: async (address, answer) => kept.set(address, answer),
  match: async (address) => kept.get(address),
};
let online = true;
globalThis.self = {
  location: new URL(`${ORIGIN}${ROOT}worker.js`),
  skipWaiting: async () => {},
  addEventListener: (type, listener) => {
    listeners[type] = listener;
  },
};
globalThis.caches = { open: async () => cache };
globalThis.fetch = async (asked) => {
  if (!online) throw new TypeError("no server");
  const address = asked.url ?? asked;
  return new Response(address.endsWith("kept.json") ? JSON.stringify(LIST) : `of the server: ${address}`);
};
await import("../../src/pitbook/web/pages/worker.js");

/** What the worker answers to a page, or undefined if it lets the request pass. */
async function answered(path, { mode = "cors", method = "GET" } = {}) {
  let answer;
  const request = { url: ORIGIN + path, mode, method, headers: new Headers({ "Accept-Language": "es" }) };
  listeners.fetch({ request, preloadResponse: Promise.resolve(undefined), respondWith: (found) => (answer = found) });
  return answer && (await answer).text();
}

const EXPECTED = [`${ROOT}app.js`, `${ROOT}index.html`, "/api/books?language=en", "/api/books?language=es"].sort();

test("what is kept is the list of the server, in every language", async () => {
  const work = [];
  listeners.install({ waitUntil: (one) => work.push(one) });
  await Promise.all(work);
  assert.deepEqual([...kept.keys()].sort(), EXPECTED);
});

test("views, hands, rounds and sessions pass the worker, and nothing of them is kept", async () => {
  const ofTables = ["/api/tables", "/api/tables/T1?as=player", "/api/tables/T1/rounds", "/api/rounds/T1-1"];
  for (const path of [...ofTables, "/api/session", "/api/session/report", "/api/odds", "/api/drill"])
    assert.equal(await answered(path), undefined, path);
  assert.equal(await answered("/api/books", { method: "POST" }), undefined);
  assert.match(await answered("/table/T1", { mode: "navigate" }), /of the server/);
  assert.match(await answered("/api/lesson?target=a"), /of the server/);
  assert.deepEqual([...kept.keys()].sort(), EXPECTED);
});

test("without a server pages and books come from what is kept, and a table does not", async () => {
  online = false;
  assert.match(await answered("/table/T1", { mode: "navigate" }), /index\.html/);
  assert.match(await answered("/api/books"), /\/api\/books/);
  assert.equal(await answered("/api/tables/T1?as=player"), undefined);
  await assert.rejects(answered("/api/lesson?target=a"), /no server/);
  online = true;
});
