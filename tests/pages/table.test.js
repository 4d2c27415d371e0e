// What the page makes of views: in which order things are told, and what is said about them.
import assert from "node:assert/strict";
import { test } from "node:test";

globalThis.addEventListener = () => {};
const { alike } = await import("../../src/pitbook/web/pages/core/memo.js");
const { beatsBetween } = await import("../../src/pitbook/web/pages/table/beats.js");
const { warning } = await import("../../src/pitbook/web/pages/table/betting.js");
const { tray } = await import("../../src/pitbook/web/pages/table/chips.js");
const { inUnits } = await import("../../src/pitbook/web/pages/table/coach.js");
const { keyOf } = await import("../../src/pitbook/web/pages/table/deciding.js");
const { briefHand, briefLabel, lastWagers, maySit, resultWords, roundOnShow, statusWords, winningCards } = await import(
  "../../src/pitbook/web/pages/table/model.js"
);
const { sumWords } = await import("../../src/pitbook/web/pages/table/offered.js");
const { isWon } = await import("../../src/pitbook/web/pages/table/pays.js");
const { BEAT, LONGEST_DEAL } = await import("../../src/pitbook/web/pages/table/timing.js");

const line = (wager, result, stake, returned, reason = "beats_dealer") => ({ wager, result, stake, returned, reason });
const told = (act, more = {}) => ({
  by: "dealer",
  words: act,
  clauses: [],
  did: { do: act, seat: null, to: null, cards: 0, face_up: false, answered: null, ...more },
});
const answer = (more) => ({ wager: null, amount: "0.00", takes_back: false, folds: false, ...more });

const SCRIPT = [
  told("no_more_bets"),
  told("deal", { to: "player", seat: 1, cards: 2 }),
  told("deal", { to: "dealer", cards: 2 }),
  told("decide", { seat: 1, answered: answer({ wager: "raise", amount: "15.00" }) }),
  told("burn", { cards: 1 }),
  told("deal", { to: "board", cards: 3, face_up: true }),
  told("reveal_dealer"),
  told("announce_dealer"),
  told("settle", { seat: 1 }),
];

// Ante 5 and odds 5 with a raise of 15: both ante and raise are paid even money, the odds push.
const OPEN = {
  round: "T1-1",
  no_more_bets: false,
  script: [],
  board: [],
  dealer: [],
  extra: [],
  burned: 0,
  void: null,
  seed: null,
  to_act: [],
  dealer_hand: null,
  dealer_hand_cards: [],
  seats: {
    1: { wagers: { ante: "5.00", odds: "5.00" }, cards: [], settled: [], folded: false, hand: null, hand_cards: [] },
  },
};
const OVER = {
  ...OPEN,
  no_more_bets: true,
  script: SCRIPT,
  board: ["2c", "7d", "9h"],
  dealer: ["3c", "4d"],
  burned: 1,
  dealer_hand: "nine high",
  dealer_hand_cards: ["9h", "7d", "4d", "3c", "2c"],
  seats: {
    1: {
      wagers: { ante: "5.00", odds: "5.00", raise: "15.00" },
      cards: ["9c", "9d"],
      folded: false,
      hand: "three nines",
      hand_cards: ["9c", "9d", "9h", "7d", "2c"],
      settled: [
        line("ante", "win", "5.00", "10.00"),
        line("raise", "win", "15.00", "30.00"),
        line("odds", "push", "5.00", "5.00"),
      ],
    },
  },
};

const DECISION = { wager: "raise", label: "Raise", of: "ante", least: 1, most: 3 };
const WAGERS = [
  { name: "ante", label: "Ante", least: "5.00", most: "500.00", amounts: null, required: true, equal_to: null },
  { name: "odds", label: "Odds", least: "5.00", most: "500.00", amounts: null, required: true, equal_to: "ante" },
];
const WAGERING = { open: true, deadline: null, chip_unit: "1.00", wagers: WAGERS, decided: [DECISION] };
const ANN = { name: "Ann", kind: "person", seats: [1], stack: "90.00" };

const view = (more = {}) => ({
  status: "open",
  dealing: "house",
  version: 1,
  you: { player: "ann", seats: [1], last_seats: [], ready: false },
  players: { ann: ANN },
  wagering: WAGERING,
  round: OPEN,
  last_round: null,
  ask: null,
  steps: [],
  ...more,
});
const BEFORE = view();
const AFTER = view({
  you: { player: "ann", seats: [1], last_seats: [1], ready: false },
  players: { ann: { ...ANN, stack: "120.00" } },
  round: { ...OPEN, round: "T1-2", seats: {} },
  last_round: OVER,
});

