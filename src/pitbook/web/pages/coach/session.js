// The statistics, of the newest rounds and of all: decisions, mistakes and their cost, luck against expectation, and the
// worst mistakes to play again.
import { html, useState } from "../core/html.js";
import { useLoad } from "../core/load.js";
import { cents, money } from "../core/money.js";
import { actionName, words } from "../core/names.js";
import { Problems } from "../core/problems.js";
import { go, Link } from "../core/router.js";
import { useSession } from "../core/session.js";
import { useStyle } from "../core/style.js";
import { plain, ShowFractions } from "../odds/exact.js";
import { Lifetime } from "../statistics/lifetime.js";
import { Luck } from "./chart.js";
import { Situation, Worth } from "./decision.js";

/** @import { Mistake as Missed, ReportOutput as Found, StreetReport } from "../types/api.js" */
/** @import { Load } from "../core/load.js" */

/** @param {{ label: string, children?: string | number, note?: string, testid?: string }} props */
function Figure({ label, children, note, testid }) {
  return html`<div class="figure"><dt>${label}</dt><dd data-testid=${testid}>${children}${
    note &&
    html`<small>${note}
    </small>`
  }</dd></div>`;
}

/** @param {{ report: Found }} props */
function Figures({ report }) {
  const good = report.decisions ? ((report.decisions - report.mistakes) / report.decisions) * 100 : 100;
  return html`<dl class="figures">
    <${Figure} label="Rounds" testid="session-rounds">${report.rounds}<//>
    <${Figure} label="Decisions" note=${`${good.toFixed(0)} % of them the best one`} testid="session-decisions">
      ${report.decisions}<//>
    <${Figure} label="Mistakes" testid="session-mistakes">${report.mistakes}<//>
    <${Figure} label="They cost" note=${`${plain(report.cost.decimal, 4)} antes`} testid="session-cost">
      ${money(report.cost_money)}<//>
    <${Figure} label="Won or lost">${money(report.net, { sign: true })}<//>
    <${Figure} label="Expected" note="with the best decisions">${money(report.expected, { sign: true })}<//>
    <${Figure} label="Luck" note=${`band ±${money(report.band)}, beyond what your play wins on average`}><span
      class=${cents(report.luck) < 0 ? "lose" : "win"}>${money(report.luck, { sign: true })}</span><//>
  </dl>`;
}

/** @param {{ streets: Record<string, StreetReport> }} props */
function Streets({ streets }) {
  return html`<div class="scroll" tabindex="0" role="region" aria-label="Mistakes by decision">
    <table class="grid"><thead>
    <tr><th scope="col">Decision</th><th scope="col"
    class="number">Made</th><th scope="col" class="number">Mistakes</th><th scope="col" class="number">Antes</th></tr>
    </thead>
    <tbody>${Object.entries(streets).map(
      ([street, one]) => html`<tr key=${street}><th scope="row">${words(street)}</th>
      <td class="number">${one.decisions}</td><td class="number">${one.mistakes}</td><td class="number">
      ${plain(one.cost.decimal, 4)}</td></tr>`,
    )}</tbody></table></div>`;
}

/**
 * A mistake as it was made; "Play it again" turns it into a question first.
 * @param {{ mistake: Missed, place: number }} props
 */
function Mistake({ mistake, place }) {
  const [again, setAgain] = useState(/** @type {string | null} */ (null)); // null: shown as it was; "": asked; else the answer
  const best = again === mistake.best;
  const said =
    again === null
      ? html`You chose <b>${actionName(mistake.action)}</b>; best is <b>
    ${actionName(mistake.best)}</b>. ${mistake.why}`
      : html`<b class=${best ? "win" : "lose"}>${best ? "✓ Right this time." : `✗ ${actionName(again)} is not best.`}
      </b> ${mistake.why}`;
  return html`<li class="mistake panel"><div class="mistake-head"><h3>
    ${place + 1}. ${words(mistake.street)}, round <${Link} to="/round/${mistake.round}">${mistake.round}<//></h3>
      <p class="lose">cost ${money(mistake.cost_money)} <small
        class="soft">(${plain(mistake.cost.decimal, 4)} antes)</small></p></div>
    <${Situation} cards=${mistake.cards} board=${mistake.board} up=${mistake.up} size="small" />
    ${
      again === ""
        ? html`<p>What do you do this time?</p><div class="row choices-row">
      ${Object.keys(mistake.actions).map(
        (action) => html`<button type="button" key=${action}
      onClick=${() => setAgain(action)} data-testid="again-${action}">${actionName(action)}</button>`,
      )}</div>`
        : html`<p role="status">${said}</p><${Worth} actions=${mistake.actions} best=${mistake.best}
        chosen=${again || mistake.action} />
        <p class="again"><button type="button" onClick=${() => setAgain("")}
          data-testid="play-again">Play it again</button></p>`
    }</li>`;
}

