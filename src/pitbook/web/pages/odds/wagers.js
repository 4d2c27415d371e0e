// Each side wager: its edge, and its paytable with the exact probability of every line.
import { html } from "../core/html.js";
import { money, priced } from "../core/money.js";
import { words } from "../core/names.js";
import { say } from "../core/words.js";
import { Exact, many, percent, plain, share } from "./exact.js";

/** @import { ProgressiveOdds, SideOdds } from "../types/api.js" */

/** @param {number} number */
const dollars = (number) => money(Math.round(number * 100));

/** @param {{ progressive: ProgressiveOdds }} props */
function Progressive({ progressive }) {
  const meters = Object.entries(progressive.meters);
  /** @param {string} name */
  const even = (name) => progressive.break_even[name];
  return html`<table class="grid small"><tbody>
    ${meters.map(
      ([
        name,
        shows,
      ]) => html`<tr key=${name}><th scope="row">${say("odds.shows", { meter: words(name) })}</th><td class="number">
      <${Exact} of=${shows} as=${dollars} /></td></tr>
      ${
        even(name) &&
        html`<tr><th scope="row">${say("odds.fair_at")}</th><td class="number"><${Exact} of=${even(name)}
        as=${dollars} /></td></tr>`
      }`,
    )}
    <tr><th scope="row">${say("odds.edge_reset")}</th><td class="number"><${Exact} of=${progressive.reset_house_edge} /></td>
      </tr>
    <tr><th scope="row">${say("odds.edge_long")}</th><td class="number"><${Exact}
      of=${progressive.long_run_house_edge} /></td></tr>
    <tr><th scope="row">${say("odds.envy")}</th><td
      class="number"><${Exact} of=${progressive.envy_per_other_player} /></td></tr>
  </tbody></table>`;
}

/** @param {{ name: string, label: string, wager: SideOdds }} props */
export function Wager({ name, label, wager }) {
  return html`<section class="panel wager" aria-labelledby="wager-${name}" data-testid="odds-${name}">
    <h2 id="wager-${name}">${label} <small class="soft">${say("odds.paytable", { table: wager.paytable })}</small></h2>
    <dl class="figures">
      <div class="figure"><dt>${say("odds.edge")}</dt><dd data-testid="edge-${name}"><${Exact} of=${wager.house_edge} /></dd>
        </div>
      <div class="figure"><dt>${say("odds.hit")}</dt><dd><${Exact} of=${wager.hit_frequency} /></dd></div>
      <div class="figure"><dt>${say("odds.deviation")}</dt><dd>${plain(wager.standard_deviation)} <small>${say("odds.in_wagers")}</small></dd>
        </div>
    </dl>
    <div class="scroll" tabindex="0" role="region" aria-label=${say("odds.paytable_of", { wager: label })}><table class="grid small">
      <thead><tr><th scope="col">${say("odds.hand")}</th><th scope="col">${say("table.pays")}</th>
      <th scope="col" class="number">${say("odds.once_in")}</th><th scope="col" class="number wide">${say("odds.probability")}</th>
      <th scope="col" class="number">${say("odds.return")}</th></tr></thead>
      <tbody>${wager.outcomes.map(
        (one) => html`<tr key=${one.hand}><td>${words(one.hand)}${
          one.pays !== "loses" && wager.cards && `, ${wager.cards}`
        }</td><td class="pays">
        ${priced(one.pays)}</td>
        <td class="number"><${Exact} of=${one.one_in} as=${many} /></td><td class="number wide"><${Exact}
          of=${one.probability} as=${share} /></td>
        <td class="number"><${Exact} of=${one.return} as=${(number) => percent(number, 3)} /></td></tr>`,
      )}</tbody>
          </table></div>
    ${wager.progressive && html`<${Progressive} progressive=${wager.progressive} />`}
    <p class="soft small">${say("odds.combinations", { count: many(wager.combinations) })}</p>
  </section>`;
}
