// The player's part in the shuffle, done by the page without asking: a random seed for each round, committed to while
// wagers are open, and revealed only once the closed list has come with this commitment in it. What the page has seen is
// kept in this browser, for all its tabs and over reloads, so that the table can't tell another story afterwards.

import { playerCommitment } from "../history/commitments.js";
import { announce } from "./announce.js";
import { useEffect, useRef, useState } from "./html.js";
import { say } from "./words.js";

/** @import { Command, CalledOffRound, RoundSeeds, RoundWithScript, View } from "../types/api.js" */
/** @import { Listed, Seen } from "../history/fairness.js" */

/**
 * @typedef {Seen & { at?: number, offered?: boolean, committed?: boolean, words?: string, checked?: boolean,
 *   sent?: boolean, taken?: boolean }} Memory
 * @typedef {(command: Command) => Promise<unknown>} Send
 * @typedef {{ view: View, player: string, round: RoundWithScript }} Open a player's part in an open round
 */

const ROUND = "pitbook.round."; // what was seen of a round, by round and player
const SEED = "pitbook.seed."; // a seed of one's own, by round, player and commitment
const MOST_KEPT = 400;
/** @type {Map<string, string>} */
const keptHere = new Map();

/**
 * Where a browser keeps nothing for the page, what was seen lasts as long as the page does.
 * @param {string} key @returns {any}
 */
function read(key) {
  try {
    return JSON.parse(localStorage.getItem(key) ?? keptHere.get(key) ?? "null");
  } catch {
    return JSON.parse(keptHere.get(key) ?? "null");
  }
}

/** @param {string} key @param {object} content */
function write(key, content) {
  const text = JSON.stringify(content);
  keptHere.set(key, text);
  try {
    localStorage.setItem(key, text);
    forgetOldest();
  } catch {
    // The page goes on with what it remembers itself.
  }
}

function forgetOldest() {
  const keys = Object.keys(localStorage).filter((key) => key.startsWith(ROUND) || key.startsWith(SEED));
  if (keys.length <= MOST_KEPT) return;
  /** @param {string} key */
  const age = (key) => read(key).at;
  keys.sort((one, other) => age(one) - age(other));
  for (const key of keys.slice(0, keys.length - MOST_KEPT)) localStorage.removeItem(key);
}

/** @param {string} player @param {string} round @returns {Memory | null} */
const memoryOf = (player, round) => read(`${ROUND}${round} ${player}`);
/** @param {string} player @param {string} round @param {Memory} news */
const keep = (player, round, news) =>
  write(`${ROUND}${round} ${player}`, { at: Date.now(), ...memoryOf(player, round), ...news });

/**
 * What this browser saw of a round: the commitment before the wagers, and the closed list.
 * @param {string} round @returns {Seen}
 */
export function remembered(round) {
  try {
    const key = Object.keys(localStorage).find((one) => one.startsWith(`${ROUND}${round} `));
    return key ? read(key) : {};
  } catch {
    return {};
  }
}

/** @param {string} words */
function newSeed(words) {
  const random = Array.from(crypto.getRandomValues(new Uint8Array(32)), (byte) => byte.toString(16).padStart(2, "0"));
  return (words ? `${words} ` : "") + random.join("");
}

/** @param {string} player @param {string} round @param {string} commitment */
const seedKey = (player, round, commitment) => `${SEED}${round} ${player} ${commitment}`;

/**
 * Commits to a new seed for the open round; words of the player's own stand before what is random in it.
 * @param {View} view
 * @param {Send} send
 */
export async function contribute(view, send, words = "") {
  const { player } = view.you;
  if (!player || !view.round) return;
  const { round } = view.round;
  const seed = newSeed(words);
  const commitment = playerCommitment(seed, round, player);
  write(seedKey(player, round, commitment), { at: Date.now(), seed });
  keep(player, round, { offered: true });
  await send({ do: "commit_seed", commitment, round });
  keep(player, round, { committed: true, words });
}

/**
 * Is a seed of this browser's on a closed list?
 * @param {string} round @param {Listed[]} list
 */
export const isOnList = (round, list) =>
  list.some(({ player, commitment }) => read(seedKey(player, round, commitment)) !== null);

/** @param {Listed[]} one @param {Listed[]} other */
const sameList = (one, other) => JSON.stringify(one) === JSON.stringify(other);
/** @param {RoundSeeds} seeds @returns {Listed[]} */
const asList = (seeds) => seeds.listed.map(({ player, commitment }) => ({ player, commitment }));

/**
 * What is to be said when the list of a round that the player has wagered in is closed without the player.
 * @param {string} player
 * @param {string} round
 * @param {RoundSeeds} seeds
 * @returns {Generator<string, void>}
 */
function* withoutMe(player, round, seeds) {
  const memory = memoryOf(player, round);
  if (memory?.committed || seeds.committed.includes(player)) yield say("seeds.left_out", { round });
  else if (memory?.offered) yield say("seeds.not_taken", { round });
}

