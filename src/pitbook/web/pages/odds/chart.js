// The best decisions as a drawn grid. A word stands in every cell, so that colour only repeats it; the cell that is
// chosen, by mouse or by the arrow keys, has its exact values written below.
import { html, useRef, useState } from "../core/html.js";
import { actionName, takesBack, timesOf, words } from "../core/names.js";
import { say } from "../core/words.js";
import { Exact, plain } from "./exact.js";

/** @import { Exact as ExactNumber, HandsByUpCard, Odds, StartingHand, StartingHands } from "../types/api.js" */

/** @typedef {Record<string, number>} Deals by the action that is best in them */
/**
 * @template Cell
 * @typedef {{ name: string, cells: Cell[] }} Row
 */

/** "raise_3" -> "3x"; to check, to fold or to withdraw is a word. @param {string} action */
const short = (action) => timesOf(action) || actionName(action).toLowerCase().split(" ")[0];

/**
 * Level 0 is to wait, to fold or to take a wager back, the highest the greatest wager; "mixed" depends on the other cards.
 * @param {string[]} actions @param {string} action
 */
export function level(actions, action) {
  const place = [...actions].sort((one, other) => Number(takesBack(other)) - Number(takesBack(one))).indexOf(action);
  return place === 0 ? 0 : 4 - actions.length + place;
}

/** @param {{ actions: string[], mixed?: boolean }} props */
function Legend({ actions, mixed }) {
  return html`<ul class="legend" aria-label=${say("grid.legend")}>
    ${actions.map(
      (action) => html`<li key=${action}><span class="swatch level-${level(actions, action)}">
      ${short(action)}</span> ${actionName(action)}</li>`,
    )}
    ${mixed && html`<li><span class="swatch mixed">%</span> ${say("grid.mixed")}</li>`}
  </ul>`;
}

/** @type {Record<string, [number, number]>} */
const STEPS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

/**
 * A table whose cells are reached with the arrow keys; one of them at a time is in the order of the Tab key.
 * @template Cell
 * @param {object} props
 * @param {string} props.caption
 * @param {string} props.kind
 * @param {string[]} props.columns
 * @param {Row<Cell>[]} props.rows
 * @param {(row: Row<Cell>, column: number, cell: Cell) => string} props.label
 * @param {(cell: Cell) => { class: string, above: string, below: string }} props.draw
 * @param {(place: [number, number]) => void} props.onChoose
 * @param {[number, number]} props.chosen
 */
function Grid({ caption, kind, columns, rows, label, draw, onChoose, chosen }) {
  const table = useRef(/** @type {HTMLTableElement | null} */ (null));
  /** @param {KeyboardEvent} event @param {number} row @param {number} column */
  const move = (event, row, column) => {
    const step = STEPS[event.key];
    if (!step) return;
    event.preventDefault();
    /** @param {number} place @param {number} number */
    const within = (place, number) => Math.max(0, Math.min(number - 1, place));
    /** @type {[number, number]} */
    const to = [within(row + step[0], rows.length), within(column + step[1], columns.length)];
    onChoose(to);
    /** @type {HTMLElement | null | undefined} */ (
      table.current?.querySelector(`[data-cell="${to.join(" ")}"]`)
    )?.focus();
  };
  return html`<table class=${`chart ${kind}`} ref=${table}><caption class="unseen">${caption}</caption>
    <thead><tr><td></td>${columns.map((name) => html`<th scope="col">${name}</th>`)}</tr></thead>
    <tbody>${rows.map(
      (row, y) => html`<tr key=${y}><th scope="row">${row.name}</th>
      ${row.cells.map((cell, x) => {
        const drawn = draw(cell);
        const here = chosen[0] === y && chosen[1] === x;
        return html`<td key=${x} class=${`${drawn.class} ${here ? "chosen" : ""}`}><button type="button"
          tabindex=${here ? 0 : -1} data-cell="${y} ${x}"
          aria-label=${label(row, x, cell)} aria-pressed=${here} onClick=${() => onChoose([y, x])}
            onKeyDown=${(event) => move(event, y, x)}>
          ${drawn.above && html`<b>${drawn.above}</b>`}<span>${drawn.below}</span></button></td>`;
      })}</tr>`,
    )}</tbody></table>`;
}

