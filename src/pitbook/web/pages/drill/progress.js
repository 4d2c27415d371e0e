// How far one has come: today's goal, days and hands in a row, and the results by book and street.
import { html } from "../core/html.js";
import { compose, say } from "../core/words.js";
import { plain } from "../odds/exact.js";
import { daysInARow, today } from "./memory.js";

/** @import { BookResults, Memory } from "./memory.js" */

const GOALS = [10, 20, 30, 50, 100];

/** @param {{ memory: Memory }} props */
export function Today({ memory }) {
  const now = Date.now();
  const done = today(memory, now);
  const days = daysInARow(memory, now);
  return html`<div class="today" data-testid="drill-today">
    <label class="goal"><span>${compose("drill.today", { done: html`<b>${done}</b>`, goal: memory.goal })}${done >= memory.goal && " ✓"}</span>
      <progress max=${memory.goal} value=${Math.min(done, memory.goal)}></progress></label>
    <dl class="score" data-testid="drill-score"><div><dt>${say("drill.in_row")}</dt><dd>${memory.row} <small>${say("drill.best_row", { best: memory.best })}</small>
      </dd></div><div><dt>${say("drill.your_level")}</dt><dd>${memory.level}</dd></div><div><dt>${say("drill.days")}</dt><dd>${days}</dd></div></dl>
  </div>`;
}

/** @param {{ book: BookResults }} props */
function Streets({ book }) {
  return Object.entries(book.streets).map(
    ([street, one], place) => html`<tr key=${street}>
    <th scope="row">${place === 0 && html`<b>${book.title}</b><br />`}${one.when}</th>
    <td class="number">${one.answered}</td>
    <td class="number">${Math.round((one.right / one.answered) * 100)} %</td>
    <td class="number">${plain(one.cost / one.answered, 4)}</td></tr>`,
  );
}

/**
 * @param {object} props
 * @param {Memory} props.memory
 * @param {boolean} props.recorded
 * @param {(goal: number) => void} props.onGoal
 * @param {(() => void) | null} props.onClear what is in the record stays there
 */
export function Results({ memory, recorded, onGoal, onClear }) {
  const books = Object.entries(memory.results);
  const clear = () => {
    if (confirm(say("drill.forget_all"))) onClear?.();
  };
  return html`<section class="panel results" aria-labelledby="results-title" data-testid="drill-results">
    <h2 id="results-title">${say("drill.results")}</h2>
    ${
      books.length === 0
        ? html`<p class="soft">${say("drill.nothing")}</p>`
        : html`<div class="scroll" tabindex="0"
      role="region" aria-label=${say("drill.results_by")}><table class="grid"><thead><tr><th scope="col">${say("stats.decision")}</th>
      <th scope="col" class="number">${say("life.hands")}</th><th scope="col" class="number">${say("drill.right_column")}</th>
      <th scope="col" class="number" title=${say("drill.lost_title")}>${say("drill.lost_column")}</th></tr></thead>
      <tbody>${books.map(([id, book]) => html`<${Streets} key=${id} book=${book} />`)}</tbody></table></div>
      <p>${
        memory.missed.length === 0 ? say("drill.none_waiting") : say("drill.come_back", { count: memory.missed.length })
      }</p>`
    }
    <p class="row"><label><span>${say("drill.goal")}</span><select value=${memory.goal} data-testid="drill-goal"
      onChange=${(event) => onGoal(Number(event.target.value))}>
      ${GOALS.map((goal) => html`<option value=${goal} selected=${goal === memory.goal}>${goal}</option>`)}</select>
      </label>
      ${onClear && books.length > 0 && html`<button type="button" class="plain" onClick=${clear}>${say("drill.forget")}</button>`}</p>
    <p class="soft small">${say(recorded ? "drill.recorded" : "drill.kept")}</p>
  </section>`;
}
