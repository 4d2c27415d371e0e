// The spoken table: one region that tells everything that happens, and one line to type what to do.
import { announce, listen } from "../core/announce.js";
import { html, useEffect, useRef, useState } from "../core/html.js";
import { say } from "../core/words.js";
import { answer, wagerWords } from "./answer.js";
import { warning } from "./betting.js";
import { understand } from "./command.js";
import { lastWagers } from "./model.js";

/** @import { Layout, View } from "../types/api.js" */
/** @import { Bets } from "./betting.js" */
/** @import { Spoken as Command } from "./command.js" */
/** @import { OnShow } from "./model.js" */

const MOST_KEPT = 60;

/** Everything that is announced, the newest last. @param {string} greeting */
function useSaid(greeting) {
  const [said, setSaid] = useState(/** @type {{ id: number, words: string }[]} */ ([]));
  const count = useRef(0);
  useEffect(() => {
    const stop = listen((words) => {
      count.current += 1;
      const id = count.current;
      setSaid((before) => [...before, { id, words }].slice(-MOST_KEPT));
    });
    announce(greeting);
    return stop;
  }, []);
  return said;
}

/**
 * @param {object} props
 * @param {View} props.view
 * @param {Layout} props.layout
 * @param {OnShow} props.on
 * @param {number[]} props.seats those that the viewer has now
 * @param {number[]} props.concerned those that the viewer had in the round on show
 * @param {Bets} props.bets
 * @param {boolean} props.betting wagers can be placed
 * @param {boolean} props.busy
 * @param {string} props.status
 * @param {() => void} props.touch
 * @param {(how?: { again?: boolean }) => void} props.deal
 * @param {(action: string, amount?: string) => void} props.choose
 * @param {(way: "buy_in" | "cash_out" | "leave") => void} props.open
 * @param {(seat: number) => boolean} props.canSit
 * @param {(seat: number) => void} props.sit
 */
export function Spoken({
  view,
  layout,
  on,
  seats,
  concerned,
  bets,
  betting,
  busy,
  status,
  touch,
  deal,
  choose,
  open,
  canSit,
  sit,
}) {
  const line = useRef(/** @type {HTMLInputElement | null} */ (null));
  const log = useRef(/** @type {HTMLElement | null} */ (null));
  const said = useSaid(say("spoken.greeting", { status }));
  const [changed, setChanged] = useState(0);
  const draft = betting ? bets.draftOf(bets.seat) : null;
  const warned = betting ? warning(view, bets, seats) : null;
  useEffect(() => line.current?.focus(), []);
  useEffect(() => log.current?.scrollTo(0, log.current.scrollHeight), [said]);
  useEffect(() => {
    if (changed && draft) announce(`${wagerWords(layout, draft)}${warned ? ` ${warned.says}` : ""}`);
  }, [changed]);

  /** @param {() => void} action */
  function place(action) {
    if (!betting) return announce(say("answer.closed"));
    touch();
    action();
    setChanged(changed + 1);
  }
  /** @param {boolean} again */
  function start(again) {
    if (!betting || busy) return announce(busy ? say("spoken.not_now") : status);
    if (again && !lastWagers(view, bets.seat)) return announce(say("spoken.none_to_repeat"));
    if (!again && warned?.blocks) return announce(warned.says);
    if (!again && bets.total === 0) return announce(say("answer.no_wagers"));
    deal({ again });
  }
  /** @param {Command} command */
  function run(command) {
    switch (command.do) {
      case "unclear":
        return announce(command.says);
      case "tell":
        return announce(answer(command.about, command.wager ?? "", { view, layout, on, seats: concerned, draft }));
      case "choose":
        return busy ? announce(say("spoken.not_now")) : choose(command.action, command.amount);
      case "bet":
        return place(() => bets.set(command.wager, command.amount));
      case "double":
      case "clear":
        return place(bets[command.do]);
      case "undo":
        return bets.canUndo ? place(bets.undo) : announce(say("spoken.none_to_undo"));
      case "sit":
        return canSit(command.seat) ? sit(command.seat) : announce(say("spoken.not_there"));
      case "deal":
      case "again":
        return start(command.do === "again");
      default:
        return open(command.do);
    }
  }
  /** @param {Event} event */
  const submit = (event) => {
    event.preventDefault();
    const input = line.current;
    if (!input) return;
    const { value } = input;
    input.value = "";
    run(understand(value, { ask: view.ask, wagers: betting ? bets.wagers : [] }));
  };
  return html`<section class="spoken panel" aria-label=${say("spoken.title")} data-testid="spoken-table">
    <div class="said" role="log" aria-label=${say("spoken.said")} tabindex="0" ref=${log}>${said.map(
      ({ id, words }) => html`<p key=${id}>${words}</p>`,
    )}</div>
    <form class="row" onSubmit=${submit}>
      <label><span>${say("spoken.command")}</span><input ref=${line} data-testid="command" autocomplete="off" autocapitalize="none"
        spellcheck=${false} /></label>
      <button type="submit" class="primary">${say("spoken.say")}</button>
    </form>
  </section>`;
}
