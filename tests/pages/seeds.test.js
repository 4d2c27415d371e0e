// An honest page at a table whose house leaves its seed out: whatever the table answers, the page says so.
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

globalThis.addEventListener = () => {};
const kept = new Map();
globalThis.localStorage = new Proxy(
  {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, text) => kept.set(key, text),
    removeItem: (key) => kept.delete(key),
  },
  { ownKeys: () => [...kept.keys()], getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }) },
);
const { alarms } = await import("../../src/pitbook/web/pages/core/seeds.js");
const { whoCouldChoose } = await import("../../src/pitbook/web/pages/history/proof.js");

const ME = "Ann~1";
let number = 0;
beforeEach(() => {
  kept.clear();
  number += 1;
});

const done = () => Promise.resolve({});
const refused = () => Promise.reject(new Error("no"));
const silence = () => new Promise(() => {});
const other = (digit = "d") => ({ player: "Bob~2", commitment: digit.repeat(64), revealed: false, seed: null });
const seedsOf = (more) => ({ committed: [], listed: [], missing: [], ...more });

function viewOf(round, more = {}) {
  const open = { round: `T1-${number}`, commitment: "c".repeat(64), no_more_bets: false, seats: {}, seeds: seedsOf() };
  const you = { player: ME, seats: [1], last_seats: [1], no_seed: null };
  return { you, last_round: null, called_off: null, round: { ...open, ...round }, ...more };
}

/** What the page says while it sees these views. */
async function said(send, ...views) {
  const [sent, found] = [new Set(), []];
  for (const view of views) {
    found.push(...alarms(view, send, sent));
    await new Promise((next) => setImmediate(next));
  }
  return found;
}

const CLOSED = { no_more_bets: true, seats: { 1: {} } };
const LEFT_OUT = /but left it off the list/;
const NOT_TAKEN = /but the table did not accept it/;

for (const [how, send] of [
  ["says that it took", done],
  ["never answers, but shows", silence],
]) {
  test(`a seed that the table ${how}, and leaves out`, async () => {
    const taken = viewOf({ seeds: seedsOf({ committed: [ME] }), seats: { 1: {} } });
    const closed = viewOf({ ...CLOSED, seeds: seedsOf({ listed: [other()] }) });
    const [first, ...more] = await said(send, viewOf({}), taken, closed);
    assert.match(first, LEFT_OUT);
    assert.deepEqual(more, []);
  });
}

test("a closed list that lacks what the same view shows as committed", async () => {
  const closed = viewOf({ ...CLOSED, seeds: seedsOf({ committed: [ME], listed: [other()] }) });
  assert.match((await said(done, closed))[0], LEFT_OUT);
});

for (const [how, send] of [
  ["refused", refused],
  ["never answered", silence],
]) {
  test(`every commitment is ${how}, and the round is dealt`, async () => {
    const found = await said(send, viewOf({}), viewOf({}), viewOf(CLOSED));
    assert.match(found[0], NOT_TAKEN);
  });

  test(`every commitment is ${how}, and the page sees the round only when it is over`, async () => {
    const open = viewOf({});
    const over = { ...open.round, ...CLOSED };
    number += 1;
    const found = await said(send, open, viewOf({}, { last_round: over }));
    assert.match(found[0], NOT_TAKEN);
  });
}

test("two closed lists of one round, seen by a page that is on neither", async () => {
  const views = ["d", "e"].map((digit) => viewOf({ ...CLOSED, seeds: seedsOf({ listed: [other(digit)] }) }));
  for (const view of views) view.you.no_seed = "newcomers";
  assert.match((await said(done, ...views))[0], /closed the list of seeds .* twice/);
});

test("a newcomer, and somebody who does not wager, hear nothing", async () => {
  const [open, closed] = [viewOf({}), viewOf(CLOSED)];
  for (const view of [open, closed]) view.you.no_seed = "newcomers";
  assert.deepEqual(await said(done, open, closed), []);
  assert.deepEqual(await said(done, viewOf({}), viewOf({ no_more_bets: true })), []);
});

test("a proof says who could have chosen the cards together, and whether the reader is among them", async () => {
  const commands = [];
  const keep = (command) => done(commands.push(command));
  await said(keep, viewOf({}));
  const mine = { player: ME, commitment: commands[0].commitment, seed: "x" };
  const says = (players) => whoCouldChoose({ round: `T1-${number}`, players });
  assert.match(
    says([other(), mine]),
    /unless everyone on the list .* and the house worked together\. One of the seeds on the list is yours/,
  );
  assert.match(says([other()]), /worked together\. None of the seeds on the list came from this browser\.$/);
  assert.match(says([]), /^The table could not pick the cards after seeing the wagers/);
});
