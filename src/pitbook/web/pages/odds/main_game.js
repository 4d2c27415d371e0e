// The main game: its edge, how often each decision is best, and what a round comes to.
import { html, useContext } from "../core/html.js";
import { actionName } from "../core/names.js";
import { say } from "../core/words.js";
import { Exact, many, percent, plain, ShowFractions, share } from "./exact.js";

/** @import { Exact as ExactNumber, NetOdds, Odds } from "../types/api.js" */
/** @import { Children } from "../core/html.js" */
/** @import { Key } from "../core/words.js" */

/**
 * @typedef {"house_edge" | "element_of_risk" | "average_wager" | "win_frequency" | "push_frequency"
 *   | "lose_frequency"} Figures
 * @type {[Figures, Key, Key | null, (decimal: number) => string][]}
 */
const FIGURES = [
  ["house_edge", "odds.edge", "odds.of_unit", percent],
  ["element_of_risk", "odds.risk", "odds.of_wagered", percent],
  ["average_wager", "odds.average", "odds.units_round", plain],
  ["win_frequency", "odds.won", null, percent],
  ["push_frequency", "odds.even", null, percent],
  ["lose_frequency", "odds.lost", null, percent],
];

/**
 * What stands in for a figure if of equal actions the one that wagers most is taken.
 * @type {Partial<Record<Figures, "least_element_of_risk" | "most_average_wager">>}
 */
const IF_MOST = { element_of_risk: "least_element_of_risk", average_wager: "most_average_wager" };

/** @param {{ label: string, unit: string | null, children: Children, more?: Children, testid: string }} props */
function Figure({ label, unit, children, more, testid }) {
  return html`<div class="figure"><dt>${label}</dt><dd data-testid=${testid}>${children}${
    unit &&
    html` <small>${unit}
    </small>`
  }${more}</dd></div>`;
}

/**
 * The other figure, where it is another one as it is written.
 * @param {{ of: ExactNumber | null | undefined, least: ExactNumber, as: (decimal: number) => string }} props
 */
function IfMost({ of, least, as }) {
  const fractions = useContext(ShowFractions);
  if (!of || (!fractions && as(of.decimal) === as(least.decimal))) return null;
  return html`<small data-testid="if-most"><${Exact} of=${of} as=${as} /> ${say("odds.if_most")}</small>`;
}

/** @param {{ decisions: Record<string, Record<string, ExactNumber>>, streets: Record<string, string> }} props */
function Decisions({ decisions, streets }) {
  return html`<div class="streets">${Object.entries(decisions).map(
    ([street, actions]) => html`<table class="grid"
    key=${street}>
    <caption>${streets[street]}</caption><tbody>${Object.entries(actions).map(
      ([action, part]) => html`<tr key=${action}>
      <th scope="row">${actionName(action)}</th><td class="number"><${Exact} of=${part}
        as=${(number) => percent(number, 2)} /></td></tr>`,
    )}</tbody></table>`,
  )}</div>`;
}

const HIGH = 180;
const WIDE = 640;

/**
 * What a round comes to, in units: bars for results that come up, on a scale that ends at the last visible one.
 * @param {{ distribution: NetOdds[] }} props
 */
function Distribution({ distribution }) {
  const visible = distribution.filter((one) => one.probability.decimal >= 0.0005);
  const most = Math.max(...visible.map((one) => one.probability.decimal));
  const wide = WIDE / visible.length;
  return html`<svg class="distribution" viewBox="0 0 ${WIDE} ${HIGH + 20}" role="img"
    aria-label=${say("odds.drawn")}>
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
  </svg>`;
}

/** @param {{ result: Odds }} props */
export function MainGame({ result }) {
  const { main, unit, units } = result;
  return html`<section class="panel" aria-labelledby="main-title">
    <h2 id="main-title">${say("odds.main")}</h2>
    <dl class="figures">${FIGURES.map(
      ([name, label, of, as]) => html`<${Figure} key=${name}
      label=${say(label)} unit=${of && say(of, { unit, units })} testid=${name} more=${html`<${IfMost}
        of=${IF_MOST[name] && main[IF_MOST[name]]} least=${main[name]} as=${as} />`}><${Exact} of=${main[name]} as=${as} /><//>`,
    )}
      <${Figure} label=${say("odds.deviation")} unit=${say("odds.units_round", { units })} testid="standard_deviation">
        ${plain(main.standard_deviation)}<//></dl>
    <h3>${say("odds.decisions")}</h3>
    <${Decisions} decisions=${main.decisions} streets=${result.streets} />
    <h3>${say("odds.comes_to")}</h3>
    <div class="scroll" tabindex="0" role="region" aria-label=${say("odds.results_drawn")}><${Distribution}
      distribution=${main.distribution} /></div>
    <p class="soft small">${say("odds.axis", { units })}</p>
    <details><summary>${say("chart.as_table")}</summary>
      <div class="scroll" tabindex="0" role="region" aria-label=${say("odds.results")}>
      <table class="grid"><thead><tr><th scope="col">${say("odds.net", { units })}</th>
      <th scope="col" class="number">${say("odds.share")}</th></tr></thead>
      <tbody>${main.distribution.map(
        (one) => html`<tr key=${one.net.fraction}><td>
        ${plain(one.net.decimal, Number.isInteger(one.net.decimal) ? 0 : 2)}</td><td class="number"><${Exact}
        of=${one.probability} as=${share} /></td></tr>`,
      )}</tbody></table></div></details>
    <p class="soft small">${say("odds.counted", { deals: many(main.deals) })}</p>
  </section>`;
}
