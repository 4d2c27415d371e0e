// A guided first hand: at each moment of a real hand it says what happens now and why, from the lesson that the book
// gives. It asks for nothing that the table does not ask for, and it can be left at any moment.

import { announce } from "../core/announce.js";
import { Clauses } from "../core/clause.js";
import { html, useEffect, useRef, useState } from "../core/html.js";
import { useLoad } from "../core/load.js";
import { figures, priced } from "../core/money.js";
import { actionName } from "../core/names.js";
import { useStyle } from "../core/style.js";
import { say } from "../core/words.js";
import { briefHand, linesOf, mySeats, resultWords } from "./model.js";
import { SettlementLine } from "./settlement.js";

/** @import { Advice, Lesson, LessonStep, View } from "../types/api.js" */
/** @import { Load } from "../core/load.js" */
/** @import { Children } from "../core/html.js" */
/** @import { OnShow } from "./model.js" */

/** @typedef {"wager" | "dealing" | "cards" | "decision" | "others" | "showdown" | "paid"} Part */

/**
 * The hand that the guide goes through, by its round; the street of its first decision; and what was read of it.
 * @typedef {{ hand: string | null, first: string | null, read: Set<Part> }} Guided
 */

/**
 * Where in the hand the player is: the cards are looked at before the first decision.
 * @param {View} view
 * @param {OnShow} on
 * @param {boolean} playing
 * @param {Guided} guided
 * @returns {Part}
 */
export function partOf(view, on, playing, { hand, first, read }) {
  if (playing) return "dealing";
  if (view.ask) return read.has("cards") || view.ask.street !== first ? "decision" : "cards";
  if (on.over && hand !== null && on.round.round === hand) return read.has("showdown") ? "paid" : "showdown";
  return view.round?.no_more_bets ? "others" : "wager";
}

/** @type {Part[]} */
const COUNTED = ["wager", "cards", "decision", "showdown", "paid"];

/**
 * @param {Lesson} lesson
 * @param {Part} part
 * @param {string | null} street
 */
export const stepFor = (lesson, part, street) =>
  lesson.steps.find((step) => step.part === part && (part !== "decision" || step.street === street)) ?? null;

/** @param {{ step: LessonStep | null }} props */
const Notes = ({ step }) => step && html`<li>${step.says.map((note) => priced(note.text)).join(" ")}</li>`;

/** What the coach would do, where it may speak before a decision. @param {{ view: View }} props */
function CoachSays({ view }) {
  const allowed = view.coach.mode_allowed.includes("before");
  /** @type {Load<Advice>} */
  const { data } = useLoad(
    allowed && view.ask ? `/api/tables/${encodeURIComponent(view.table)}/advice` : null,
    view.version,
  );
  if (!allowed || !data || data.street !== view.ask?.street) return null;
  return html`<li data-testid="guide-advice">${say("guide.coach", { action: actionName(data.best) })} ${figures(data.why)}</li>`;
}

/**
 * What the player has, as the table says it.
 * @param {View} view
 * @param {OnShow} on
 * @param {number[]} seats
 */
function handsOf(view, on, seats) {
  const round = on.round ?? view.round;
  const own = seats.map((seat) => round?.seats[String(seat)]?.hand).find(Boolean) ?? null;
  return { own: briefHand(own), dealer: briefHand(round?.dealer_hand ?? null) };
}

/** @param {{ view: View, on: OnShow, seats: number[], part: Part, step: LessonStep | null }} props */
function Said({ view, on, seats, part, step }) {
  const { own, dealer } = handsOf(view, on, seats);
  if (part === "dealing") return html`<li>${say("guide.dealing")}</li>`;
  if (part === "others") return html`<li>${say("guide.others")}</li>`;
  if (part === "wager") return html`<${Notes} step=${step} /><li>${say("guide.press_deal")}</li>`;
  if (part === "cards")
    return html`<${Notes} step=${step} />${own && html`<li>${say("guide.you_have", { hand: own })}</li>`}`;
  if (part === "decision") return html`<${Notes} step=${step} /><${CoachSays} view=${view} />`;
  if (part === "showdown")
    return html`<${Notes} step=${step} />${own && dealer && html`<li>${say("guide.compared", { own, dealer })}</li>`}`;
  return html`${linesOf(on.round, seats).map((line) => html`<${SettlementLine} key=${line.wager} line=${line} />`)}
    ${on.over && html`<li>${resultWords(on.round, seats)} ${say("guide.again")}</li>`}`;
}

/** What is said, without the buttons of the clauses. @param {HTMLElement | null} list */
function aloud(list) {
  const copy = list?.cloneNode(true);
  if (!(copy instanceof HTMLElement)) return "";
  for (const one of copy.querySelectorAll("button")) one.remove();
  return [...copy.children].map((line) => line.textContent?.trim()).join(" ");
}

/**
 * @param {object} props
 * @param {View} props.view
 * @param {OnShow} props.on
 * @param {boolean} props.playing
 * @param {number[]} props.seats those of the viewer in the round on show
 * @param {() => void} props.end
 */
export function GuidedHand({ view, on, playing, seats, end }) {
  const styled = useStyle(import.meta.url, "./guide.css");
  /** @type {Load<Lesson>} */
  const { data } = useLoad(`/api/tables/${encodeURIComponent(view.table)}/lesson`);
  const [read, setRead] = useState(/** @type {Set<Part>} */ (new Set()));
  const guided = useRef({ hand: /** @type {string | null} */ (null), first: /** @type {string | null} */ (null) });
  const text = useRef(/** @type {HTMLElement | null} */ (null));
  const { round } = view;
  if (round?.no_more_bets && mySeats(view).some((seat) => round.seats[String(seat)]))
    guided.current.hand ??= round.round;
  if (view.ask) guided.current.first ??= view.ask.street;
  const part = partOf(view, on, playing, { ...guided.current, read });
  const ready = Boolean(styled && data);
  useEffect(() => {
    if (ready && part !== "dealing") announce(aloud(text.current));
  }, [ready, part, view.ask?.street]);
  if (!styled || !data) return null;
  const counted = COUNTED.indexOf(part) + 1;
  const step = stepFor(data, part, view.ask?.street ?? null);
  const goesOn = part === "cards" || part === "showdown";
  return html`<section class="guide panel" aria-labelledby="guide-title" data-testid="guide" data-part=${part}>
    <header><h2 id="guide-title">${say("guide.title")}${counted > 0 && html` <small>${say("guide.place", { place: counted, last: COUNTED.length })}</small>`}</h2>
      <div class="guide-buttons"><${Clauses} ids=${[...new Set(step?.says.flatMap((note) => note.clauses))]} />${
        goesOn &&
        html`<button type="button" class="primary" data-testid="guide-next"
        onClick=${() => setRead((before) => new Set([...before, part]))}>${say("guide.next")}</button>`
      }${
        part === "paid"
          ? html`<button type="button" class="primary" data-testid="guide-done" onClick=${end}>${say("guide.done")}</button>`
          : html`<button type="button" class="plain" data-testid="guide-skip" aria-label=${say("guide.skip_all")} onClick=${end}>${say("guide.skip")}</button>`
      }</div></header>
    <ul class="guide-says" ref=${text} tabindex="0" aria-label=${say("guide.title")}><${Said} view=${view} on=${on} seats=${seats}
      part=${part} step=${step} /></ul>
  </section>`;
}
