// The main game: its edge, how often each decision is best, and what a round comes to.
import { html } from "../core/html.js";
import { actionName, words } from "../core/names.js";
import { Exact, many, percent, plain, share } from "./exact.js";

/** @import { Exact as ExactNumber, MainOdds, NetOdds } from "../types/api.js" */
/** @import { Children } from "../core/html.js" */

/**
 * @typedef {"house_edge" | "element_of_risk" | "average_wager" | "win_frequency" | "push_frequency"
 *   | "lose_frequency"} Figures
 * @type {[Figures, string, string, (decimal: number) => string][]}
 */
const FIGURES = [
  ["house_edge", "House edge", "of the ante", percent],
  ["element_of_risk", "Element of risk", "of all that is wagered", percent],
  ["average_wager", "Average wager", "antes a round", plain],
  ["win_frequency", "Rounds won", "", percent],
  ["push_frequency", "Rounds even", "", percent],
  ["lose_frequency", "Rounds lost", "", percent],
];

/** @param {{ label: string, unit: string, children: Children, testid: string }} props */
function Figure({ label, unit, children, testid }) {
  return html`<div class="figure"><dt>${label}</dt><dd data-testid=${testid}>${children}${
    unit &&
    html` <small>${unit}
    </small>`
  }</dd></div>`;
}

/** @param {{ decisions: Record<string, Record<string, ExactNumber>> }} props */
function Decisions({ decisions }) {
  return html`<div class="streets">${Object.entries(decisions).map(
    ([street, actions]) => html`<table class="grid"
    key=${street}>
    <caption>${words(street)}</caption><tbody>${Object.entries(actions).map(
      ([action, part]) => html`<tr key=${action}>
      <th scope="row">${actionName(action)}</th><td class="number"><${Exact} of=${part}
        as=${(number) => percent(number, 2)} /></td></tr>`,
    )}</tbody></table>`,
  )}</div>`;
}

const HIGH = 180;
const WIDE = 640;

/**
 * What a round comes to, in antes: bars for results that come up, on a scale that ends at the last visible one.
 * @param {{ distribution: NetOdds[] }} props
 */
function Distribution({ distribution }) {
  const visible = distribution.filter((one) => one.probability.decimal >= 0.0005);
  const most = Math.max(...visible.map((one) => one.probability.decimal));
  const wide = WIDE / visible.length;
  return html`<svg class="distribution" viewBox="0 0 ${WIDE} ${HIGH + 34}" role="img"
    aria-label="How often a round ends with each result; the same as a table below">
    ${visible.map(({ net, probability }, place) => {
      const high = Math.max(1, (probability.decimal / most) * (HIGH - 16));
      const x = place * wide;
      return html`<g key=${net.fraction}><rect class=${net.decimal < 0 ? "loss" : net.decimal > 0 ? "gain" : "even"}
        x=${x + wide * 0.1} y=${HIGH - high} width=${wide * 0.8} height=${high} rx="2" />
        <text x=${x + wide / 2} y=${HIGH - high - 4} text-anchor="middle">${(probability.decimal * 100).toFixed(1)}
          </text>
        <text x=${x + wide / 2} y=${HIGH + 15} text-anchor="middle">
          ${plain(net.decimal, Number.isInteger(net.decimal) ? 0 : 1)}</text></g>`;
    })}
    <text class="axis" x=${WIDE / 2} y=${HIGH + 31}
      text-anchor="middle">result of a round in antes; above the bars: percent of all rounds</text>
  </svg>`;
}

/** @param {{ main: MainOdds }} props */
export function MainGame({ main }) {
  return html`<section class="panel" aria-labelledby="main-title">
    <h2 id="main-title">Main game</h2>
    <dl class="figures">${FIGURES.map(
      ([name, label, unit, as]) => html`<${Figure} key=${name}
      label=${label} unit=${unit} testid=${name}><${Exact} of=${main[name]} as=${as} /><//>`,
    )}
      <${Figure} label="Standard deviation" unit="antes a round" testid="standard_deviation">
        ${plain(main.standard_deviation)}<//></dl>
    <h3>How often each decision is best, of all rounds</h3>
    <${Decisions} decisions=${main.decisions} />
    <h3>What a round comes to</h3>
    <div class="scroll" tabindex="0" role="region" aria-label="Results of a round, drawn"><${Distribution}
      distribution=${main.distribution} /></div>
    <details><summary>As a table</summary>
      <div class="scroll" tabindex="0" role="region" aria-label="Results of a round">
      <table class="grid"><thead><tr><th
      scope="col">Net, in antes</th><th scope="col" class="number">Share of rounds</th></tr></thead>
      <tbody>${main.distribution.map(
        (one) => html`<tr key=${one.net.fraction}><td>
        ${plain(one.net.decimal, Number.isInteger(one.net.decimal) ? 0 : 2)}</td><td class="number"><${Exact}
        of=${one.probability} as=${share} /></td></tr>`,
      )}</tbody></table></div></details>
    <p class="soft small">Counted over all ${many(main.deals)} deals, with the best decision in each.</p>
  </section>`;
}