test("a round that came at once is told in the order of the script", () => {
  const shown = beatsBetween(BEFORE, AFTER).map(({ view: { round } }) =>
    [round.seats[1].cards.join(" "), round.dealer.join(" "), round.board.join(" ")].join(" | "),
  );
  assert.deepEqual(shown, [
    "hidden |  | ",
    "hidden hidden |  | ",
    "hidden hidden | hidden | ",
    "hidden hidden | hidden hidden | ",
    "9c 9d | hidden hidden | ", // the player looks at the cards when all are dealt
    "9c 9d | hidden hidden | ", // raises
    "9c 9d | hidden hidden | ", // a card is burned
    "9c 9d | hidden hidden | 2c",
    "9c 9d | hidden hidden | 2c 7d",
    "9c 9d | hidden hidden | 2c 7d 9h",
    "9c 9d | 3c 4d | 2c 7d 9h",
    "9c 9d | 3c 4d | 2c 7d 9h", // the dealer's hand is announced
    "9c 9d | 3c 4d | 2c 7d 9h", // ante, raise and odds are paid
    "9c 9d | 3c 4d | 2c 7d 9h",
    "9c 9d | 3c 4d | 2c 7d 9h",
  ]);
});

test("nothing is told before it is shown", () => {
  const beats = beatsBetween(BEFORE, AFTER).map((beat) => beat.view);
  for (const { round, ask, wagering } of beats) {
    const { hand, settled } = round.seats[1];
    assert.equal(round.dealer_hand === null, round.dealer_hand_cards.length === 0);
    if (round.dealer.includes("hidden")) assert.equal(round.dealer_hand, null);
    if (round.board.length < 3) assert.equal(hand, null);
    if (round.dealer_hand === null) assert.deepEqual(settled, []);
    assert.equal(round.seed, null);
    assert.equal(ask, null);
    assert.equal(wagering.open, false);
    assert.ok(round.script.length <= SCRIPT.length);
  }
});

test("a stack counts the raise when it is placed and a payment when it is paid", () => {
  const stacks = beatsBetween(BEFORE, AFTER).map((beat) => beat.view.players.ann.stack);
  assert.deepEqual([...new Set(stacks)], ["90.00", "75.00", "85.00", "115.00", "120.00"]);
  assert.equal(stacks.indexOf("75.00"), 5); // the beat of the decision
});

test("a wager that every street adds to grows at each decision", () => {
  const decide = (amount) => told("decide", { seat: 1, answered: answer({ wager: "raise", amount }) });
  const script = [told("no_more_bets"), decide("5.00"), decide("15.00")];
  const seats = { 1: { ...OVER.seats[1], wagers: { ante: "5.00", raise: "20.00" }, folded: false, settled: [] } };
  const players = { ann: { ...ANN, stack: "75.00" } };
  const beats = beatsBetween(BEFORE, view({ players, round: { ...OVER, script, seats } }));
  const shown = beats.map(({ view: now }) => `${now.round.seats[1].wagers.raise} ${now.players.ann.stack}`);
  assert.deepEqual([...new Set(shown)].slice(-2), ["5.00 90.00", "20.00 75.00"]);
});

test("a wager that is taken back, one that is made later and a fold are shown when they are decided", () => {
  const decide = (more) => told("decide", { seat: 1, answered: answer(more) });
  const script = [
    told("no_more_bets"),
    decide({ wager: "odds", amount: "5.00", takes_back: true }),
    decide({}),
    decide({ wager: "raise", amount: "15.00" }),
    decide({ folds: true }),
  ];
  const seats = { 1: { ...OVER.seats[1], wagers: { ante: "5.00", raise: "15.00" }, folded: true, settled: [] } };
  const players = { ann: { ...ANN, stack: "80.00" } };
  const beats = beatsBetween(
    { ...BEFORE, you: { ...BEFORE.you, seats: [] } },
    view({ players, round: { ...OVER, script, seats } }),
  );
  const shown = beats.map(({ view: now }) => {
    const { wagers, folded } = now.round.seats[1];
    return `${Object.entries(wagers).sort().join(" ")} ${now.players.ann.stack}${folded ? " folded" : ""}`;
  });
  assert.deepEqual(shown, [
    "ante,5.00 odds,5.00 90.00", // the player is to act: nothing is told yet
    "ante,5.00 95.00",
    "ante,5.00 95.00",
    "ante,5.00 raise,15.00 80.00",
  ]);
});

test("a seat at which nothing happens in a beat is not drawn again", () => {
  const seats = { 1: OVER.seats[1], 2: { ...OVER.seats[1], cards: ["Ac", "Ad"] } };
  const script = [told("no_more_bets"), ...[1, 2, 1, 2].map((seat) => told("deal", { to: "player", seat, cards: 1 }))];
  const beats = beatsBetween(BEFORE, view({ round: { ...OVER, script, seats } })).map(
    ({ view: { round } }) => round.seats,
  );
  const drawn = beats.slice(1).map((now, place) => [1, 2].filter((seat) => now[seat] !== beats[place][seat]));
  assert.deepEqual(drawn, [[2], [1], [2], [1]]); // in the last beat the player looks at the own cards
});

