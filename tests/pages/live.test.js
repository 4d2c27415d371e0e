// The live connection against a socket that a test opens, feeds and closes by hand.
import assert from "node:assert/strict";
import { webcrypto } from "node:crypto";
import { beforeEach, mock, test } from "node:test";

const sockets = [];

class Socket {
  static OPEN = 1;
  readyState = 0;
  sent = [];

  constructor(address) {
    this.address = address;
    sockets.push(this);
  }

  open() {
    this.readyState = Socket.OPEN;
    this.onopen();
  }

  send(text) {
    this.sent.push(JSON.parse(text));
  }

  says(message) {
    this.onmessage({ data: JSON.stringify(message) });
  }

  drop(code) {
    this.readyState = 3;
    this.onclose?.({ code });
  }

  close() {
    this.readyState = 3;
  }
}

globalThis.crypto ??= webcrypto; // not global in Node 18
globalThis.WebSocket = Socket;
globalThis.location = { protocol: "https:", host: "table.test" };
globalThis.fetch = async () => {
  throw new Error("nobody answers");
};
const { Connection } = await import("../../src/pitbook/web/pages/core/live.js");

let told;
let connection;

beforeEach(() => {
  const waits = [];
  mock.method(globalThis, "setTimeout", (run, wait) => waits.push({ run, wait }));
  mock.method(globalThis, "setInterval", () => 0);
  sockets.length = 0;
  told = [];
  connection = new Connection("T 1", "player", (news) => told.push(news));
  connection.waits = waits;
});

const refused = { kind: "refused", problems: [{ message: "not your turn", value: null, clause: null }] };

test("the address has the table and the role, over TLS where the page came over TLS", () => {
  assert.equal(sockets[0].address, "wss://table.test/api/tables/T%201/live?as=player&patches=true&language=en");
});

test("a command is sent once and answered once", async () => {
  sockets[0].open();
  const answer = connection.send({ do: "leave" }, 7);
  const [message] = sockets[0].sent;
  assert.deepEqual({ ...message, id: "" }, { type: "command", id: "", expected: 7, command: { do: "leave" } });
  sockets[0].says({ type: "done", id: message.id, version: 8, repeated: false });
  assert.equal((await answer).version, 8);
  sockets[0].says({ type: "done", id: message.id, version: 9, repeated: true });
  assert.equal(connection.waiting.size, 0);
});

test("a command without an answer is sent again with its key after a lost connection", async () => {
  sockets[0].open();
  const answer = connection.send({ do: "leave" });
  sockets[0].drop(1006);
  connection.waits.at(-1).run();
  sockets[1].open();
  assert.deepEqual(sockets[1].sent, sockets[0].sent);
  sockets[1].says({ type: "done", id: sockets[1].sent[0].id, version: 3, repeated: true });
  assert.equal((await answer).repeated, true);
});

test("a command that is given before the connection is open waits for it", () => {
  connection.send({ do: "leave" });
  assert.deepEqual(sockets[0].sent, []);
  sockets[0].open();
  assert.equal(sockets[0].sent.length, 1);
});

test("a refusal goes to whoever gave the command; one without a command is told to the page", async () => {
  sockets[0].open();
  const answer = connection.send({ do: "leave" });
  sockets[0].says({ type: "error", id: sockets[0].sent[0].id, status: 409, error: refused });
  await assert.rejects(answer, /not your turn/);
  assert.ok(!told.some((news) => news.error));
  sockets[0].says({ type: "error", id: null, status: 422, error: refused });
  assert.equal(told.at(-1).error.message, "not your turn");
});

test("a command that is stored but not confirmed is sent again with its key, later each time, until it is", async () => {
  sockets[0].open();
  const answer = connection.send({ do: "leave" });
  const { id } = sockets[0].sent[0];
  for (let times = 1; times <= 7; times++) {
    sockets[0].says({ type: "error", id, status: 503, error: refused });
    assert.match(told.at(-1).error.message, /not confirmed/);
    assert.equal(sockets[0].sent.length, times);
    const { run, wait } = connection.waits.at(-1);
    const middle = Math.min(8000, 300 * 2 ** (times - 1));
    assert.ok(wait >= 0.75 * middle && wait <= 1.25 * middle, `${wait} after ${times}`);
    run();
    assert.deepEqual(sockets[0].sent.at(-1), sockets[0].sent[0]);
  }
  sockets[0].says({ type: "done", id, version: 4, repeated: true });
  assert.equal((await answer).repeated, true);
  assert.equal(told.at(-1).error, null);
  connection.waits.at(-1).run();
  assert.equal(sockets[0].sent.length, 8);
});

test("a command that is not confirmed before the connection is lost is sent once when it is back", () => {
  sockets[0].open();
  connection.send({ do: "leave" });
  const { id } = sockets[0].sent[0];
  sockets[0].says({ type: "error", id, status: 503, error: refused });
  const again = connection.waits.at(-1).run;
  sockets[0].drop(1006);
  again();
  connection.waits.at(-1).run();
  sockets[1].open();
  assert.equal(sockets[1].sent.length, 1);
  assert.equal(sockets[1].sent[0].id, id);
});

test("waits grow to eight seconds, give or take a quarter", () => {
  sockets[0].open();
  for (let failures = 0; failures < 8; failures++) {
    sockets.at(-1).drop(1006);
    const { run, wait } = connection.waits.at(-1);
    const middle = Math.min(8000, 300 * 2 ** failures);
    assert.ok(wait >= 0.75 * middle && wait <= 1.25 * middle, `${wait} after ${failures}`);
    run();
  }
});

test("a table that may not be seen any more ends the connection with a sentence", async () => {
  sockets[0].open();
  const answer = connection.send({ do: "leave" });
  sockets[0].drop(4403);
  await assert.rejects(answer, /You do not have access to this table/);
  assert.equal(told.at(-1).ended, true);
  assert.equal(connection.waits.length, 0);
});

test("a patch changes the view that it is for; otherwise the whole view is asked for", () => {
  sockets[0].open();
  sockets[0].says({ type: "view", number: 4, version: 7, view: { a: 1, same: {} } });
  sockets[0].says({ type: "patch", number: 5, base: 4, version: 8, patch: { a: [2] } });
  assert.deepEqual(told.at(-1), { view: { a: 2, same: {} }, version: 8 });
  assert.equal(told.at(-1).view.same, told.at(-2).view.same);
  sockets[0].says({ type: "patch", number: 7, base: 6, version: 9, patch: { a: [3] } });
  assert.equal(told.at(-1).version, 8);
  assert.deepEqual(sockets[0].sent, [{ type: "view" }]);
  sockets[0].says({ type: "view", number: 8, version: 9, view: { a: 3 } });
  assert.deepEqual(told.at(-1), { view: { a: 3 }, version: 9 });
});