/** @param {{ chart: StartingHands, units: string, place: number }} props */
function PreFlop({ chart, units, place }) {
  const [chosen, setChosen] = useState([0, 0]);
  const rows = chart.rows.map((cells, row) => ({ name: chart.ranks[row], cells }));
  const cell = chart.rows[chosen[0]][chosen[1]];
  /** @param {string} action */
  const count = (action) => chart.rows.flat().filter((one) => one.action === action).length;
  /** @param {string} action */
  const shade = (action) => `level-${level(chart.actions, action)}`;
  /** @param {StartingHand} one */
  const draw = ({ hand, action }) => ({ class: shade(action), above: hand, below: short(action) });
  return html`<section class="panel" aria-labelledby=${`chart-${place}`} data-testid="chart">
    <h2 id=${`chart-${place}`}>${say("grid.best", { when: chart.when })}</h2>
    <p class="soft small">${say("grid.suited")}${" "}
      ${chart.actions.map((action) => say("grid.with", { action: actionName(action), number: count(action) })).join(", ")}.</p>
    <div class="charted"><div class="scroll"><${Grid} kind="starting"
      caption=${say("grid.starting")} columns=${chart.ranks} rows=${rows} draw=${draw}
      label=${(_row, _x, one) => `${one.hand}: ${actionName(one.action)}`} chosen=${chosen} onChoose=${setChosen} /></div>
    <div><${Legend} actions=${chart.actions} /><${Values} title=${cell.hand} best=${cell.action}
      values=${cell.values} units=${units} /></div></div>
  </section>`;
}

/**
 * What each action is worth.
 * @param {{ title: string, best: string, values: Record<string, ExactNumber>, units: string }} props
 */
export function Values({ title, best, values, units }) {
  return html`<div class="worths" aria-live="polite"><h3>${title}</h3><table class="grid"><tbody>
    ${Object.entries(values).map(
      ([action, value]) => html`<tr class=${action === best ? "best" : ""} key=${action}>
      <th scope="row">${actionName(action)} ${action === best && html`<span class="badge">${say("coach.best")}</span>`}</th>
      <td class="number"><${Exact} of=${value} as=${(number) => plain(number, 6)} /></td></tr>`,
    )}
  </tbody></table><p class="soft small">${say("grid.in_units", { units })}</p></div>`;
}

/** Of how many deals each action is best, and which one is most often. @param {Deals} cell */
function sharesOf(cell) {
  const total = Object.values(cell).reduce((sum, count) => sum + count, 0);
  const [most] = Object.entries(cell).sort((one, other) => other[1] - one[1])[0] || [null];
  return { total, most, pure: Object.keys(cell).length === 1 };
}

/**
 * Never rounded to all or nothing.
 * @param {number} count
 * @param {number} total
 */
function share(count, total) {
  const percent = Math.round((count / total) * 100);
  return `${count === total ? 100 : Math.min(99, Math.max(1, percent))} %`;
}

/** @param {{ chart: HandsByUpCard, place: number }} props */
function UpCards({ chart, place }) {
  const across = chart.ranks.length > 0;
  const [chosen, setChosen] = useState([0, 0]);
  const rows = chart.rows.map((row) => ({ name: row.hand, cells: row.cells }));
  const row = rows[chosen[0]];
  const cell = row.cells[chosen[1]];
  /** @param {Deals} one */
  const draw = (one) => {
    const { total, most, pure } = sharesOf(one);
    if (!most) return { class: "none", above: "", below: "" };
    return pure
      ? { class: `level-${level(chart.actions, most)}`, above: "", below: short(most) }
      : { class: "mixed", above: short(most), below: share(one[most], total) };
  };
  /** @param {Row<Deals>} line @param {number} x @param {Deals} one */
  const label = (line, x, one) => {
    const { most, pure } = sharesOf(one);
    const action = most ? actionName(most) : say("grid.impossible");
    if (!across) return say(pure ? "grid.hand_action" : "grid.hand_often", { hand: line.name, action });
    return say(most && !pure ? "grid.against_often" : "grid.against_action", {
      hand: line.name,
      rank: chart.ranks[x],
      action,
    });
  };
  return html`<section class="panel" aria-labelledby=${`chart-${place}`} data-testid="chart">
    <h2 id=${`chart-${place}`}>${say("grid.best", { when: chart.when })}</h2>
    <p class="soft small">${say(across ? "grid.across" : "grid.down")}</p>
    <div class="charted"><div class="scroll"><${Grid} kind=${across ? "against" : "by-hand"}
      caption=${say(across ? "grid.by_up_card" : "grid.by_hand")} columns=${chart.ranks} rows=${rows}
      draw=${draw} label=${label} chosen=${chosen} onChoose=${setChosen} /></div>
    <div><${Legend} actions=${chart.actions} mixed />
      <div class="worths" aria-live="polite"><h3>${across ? say("grid.against", { hand: words(row.name), rank: chart.ranks[chosen[1]] }) : words(row.name)}</h3><table
        class="grid"><tbody>
        ${Object.entries(cell).map(
          ([action, count]) => html`<tr key=${action}><th scope="row">${actionName(action)}</th>
          <td class="number">${share(count, sharesOf(cell).total)}<br /><small class="soft">
            ${say("grid.deals", { deals: count.toLocaleString("en-US") })}</small></td></tr>`,
        )}
      </tbody></table></div></div></div>
  </section>`;
}

/** @param {{ chart: Odds["charts"][number], units: string, place: number }} props */
export function Chart({ chart, units, place }) {
  return chart.kind === "pre_flop"
    ? html`<${PreFlop} chart=${chart} units=${units} place=${place} />`
    : html`<${UpCards} chart=${chart} place=${place} />`;
}
