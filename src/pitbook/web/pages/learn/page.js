// How to play: a book in a minute, how the books differ, and the words of the table. Everything comes from the books.

import { post } from "../core/api.js";
import { useBooks } from "../core/books.js";
import { Clauses } from "../core/clause.js";
import { html, useState } from "../core/html.js";
import { useLoad } from "../core/load.js";
import { priced } from "../core/money.js";
import { words } from "../core/names.js";
import { NoSuchBook, Problems } from "../core/problems.js";
import { go, Link } from "../core/router.js";
import { ensureSession } from "../core/session.js";
import { useStyle } from "../core/style.js";
import { say } from "../core/words.js";
import { DEFAULTS, seatedAt } from "../lobby/opening.js";
import { Differences } from "./differences.js";
import { Glossary } from "./glossary.js";

/** @import { Book, Lesson as Taught, Note } from "../types/api.js" */
/** @import { Load } from "../core/load.js" */

/** @param {{ note: Note }} props */
const Says = ({ note }) => html`<li>${priced(note.text)} <${Clauses} ids=${note.clauses} /></li>`;

/** A hand at a table of one's own, with the guide. @param {{ book: Book }} props */
function Guided({ book }) {
  const [error, setError] = useState(/** @type {Error | null} */ (null));
  const [busy, setBusy] = useState(false);
  async function begin() {
    setBusy(true);
    try {
      await ensureSession();
      const { table } = await post("/api/tables", { ...seatedAt(book, DEFAULTS), private: true });
      go(`/table/${table}?guide`);
    } catch (problem) {
      setError(/** @type {Error} */ (problem));
      setBusy(false);
    }
  }
  return html`<${Problems} error=${error} /><p class="row"><button type="button" class="primary" disabled=${busy}
    data-testid="guided-hand" onClick=${begin}>${say("guide.first_hand")}</button></p>`;
}

/** @param {{ book: Book }} props */
function Lesson({ book }) {
  const target = book.id;
  /** @type {Load<Taught>} */
  const { data, error, reload } = useLoad(`/api/lesson?target=${encodeURIComponent(target)}`);
  if (error) return html`<${Problems} error=${error} onRetry=${reload} />`;
  if (!data || data.target !== target) return html`<p class="loading" aria-busy="true">${say("learn.opening")}</p>`;
  return html`<article aria-labelledby="lesson-title" data-testid="lesson">
    <h2 id="lesson-title">${say("learn.in_60", { title: data.title })}</h2>
    <${Guided} book=${book} />
    <ol class="steps">${data.steps.map(
      (step) => html`<li class="panel" key=${step.title}><h3>${step.title}</h3>
      <ul>${step.says.map((note) => html`<${Says} key=${note.text} note=${note} />`)}</ul></li>`,
    )}</ol>
    <div class="lesson-more">
      <section class="panel" aria-labelledby="hands-title"><h3 id="hands-title">${say("learn.hands")}</h3>
        <ol class="hands">${data.hands.map((hand) => html`<li key=${hand}>${words(hand)}</li>`)}</ol></section>
      ${
        data.side_wagers.length > 0 &&
        html`<section class="panel" aria-labelledby="side-title">
        <h3 id="side-title">${say("learn.side")}</h3>
        <dl>${data.side_wagers.map(
          (wager) => html`<div key=${wager.name}><dt>${wager.label}</dt><dd><ul>
          ${wager.says.map((note) => html`<${Says} key=${note.text} note=${note} />`)}</ul></dd></div>`,
        )}</dl></section>`
      }
    </div>
    <p class="row"><${Link} to="/" class="button primary">${say("shell.to_tables")}<//>
      <${Link} to="/drill?target=${target}" class="button">${say("learn.practise")}<//>
      <${Link} to="/odds?target=${target}" class="button">${say("learn.odds")}<//></p>
  </article>`;
}

/** @type {Record<string, import("../core/words.js").Key>} */
const PARTS = { lesson: "learn.how", differences: "learn.differences", glossary: "learn.glossary" };

/** @param {{ part: string, target: string }} props */
function Parts({ part, target }) {
  /** @param {string} name */
  const to = (name) => `/learn?${new URLSearchParams({ target, part: name })}`;
  return html`<nav class="parts" aria-label=${say("page.learn")}>${Object.entries(PARTS).map(
    ([name, label]) => html`<${Link}
    key=${name} to=${to(name)} aria-current=${name === part ? "page" : null} data-testid="part-${name}">${say(label)}<//>`,
  )}
    </nav>`;
}

/** @param {{ books: Book[], query: Record<string, string> }} props */
function Learn({ books, query }) {
  const part = Object.hasOwn(PARTS, query.part) ? query.part : "lesson";
  const book = books.find((one) => one.id === query.target) ?? books[0];
  const target = book.id;
  return html`<div class="learn-page"><h1>${say("page.learn")}</h1><${Parts} part=${part} target=${target} />
    ${
      part === "lesson" &&
      html`<${NoSuchBook} target=${query.target} books=${books} shown=${book} /><label class="which"><span>${say("setup.book")}</span><select value=${target} data-testid="lesson-target"
      onChange=${(event) => go(`/learn?target=${encodeURIComponent(event.target.value)}`)}>
      ${books.map((book) => html`<option value=${book.id} selected=${book.id === target}>${book.title}</option>`)}
      </select></label><${Lesson} key=${target} book=${book} />`
    }
    ${part === "differences" && html`<${Differences} first=${query.target} />`}
    ${part === "glossary" && html`<${Glossary} />`}
  </div>`;
}

/** @param {{ query: Record<string, string> }} props */
export function Page({ query }) {
  const styled = useStyle(import.meta.url, "./learn.css");
  const books = useBooks();
  if (books.error) return html`<${Problems} error=${books.error} onRetry=${books.reload} />`;
  if (!styled || !books.data) return html`<p class="loading" aria-busy="true">${say("shell.loading")}</p>`;
  return html`<${Learn} books=${books.data} query=${query} />`;
}
