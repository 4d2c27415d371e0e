// All rounds of a player: added up in the page, page by page, with luck against expectation, and as files to keep.

import { Luck } from "../coach/chart.js";
import { get } from "../core/api.js";
import { html, useEffect, useState } from "../core/html.js";
import { money } from "../core/money.js";
import { Problems } from "../core/problems.js";
import { capital, say } from "../core/words.js";
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

/** @param {{ sum: ReturnType<typeof totals>, units: string }} props */
function Sums({ sum, units }) {
  const good = sum.decisions ? ((sum.decisions - sum.mistakes) / sum.decisions) * 100 : 100;
  const within = Math.abs(sum.luck) <= sum.band;
  return html`<dl class="figures" data-testid="lifetime-sums">
    <${Sum} label=${say("life.hands")}>${sum.rounds.toLocaleString("en-US")}<//>
    <${Sum} label=${say("stats.decisions")} note=${say("stats.best_share", { share: `${good.toFixed(1)} %` })}>
      ${sum.decisions.toLocaleString("en-US")}<//>
    <${Sum} label=${say("stats.mistakes")} note=${say("life.cost", { number: plain(sum.cost, 3), units, amount: money(shownMoney(sum.costMoney)) })}>
      ${sum.mistakes.toLocaleString("en-US")}<//>
    <${Sum} label=${say("settlement.wagered")}>${money(shownMoney(sum.wagered))}<//>
    <${Sum} label=${say("stats.won_lost")}>${signed(sum.net)}<//>
    <${Sum} label=${say("stats.expected")} note=${say("stats.with_best")}>${signed(sum.expected)}<//>
    <${Sum} label=${say("stats.luck")} note=${say(within ? "life.usual" : "life.unusual", {
      band: money(shownMoney(sum.band)),
    })}><span class=${sum.luck < 0 ? "lose" : "win"}>${signed(sum.luck)}</span><//>
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
  const counted = new Set(rows.map((row) => row.units));
  const units = counted.size === 1 ? [...counted][0] : say("stats.units");
  return html`<section aria-labelledby="lifetime-title" data-testid="lifetime" aria-busy=${!done && !error}>
    <div class="worst-head"><h2 id="lifetime-title">${say("life.title")}</h2>
      ${
        rows.length > 0 &&
        html`<p class="row"><button type="button" data-testid="save-csv" disabled=${!done}
        onClick=${() => save(asCsv(rows), "pitbook-rounds.csv", "text/csv")}>${say("life.csv")}</button>
        <button type="button" data-testid="save-json" disabled=${!done}
          onClick=${() => save(asJson(rows), "pitbook-rounds.json", "application/json")}>${say("life.json")}</button></p>`
      }</div>
    <${Problems} error=${error} onRetry=${retry} />
    <p class="soft small" role="status">${done ? "" : say("life.counting", { count: rows.length })}</p>
    ${
      rows.length > 0 &&
      html`<${Sums} sum=${totals(rows)} units=${units} />
      ${done && html`<div class="panel"><h3>${say("stats.luck_title")}</h3><${Luck} series=${series(rows)} /></div>`}
      <div class="panel"><h3>${say("life.by_book")}</h3><${Table} label=${say("life.by_book")}
        head=${[say("setup.book"), say("life.hands"), say("settlement.net"), say("stats.luck")]}
        rows=${books.map((one) => [one.title, one.rounds, signed(one.net), signed(one.luck)])} /></div>
      ${
        streets.length > 0 &&
        html`<div class="panel"><h3>${say("stats.by_decision_title")}</h3><${Table} label=${say("stats.by_decision_title")}
        head=${[say("stats.decision"), say("stats.made"), say("stats.mistakes"), capital(units)]} rows=${streets.map(
          ([when, one]) => [when, one.decisions, one.mistakes, plain(one.cost, 4)],
        )} /></div>`
      }`
    }
    ${done && rows.length === 0 && html`<p class="panel">${say("life.none")}</p>`}
  </section>`;
}
