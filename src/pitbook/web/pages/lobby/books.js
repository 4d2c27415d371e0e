// One panel for each book, with the button that deals you in, and the few choices that most people make.

import { Card } from "../core/card.js";
import { html } from "../core/html.js";
import { Key, useKeys } from "../core/keys.js";
import { typed } from "../core/money.js";
import { Link } from "../core/router.js";
import { say } from "../core/words.js";

/** @import { Book as RuleBook, SessionDocument } from "../types/api.js" */
/** @import { Choices as Chosen } from "./opening.js" */

const PICTURE = ["As", "Ks", "Qh", "Jd", "Tc"];
const MOST_BOTS = 6;

/** @param {{ choices: Chosen, choose: (news: Partial<Chosen>) => void, session: SessionDocument | null }} props */
function Choices({ choices, choose, session }) {
  const place = session?.name ? session.name : say("session.guest");
  const badBuyIn = typed(choices.buyIn) === null;
  return html`<section class="quick panel" aria-labelledby="quick-title"><h2 id="quick-title">${say("lobby.your_seat")}</h2>
    <div class="row"><label><span>${say("chips.your_name")}</span><input maxlength="24" value=${choices.name} placeholder=${place}
      autocomplete="nickname" onInput=${(event) => choose({ name: event.target.value })} /></label>
    <label><span>${say("chips.buy_in_amount")}</span><input class="amount" inputmode="decimal" value=${choices.buyIn} aria-invalid=${badBuyIn}
      onInput=${(event) => choose({ buyIn: event.target.value.trim() })} /></label>
    <label><span>${say("lobby.other_seats")}</span><select value=${choices.bots}
      onChange=${(event) => choose({ bots: Number(event.target.value) })}>
      <option value="0">${say("lobby.nobody")}</option>
      ${Array.from(
        { length: MOST_BOTS },
        (_, index) => html`<option value=${index + 1}>${say("lobby.bots", { count: index + 1 })}</option>`,
      )}
    </select></label>
    ${
      choices.bots > 0 &&
      html`<label><span>${say("lobby.bots_play")}</span><select value=${choices.plays}
      onChange=${(event) => choose({ plays: event.target.value })}>
      <option value="exact">${say("bot.exact")}</option><option value="simple">${say("bot.simple")}</option></select></label>`
    }
  </div></section>`;
}

/** @param {{ book: RuleBook, number: number, busy: boolean, onPlay: (book: RuleBook) => void }} props */
function Book({ book, number, busy, onPlay }) {
  const [game, place] = book.title.split(/ \(([^()]+)\)$/);
  const optional = book.wagers.filter((wager) => !wager.required && !wager.decided).map((wager) => wager.label);
  return html`<section class="book panel" aria-labelledby="book-${book.id}">
    <span class="book-cards" aria-hidden="true">${PICTURE.slice(0, book.player_cards).map(
      (card) => html`<${Card} card=${card} />`,
    )}</span>
    <h2 id="book-${book.id}">${game} ${place && html`<span class="place">${place}</span>`}</h2>
    <p class="authority">${book.authority}</p>
    <p class="side-bets">${say("book.positions", { count: book.positions })}${optional.length > 0 && ` · ${say("lobby.also", { wagers: optional.join(", ") })}`}</p>
    <button type="button" class="primary" data-testid="play-${book.id}" disabled=${busy} onClick=${() => onPlay(book)}
      aria-label=${say("lobby.play_book", { title: book.title })}>${say("lobby.play")} <${Key} of=${String(number)} /></button>
    <p class="learn"><${Link} to="/learn?target=${book.id}"
      aria-label=${say("lobby.how_to_play_book", { title: book.title })}>${say("lobby.how_to_play")}<//></p>
  </section>`;
}

/**
 * @param {object} props
 * @param {RuleBook[]} props.books
 * @param {Chosen} props.choices
 * @param {(news: Partial<Chosen>) => void} props.choose
 * @param {SessionDocument | null} props.session
 * @param {boolean} props.busy
 * @param {(book: RuleBook) => void} props.onPlay
 */
export function Books({ books, choices, choose, session, busy, onPlay }) {
  useKeys(
    books.map((book, index) => ({
      key: String(index + 1),
      says: say("lobby.play_book", { title: book.title }),
      run: () => onPlay(book),
      off: busy,
    })),
  );
  return html`<section aria-labelledby="lobby-title">
    <h1 id="lobby-title">${say("lobby.title")}</h1>
    <div class="books">${books.map(
      (book, index) => html`<${Book} key=${book.id} book=${book} number=${index + 1}
      busy=${busy} onPlay=${onPlay} />`,
    )}
      <${Choices} choices=${choices} choose=${choose} session=${session} /></div>
    <p><${Link} to="/learn?part=differences">${say("lobby.differ")}<//> · <${Link}
      to="/learn?part=glossary">${say("lobby.words")}<//></p>
  </section>`;
}
