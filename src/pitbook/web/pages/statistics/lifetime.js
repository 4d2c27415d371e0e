// All rounds of a player: added up in the page, page by page, with luck against expectation, and as files to keep.

import { Luck } from "../coach/chart.js";
import { get } from "../core/api.js";
import { html, useEffect, useState } from "../core/html.js";
import { money } from "../core/money.js";
import { words } from "../core/names.js";
import { Problems } from "../core/problems.js";
import { plain } from "../odds/exact.js";
import { asCsv, asJson, byBook, byStreet, series, shownMoney, totals } from "./figures.js";

/** @import { Lifetime as Page, OwnRound } from "../types/api.js" */
/** @typedef {{ rows: OwnRound[], after: string | null, done: boolean, error: Error | null }} Rows */

// Loads until there is nothing more; what has come is shown at once.
function useRounds() {
  const [state, setState] = useState(/** @type {Rows} */ ({ rows: [], after: null, done: false, error: null }));
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    let wanted = true;
    /** @param {string | null} after */
    const load = async (after) => {
      /** @type {Page} */
      const page = await get(`/api/session/rounds${after ? `?after=${encodeURIComponent(after)}` : ""}`);
      if (!wanted) return;
      setState((before) => ({
        rows: [...before.rows, ...page.rounds],
        after: page.after,
        done: !page.after,
        error: null,
      }));
      if (page.after) await load(page.after);
    };
    load(state.after).catch((error) => wanted && setState((before) => ({ ...before, error })));
    return () => {
      wanted = false;
    };
  }, [turn]);
  return { ...state, retry: () => setTurn(turn + 1) };
}

/**
 * @param {string} text
 * @param {string} name
 * @param {string} type
 */
function save(text, name, type) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/** @param {number} dollars */
const signed = (dollars) => money(shownMoney(dollars), { sign: true });

/** @param {{ label: string, children?: string | number, note?: string }} props */
function Sum({ label, children, note }) {
  return html`<div class="figure"><dt>${label}</dt><dd>${children}${note && html`<small>${note}</small>`}</dd></div>`;
}

/** @param {{ sum: ReturnType<typeof totals> }} props */
function Sums({ sum }) {
  const good = sum.decisions ? ((sum.decisions - sum.mistakes) / sum.decisions) * 100 : 100;
  const within = Math.abs(sum.luck) <= sum.band;
  return html`<dl class="figures" data-testid="lifetime-sums">
    <${Sum} label="Hands">${sum.rounds.toLocaleString("en-US")}<//>
    <${Sum} label="Decisions" note=${`${good.toFixed(1)} % of them the best one`}>
      ${sum.decisions.toLocaleString("en-US")}<//>
    <${Sum} label="Mistakes" note=${`${plain(sum.cost, 3)} antes, ${money(shownMoney(sum.costMoney))}`}>
      ${sum.mistakes.toLocaleString("en-US")}<//>
    <${Sum} label="Wagered">${money(shownMoney(sum.wagered))}<//>
    <${Sum} label="Won or lost">${signed(sum.net)}<//>
    <${Sum} label="Expected" note="with the best decisions">${signed(sum.expected)}<//>
    <${Sum} label="Luck" note=${`band ±${money(shownMoney(sum.band))}: ${
      within ? "nothing unusual" : "once in about 20 players"
    }`}><span class=${sum.luck < 0 ? "lose" : "win"}>${signed(sum.luck)}</span><//>
  </dl>`;
}

/** @param {{ label: string, head: string[], rows: (string | number)[][] }} props */
function Table({ label, head, rows }) {
  return html`<div class="scroll" tabindex="0" role="region" aria-label=${label}><table class="grid"><thead><tr>
    ${head.map((name, place) => html`<th scope="col" class=${place ? "number" : ""}>${name}</th>`)}</tr></thead>
    <tbody>${rows.map(
      ([name, ...cells]) => html`<tr key=${name}><th scope="row">${name}</th>
      ${cells.map((cell) => html`<td class="number">${cell}</td>`)}</tr>`,
    )}</tbody></table></div>`;
}

export function Lifetime() {
  const { rows, done, error, retry } = useRounds();
  const books = byBook(rows);
  const streets = Object.entries(byStreet(rows));
  return html`<section aria-labelledby="lifetime-title" data-testid="lifetime" aria-busy=${!done && !error}>
    <div class="worst-head"><h2 id="lifetime-title">All your rounds</h2>
      ${
        rows.length > 0 &&
        html`<p class="row"><button type="button" data-testid="save-csv" disabled=${!done}
        onClick=${() => save(asCsv(rows), "pitbook-rounds.csv", "text/csv")}>Save as CSV</button>
        <button type="button" data-testid="save-json" disabled=${!done}
          onClick=${() => save(asJson(rows), "pitbook-rounds.json", "application/json")}>Save as JSON</button></p>`
      }</div>
    <${Problems} error=${error} onRetry=${retry} />
    <p class="soft small" role="status">${done ? "" : `Counting: ${rows.length} rounds so far.`}</p>
    ${
      rows.length > 0 &&
      html`<${Sums} sum=${totals(rows)} />
      ${done && html`<div class="panel"><h3>Luck against expectation</h3><${Luck} series=${series(rows)} /></div>`}
      <div class="panel"><h3>By book</h3><${Table} label="By book" head=${["Book", "Hands", "Net", "Luck"]}
        rows=${books.map((one) => [one.title, one.rounds, signed(one.net), signed(one.luck)])} /></div>
      ${
        streets.length > 0 &&
        html`<div class="panel"><h3>By decision</h3><${Table} label="By decision"
        head=${["Decision", "Made", "Mistakes", "Antes"]} rows=${streets.map(([street, one]) => [
          words(street),
          one.decisions,
          one.mistakes,
          plain(one.cost, 4),
        ])} /></div>`
      }`
    }
    ${done && rows.length === 0 && html`<p class="panel">No round of yours is counted yet.</p>`}
  </section>`;
}