/** @param {{ report: Found }} props */
function Report({ report }) {
  const [fractions, setFractions] = useState(false);
  if (!report.rounds) {
    return html`<div class="panel">
      <p>No round of yours has ended here yet. Play some, and this page shows how you did.</p><p><${Link} to="/"
      class="button primary">To the tables<//> <${Link} to="/drill" class="button">Practise decisions<//></p></div>`;
  }
  return html`<${Figures} report=${report} />
    <section class="panel" aria-labelledby="luck-title"><h2 id="luck-title">Luck against expectation</h2><${Luck}
      series=${report.series} />
      <p class="soft" data-testid="session-counted">Luck compares what your wagers won with what the same wagers win on
      average: envy bonuses and what a payout limit takes are left out on both sides, and so are rounds that were void,
      that you left, or whose cards were not known.
      ${!report.complete && ` Counted are your newest rounds, at most ${report.most}.`}</p></section>
    ${
      Object.keys(report.streets || {}).length > 0 &&
      html`<section class="panel" aria-labelledby="streets-title"><h2
      id="streets-title">By decision</h2><${Streets} streets=${report.streets} /></section>`
    }
    <section aria-labelledby="worst-title"><div class="worst-head"><h2
      id="worst-title">The worst mistakes, to play again</h2>
      ${
        report.worst.length > 0 &&
        html`<button type="button" class="plain" aria-pressed=${fractions}
        onClick=${() => setFractions(!fractions)}>Exact fractions</button>`
      }</div>
      ${
        report.worst.length === 0
          ? html`<p class="panel">None: every decision was the best one.</p>`
          : html`<${ShowFractions.Provider} value=${fractions}><ol class="worst">
          ${report.worst.map(
            (mistake, place) => html`<${Mistake}
          key=${`${mistake.round} ${mistake.seat} ${mistake.street}`} mistake=${mistake} place=${place} />`,
          )}</ol><//>`
      }
          </section>`;
}

/**
 * The tables one has sat at, to choose one's session from.
 * @param {{ table: string | null }} props
 */
function Choose({ table }) {
  /** @type {Load<{ tables: { table: string }[] }>} */
  const tables = useLoad("/api/tables");
  const found = tables.data?.tables || [];
  const names = [...new Set([...(table ? [table] : []), ...found.map((one) => one.table)])];
  /** @param {string} name */
  const to = (name) => go(name ? `/session?table=${encodeURIComponent(name)}` : "/session");
  return html`<label><span>Table</span><select value=${table || ""} data-testid="session-table"
    onChange=${(event) => to(event.target.value)}>
    <option value="">all tables</option>${names.map(
      (name) => html`<option value=${name} selected=${name === table}>
      ${name}</option>`,
    )}</select></label>`;
}

/** @param {{ query: Record<string, string> }} props */
export function Page({ query }) {
  const styled = useStyle(import.meta.url, "./coach.css");
  const session = useSession();
  const known = session?.player;
  const path = `/api/session/report${query.table ? `?table=${encodeURIComponent(query.table)}` : ""}`;
  /** @type {Load<Found>} */
  const { data, error, loading, reload } = useLoad(known && query.part !== "lifetime" ? path : null);
  if (!styled || session === null) return html`<p class="loading" aria-busy="true">Loading</p>`;
  const whole = query.part === "lifetime";
  return html`<div class="coach-page"><div class="session-head"><h1>Statistics</h1>${
    known &&
    !whole &&
    html`<${Choose}
    table=${query.table || null} />`
  }</div>
    ${
      known &&
      html`<nav class="parts" aria-label="Statistics"><${Link} to="/session"
      aria-current=${whole ? null : "page"}>Newest rounds<//> <${Link} to="/session?part=lifetime"
      aria-current=${whole ? "page" : null} data-testid="part-lifetime">Lifetime<//></nav>`
    }
    ${
      !known &&
      html`<div class="panel"><p>Nobody plays in this browser yet.</p><p><${Link} to="/"
      class="button primary">To the tables<//></p></div>`
    }
    <${Problems} error=${error} onRetry=${reload} />
    ${known && !whole && loading && !data && html`<p class="loading" aria-busy="true">Counting what every decision was worth</p>`}
    ${known && whole && html`<${Lifetime} />`}
    ${data && !whole && html`<${Report} report=${data} />`}
  </div>`;
}