/**
 * What is wrong with a round that is over, or was called off, against what this browser has seen.
 * @param {View} view
 * @param {string} player
 * @param {RoundWithScript | CalledOffRound} over
 * @returns {Generator<string, void>}
 */
function* afterwards(view, player, over) {
  const memory = memoryOf(player, over.round);
  if (!memory || memory.checked) return;
  keep(player, over.round, { checked: true });
  if (memory.commitment && memory.commitment !== over.commitment) yield say("seeds.changed", { round: over.round });
  if (memory.list && !sameList(memory.list, asList(over.seeds))) yield say("seeds.other_list", { round: over.round });
  // The page may have seen nothing between the open round and its end.
  const wagered = "seats" in over && over.no_more_bets && view.you.last_seats.some((seat) => over.seats[String(seat)]);
  const listed = over.seeds.listed.some((one) => one.player === player);
  if (!memory.list && wagered && !listed) yield* withoutMe(player, over.round, over.seeds);
  if (over.seeds.missing.includes(player)) {
    const said = memory.taken ? "seeds.accused" : memory.sent ? "seeds.unanswered" : "seeds.missed";
    yield say(said, { round: over.round });
  }
}

/** @param {Open} open */
const wagersOf = ({ view, round }) => view.you.seats.some((seat) => round.seats[String(seat)]);

/**
 * The open round: remember the commitment while there are no wagers of one's own, and contribute.
 * @param {Open} open
 * @param {Send} send
 * @param {Set<string>} sent
 * @returns {Generator<string, void>}
 */
function* whileOpen(open, send, sent) {
  const { view, player } = open;
  const { round, commitment, seeds } = open.round;
  const memory = memoryOf(player, round);
  if (!memory && !wagersOf(open)) keep(player, round, { commitment });
  else if (memory?.commitment && memory.commitment !== commitment) yield say("seeds.changed", { round });
  // What the table shows as taken is taken, whether or not it answers.
  if (seeds.committed.includes(player) && !memory?.committed) keep(player, round, { committed: true });
  const due = view.you.no_seed === null && !seeds.committed.includes(player) && !sent.has(`commit ${round}`);
  if (!due) return;
  sent.add(`commit ${round}`);
  contribute(view, send).catch(() => sent.delete(`commit ${round}`));
}

/**
 * The list is closed: keep it, and reveal what is on it if everything is as this browser has seen it.
 * @param {Open} open
 * @param {Send} send
 * @param {Set<string>} sent
 * @returns {Generator<string, void>}
 */
function* whenClosed(open, send, sent) {
  const { player } = open;
  const { round, commitment, seeds } = open.round;
  const memory = memoryOf(player, round);
  const list = asList(seeds);
  if (memory?.commitment && memory.commitment !== commitment) return yield say("seeds.changed", { round });
  if (memory?.list && !sameList(memory.list, list)) return yield say("seeds.other_list", { round });
  if (!memory?.list) keep(player, round, { list });
  const mine = seeds.listed.find((one) => one.player === player);
  if (!mine) {
    if (wagersOf(open)) yield* withoutMe(player, round, seeds);
    return undefined;
  }
  if (mine.revealed || sent.has(`reveal ${round}`)) return undefined;
  const found = read(seedKey(player, round, mine.commitment));
  if (!found) return yield say("seeds.not_mine", { round });
  sent.add(`reveal ${round}`);
  keep(player, round, { sent: true });
  send({ do: "reveal_seed", seed: found.seed }).then(
    () => keep(player, round, { taken: true }),
    () => sent.delete(`reveal ${round}`),
  );
  return undefined;
}

/**
 * What has to be said loudly about a view of a table, in which the page plays its part as it should.
 * @param {View} view
 * @param {Send} send
 * @param {Set<string>} sent what is on its way, or was answered
 * @returns {Generator<string, void>}
 */
export function* alarms(view, send, sent) {
  const { player, seats } = view.you;
  if (!player) return;
  for (const over of [view.last_round, view.called_off]) if (over?.commitment) yield* afterwards(view, player, over);
  if (!seats.length || !view.round?.commitment) return;
  yield* (view.round.no_more_bets ? whenClosed : whileOpen)({ view, player, round: view.round }, send, sent);
}

/**
 * Follows the seeds of a table, and gives what has to be said loudly about them.
 * @param {View | null} view
 * @param {Send} send
 */
export function useSeeds(view, send) {
  const sent = useRef(/** @type {Set<string>} */ (new Set()));
  const [said, setSaid] = useState(/** @type {string[]} */ ([]));
  useEffect(() => {
    if (!view) return;
    const found = [...alarms(view, send, sent.current)];
    setSaid((before) => {
      const fresh = found.filter((one) => !before.includes(one));
      for (const one of fresh) announce(one);
      return fresh.length ? [...before, ...fresh] : before;
    });
  }, [view]);
  return said;
}
