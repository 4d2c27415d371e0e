// One panel for each book, with the button that deals you in, and the few choices that most people make.

import { Card } from "../core/card.js";
import { html } from "../core/html.js";
import { Key, useKeys } from "../core/keys.js";
import { typed } from "../core/money.js";
import { Link } from "../core/router.js";

/** @import { Book as RuleBook, SessionDocument } from "../types/api.js" */
/** @import { Choices as Chosen } from "./page.js" */

const PICTURE = ["As", "Ks", "Qh", "Jd", "Tc"];
const MOST_BOTS = 6;

/** @param {{ choices: Chosen, choose: (news: Partial<Chosen>) => void, session: SessionDocument | null }} props */
function Choices({ choices, choose, session }) {
  const place = session?.name ? session.name : "Guest";
  const badBuyIn = typed(choices.buyIn) === null;
  return html`<div class="quick row">
    <label><span>Your name</span><input maxlength="24" value=${choices.name} placeholder=${place}
      autocomplete="nickname" onInput=${(event) => choose({ name: event.target.value })} /></label>
    <label><span>Buy-in</span><input class="amount" inputmode="decimal" value=${choices.buyIn} aria-invalid=${badBuyIn}
      onInput=${(event) => choose({ buyIn: event.target.value.trim() })} /></label>
    <label><span>Other seats</span><select value=${choices.bots}
      onChange=${(event) => choose({ bots: Number(event.target.value) })}>
      <option value="0">nobody</option>
      ${Array.from(
        { length: MOST_BOTS },
        (_, index) => html`<option value=${index + 1}>${index === 0 ? "1 bot" : `${index + 1} bots`}</option>`,
      )}
    </select></label>
    ${
      choices.bots > 0 &&
      html`<label><span>They play</span><select value=${choices.plays}
      onChange=${(event) => choose({ plays: event.target.value })}>
      <option value="exact">exactly</option><option value="simple">simply</option></select></label>`
    }
  </div>`;
}

/** @param {{ book: RuleBook, number: number, busy: boolean, onPlay: (book: RuleBook) => void }} props */
function Book({ book, number, busy, onPlay }) {
  const optional = book.wagers.filter((wager) => !wager.required && !wager.decided).map((wager) => wager.label);
  return html`<section class="book panel" aria-labelledby="book-${book.id}">
    <span class="book-cards" aria-hidden="true">${PICTURE.slice(0, book.player_cards).map(
      (card) => html`<${Card}
      card=${card} size="small" />`,
    )}</span>
    <h2 id="book-${book.id}">${book.title}</h2>
    <p class="soft small authority">${book.authority}</p>
    <p class="soft small">${book.positions} positions. ${optional.length > 0 && `Also: ${optional.join(", ")}.`}</p>
    <button type="button" class="primary" data-testid="play-${book.id}" disabled=${busy} onClick=${() => onPlay(book)}
      aria-label="Play ${book.title}">Play <${Key} of=${String(number)} /></button>
    <p class="small learn"><${Link} to="/learn?target=${book.id}"
      aria-label="How to play ${book.title}">How to play, in 60 seconds<//></p>
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
      says: `Play ${book.title}`,
      run: () => onPlay(book),
      off: busy,
    })),
  );
  return html`<section aria-labelledby="lobby-title">
    <h1 id="lobby-title">Sit down at a table</h1>
    <${Choices} choices=${choices} choose=${choose} session=${session} />
    <div class="books">${books.map(
      (book, index) => html`<${Book} key=${book.id} book=${book} number=${index + 1}
      busy=${busy} onPlay=${onPlay} />`,
    )}</div>
    <p><${Link} to="/learn?part=differences">How the books differ, side by side<//> · <${Link}
      to="/learn?part=glossary">Words of the table<//></p>
  </section>`;
}
