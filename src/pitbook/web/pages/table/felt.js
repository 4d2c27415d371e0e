// The felt, generated from the layout of the house rules: what is printed on it can't disagree with what is paid.

import { Cards } from "../core/card.js";
import { html, useRef } from "../core/html.js";
import { approval } from "../core/names.js";
import { say } from "../core/words.js";
import { briefHand, linesOf, seatHolder, winningCards } from "./model.js";
import { useMotion } from "./motion.js";
import { Paytables } from "./pays.js";
import { Seat } from "./seat.js";

/** @import { CardArea as Area, Layout, PaidLine, RoundWithScript, Schedule, View } from "../types/api.js" */
/** @import { SeatBets } from "./seat.js" */

/** @param {number} count @returns {null[]} */
const places = (count) => Array(count).fill(null);
const TESTIDS = { community: "board", dealer: "dealer-hand", extra: "extra-cards" };

/** @param {{ area: Area, cards: string[], rising: string[] }} props */
function CardArea({ area, cards, rising }) {
  const shown = [...cards, ...places(Math.max(0, area.cards - cards.length))];
  return html`<div class="card-area ${area.place}" data-testid=${TESTIDS[area.place]}
    data-place=${area.place}>
    <${Cards} cards=${shown} label=${area.label} rising=${rising} />
    <span class="caption">${area.label}</span>
  </div>`;
}

/** @param {{ layout: Layout, round: RoundWithScript | null, rising: string[] }} props */
function HouseSide({ layout, round, rising }) {
  const shown = {
    community: round ? round.board : [],
    dealer: round ? round.dealer : [],
    extra: round ? round.extra : [],
  };
  const hand = round?.dealer_hand ?? null;
  return html`<div class="house">
    <div class="rack" aria-hidden="true"><span class="discards"></span><span class="inventory"></span>
      <span class="shoe"></span></div>
    <div class="house-cards">${layout.cards.map(
      (area) => html`<${CardArea} key=${area.place} area=${area}
      cards=${shown[area.place]} rising=${rising} />`,
    )}</div>
    <p class="dealer-says" data-testid="dealer-says" title=${hand}>${hand ? say("felt.dealer", { hand: briefHand(hand) }) : "\u00a0"}
      </p>
  </div>`;
}

/** Cards that were found face up and taken out of play. @param {{ round: RoundWithScript | null }} props */
function SetAside({ round }) {
  if (!round?.set_aside.length) return null;
  return html`<div class="set-aside"><${Cards} cards=${round.set_aside} size="small" label=${say("felt.set_aside")} />
    <span class="caption">${say("felt.found_up")}</span></div>`;
}

/** @param {{ layout: Layout, approved: string | null }} props */
function Printed({ layout, approved }) {
  const limits = layout.sign.limits[0];
  return html`<div class="printed">
    <p class="house-name">${layout.house_name.text}</p>
    <p class="game-line"><span class="game-name">${layout.title}</span> · <span class="approval"
      data-testid="approval">${approval(approved)}</span></p>
    <p class="inscriptions">${layout.inscriptions.map((one) => html`<span key=${one.shows}>${one.text}</span>`)}
      ${limits && html`<span>${limits.label} ${limits.text}</span>`}</p>
  </div>`;
}

const MANY_ROWS = 24;
/** @param {Schedule[]} schedules */
const rowsOf = (schedules) => schedules.reduce((rows, schedule) => rows + schedule.lines.length + 1.6, 0);

/**
 * What every wager pays, in two columns beside the cards, as on the printed layout. It is written out for people who
 * listen in the panel beside the table.
 * @param {{ schedules: Schedule[], lines: PaidLine[] }} props
 */
function OnFelt({ schedules, lines }) {
  const half = rowsOf(schedules) / 2;
  const isLeft = schedules.map((schedule, place) => rowsOf(schedules.slice(0, place)) + rowsOf([schedule]) / 2 <= half);
  const columns = [true, false].map((left) => schedules.filter((_, place) => isLeft[place] === left));
  const rows = Math.max(...columns.map(rowsOf));
  return html`<div class="on-felt ${rows < MANY_ROWS ? "few" : ""}" aria-hidden="true" style=${{ "--rows": rows }}>
    ${columns.map((column) => html`<${Paytables} schedules=${column} lines=${lines} />`)}</div>`;
}

/**
 * How far a place lies from the middle of the players' side: 0 in the middle, 1 at either end.
 * @param {number} place
 * @param {number} count
 */
const bend = (place, count) => (count > 1 ? ((2 * place) / (count - 1) - 1) ** 2 : 0);

/**
 * @param {object} props
 * @param {Layout} props.layout
 * @param {View} props.view
 * @param {RoundWithScript | null} props.round
 * @param {boolean} props.playing
 * @param {() => void} props.skip jumps to the end of what is being dealt
 * @param {number[]} props.seats
 * @param {(seat: number) => SeatBets | null} props.bets
 * @param {(seat: number) => boolean} props.canSit
 * @param {(seat: number) => void} props.onSit
 */
export function Felt({ layout, view, round, playing, skip, seats, bets, canSit, onSit }) {
  const felt = useRef(/** @type {HTMLElement | null} */ (null));
  useMotion(felt);
  const rising = winningCards(round, seats);
  const acting = view.round ? view.round.to_act[0] : null;
  // Position 1 is at the dealer's left, so it is drawn on the right.
  const numbers = Array.from({ length: layout.positions }, (_, index) => layout.positions - index);
  /** @param {boolean} mine */
  const drawn = (mine) =>
    numbers.map((number, place) => {
      if (seats.includes(number) !== mine) return null;
      const holder = seatHolder(view, number);
      return html`<${Seat} key=${number} number=${number} holder=${holder} mine=${mine} areas=${layout.areas}
      order=${place} arc=${bend(place, layout.positions)} cards=${layout.player_cards}
      state=${round?.seats[String(number)] ?? null} bets=${mine ? bets(number) : null}
      rising=${rising} acting=${acting === number}
      onSit=${!holder && canSit(number) ? () => onSit(number) : null} />`;
    });
  // A large place near either end of the curved side needs a flatter curve.
  const flat = numbers.some((number, place) => seats.includes(number) && bend(place, layout.positions) > 0.2);
  return html`<div class="table-top"><section class="felt cards-${layout.player_cards} own-${Math.min(seats.length, 3)} ${
    flat ? "flat" : ""
  } ${layout.cards.some((area) => area.place === "community") ? "with-board" : "no-board"}" aria-label=${say("felt.title")} ref=${felt} data-burned=${round ? round.burned : 0}
    onClick=${playing ? skip : null}>
    <${HouseSide} layout=${layout} round=${round} rising=${rising} />
    <${Printed} layout=${layout} approved=${view.submission.approved} />
    <${SetAside} round=${round} />
    <${OnFelt} schedules=${layout.sign.schedules} lines=${linesOf(round, seats)} />
    <div class="seats"><div class="own">${drawn(true)}</div><div class="others">${drawn(false)}</div></div>
  </section></div>`;
}
