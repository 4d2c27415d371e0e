// Which decision comes next: dealt by the server for the mode and level, a missed one whose time has come, or one of the
// player's own mistakes at a table.

import { announce } from "../core/announce.js";
import { get, newKey, post } from "../core/api.js";
import { cardNames } from "../core/card.js";
import { useEffect, useRef, useState } from "../core/html.js";
import { figures } from "../core/money.js";
import { useSession } from "../core/session.js";
import { say } from "../core/words.js";
import { again, answered, dayOf, EMPTY, forget, fromRecord, keep, load } from "./memory.js";

/** @import { DrillResult, OwnDrill } from "../types/api.js" */
/** @import { Memory } from "./memory.js" */

/**
 * @typedef {{ target: string, mode: string, street: string | null, level: string }} Choice
 *
 * @typedef {object} Asked
 * @property {OwnDrill | null} drill
 * @property {string} key makes its answer count once, however often it is sent
 * @property {string | null} from where it comes from, if it is not a new one
 * @property {DrillResult | null} answer
 * @property {Error | null} error
 * @property {boolean} busy
 */

const REPEAT_EVERY = 4; // in every mode one in so many is a missed one, if any is due
const CLOSE = 4; // the level of close calls

/** @param {Choice} choice @param {Memory} memory */
function query({ target, mode, street, level }, memory) {
  const wanted = mode === "close" ? CLOSE : level === "any" ? null : level === "auto" ? memory.level : Number(level);
  const asked = {
    target,
    ...(mode === "street" && street ? { street } : {}),
    ...(wanted ? { level: String(wanted) } : {}),
  };
  return `/api/drill?${new URLSearchParams(asked)}`;
}

/** @param {Choice} choice */
export function useDrill(choice) {
  const session = useSession();
  const person = session?.operator ? null : session?.player; // whose answers are in the record, which knows them best
  const [memory, setMemory] = useState(load);
  const [known, setKnown] = useState(/** @type {string | null | undefined} */ (undefined)); // whose memory it is
  const [asked, setAsked] = useState(
    /** @type {Asked} */ ({ drill: null, key: "", from: null, answer: null, error: null, busy: true }),
  );
  const who = useRef(person);
  who.current = person;
  const turn = useRef(0); // only the newest question that was asked for is shown
  const count = useRef(0);
  const own = useRef(/** @type {OwnDrill[] | null} */ (null)); // the player's mistakes at tables that were not asked yet
  /**
   * A change of what is shown, and of what this browser keeps unless the record has it.
   * @param {(memory: Memory) => Memory} change
   */
  const remember = (change, recorded = false) => {
    if (!recorded) keep(change(load()));
    setMemory(change);
  };
  /** @param {number} goal */
  const aim = (goal) => remember((before) => ({ ...before, goal }));
  const clear = person ? null : () => remember(() => EMPTY);

  async function ownMistake() {
    /** @type {OwnDrill[]} */
    const left = own.current ?? (session?.player ? (await get("/api/drill/mistakes")).drills : []);
    own.current = left;
    const place = left.findIndex((one) => one.target === choice.target);
    return place < 0 ? null : left.splice(place, 1)[0];
  }

  /** @returns {Promise<{ drill: OwnDrill, from: string | null }>} */
  async function choose() {
    const mistakes = choice.mode === "mistakes";
    const due = again(memory, choice.target, Date.now(), mistakes);
    if (due && (mistakes || count.current % REPEAT_EVERY === REPEAT_EVERY - 1)) {
      return { drill: due.question, from: "missed" };
    }
    const made = mistakes ? await ownMistake() : null;
    if (made) return { drill: made, from: "table" };
    return { drill: await get(query(choice, memory)), from: null };
  }

  const next = () => {
    turn.current += 1;
    const mine = turn.current;
    setAsked((before) => ({ ...before, error: null, busy: true }));
    choose().then(
      ({ drill, from }) => {
        if (mine !== turn.current) return;
        setAsked({ drill, key: newKey(), from, answer: null, error: null, busy: false });
        announce(say("drill.new", { street: drill.when, cards: cardNames(drill.cards) }));
      },
      (error) => mine === turn.current && setAsked((before) => ({ ...before, error, busy: false })),
    );
  };
  const ready = session !== null && known === person;
  const start = () => {
    if (session === null || known === person) return;
    own.current = null;
    const found = person ? get("/api/drill/results").then((results) => fromRecord(results, load().goal)) : load();
    Promise.resolve(found).then(
      (news) => {
        if (who.current !== person) return;
        setMemory(news);
        setKnown(person);
      },
      (error) => who.current === person && setAsked((before) => ({ ...before, error, busy: false })),
    );
  };
  useEffect(start, [session, person]);
  useEffect(() => {
    if (ready) next();
  }, [ready, person, choice.target, choice.mode, choice.street, choice.level]);

  /** @param {string} action */
  const decide = (action) => {
    const { drill, key } = asked;
    if (!drill || asked.answer || asked.busy) return;
    setAsked((before) => ({ ...before, busy: true, error: null }));
    const now = Date.now();
    post(
      "/api/drill",
      { id: drill.id, action, ...(person ? { day: dayOf(now) } : {}) },
      { "Idempotency-Key": key },
    ).then(
      (answer) => {
        count.current += 1;
        const result = { correct: answer.correct, cost: answer.cost.decimal };
        remember((before) => answered(before, drill, result, now), answer.recorded);
        setAsked((before) => ({ ...before, answer, busy: false }));
        announce(`${say(answer.correct ? "drill.right" : "drill.not_best")} ${figures(answer.why)}`);
      },
      (error) => {
        // A drill of another server's, kept in this browser, can't be answered any more.
        if (error.status === 422) remember((before) => forget(before, drill.id));
        setAsked((before) => ({ ...before, error, busy: false }));
      },
    );
  };
  const shown = ready ? memory : { ...EMPTY, goal: memory.goal }; // nobody sees what somebody else has practised
  return { ...asked, memory: shown, recorded: Boolean(person), aim, clear, next: ready ? next : start, decide };
}
