// The statistics, of the newest rounds and of all: decisions, mistakes and their cost, luck against expectation, and the
// worst mistakes to play again.
import { html, useState } from "../core/html.js";
import { useLoad } from "../core/load.js";
import { cents, figures, money } from "../core/money.js";
import { actionName } from "../core/names.js";
import { Problems } from "../core/problems.js";
import { go, Link } from "../core/router.js";
import { useSession } from "../core/session.js";
import { useStyle } from "../core/style.js";
import { capital, compose, say } from "../core/words.js";
import { plain, ShowFractions } from "../odds/exact.js";
import { Lifetime } from "../statistics/lifetime.js";
import { Luck } from "./chart.js";
import { Situation, Worth } from "./decision.js";

/** @import { Mistake as Missed, SessionReport as Found, StreetReport } from "../types/api.js" */
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
    <${Figure} label=${say("chart.rounds_title")} testid="session-rounds">${report.rounds}<//>
    <${Figure} label=${say("stats.decisions")} note=${say("stats.best_share", { share: `${good.toFixed(0)} %` })} testid="session-decisions">
      ${report.decisions}<//>
    <${Figure} label=${say("stats.mistakes")} testid="session-mistakes">${report.mistakes}<//>
    <${Figure} label=${say("stats.they_cost")} note=${say("decision.units", { number: plain(report.cost.decimal, 4), units: report.units ?? say("stats.units") })} testid="session-cost">
      ${money(report.cost_money)}<//>
    <${Figure} label=${say("stats.won_lost")}>${money(report.net, { sign: true })}<//>
    <${Figure} label=${say("stats.expected")} note=${say("stats.with_best")}>${money(report.expected, { sign: true })}<//>
    <${Figure} label=${say("stats.luck")} note=${say("stats.luck_note", { band: money(report.band) })}><span
      class=${cents(report.luck) < 0 ? "lose" : "win"}>${money(report.luck, { sign: true })}</span><//>
  </dl>`;
}

/** @param {{ streets: StreetReport[], units: string | null }} props */
function Streets({ streets, units }) {
  return html`<div class="scroll" tabindex="0" role="region" aria-label=${say("stats.by_decision")}>
    <table class="grid"><thead>
    <tr><th scope="col">${say("stats.decision")}</th><th scope="col" class="number">${say("stats.made")}</th>
    <th scope="col" class="number">${say("stats.mistakes")}</th><th scope="col" class="number">${capital(units ?? say("stats.units"))}</th></tr>
    </thead>
    <tbody>${streets.map(
      (one) => html`<tr key=${one.when}><th scope="row">${one.when}</th>
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
      ? html`${compose("stats.you_chose", {
          chosen: html`<b>${actionName(mistake.action)}</b>`,
          best: html`<b>${actionName(mistake.best)}</b>`,
        })} ${figures(mistake.why)}`
      : html`<b class=${best ? "win" : "lose"}>${
          best ? say("stats.right_now") : say("stats.not_best", { action: actionName(again) })
        }</b> ${figures(mistake.why)}`;
  return html`<li class="mistake panel"><div class="mistake-head"><h3>
    ${compose("stats.mistake_in", {
      place: place + 1,
      street: mistake.when,
      round: html`<${Link} to="/round/${mistake.round}">${mistake.round}<//>`,
    })}</h3>
      <p class="lose">${say("stats.cost", { amount: money(mistake.cost_money) })} <small
        class="soft">(${say("decision.units", { number: plain(mistake.cost.decimal, 4), units: mistake.units })})</small></p></div>
    <${Situation} cards=${mistake.cards} board=${mistake.board} up=${mistake.up} size="small" />
    ${
      again === ""
        ? html`<p>${say("stats.this_time")}</p><div class="row choices-row">
      ${Object.keys(mistake.actions).map(
        (action) => html`<button type="button" key=${action}
      onClick=${() => setAgain(action)} data-testid="again-${action}">${actionName(action)}</button>`,
      )}</div>`
        : html`<p role="status">${said}</p><${Worth} actions=${mistake.actions} units=${mistake.units} best=${mistake.best}
        chosen=${again || mistake.action} />
        <p class="again"><button type="button" onClick=${() => setAgain("")}
          data-testid="play-again">${say("stats.again")}</button></p>`
    }</li>`;
}

/** @param {{ report: Found }} props */
function Report({ report }) {
  const [fractions, setFractions] = useState(false);
  if (!report.rounds) {
    return html`<div class="panel">
      <p>${say("stats.none_yet")}</p><p><${Link} to="/"
      class="button primary">${say("shell.to_tables")}<//> <${Link} to="/drill" class="button">${say("stats.practise")}<//></p></div>`;
  }
  return html`<${Figures} report=${report} />
    <section class="panel" aria-labelledby="luck-title"><h2 id="luck-title">${say("stats.luck_title")}</h2><${Luck}
      series=${report.series} />
      <p class="soft" data-testid="session-counted">${say("stats.luck_about")}
      ${!report.complete && ` ${say("stats.newest_only", { most: report.most })}`}</p></section>
    ${
      report.streets?.length > 0 &&
      html`<section class="panel" aria-labelledby="streets-title"><h2
      id="streets-title">${say("stats.by_decision_title")}</h2><${Streets} streets=${report.streets} units=${report.units} /></section>`
    }
    <section aria-labelledby="worst-title"><div class="worst-head"><h2
      id="worst-title">${say("stats.worst")}</h2>
      ${
        report.worst.length > 0 &&
        html`<button type="button" class="plain" aria-pressed=${fractions}
        onClick=${() => setFractions(!fractions)}>${say("odds.fractions")}</button>`
      }</div>
      ${
        report.worst.length === 0
          ? html`<p class="panel">${say("stats.no_mistakes")}</p>`
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
  return html`<label><span>${say("page.table")}</span><select value=${table || ""} data-testid="session-table"
    onChange=${(event) => to(event.target.value)}>
    <option value="">${say("stats.all_tables")}</option>${names.map(
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
  if (!styled || session === null) return html`<p class="loading" aria-busy="true">${say("shell.loading")}</p>`;
  const whole = query.part === "lifetime";
  return html`<div class="coach-page"><div class="session-head"><h1>${say("page.statistics")}</h1>${
    known &&
    !whole &&
    html`<${Choose}
    table=${query.table || null} />`
  }</div>
    ${
      known &&
      html`<nav class="parts" aria-label=${say("page.statistics")}><${Link} to="/session"
      aria-current=${whole ? null : "page"}>${say("stats.newest")}<//> <${Link} to="/session?part=lifetime"
      aria-current=${whole ? "page" : null} data-testid="part-lifetime">${say("stats.lifetime")}<//></nav>`
    }
    ${
      !known &&
      html`<div class="panel"><p>${say("stats.nobody")}</p><p><${Link} to="/"
      class="button primary">${say("shell.to_tables")}<//></p></div>`
    }
    <${Problems} error=${error} onRetry=${reload} />
    ${known && !whole && loading && !data && html`<p class="loading" aria-busy="true">${say("stats.counting")}</p>`}
    ${known && whole && html`<${Lifetime} />`}
    ${data && !whole && html`<${Report} report=${data} />`}
  </div>`;
}
