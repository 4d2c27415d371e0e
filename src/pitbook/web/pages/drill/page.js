// The drill: one decision after the other, answered by button or key, with exact values, levels and a daily goal.

import { Situation, Worth } from "../coach/decision.js";
import { Outlook } from "../coach/outlook.js";
import { DrillWhatIf } from "../coach/what_if.js";
import { useBooks } from "../core/books.js";
import { html, useEffect, useRef, useState } from "../core/html.js";
import { Key, useKeys } from "../core/keys.js";
import { figures } from "../core/money.js";
import { actionName, words } from "../core/names.js";
import { NoSuchBook, Problems } from "../core/problems.js";
import { go } from "../core/router.js";
import { useStyle } from "../core/style.js";
import { say } from "../core/words.js";
import { plain, ShowFractions } from "../odds/exact.js";
import { useDrill } from "./asking.js";
import { LEVELS } from "./memory.js";
import { Results, Today } from "./progress.js";

/** @import { Book, DrillResult } from "../types/api.js" */
/** @import { Choice } from "./asking.js" */
/** @import { Load } from "../core/load.js" */
/** @import { Key as Words } from "../core/words.js" */

/** @type {Record<string, Words>} */
const MODES = { mixed: "drill.mixed", close: "drill.close", mistakes: "drill.mistakes", street: "drill.street" };
/** @type {Record<number, Words>} */
const COSTS = { 1: "drill.clear", 2: "drill.plain", 3: "drill.hard", 4: "drill.very_close" };
/** @type {Record<string, Words>} */
const FROM = { missed: "drill.missed_before", table: "drill.from_table" };

/**
 * @param {object} props
 * @param {string} props.label
 * @param {string} props.value
 * @param {[string, string][]} props.options
 * @param {(value: string) => void} props.onChange
 * @param {string} props.testid
 */
function Choose({ label, value, options, onChange, testid }) {
  return html`<label><span>${label}</span><select value=${value} data-testid=${testid}
    onChange=${(event) => onChange(event.target.value)}>${options.map(
      ([id, name]) => html`<option key=${id} value=${id}
      selected=${id === value}>${name}</option>`,
    )}</select></label>`;
}

/** @param {{ books: Book[], choice: Choice, streets: [string, string][] }} props */
function Filters({ books, choice, streets }) {
  /** @param {Partial<Choice>} news */
  const to = (news) => {
    const query = new URLSearchParams();
    for (const [name, value] of Object.entries({ ...choice, ...news })) if (value) query.set(name, value);
    go(`/drill?${query}`, { replace: true });
  };
  const modes = Object.entries(MODES)
    .filter(([mode]) => mode !== "street" || streets.length > 1)
    .map(([mode, name]) => [mode, say(name)]);
  const levels = [
    ["auto", say("drill.auto")],
    ["any", say("drill.any")],
    ...LEVELS.map((one) => [String(one), `${one}, ${say(COSTS[one])}`]),
  ];
  return html`<div class="row filters">
    <${Choose} label=${say("lobby.game")} value=${choice.target} options=${books.map((book) => [book.id, book.title])}
      onChange=${(target) => to({ target, street: null, mode: choice.mode === "street" ? "mixed" : choice.mode })}
      testid="drill-target" />
    <${Choose} label=${say("drill.practise")} value=${choice.mode} options=${modes} testid="drill-mode"
      onChange=${(mode) => to({ mode, street: mode === "street" ? streets[0][0] : null })} />
    ${
      choice.mode === "street" &&
      html`<${Choose} label=${say("stats.decision")} value=${choice.street || streets[0][0]}
      options=${streets} onChange=${(street) => to({ street })}
      testid="drill-street" />`
    }
    ${
      choice.mode !== "close" &&
      html`<${Choose} label=${say("drill.level")} value=${choice.level} options=${levels}
      onChange=${(level) => to({ level })} testid="drill-level" />`
    }
  </div>`;
}