test("what is alike is found so as deep as said", () => {
  const player = { name: "Ann", seats: [1] };
  assert.ok(alike({ player, cards: ["Ac"] }, { player: { ...player }, cards: ["Ac"] }, 2));
  assert.ok(!alike({ player }, { player: { ...player, seats: [1] } }, 2)); // deeper than that only the same counts
  assert.ok(!alike({ cards: ["Ac"] }, { cards: ["Ac", "Ad"] }, 2));
  assert.ok(!alike({ hand: null }, { hand: {} }, 2));
  assert.ok(!alike({ one: undefined }, { other: undefined }, 2));
});

test("a deal to a full table does not take longer than allowed", () => {
  const seats = Object.fromEntries([1, 2, 3, 4, 5, 6, 7].map((seat) => [seat, { ...OVER.seats[1], settled: [] }]));
  const script = [
    told("no_more_bets"),
    ...Object.keys(seats).map((seat) => told("deal", { to: "player", seat, cards: 5 })),
  ];
  const cards = Array(5).fill("hidden");
  for (const seat of Object.keys(seats)) seats[seat] = { ...seats[seat], cards };
  const beats = beatsBetween(BEFORE, view({ round: { ...OVER, script, seats } }));
  const pauses = beats.slice(0, 35).reduce((total, beat) => total + beat.pause, 0);
  assert.ok(pauses <= LONGEST_DEAL + 1e-6);
  assert.ok(BEAT.card * 35 > LONGEST_DEAL);
});

test("nothing is played for another round, or where nothing was dealt", () => {
  assert.deepEqual(beatsBetween(BEFORE, BEFORE), []);
  assert.deepEqual(beatsBetween(view({ round: null }), AFTER), []);
  assert.deepEqual(beatsBetween(view({ round: { ...OPEN, round: "T1-0" } }), AFTER), []);
});

test("the round that was settled stays on show until the player turns to the next", () => {
  assert.deepEqual(roundOnShow(AFTER, null), { round: OVER, over: true });
  assert.equal(roundOnShow(AFTER, "T1-1").round.round, "T1-2");
  assert.equal(roundOnShow(BEFORE, null).over, false);
  const newcomer = { ...AFTER, you: { ...AFTER.you, last_seats: [] } };
  assert.equal(roundOnShow(newcomer, null).over, false);
});

test("one sentence says where the table is", () => {
  const says = (more, on = { round: OPEN, over: false }) => statusWords(view(more), on);
  assert.equal(says({ status: "closed" }), "This table is closed.");
  assert.equal(says({ you: { ...BEFORE.you, seats: [] } }), "You are watching. Take a free seat to play.");
  assert.equal(says({ you: { ...BEFORE.you, ready: true } }), "You are ready. Waiting for the others.");
  assert.equal(says({ wagering: { ...WAGERING, open: false } }), "The dealer is preparing the cards.");
  assert.equal(says({ round: null }), "Place your wagers, then deal.");
  assert.equal(statusWords(AFTER, { round: OVER, over: true }), "You won 20.00.");
});

test("a decision is asked with every amount, and with what the chips do not cover", () => {
  const raise = (times, amount) => ({ action: `raise_${times}`, label: `Raise ${times}x`, amount });
  const check = { action: "check", label: "Check", amount: null };
  const ask = { seat: 1, actions: [raise(2, "10.00"), check], beyond_chips: [raise(3, "15.00")] };
  assert.equal(
    statusWords(view({ ask }), { round: OVER, over: false }),
    "Your turn: raise 2x for 10.00 or check. You do not have enough chips to raise 3x for 15.00.",
  );
});

test("a void round says so, and that the wagers are back", () => {
  const back = line("ante", "void", "5.00", "5.00", "round_is_void");
  const seat = { ...OPEN.seats[1], wagers: { ante: "5.00" }, settled: [back] };
  const round = { ...OVER, void: "face_up_cards", seats: { 1: seat } };
  assert.equal(resultWords(round, [1]), "The round is void: face up cards. Your wagers are back.");
});

test("the cards of the hand that won rise", () => {
  assert.deepEqual(winningCards(OVER, [1]), ["9c", "9d", "9h", "7d", "2c"]);
  const lost = { ...OVER.seats[1], settled: [line("ante", "lose", "5.00", "0.00", "loses_to_dealer")] };
  assert.deepEqual(winningCards({ ...OVER, seats: { 1: lost } }, [1]), OVER.dealer_hand_cards);
  assert.deepEqual(winningCards(OVER, [2]), []);
  assert.deepEqual(winningCards(null, [1]), []);
});

