// One position of the felt: an area for each wager, the cards, and whose it is.

import { Cards } from "../core/card.js";
import { html, useRef } from "../core/html.js";
import { memo } from "../core/memo.js";
import { cents, money, short } from "../core/money.js";
import { say } from "../core/words.js";
import { Chip } from "./chips.js";
import { around, at } from "./drawing.js";
import { briefHand, totals } from "./model.js";

/** @import { Key } from "../core/words.js" */
/** @import { BettingArea, PaidLine, Place, SeatInRound, SeatPlaces } from "../types/api.js" */

/**
 * Whose a seat is; a stack that is null is not shown.
 * @typedef {{ name: string, kind: string, stack: string | null, connected: boolean, you: boolean }} Holder
 */

/** @type {Record<string, string>} */
const RESULT = { win: "won", lose: "lost", forfeit: "lost", push: "pushed", void: "pushed", adjust: "pushed" };
/** @type {Record<string, Key>} */
const MARK = { lose: "seat.lost", forfeit: "seat.lost", push: "seat.push", void: "seat.back" };
/** @type {Record<string, string>} */
const SMALL_MARK = { lose: "✕", forfeit: "✕", push: "=", void: "=" };

/**
 * @typedef {object} SeatBets
 * @property {boolean} settled the last round still lies there, and the first chip clears it away
 * @property {Record<string, number>} draft
 * @property {Set<string>} offered
 * @property {string | null} selected
 * @property {(name: string) => void} place
 * @property {(name: string) => void} takeBack
 */

const LONG_PRESS = 500;

/**
 * A tap adds a chip, a long press takes the wager back.
 * @param {() => void} onPlace
 * @param {() => void} onTakeBack
 */
function usePress(onPlace, onTakeBack) {
  const timer = useRef(/** @type {number | undefined} */ (undefined));
  const long = useRef(false);
  const end = () => clearTimeout(timer.current);
  return {
    onPointerDown: () => {
      long.current = false;
      timer.current = setTimeout(() => {
        long.current = true;
        onTakeBack();
      }, LONG_PRESS);
    },
    onPointerUp: end,
    onPointerLeave: end,
    onPointerCancel: end,
    /** @param {Event} event */
    onContextMenu: (event) => event.preventDefault(),
    onClick: () => {
      end();
      if (!long.current) onPlace();
      long.current = false;
    },
  };
}

/**
 * @param {object} props
 * @param {BettingArea} props.area
 * @param {number} props.number
 * @param {Place} props.place
 * @param {Place} props.within
 * @param {number} props.amount
 * @param {PaidLine | undefined} props.line
 * @param {boolean} props.mine
 * @param {boolean} props.betting
 * @param {() => void} props.onPlace
 * @param {() => void} props.onTakeBack
 * @param {boolean} props.chosen
 */
function Area({ area, number, place, within, amount, line, mine, betting, onPlace, onTakeBack, chosen }) {
  const press = usePress(onPlace, onTakeBack);
  const result = line ? RESULT[line.result] : "";
  const marked = line && (mine ? line.result in MARK && say(MARK[line.result]) : SMALL_MARK[line.result]);
  const mark = line && (line.result === "win" ? `+${short(cents(line.payout))}` : marked);
  const inside = html`<span class="ring">
    ${amount > 0 && html`<${Chip} amount=${amount} moved=${result === "lost" ? "taken" : ""} />`}
    ${mark && html`<span class="mark ${result}">${mark}</span>`}</span>`;
  const style = at(place, within);
  const shape = area.main ? "round" : "square";
  const classes = ["on-felt", "area", shape, amount > 0 && "covered", chosen && "chosen"].filter(Boolean).join(" ");
  if (betting) {
    const lies = line ? line.words : amount ? money(amount) : say("seat.nothing");
    const says = say("seat.add_chip", { wager: area.label, lies });
    return html`<button type="button" class=${classes} data-testid="wager-${area.wager}"
      data-spot="${number} ${area.wager}" aria-label=${says} style=${style}
      ...${press}>${inside}</button>`;
  }
  const says = `${area.label}${amount ? ` ${money(amount)}` : ""}${line ? `, ${line.words}` : ""}`;
  // Of the others' spots only those are named where something lies.
  const named = mine || amount > 0 || line;
  return html`<span class=${classes} data-testid=${mine ? `area-${area.wager}` : null} role=${named ? "img" : null} aria-label=${
    named ? says : null
  } aria-hidden=${named ? null : "true"}
    data-spot="${number} ${area.wager}" title=${area.label} style=${style}>${inside}</span>`;
}

/**
 * @param {object} props
 * @param {number} props.number
 * @param {BettingArea[]} props.areas
 * @param {SeatPlaces} props.places
 * @param {Record<string, number>} props.wagers
 * @param {PaidLine[]} props.settled
 * @param {boolean} props.mine
 * @param {SeatBets | null} props.bets
 */
