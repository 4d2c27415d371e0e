// The drill: one hard decision after the other, answered by button or key, with the exact values and a score.
import { html, useEffect, useRef, useState } from "../core/html.js";
import { announce } from "../core/announce.js";
import { get, post } from "../core/api.js";
import { cardNames } from "../core/card.js";
import { Key, useKeys } from "../core/keys.js";
import { useLoad } from "../core/load.js";
import { words } from "../core/names.js";
import { Problems } from "../core/problems.js";
import { go } from "../core/router.js";
import { useStyle } from "../core/style.js";
import { ShowFractions, plain } from "../odds/exact.js";
import { Outlook } from "./outlook.js";
import { DrillWhatIf } from "./what_if.js";
import { Situation, Worth, actionName } from "./decision.js";

const none = { answered: 0, right: 0, cost: 0, streak: 0 };

function useDrill(target, street) {
  const [asked, setAsked] = useState({ drill: null, answer: null, error: null, busy: true });
  const [score, setScore] = useState(none);
  const query = new URLSearchParams({ target, ...(street ? { street } : {}) });
  const turn = useRef(0); // only the newest question that was asked for is shown
  const next = () => {
    turn.current += 1;
    const mine = turn.current;
    setAsked((before) => ({ ...before, error: null, busy: true }));
    get(`/api/drill?${query}`).then(
      (drill) => {
        if (mine !== turn.current) return;
        setAsked({ drill, answer: null, error: null, busy: false });
        announce(`A new decision: ${words(drill.street)}. ${cardNames(drill.cards)}.`);
      },
      (error) => setAsked((before) => ({ ...before, error, busy: false })),
    );
  };
  useEffect(() => next(), [target, street]);
  const choose = (action) => {
    if (!asked.drill || asked.answer || asked.busy) return;
    setAsked((before) => ({ ...before, busy: true, error: null }));
    post("/api/drill", { id: asked.drill.id, action }).then(
      (answer) => {
        const right = answer.correct;
        setAsked((before) => ({ ...before, answer, busy: false }));
        setScore((before) => ({
          answered: before.answered + 1,
          right: before.right + (right ? 1 : 0),
          cost: before.cost + answer.cost.decimal,
          streak: right ? before.streak + 1 : 0,
        }));
        announce(`${right ? "Right." : "Not the best."} ${answer.why}`);
      },
      (error) => setAsked((before) => ({ ...before, error, busy: false })),
    );
  };
  return { ...asked, score, next, choose };
}

function Score({ score }) {
  return html`<dl class="score" data-testid="drill-score" aria-label="Score"><div><dt>Right</dt><dd>
    ${score.right} of ${score.answered}</dd></div>
    <div><dt>In a row</dt><dd>${score.streak}</dd></div><div><dt>Cost</dt><dd>
      ${plain(score.cost, 3)} <small>antes</small></dd></div></dl>`;
}

function Answer({ answer, onNext }) {
  const right = answer.correct;
  return html`<div class=${`answer ${right ? "right" : "wrong"}`} data-testid="drill-answer">
    <h2>${right ? "✓ Right" : `✗ ${actionName(answer.action)} costs ${plain(answer.cost.decimal, 4)} antes`}</h2>
    <p>${answer.why}</p><${Outlook} outlook=${answer.outlook} open=${!right} /><${Worth} actions=${answer.actions} best=${answer.best} chosen=${answer.action} />
    <${DrillWhatIf} answer=${answer} />
    <button type="button" class="primary" onClick=${onNext} data-testid="drill-next">Next <${Key} of="n" /></button>
      </div>`;
}

function Filters({ books, target, street, streets }) {
  const to = (book, one) => go(`/drill?${new URLSearchParams({ target: book, ...(one ? { street: one } : {}) })}`);
  return html`<div class="row filters"><label><span>Game</span><select value=${target} data-testid="drill-target"
    onChange=${(event) => to(event.target.value, null)}>
      ${books.map((book) => html`<option value=${book.id} selected=${book.id === target}>${book.title}</option>`)}
        </select></label>
    ${streets.length > 1 && html`<label><span>Decision</span><select value=${street || ""} data-testid="drill-street"
      onChange=${(event) => to(target, event.target.value)}>
      <option value="">any</option>${streets.map((one) => html`<option value=${one} selected=${one === street}>
        ${words(one)}</option>`)}</select></label>`}</div>`;
}

function Drill({ books, query }) {
  const target = query.target || books[0].id;
  const book = books.find((one) => one.id === target) || books[0];
  const streets = book.streets.map((one) => one.name);
  const { drill, answer, error, busy, score, next, choose } = useDrill(target, query.street || null);
  const [fractions, setFractions] = useState(false);
  const choices = drill ? drill.choices : [];
  useKeys([
    ...choices.map(({ action, label }, place) => (
      { key: String(place + 1), says: label, run: () => choose(action), off: answer !== null }
    )),
    { key: "n", says: "Next decision", run: next, off: answer === null },
    { key: "x", says: "Show or hide exact fractions", run: () => setFractions((on) => !on) },
  ]);
  return html`<div class="coach-page drill-page"><div class="drill-head"><h1>Drill</h1><${Score} score=${score} /></div>
    <p class="soft">Only hard decisions: the best action is better than the next, but by little.</p>
    <${Filters} books=${books} target=${target} street=${query.street || null} streets=${streets} />
    <${Problems} error=${error} onRetry=${next} />
    ${drill ? html`<section class="panel drill" aria-labelledby="drill-title" aria-busy=${busy}>
      <h2 id="drill-title">${streets.length > 1 ? `${words(drill.street)}: what do you do?` : "What do you do?"}</h2>
      <div class="drill-felt"><${Situation} cards=${drill.cards} board=${drill.board} up=${drill.up} size="large" />
        </div>
      ${answer ? html`<${ShowFractions.Provider} value=${fractions}><${Answer} answer=${answer} onNext=${next} /><//>`
        : html`<div class="row choices-row">${choices.map(({ action, label }, place) => html`<button type="button"
          key=${action} disabled=${busy} onClick=${() => choose(action)} data-testid="action-${action}">${label} <${Key}
          of=${String(place + 1)} /></button>`)}</div>`}
    </section>` : !error && html`<p class="loading" aria-busy="true">Looking for a hard one</p>`}
  </div>`;
}

export function Page({ query }) {
  const styled = useStyle(import.meta.url, "./coach.css");
  const books = useLoad("/api/books");
  if (books.error) return html`<${Problems} error=${books.error} onRetry=${books.reload} />`;
  const found = books.data;
  if (!styled || !found) return html`<p class="loading" aria-busy="true">Loading</p>`;
  return html`<${Drill} books=${found} query=${query} />`;
}