test("the wagers before the deal can be made again, the raise cannot", () => {
  assert.deepEqual(lastWagers(AFTER, 1), { ante: 500, odds: 500 });
  assert.equal(lastWagers(AFTER, 2), null);
});

test("a wager that was taken back is made again", () => {
  const seats = { 1: { ...AFTER.last_round.seats[1], wagers: { bet_3: "5.00", side: "1.00" } } };
  const wagers = [
    { name: "bet_3", equal_to: null },
    { name: "bet_1", equal_to: "bet_3" },
    { name: "side", equal_to: null },
    { name: "other", equal_to: null },
  ];
  const after = { ...AFTER, last_round: { ...AFTER.last_round, seats }, wagering: { ...AFTER.wagering, wagers } };
  assert.deepEqual(lastWagers(after, 1), { bet_3: 500, bet_1: 500, side: 100 });
});

test("a second box is one beside one's own, while wagers are open", () => {
  assert.equal(maySit(BEFORE, { adjacent_boxes: 2 }, 2), true);
  assert.equal(maySit(BEFORE, { adjacent_boxes: 2 }, 3), false);
  assert.equal(maySit(BEFORE, { adjacent_boxes: 1 }, 2), false);
  assert.equal(maySit(view({ status: "closing" }), { adjacent_boxes: 2 }, 2), false);
});

test("before the deal the page says what the chips will not suffice for", () => {
  const bets = (total, ante) => ({ total, wagers: WAGERS, draftOf: () => ({ ante, odds: ante }) });
  const stack = (amount) => view({ players: { ann: { ...ANN, stack: amount } } });
  assert.equal(warning(stack("25.00"), bets(1000, 500), [1]), null);
  assert.deepEqual(warning(stack("24.99"), bets(1000, 500), [1]), {
    blocks: false,
    says: "This leaves you 14.99, not enough to raise 3x (15.00).",
  });
  assert.equal(warning(stack("14.99"), bets(1000, 500), [1]).says, "This leaves you 4.99, not enough to raise.");
  assert.equal(warning(stack("9.99"), bets(1000, 500), [1]).blocks, true);
  assert.equal(warning(stack("4.99"), bets(1000, 500), [1]).says, "You have 4.99 in chips. Buy in to play.");
});

test("the tray has at most five chips, no finer than the unit and no larger than the largest wager", () => {
  assert.deepEqual(tray(WAGERING), [100, 500, 2500, 10000, 50000]);
  assert.deepEqual(tray({ ...WAGERING, chip_unit: "5.00" }), [500, 2500, 10000, 50000]);
});

test("labels that fit their place, actions and their keys", () => {
  assert.equal(briefLabel("Progressive Payout"), "Prog. Payout");
  assert.equal(briefHand("flush, ace high, kickers king, queen, ten, three"), "flush, ace high");
  assert.equal(briefHand(null), "");
  assert.deepEqual(["raise_3", "check", "fold", "play"].map(keyOf), ["3", "c", "f", "p"]);
  assert.equal(inUnits({ decimal: -0.536251 }), "\u22120.536");
});

test("a button says what is wagered, comes back or stays", () => {
  const offered = { action: "", label: "", needs_hand: null, amount: null, takes_back: false, stays: null };
  assert.equal(sumWords({ ...offered, amount: "15.00" }), "15.00");
  assert.equal(sumWords({ ...offered, amount: "5.00", takes_back: true }), "5.00 back");
  assert.equal(sumWords({ ...offered, stays: "5.00" }), "5.00 stays");
  assert.equal(sumWords(offered), "");
});

test("of the fixed amounts for several progressive wagers the one that was paid is marked", () => {
  const paid = { wager: "progressive", result: "win", hand: "straight_flush", pays: "$250", payout: "1250.00" };
  const fixed = (pays, amount) => ({ on: "straight_flush", pays, amount });
  assert.equal(isWon("progressive", fixed("$1,250", "1250.00"), [paid]), true);
  assert.equal(isWon("progressive", fixed("$250", "250.00"), [paid]), false);
  assert.equal(isWon("envy", fixed("$1,250", "1250.00"), [paid]), false);
  const odds = { wager: "odds", result: "win", hand: "straight", reason: "loses_to_dealer", pays: "5 to 1" };
  assert.equal(isWon("odds", { on: "straight", pays: "5 to 1", amount: null }, [odds]), true);
  assert.equal(isWon("odds", { on: "straight", pays: "1 to 1", amount: null }, [odds]), false);
});