function Areas({ number, areas, places, wagers, settled, mine, bets }) {
  return html`<div class="areas">${areas
    // Where there is little room, the spots of others are not drawn.
    .filter((area) => places.spots[area.wager])
    .map((area) => {
      const line = settled.find((one) => one.wager === area.wager);
      const offered = Boolean(bets?.offered.has(area.wager));
      return html`<${Area} key=${area.wager} area=${area} number=${number} place=${places.spots[area.wager]}
      within=${places.box} amount=${wagers[area.wager] || 0} line=${line} mine=${mine}
      betting=${offered} chosen=${offered && !bets?.settled && bets?.selected === area.wager}
      onPlace=${() => bets?.place(area.wager)} onTakeBack=${() => bets?.takeBack(area.wager)} />`;
    })}</div>`;
}

/** @param {{ state: SeatInRound | null, mine: boolean }} props */
function Result({ state, mine }) {
  if (!state?.settled.length) return null;
  const { net } = totals(state);
  const said = money(net, { sign: true });
  const way = net > 0 ? "win" : net < 0 ? "lose" : "";
  return html`<span class="net ${way}">${mine ? said : said.replace(/\.00$/, "")}</span>`;
}

/** @param {{ player: Holder, mine: boolean }} props */
function Whose({ player, mine }) {
  const away = player.kind === "person" && !player.connected;
  const kind = player.kind === "bot" ? ` ${say("seat.bot")}` : away ? ` ${say("seat.away")}` : "";
  return html`<span class="name">${player.you ? say("seat.you") : player.name}<small>${kind}</small></span>
    ${
      player.stack !== null &&
      (mine || player.kind !== "bot" || cents(player.stack) > 0) && // a bot buys in with its first wager
      html`<span class="stack" data-testid=${mine ? "stack" : null} title=${say("seat.stack")}>${
        mine ? money(player.stack) : short(cents(player.stack))
      }</span>`
    }`;
}

/** @param {{ number: number, onSit: (() => void) | null }} props */
function Free({ number, onSit }) {
  if (!onSit) return html`<span class="name soft">${say("seat.free")}</span>`;
  return html`<button type="button" class="sit" data-testid="sit-${number}" onClick=${onSit}
    aria-label=${say("seat.sit_at", { number })}>${say("seat.sit")}</button>`;
}

/**
 * @param {object} props
 * @param {number} props.number
 * @param {SeatPlaces} props.places
 * @param {Holder | null} props.holder
 * @param {SeatInRound | null} props.state the seat in the round on show
 * @param {BettingArea[]} props.areas
 * @param {number} props.cards
 * @param {boolean} props.mine
 * @param {SeatBets | null} props.bets while you may place wagers here
 * @param {boolean} props.acting
 * @param {string[]} props.rising
 * @param {(() => void) | null} props.onSit
 */
function DrawnSeat({ number, places, holder: player, state, areas, cards, mine, bets, acting, rising, onSit }) {
  const inCents = Object.entries(state ? state.wagers : {}).map(([name, amount]) => [name, cents(amount)]);
  const drafting = bets !== null && !bets.settled;
  const wagers = drafting ? bets.draft : Object.fromEntries(inCents);
  const folded = Boolean(state?.folded);
  const classes = [
    "on-felt",
    "seat",
    mine && "mine",
    acting && "acting",
    folded && "folded",
    !player && "free",
    state && state.settled.length > 0 && "paid",
  ];
  const whose = player?.you ? say("seat.you").toLowerCase() : player ? player.name : say("seat.free");
  const dealt = state ? state.cards : [];
  const held = mine ? [...dealt, ...Array(Math.max(0, cards - dealt.length)).fill(null)] : dealt;
  const hand = state && !drafting ? state.hand : null;
  const { box, plate } = places;
  const row = { ...at(places.cards, box), "--card": places.cards.card, "--pitch": places.cards.pitch };
  const free = !player && onSit;
  return html`<section class=${classes.filter(Boolean).join(" ")} data-testid="seat-${number}"
    style=${{ ...at(box), "--text": places.text }} aria-label=${say("seat.label", { number, whose })}>
    <${Areas} number=${number} areas=${areas} places=${places} wagers=${wagers} settled=${state && !drafting ? state.settled : []} mine=${mine}
      bets=${bets} />
    <div class="on-felt held" data-place="seat-${number}" style=${row}>${
      held.length > 0 &&
      html`<${Cards} cards=${held} dim=${folded} rising=${rising}
      label=${player?.you ? say("seat.your_cards") : say("seat.cards_of", { number })} />`
    }</div>
    <div class="on-felt plate" style=${at(free ? around(places.cards, plate) : plate, box)}>
      <span class="place" aria-hidden="true">${number}</span>
      ${player ? html`<${Whose} player=${player} mine=${mine} />` : html`<${Free} number=${number} onSit=${onSit} />`}
      ${!drafting && html`<${Result} state=${state} mine=${mine} />`}
    </div>
    ${
      places.hand &&
      html`<p class="on-felt hand" title=${hand} style=${at(places.hand, box)}>${
        folded && !drafting ? say("seat.folded") : briefHand(hand) || "\u00a0"
      }</p>`
    }
  </section>`;
}

export const Seat = memo(DrawnSeat);
