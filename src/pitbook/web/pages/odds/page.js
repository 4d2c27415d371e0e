// The odds page: choose a book, its paytables and options, and see the exact edge of everything.

import { announce } from "../core/announce.js";
import { post } from "../core/api.js";
import { useBooks } from "../core/books.js";
import { html, useEffect, useState } from "../core/html.js";
import { Key, useKeys } from "../core/keys.js";
import { approval, words } from "../core/names.js";
import { NoSuchBook, Problems } from "../core/problems.js";
import { useStyle } from "../core/style.js";
import { say } from "../core/words.js";
import { readChoices, writeChoices } from "./address.js";
import { Chart } from "./chart.js";
import { Choices } from "./choices.js";
import { Exact, percent, ShowFractions } from "./exact.js";
import { MainGame } from "./main_game.js";
import { Wager } from "./wagers.js";

/** @import { Book, Exact as ExactNumber, Odds } from "../types/api.js" */
/** @import { Choices as Chosen } from "./address.js" */
/** @import { Load } from "../core/load.js" */

const FORMATS = ["pdf", "html", "csv", "json"];

/** @typedef {{ result: Odds | null, error: Error | null, since: number, working: boolean }} Solving */

/**
 * The solution of some choices; while a new one is worked out, the old one stays to be looked at.
 * @param {Chosen | null} choices
 */
function useOdds(choices) {
  const [state, setState] = useState(/** @type {Solving} */ ({ result: null, error: null, since: 0, working: false }));
  const asked = JSON.stringify(choices);
  useEffect(() => {
    if (!choices) return undefined;
    let wanted = true;
    setState((before) => ({ ...before, error: null, working: true, since: Date.now() }));
    const timer = setTimeout(() => {
      post("/api/odds", choices).then(
        (result) => {
          if (!wanted) return;
          setState({ result, error: null, since: 0, working: false });
          announce(say("odds.main_edge", { edge: percent(result.main.house_edge.decimal) }));
        },
        (error) => wanted && setState((before) => ({ ...before, error, working: false })),
      );
    }, 150);
    return () => {
      wanted = false;
      clearTimeout(timer);
    };
  }, [asked]);
  return state;
}

/** @param {{ since: number }} props */
function Working({ since }) {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setSeconds(Math.floor((Date.now() - since) / 1000)), 500);
    return () => clearInterval(timer);
  }, [since]);
  return html`<p class="working" role="status" aria-busy="true">${say("odds.counting")}${seconds > 1 && ` (${seconds} s)`}
    ${seconds > 3 && html`<small class="soft"> ${say("odds.first_time")}</small>`}</p>`;
}

/** The edge of everything, each by its own wager. @param {{ result: Odds, labels: Record<string, string> }} props */
function Glance({ result, labels }) {
  /** @type {[string, ExactNumber][]} */
  const sides = Object.entries(result.wagers).map(([name, wager]) => [labels[name] || words(name), wager.house_edge]);
  /** @type {[string, ExactNumber][]} */
  const rows = [[say("odds.per_unit", { unit: result.unit }), result.main.house_edge], ...sides];
  return html`<section class="panel glance" aria-labelledby="glance-title"><h2 id="glance-title">${say("odds.glance")}</h2>
    <p class="soft" data-testid="approval">${[result.title, approval(result.approved)].filter(Boolean).join(" · ")}</p>
    <dl class="figures" data-testid="edges">${rows.map(
      ([name, edge]) => html`<div class="figure" key=${name}><dt>
      ${name}</dt><dd><${Exact} of=${edge} /></dd></div>`,
    )}</dl>
  </section>`;
}

/** @param {{ choices: Chosen }} props */
function Downloads({ choices }) {
  const query = writeChoices(choices);
  return html`<section class="panel downloads" aria-labelledby="take-title"><h2 id="take-title">${say("odds.take")}</h2>
    <div class="row">${FORMATS.map(
      (format) => html`<a class="button" key=${format}
      href="/api/odds/par?${query}&format=${format}" download
      data-testid="par-${format}">${say("odds.par", { format: format.toUpperCase() })}</a>`,
    )}
      <a class="button" href="/print/sign?${query}" target="_blank" rel="noopener"
        data-testid="print-sign">${say("sign.print")}</a>
      <a class="button" href="/print/layout?${query}" target="_blank" rel="noopener"
        data-testid="print-layout">${say("sign.print_layout")}</a></div>
  </section>`;
}

export function Page() {
  const styled = useStyle(import.meta.url, "./odds.css");
  const books = useBooks();
  const [asked] = useState(() => readChoices(location.search));
  const [choices, setChoices] = useState(asked);
  const [fractions, setFractions] = useState(false);
  const found = books.data;
  useEffect(() => {
    if (found && !found.some((book) => book.id === choices.target))
      setChoices({ ...readChoices(""), target: found[0].id });
  }, [found]);
  const known = found?.find((book) => book.id === choices.target);
  const { result, error, working, since } = useOdds(known ? choices : null);
  const solved = result && found?.find((book) => book.id === result.rulebook);
  const labels = Object.fromEntries((solved ? solved.wagers : []).map((wager) => [wager.name, wager.label]));
  /** @param {Chosen} changed */
  const change = (changed) => {
    setChoices(changed);
    history.replaceState(null, "", `/odds?${writeChoices(changed)}`);
  };
  useKeys([{ key: "x", says: say("odds.show_fractions"), run: () => setFractions((on) => !on) }]);
  if (books.error) return html`<${Problems} error=${books.error} onRetry=${books.reload} />`;
  if (!styled || !known) return html`<p class="loading" aria-busy="true">${say("shell.loading")}</p>`;
  return html`<div class="odds-page">
    <div class="odds-head"><h1>${say("page.odds")}</h1>
      <button type="button" aria-pressed=${fractions} onClick=${() => setFractions(!fractions)}
        data-testid="fractions">${say("odds.fractions")} <${Key} of="x" /></button></div>
    <${NoSuchBook} target=${asked.target} books=${found} shown=${known} />
    <div class="odds-columns"><${Choices} books=${found} choices=${choices} result=${result} onChange=${change} />
    <div class=${`odds-result ${working ? "stale" : ""} ${fractions ? "" : "rounded"}`}>
      <${Problems} error=${error} />
      ${working && html`<${Working} since=${since} />`}
      <div class="solved">${
        result &&
        html`<${ShowFractions.Provider} value=${fractions}>
        <${Glance} result=${result} labels=${labels} />
        <${MainGame} result=${result} />
        ${result.charts.map(
          (chart, place) =>
            html`<${Chart} key=${`${result.rulebook} ${place}`} chart=${chart} units=${result.units} place=${place} />`,
        )}
        ${Object.entries(result.wagers).map(
          ([name, wager]) => html`<${Wager} key=${name} name=${name}
          label=${labels[name] || words(name)} wager=${wager} />`,
        )}
      <//>`
      }</div>
      <${Downloads} choices=${choices} />
    </div></div>
  </div>`;
}
