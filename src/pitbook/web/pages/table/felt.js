// The felt, generated from the layout of the house rules: what is printed on it can't disagree with what is paid.
import { html } from "../core/html.js";
import { Cards } from "../core/card.js";
import { approval } from "../core/names.js";
import { Seat } from "./seat.js";
import { briefHand, seatHolder } from "./model.js";

const places = (count) => Array(count).fill(null);

function CardArea({ area, cards, testid }) {
  const shown = [...cards, ...places(Math.max(0, area.cards - cards.length))];
  return html`<div class="card-area ${area.place}" data-testid=${testid}>
    <${Cards} cards=${shown} label=${area.label} />
    <span class="caption">${area.label}</span>
  </div>`;
}

function HouseSide({ layout, round }) {
  const shown = { community: round ? round.board : [], dealer: round ? round.dealer : [], extra: round ? round.extra
    : [] };
  const testids = { community: "board", dealer: "dealer-hand", extra: "extra-cards" };
  const hand = round && round.dealer_hand;
  return html`<div class="house-side">
      ${layout.cards.map((area) => html`<${CardArea} key=${area.place} area=${area} cards=${shown[area.place]}
        testid=${testids[area.place]} />`)}
    </div>
    <p class="dealer-says" data-testid="dealer-says" title=${hand}>${hand ? `Dealer: ${briefHand(hand)}` : "\u00a0"}
      </p>`;
}

// Cards that were found face up and taken out of play.
function SetAside({ round }) {
  if (!round || !round.set_aside.length) return null;
  return html`<div class="set-aside"><${Cards} cards=${round.set_aside} size="small" label="Set aside" />
    <span class="caption">Set aside, found face up</span></div>`;
}

function Printed({ layout, approved }) {
  const limits = layout.sign.limits.find((limit) => limit.wager === "ante") || layout.sign.limits[0];
  return html`<div class="printed">
    <p class="house-name">${layout.house_name.text}</p>
    <p class="game-line"><span class="game-name">${layout.title}</span> · <span class="approval"
      data-testid="approval">${approval(approved)}</span></p>
    <p class="inscriptions">${layout.inscriptions.map((one) => html`<span key=${one.shows}>${one.text}</span>`)}
      ${limits && html`<span>${limits.label} ${limits.text}</span>`}</p>
  </div>`;
}

export function Felt({ layout, view, round, playing, seats, bets, canSit, onSit }) {
  const cards = layout.game === "holdem" ? 2 : 5;
  const acting = view.round ? view.round.to_act[0] : null;
  // Position 1 is at the dealer's left, so it is drawn on the right.
  const numbers = Array.from({ length: layout.positions }, (_, index) => layout.positions - index);
  return html`<section class="felt ${layout.game} places-${layout.positions}" aria-label="The felt">
    <${HouseSide} layout=${layout} round=${round} />
    <${Printed} layout=${layout} approved=${view.submission.approved} />
    <${SetAside} round=${round} />
    <div class="seats">${numbers.map((number) => {
      const mine = seats.includes(number);
      const holder = seatHolder(view, number);
      return html`<${Seat} key=${number} number=${number} holder=${holder} mine=${mine} areas=${layout.areas}
        cards=${cards}
        state=${(round && round.seats[String(number)]) || null} bets=${mine ? bets(number) : null}
        paying=${playing} acting=${acting === number}
        onSit=${!holder && canSit(number) ? () => onSit(number) : null} />`;
    })}</div>
  </section>`;
}
