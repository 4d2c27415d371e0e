// What an operator may choose: book, paytables, options; and what a player sees there: meters and stakes.

import { Clauses } from "../core/clause.js";
import { html, useEffect, useState } from "../core/html.js";
import { cents, decimal, priced, typed } from "../core/money.js";
import { words } from "../core/names.js";
import { say } from "../core/words.js";
import { readChoices, without } from "./address.js";

/** @import { Book, Odds, Summary } from "../types/api.js" */
/** @import { Choices as Chosen } from "./address.js" */

// On a phone the result should not lie under a long form.
const ROOMY = matchMedia("(min-width: 980px)").matches;

/**
 * @param {object} props
 * @param {string} props.kind
 * @param {string} props.title
 * @param {Summary[]} props.tables
 * @param {string | undefined} props.chosen
 * @param {(id: string) => void} props.onChoose
 */
function Paytable({ kind, title, tables, chosen, onChoose }) {
  const table = tables.find((one) => one.id === chosen) || tables[0];
  return html`<label><span>${title}</span>
    <select value=${table.id} onChange=${(event) => onChoose(event.target.value)} data-testid="paytable-${kind}">
      ${tables.map(
        (one) => html`<option value=${one.id} selected=${one.id === table.id}>${one.id}: ${priced(one.summary)}
        </option>`,
      )}
    </select></label>`;
}

/**
 * An amount that is sent when it is complete: on Enter, or when the field is left.
 * @param {object} props
 * @param {string} props.label
 * @param {string} props.value
 * @param {string} props.placeholder
 * @param {(amount: string) => void} props.onChange
 * @param {string} props.testid
 */
function Amount({ label, value, placeholder, onChange, testid }) {
  const [text, setText] = useState(value);
  const [wrong, setWrong] = useState(false);
  useEffect(() => setText(value), [value]);
  const commit = () => {
    const amount = text.trim() === "" ? "" : typed(text);
    setWrong(amount === null);
    if (amount !== null) onChange(amount === "" ? "" : decimal(amount));
  };
  return html`<label><span>${label}</span>
    <input inputmode="decimal" autocomplete="off" size="10" value=${text} placeholder=${placeholder}
      data-testid=${testid}
      aria-invalid=${wrong} onInput=${(event) => setText(event.target.value)} onChange=${commit}
      onKeyDown=${(event) => event.key === "Enter" && commit()} />
    ${wrong && html`<small class="lose" role="alert">${say("odds.amount_like")}</small>`}</label>`;
}

/** @param {{ book: Book, choices: Chosen, onChange: (choices: Chosen) => void }} props */
function Options({ book, choices, onChange }) {
  if (!book.options.length) return null;
  return html`<details open=${ROOMY}><summary>${say("odds.options")}</summary>
    ${book.options.map((option) => {
      const on = choices.options[option.name] ?? option.default;
      const flip = () =>
        onChange(
          !on === option.default
            ? without(choices, "options", option.name)
            : { ...choices, options: { ...choices.options, [option.name]: !on } },
        );
      return html`<p class="option" key=${option.name}><label class="inline"><input type="checkbox" checked=${on}
        onChange=${flip} data-testid="option-${option.name}" />
        ${option.says}</label> <${Clauses} ids=${option.clauses} /></p>`;
    })}
  </details>`;
}

/**
 * What the meters show and what is staked change the odds of some wagers, not of the main game.
 * @param {{ book: Book, result: Odds | null, choices: Chosen, onChange: (choices: Chosen) => void }} props
 */
function Amounts({ book, result, choices, onChange }) {
  const labels = Object.fromEntries(book.wagers.map((wager) => [wager.name, wager.label]));
  const wagers = Object.entries(result?.wagers || {});
  const meters = wagers.flatMap(([, wager]) => Object.entries(wager.progressive?.meters || {}));
  if (!wagers.length) return null;
  /** @param {"meters" | "stakes"} group @param {string} name @param {string} amount */
  const set = (group, name, amount) =>
    onChange(
      amount === "" ? without(choices, group, name) : { ...choices, [group]: { ...choices[group], [name]: amount } },
    );
  return html`<details open=${ROOMY}><summary>${say("odds.meters_stakes")}</summary><div class="row amounts">
    ${meters.map(
      ([name, shows]) => html`<${Amount} key=${`meter ${name}`} label=${say("odds.meter", { name: words(name) })}
      value=${choices.meters[name] || ""}
      placeholder=${decimal(Math.round(shows.decimal * 100))} onChange=${(amount) => set("meters", name, amount)}
        testid="meter-${name}" />`,
    )}
    ${wagers.map(
      ([
        name,
        wager,
      ]) => html`<${Amount} key=${`stake ${name}`} label=${say("odds.stake", { name: labels[name] || words(name) })}
      value=${choices.stakes[name] || ""}
      placeholder=${decimal(Math.round(wager.stake.decimal * 100))}
        onChange=${(amount) => set("stakes", name, amount && cents(amount) ? amount : "")} testid="stake-${name}" />`,
    )}
  </div></details>`;
}

/** @param {{ books: Book[], choices: Chosen, result: Odds | null, onChange: (choices: Chosen) => void }} props */
export function Choices({ books, choices, result, onChange }) {
  const book = books.find((one) => one.id === choices.target);
  // A table that nobody chose is the stock one's, or follows from another choice: the result says which.
  const settled = result && result.rulebook === choices.target ? result.paytables : {};
  /** @param {string} kind @returns {(id: string) => void} */
  const choose = (kind) => (id) => {
    const changed = { ...choices, paytables: { ...choices.paytables, [kind]: id } };
    onChange(kind === "progressive" ? { ...without(changed, "paytables", "envy"), meters: {} } : changed);
  };
  return html`<form class="panel choices" onSubmit=${(event) => event.preventDefault()} aria-label=${say("odds.choices")}>
    <label><span>${say("setup.book")}</span>
      <select value=${choices.target} data-testid="book"
        onChange=${(event) => onChange({ ...readChoices(""), target: event.target.value })}>
        ${books.map((one) => html`<option value=${one.id} selected=${one.id === choices.target}>${one.title}</option>`)}
      </select></label>
    ${
      book &&
      html`<div class="paytables">${Object.entries(book.paytables).map(
        ([kind, tables]) =>
          html`<${Paytable} key=${kind} kind=${kind} title=${words(book.paytable_titles[kind])} tables=${tables}
        chosen=${choices.paytables[kind] ?? settled[kind]} onChoose=${choose(kind)} />`,
      )}</div>
      <${Options} book=${book} choices=${choices} onChange=${onChange} />
      <${Amounts} book=${book} result=${result} choices=${choices} onChange=${onChange} />`
    }
  </form>`;
}
