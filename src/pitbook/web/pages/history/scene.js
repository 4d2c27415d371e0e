// What lies on the layout of a round, small enough to stand beside words: dealer, board, and each seat's cards and
// wagers. It draws what the view shows and nothing else.

import { Cards } from "../core/card.js";
import { html } from "../core/html.js";
import { money, sum } from "../core/money.js";
import { shown, words } from "../core/names.js";
import { say } from "../core/words.js";

/** @import { PaidLine, RoundOnTable, SeatInRound, View } from "../types/api.js" */
/** @import { Children } from "../core/html.js" */

/** @param {{ name: string, cards: string[], note?: string | null, children?: Children }} props */
function Place({ name, cards, note, children }) {
  if (!cards.length) return null;
  return html`<div class="place"><h3>${name}</h3><${Cards} cards=${cards} label=${name} />${
    note &&
    html`<p class="has">
    ${words(note)}</p>`
  }${children}</div>`;
}

/** @type {Record<string, import("../core/words.js").Key>} */
const RESULTS = {
  win: "result.wins",
  lose: "result.loses",
  push: "result.pushes",
  forfeit: "result.forfeited",
  void: "result.returned",
  adjust: "result.adjusted",
};

const MOVES_MONEY = new Set(["win", "adjust"]);

/** @param {{ line: PaidLine }} props */
function Outcome({ line }) {
  const tone = line.result === "win" ? "win" : line.result === "lose" || line.result === "forfeit" ? "lose" : "";
  return html`<span class=${tone}>${say(RESULTS[line.result])}${
    MOVES_MONEY.has(line.result) && ` ${money(line.payout)}`
  }</span>`;
}

/**
 * Each wager with what became of it, then what is paid or limited without a wager of its own: ante bonus, envy.
 * @param {{ wagers: Record<string, string>, settled: PaidLine[] }} props
 */
function Wagers({ wagers, settled }) {
  return html`<ul class="stakes">${Object.entries(wagers).map(
    ([name, amount]) => html`<li key=${name}>
      <span>${words(name)}</span> <b>${money(amount)}</b>
      ${settled.filter((line) => line.wager === name).map((line) => html`<${Outcome} line=${line} />`)}</li>`,
  )}
    ${settled
      .filter((line) => !(line.wager in wagers))
      .map(
        (line) => html`<li><span>${words(line.wager)}</span>
      <${Outcome} line=${line} /></li>`,
      )}</ul>`;
}

/** @param {{ number: string, seat: SeatInRound, name: string | undefined, acting: boolean }} props */
function Seat({ number, seat, name, acting }) {
  return html`<div class=${`spot ${seat.folded ? "folded" : ""} ${acting ? "acting" : ""}`}
    data-testid="scene-seat-${number}">
    <h3>${say("settlement.seat", { seat: number })}${name && html` <span class="soft">${name}</span>`}${
      acting &&
      html` <span
      class="badge">${say("scene.to_act")}</span>`
    }${seat.folded && html` <span class="badge quiet">${say("scene.folded")}</span>`}</h3>
    ${
      seat.cards.length > 0 &&
      html`<${Cards} cards=${seat.cards} size="small" dim=${seat.folded}
      label=${say("seat.cards_of", { number })} />`
    }
    ${seat.hand && html`<p class="has">${words(seat.hand)}</p>`}
    <${Wagers} wagers=${seat.wagers} settled=${seat.settled} />
    ${
      seat.settled.length > 0 &&
      html`<p class="back">${say("scene.back")} <b>${money(sum(seat.settled.map((line) => line.returned)))}</b></p>`
    }
  </div>`;
}

/**
 * @param {object} props
 * @param {RoundOnTable} props.round
 * @param {Record<string, string>} [props.names] by seat
 * @param {number | null} [props.acting] the seat that decides
 */
export function Scene({ round, names = {}, acting = null }) {
  return html`<div class="scene">
    ${round.void && html`<p class="void-banner">${say("status.void", { cause: words(round.void).toLowerCase() })}</p>`}
    <div class="places"><${Place} name=${say("page.dealer")} cards=${round.dealer} note=${round.dealer_hand} />
      <${Place} name=${say("scene.board")} cards=${round.board} />
      <${Place} name=${say("scene.extra")} cards=${round.extra} />
      <${Place} name=${say("felt.set_aside")} cards=${round.set_aside} /></div>
    <div class="spots">${Object.entries(round.seats).map(
      ([number, seat]) =>
        html`<${Seat} key=${number} number=${number} seat=${seat} name=${names[number]}
        acting=${Number(number) === acting} />`,
    )}</div>
    ${Object.keys(round.seats).length === 0 && html`<p class="soft">${say("scene.no_wagers")}</p>`}
  </div>`;
}

/** Who sits where, from a view's players. @param {View["players"]} players */
export function namesOf(players) {
  /** @type {Record<string, string>} */
  const names = {};
  for (const [player, found] of Object.entries(players)) {
    for (const seat of found.seats) names[seat] = found.name || shown(player);
  }
  return names;
}
