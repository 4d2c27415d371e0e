// How far one has come: today's goal, days and hands in a row, and the results by book and street.
import { html } from "../core/html.js";
import { words } from "../core/names.js";
import { plain } from "../odds/exact.js";
import { daysInARow, EMPTY, today } from "./memory.js";

/** @import { BookResults, Memory } from "./memory.js" */

const GOALS = [10, 20, 30, 50, 100];

/** @param {{ memory: Memory }} props */
export function Today({ memory }) {
  const now = Date.now();
  const done = today(memory, now);
  const days = daysInARow(memory, now);
  return html`<div class="today" data-testid="drill-today">
    <label class="goal"><span>Today: <b>${done}</b> of ${memory.goal}${done >= memory.goal && " ✓"}</span>
      <progress max=${memory.goal} value=${Math.min(done, memory.goal)}></progress></label>
    <dl class="score" data-testid="drill-score"><div><dt>In a row</dt><dd>${memory.row} <small>best ${memory.best}</small>
      </dd></div><div><dt>Your level</dt><dd>${memory.level}</dd></div><div><dt>Days in a row</dt><dd>${days}</dd></div></dl>
  </div>`;
}

/** @param {{ book: BookResults }} props */
function Streets({ book }) {
  return Object.entries(book.streets).map(
    ([street, one], place) => html`<tr key=${street}>
    <th scope="row">${place === 0 && html`<b>${book.title}</b><br />`}${words(street)}</th>
    <td class="number">${one.answered}</td>
    <td class="number">${Math.round((one.right / one.answered) * 100)} %</td>
    <td class="number">${plain(one.cost / one.answered, 4)}</td></tr>`,
  );
}

/** @param {{ memory: Memory, remember: (memory: Memory) => void }} props */
export function Results({ memory, remember }) {
  const books = Object.entries(memory.results);
  const clear = () => {
    if (confirm("Forget all results, missed hands and days in this browser?")) remember(EMPTY);
  };
  return html`<section class="panel results" aria-labelledby="results-title" data-testid="drill-results">
    <h2 id="results-title">Your results</h2>
    ${
      books.length === 0
        ? html`<p class="soft">Nothing answered yet.</p>`
        : html`<div class="scroll" tabindex="0"
      role="region" aria-label="Results by book and decision"><table class="grid"><thead><tr><th scope="col">Decision</th>
      <th scope="col" class="number">Hands</th><th scope="col" class="number">Right</th><th scope="col"
        class="number" title="Antes lost for each answer">Lost</th></tr></thead>
      <tbody>${books.map(([id, book]) => html`<${Streets} key=${id} book=${book} />`)}</tbody></table></div>
      <p>${
        memory.missed.length === 0
          ? "No missed hand is waiting."
          : `${memory.missed.length === 1 ? "1 missed hand comes" : `${memory.missed.length} missed hands come`} back: after
          ten minutes, then a day, three days and a week.`
      }</p>`
    }
    <p class="row"><label><span>Daily goal</span><select value=${memory.goal} data-testid="drill-goal"
      onChange=${(event) => remember({ ...memory, goal: Number(event.target.value) })}>
      ${GOALS.map((goal) => html`<option value=${goal} selected=${goal === memory.goal}>${goal}</option>`)}</select>
      </label>
      ${books.length > 0 && html`<button type="button" class="plain" onClick=${clear}>Forget my results</button>`}</p>
    <p class="soft small">Kept in this browser alone. The record of this server has what was played at its tables:
      practice is no part of it.</p>
  </section>`;
}