/** @param {{ answer: DrillResult, onNext: () => void }} props */
function Answer({ answer, onNext }) {
  const right = answer.correct;
  const button = useRef(/** @type {HTMLButtonElement | null} */ (null));
  useEffect(() => button.current?.focus({ preventScroll: true }), []);
  return html`<div class=${`answer ${right ? "right" : "wrong"}`} data-testid="drill-answer">
    <div class="verdict"><h2>${
      right
        ? say("drill.is_right")
        : say("drill.costs", {
            action: actionName(answer.action),
            number: plain(answer.cost.decimal, 4),
            units: answer.units,
          })
    }</h2>
      <button type="button" class="primary" ref=${button} onClick=${onNext} data-testid="drill-next">${say("drill.next")} <${Key}
        of="Enter" /></button></div>
    <p>${figures(answer.why)}${answer.level && html` <span class="soft">${say("drill.level_of", { level: answer.level, cost: say(COSTS[answer.level]) })}</span>`}</p>
    <${Outlook} outlook=${answer.outlook} open=${!right} />
    <${Worth} actions=${answer.actions} units=${answer.units} best=${answer.best} chosen=${answer.action} />
    <${DrillWhatIf} answer=${answer} />
  </div>`;
}

/** @param {{ books: Book[], query: Record<string, string> }} props */
function Drill({ books, query }) {
  const book = books.find((one) => one.id === query.target) ?? books[0];
  const target = book.id;
  /** @type {[string, string][]} */
  const streets = book.streets.map((one) => [one.name, one.title]);
  const street = streets.some(([name]) => name === query.street) ? query.street : null;
  const asked = Object.hasOwn(MODES, query.mode) ? query.mode : null;
  const choice = { target, street, mode: asked || (street ? "street" : "mixed"), level: query.level || "auto" };
  const { drill, from, answer, error, busy, memory, recorded, aim, clear, next, decide } = useDrill(choice);
  const [fractions, setFractions] = useState(false);
  const choices = drill ? drill.choices : [];
  useKeys([
    ...choices.map(({ action, label }, place) => ({
      key: String(place + 1),
      says: label,
      run: () => decide(action),
      off: answer !== null,
    })),
    { key: "Enter", says: say("drill.next_decision"), run: next, off: answer === null },
    { key: " ", says: say("drill.next_decision"), run: next, off: answer === null },
    { key: "x", says: say("odds.show_fractions"), run: () => setFractions((on) => !on) },
  ]);
  return html`<div class="coach-page drill-page"><h1>${say("page.drill")}</h1>
    <${NoSuchBook} target=${query.target} books=${books} shown=${book} /><${Today} memory=${memory} />
    <${Filters} books=${books} choice=${choice} streets=${streets} />
    <${Problems} error=${error} onRetry=${next} />
    ${
      drill
        ? html`<section class="panel drill" aria-labelledby="drill-title" aria-busy=${busy}>
      <h2 id="drill-title">${streets.length > 1 ? say("drill.what_on", { street: drill.when }) : say("drill.what")}</h2>
      ${from && html`<p class="soft" data-testid="drill-from">${say(FROM[from])}</p>`}
      ${Object.entries(drill.withdrawn).map(
        ([wager, gone]) =>
          html`<p key=${wager} data-testid="drill-before">${say(gone ? "drill.was_withdrawn" : "drill.was_left", {
            wager: words(wager).toLowerCase(),
          })}</p>`,
      )}
      <div class="drill-felt"><${Situation} cards=${drill.cards} board=${drill.board} up=${drill.up} size="large" />
        </div>
      ${
        answer
          ? html`<${ShowFractions.Provider} value=${fractions}><${Answer} key=${answer.answered} answer=${answer}
        onNext=${next} /><//>`
          : html`<div class="row choices-row">${choices.map(
              ({ action, label }, place) => html`<button type="button"
          key=${action} disabled=${busy} onClick=${() => decide(action)} data-testid="action-${action}">${label} <${Key}
          of=${String(place + 1)} /></button>`,
            )}</div>`
      }
    </section>`
        : !error && html`<p class="loading" aria-busy="true">${say("drill.dealing")}</p>`
    }
    <${Results} memory=${memory} recorded=${recorded} onGoal=${aim} onClear=${clear} />
  </div>`;
}

/** @param {{ query: Record<string, string> }} props */
export function Page({ query }) {
  const styled = useStyle(import.meta.url, "../coach/coach.css");
  const own = useStyle(import.meta.url, "./drill.css");
  const books = useBooks();
  if (books.error) return html`<${Problems} error=${books.error} onRetry=${books.reload} />`;
  if (!styled || !own || !books.data) return html`<p class="loading" aria-busy="true">${say("shell.loading")}</p>`;
  return html`<${Drill} books=${books.data} query=${query} />`;
}
