// The live felt: cards, chips and names on the layout as it is printed.

import { Cards } from "../core/card.js";
import { html, useEffect, useRef } from "../core/html.js";
import { memo } from "../core/memo.js";
import { pricedShort } from "../core/money.js";
import { Problems } from "../core/problems.js";
import { useStyle } from "../core/style.js";
import { say } from "../core/words.js";
import { at, useDrawing } from "./drawing.js";
import { briefHand, linesOf, winningCards } from "./model.js";
import { useMotion } from "./motion.js";
import { isWon } from "./pays.js";
import { Seat } from "./seat.js";

/** @import { CardArea as Area, CardPlaces, FeltDrawing, Layout, RoundOnTable } from "../types/api.js" */
/** @import { Holder, SeatBets } from "./seat.js" */

/** @param {number} count @returns {null[]} */
const places = (count) => Array(count).fill(null);
/** @type {string[]} */
const NONE = [];
const TESTIDS = { community: "board", dealer: "dealer-hand", extra: "extra-cards" };

/** @param {{ area: Area, place: CardPlaces, cards: string[], rising: string[] }} props */
function DrawnArea({ area, place, cards, rising }) {
  const shown = [...cards, ...places(Math.max(0, area.cards - cards.length))];
  const style = { ...at(place), "--card": place.card, "--pitch": place.pitch };
  return html`<div class="on-felt card-area ${area.place}" data-testid=${TESTIDS[area.place]} data-place=${area.place}
    style=${style}><${Cards} cards=${shown} label=${area.label} rising=${rising} /></div>`;
}
const CardArea = memo(DrawnArea);

/** @param {{ layout: Layout, drawing: FeltDrawing, round: RoundOnTable | null, rising: string[] }} props */
function HouseSide({ layout, drawing, round, rising }) {
  const shown = {
    community: round ? round.board : [],
    dealer: round ? round.dealer : [],
    extra: round ? round.extra : [],
  };
  const hand = round?.dealer_hand ?? null;
  return html`<div class="house">${layout.cards.map(
    (area) => html`<${CardArea} key=${area.place} area=${area} place=${drawing.cards[area.place]}
      cards=${shown[area.place]} rising=${rising} />`,
  )}
    <p class="on-felt dealer-says" data-testid="dealer-says" title=${hand} style=${at(drawing.says)}>
      ${hand ? say("felt.dealer", { hand: briefHand(hand) }) : "\u00a0"}</p></div>`;
}

/**
 * Cards that were found face up and taken out of play, beside the discards.
 * @param {{ drawing: FeltDrawing, round: RoundOnTable | null }} props
 */
function SetAside({ drawing, round }) {
  if (!round?.set_aside.length) return null;
  const { discards } = drawing;
  return html`<div class="on-felt set-aside" style=${at({ ...discards, y: discards.y + discards.height + 2 })}>
    <${Cards} cards=${round.set_aside} size="small" label=${say("felt.set_aside")} />
    <span class="caption">${say("felt.found_up")}</span></div>`;
}

/**
 * @param {object} props
 * @param {Layout} props.layout
 * @param {string} props.source where its drawing comes from
 * @param {RoundOnTable | null} props.round
 * @param {(seat: number) => Holder | null} props.holder
 * @param {number | null} [props.acting] the seat that decides
 * @param {number[]} [props.seats] the viewer's own
 * @param {(() => void) | null} [props.onClick]
 * @param {(drawing: FeltDrawing) => void} [props.onDrawn] it is drawn for the window as it is now
 * @param {boolean} [props.oneByOne] cards that come in one step are dealt one after another
 * @param {(seat: number) => SeatBets | null} [props.bets]
 * @param {(seat: number) => boolean} [props.canSit]
 * @param {(seat: number) => void} [props.onSit]
 */
export function Felt({
  layout,
  source,
  round,
  holder,
  acting = null,
  seats = [],
  onClick = null,
  onDrawn,
  oneByOne = false,
  bets = () => null,
  canSit = () => false,
  onSit,
}) {
  const frame = useRef(/** @type {HTMLElement | null} */ (null));
  const felt = useRef(/** @type {HTMLElement | null} */ (null));
  const styled = useStyle(import.meta.url, "./felt.css");
  const { drawing, error } = useDrawing(frame, source, seats);
  const shown = styled ? drawing : null;
  const rising = winningCards(round, seats);
  useMotion(felt, shown, oneByOne);
  useEffect(() => {
    if (shown) onDrawn?.(shown);
  }, [shown]);
  const lines = linesOf(round, seats);
  // Position 1 is at the dealer's left, so it is drawn on the right.
  const numbers = Array.from({ length: layout.positions }, (_, index) => layout.positions - index);
  /** @param {boolean} mine */
  const drawn = (mine) =>
    shown &&
    numbers
      .filter((number) => seats.includes(number) === mine)
      .map(
        (number) => html`<${Seat} key=${number} number=${number} holder=${holder(number)} mine=${mine}
        areas=${layout.areas} places=${shown.seats[number]} cards=${layout.player_cards}
        state=${round?.seats[String(number)] ?? null} bets=${mine ? bets(number) : null}
        rising=${mine ? rising : NONE} acting=${acting === number}
        onSit=${!holder(number) && canSit(number) ? () => onSit?.(number) : null} />`,
      );
  return html`<div class="table-top" ref=${frame}>${!shown && error && html`<${Problems} error=${error} />`}${
    shown &&
    html`<section class="felt" aria-label=${say("felt.title")} ref=${felt} data-burned=${round ? round.burned : 0}
      data-drawn="${shown.width} ${shown.height}" style=${{ "--width": shown.width, "--height": shown.height }}
      onClick=${onClick}>
      <div class="drawing" dangerouslySetInnerHTML=${{ __html: pricedShort(shown.svg) }}></div>
      ${shown.lines
        .filter((line) => isWon(line.wager, line, lines))
        .map((line) => html`<span class="on-felt won-line" style=${at(line.box)}></span>`)}
      <${HouseSide} layout=${layout} drawing=${shown} round=${round} rising=${rising} />
      <${SetAside} drawing=${shown} round=${round} />
      <div class="own">${drawn(true)}</div><div class="others">${drawn(false)}</div>
    </section>`
  }</div>`;
}
