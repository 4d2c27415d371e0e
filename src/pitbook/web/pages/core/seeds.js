// The player's part in the shuffle, done by the page without asking: a random seed for each round, committed to while
// wagers are open, and revealed only once the closed list has come with this commitment in it. What the page has seen is
// kept in this browser, for all its tabs and over reloads, so that the table can't tell another story afterwards.
import { useEffect, useRef, useState } from "./html.js";
import { announce } from "./announce.js";
import { playerCommitment } from "../history/fairness.js";

const ROUND = "pitbook.round."; // what was seen of a round, by round and player
const SEED = "pitbook.seed."; // a seed of one's own, by round, player and commitment
const MOST_KEPT = 400;
const keptHere = new Map();

// Where a browser keeps nothing for the page, what was seen lasts as long as the page does.
function read(key) {
  try {
    return JSON.parse(localStorage.getItem(key) ?? keptHere.get(key) ?? "null");
  } catch {
    return JSON.parse(keptHere.get(key) ?? "null");
  }
}

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
  const age = (key) => read(key).at;
  keys.sort((one, other) => age(one) - age(other));
  keys.slice(0, keys.length - MOST_KEPT).forEach((key) => localStorage.removeItem(key));
}

const memoryOf = (player, round) => read(`${ROUND}${round} ${player}`);
const keep = (player, round, news) =>
  write(`${ROUND}${round} ${player}`, { at: Date.now(), ...memoryOf(player, round), ...news });

/** What this browser saw of a round: the commitment before the wagers, and the closed list. */
export function remembered(round) {
  try {
    const key = Object.keys(localStorage).find((one) => one.startsWith(`${ROUND}${round} `));
    return key ? read(key) : {};
  } catch {
    return {};
  }
}

function newSeed(words) {
  const random = Array.from(crypto.getRandomValues(new Uint8Array(32)), (byte) => byte.toString(16).padStart(2, "0"));
  return (words ? `${words} ` : "") + random.join("");
}

const seedKey = (player, round, commitment) => `${SEED}${round} ${player} ${commitment}`;

/** Commits to a new seed for the open round; words of the player's own stand before what is random in it. */
export async function contribute(view, send, words = "") {
  const { player } = view.you;
  const { round } = view.round;
  const seed = newSeed(words);
  const commitment = playerCommitment(seed, round, player);
  write(seedKey(player, round, commitment), { at: Date.now(), seed });
  await send({ do: "commit_seed", commitment });
  keep(player, round, { committed: true, words });
}

const sameList = (one, other) => JSON.stringify(one) === JSON.stringify(other);
const asList = (seeds) => seeds.listed.map(({ player, commitment }) => ({ player, commitment }));

const STOP = "It may have chosen the cards: do not play on.";
const CHANGED = (round) =>
  `The table shows another commitment for round ${round} than before your wagers. ${STOP}`;
const OTHER_LIST = (round) =>
  `The table closed the list of seeds of round ${round} twice, in different ways. ${STOP}`;
const LEFT_OUT = (round) => `Your seed is not on the list of round ${round}, although the table had taken it. `
  + "The cards of this round were shuffled without you.";
const NOT_MINE = (round) => `The list of round ${round} has a seed in your name that this browser does not know. `
  + "If you do not play in another browser, somebody else made it.";
const ACCUSED = (round) => `The table says that your seed of round ${round} was missing, but this page revealed it `
  + "and the table took it. The house may have dropped it to draw other cards: do not play on.";
const UNANSWERED = (round) => `The table says that your seed of round ${round} was missing. This page had sent it `
  + "and got no answer: the connection was lost, or the house dropped it to draw other cards. "
  + "From now on the cards of this table are shuffled without you.";
const MISSED = (round) => `Your seed of round ${round} did not arrive in time, so the round was called off. `
  + "From now on the cards of this table are shuffled without you; a new table takes your seeds again.";

// What is wrong with a round that is over, or was called off, against what this browser has seen.
function* afterwards(player, over) {
  const memory = memoryOf(player, over.round);
  if (!memory || memory.checked) return;
  keep(player, over.round, { checked: true });
  if (memory.commitment && memory.commitment !== over.commitment) yield CHANGED(over.round);
  if (memory.list && !sameList(memory.list, asList(over.seeds))) yield OTHER_LIST(over.round);
  if (over.seeds.missing.includes(player)) {
    yield (memory.taken ? ACCUSED : memory.sent ? UNANSWERED : MISSED)(over.round);
  }
}

const wagersOf = (view) => view.you.seats.some((seat) => view.round.seats[String(seat)]);

// The open round: remember the commitment while there are no wagers of one's own, and contribute.
function* whileOpen(view, send, sent) {
  const { player } = view.you;
  const { round, commitment, seeds } = view.round;
  const memory = memoryOf(player, round);
  if (!memory && !wagersOf(view)) keep(player, round, { commitment });
  else if (memory && memory.commitment && memory.commitment !== commitment) yield CHANGED(round);
  const due = view.you.no_seed === null && !seeds.committed.includes(player) && !sent.has(`commit ${round}`);
  if (!due) return;
  sent.add(`commit ${round}`);
  contribute(view, send).catch(() => sent.delete(`commit ${round}`));
}

// The list is closed: keep it, and reveal what is on it if everything is as this browser has seen it.
function* whenClosed(view, send, sent) {
  const { player } = view.you;
  const { round, commitment, seeds } = view.round;
  const memory = memoryOf(player, round);
  const list = asList(seeds);
  if (memory && memory.commitment && memory.commitment !== commitment) return yield CHANGED(round);
  if (memory && memory.list && !sameList(memory.list, list)) return yield OTHER_LIST(round);
  const mine = seeds.listed.find((one) => one.player === player);
  if (!mine) {
    if (memory && memory.committed && wagersOf(view) && !memory.list) {
      keep(player, round, { list });
      yield LEFT_OUT(round);
    }
    return undefined;
  }
  if (!memory || !memory.list) keep(player, round, { list });
  if (mine.revealed || sent.has(`reveal ${round}`)) return undefined;
  const found = read(seedKey(player, round, mine.commitment));
  if (!found) return yield NOT_MINE(round);
  sent.add(`reveal ${round}`);
  keep(player, round, { sent: true });
  send({ do: "reveal_seed", seed: found.seed }).then(() => keep(player, round, { taken: true }),
    () => sent.delete(`reveal ${round}`));
  return undefined;
}

function* alarms(view, send, sent) {
  const { player, seats } = view.you;
  if (!player) return;
  for (const over of [view.last_round, view.called_off]) if (over && over.commitment) yield* afterwards(player, over);
  if (!seats.length || !view.round || !view.round.commitment) return;
  yield* (view.round.no_more_bets ? whenClosed : whileOpen)(view, send, sent);
}

/** Follows the seeds of a table, and gives what has to be said loudly about them. */
export function useSeeds(view, send) {
  const sent = useRef(new Set());
  const [said, setSaid] = useState([]);
  useEffect(() => {
    if (!view) return;
    const found = [...alarms(view, send, sent.current)];
    setSaid((before) => {
      const fresh = found.filter((one) => !before.includes(one));
      fresh.forEach(announce);
      return fresh.length ? [...before, ...fresh] : before;
    });
  }, [view]);
  return said;
}
