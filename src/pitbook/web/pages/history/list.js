// The past rounds of a table, newest first, so many at a time.
import { html, useLayoutEffect, useRef, useState } from "../core/html.js";
import { announce } from "../core/announce.js";
import { get } from "../core/api.js";
import { useLoad } from "../core/load.js";
import { cents, money } from "../core/money.js";
import { words } from "../core/names.js";
import { Problems } from "../core/problems.js";
import { Link } from "../core/router.js";
import { moment } from "./proof.js";
/** @import { ListedRound, Rounds } from "../types/api.js" */
/** @import { Load } from "../core/load.js" */

const PAGE = 50;

/** @param {{ net: string | null }} props */
function Net({ net }) {
  if (net === null) return html`<span class="soft">not in it</span>`;
  const tone = cents(net) > 0 ? "win" : cents(net) < 0 ? "lose" : "";
  return html`<span class=${tone}>${money(net, { sign: true })}</span>`;
}

/** @param {{ table: string }} props */
export function List({ table }) {
  const path = `/api/tables/${encodeURIComponent(table)}/rounds`;
  /** @type {Load<Rounds>} */
  const { data, error, reload } = useLoad(`${path}?limit=${PAGE}`);
  const [older, setOlder] = useState(/** @type {ListedRound[]} */ ([]));
  const [left, setLeft] = useState(/** @type {boolean | null} */ (null));
  const [problem, setProblem] = useState(/** @type {Error | null} */ (null));
  const [busy, setBusy] = useState(false);
  const body = useRef(/** @type {HTMLTableSectionElement | null} */ (null));
  // When the last page has come the button is gone: who used it goes on at the first round that is new.
  const [goOn, setGoOn] = useState(/** @type {number | null} */ (null));
  useLayoutEffect(() => {
    if (goOn !== null) body.current?.rows[goOn].querySelector("a")?.focus();
  }, [goOn]);
  if (error) return html`<${Problems} error=${error} onRetry=${reload} />`;
  if (!data) return html`<p class="loading" aria-busy="true">Loading the record</p>`;
  const rounds = [...data.rounds, ...older];
  const more = left ?? data.more;
  const load = () => {
    if (busy) return;
    setBusy(true);
    setProblem(null);
    get(`${path}?limit=${PAGE}&before=${rounds[rounds.length - 1].number}`).then((/** @type {Rounds} */ found) => {
      setOlder([...older, ...found.rounds]);
      setLeft(found.more);
      announce(`${found.rounds.length} older rounds${found.more ? "" : ", the last ones"}.`);
      if (!found.more) setGoOn(rounds.length);
    }, setProblem).then(() => setBusy(false));
  };
  return html`<div class="history-page"><h1>Past rounds of ${table}</h1>
    <p class="soft">Each can be played back step by step, with its settlement and the proof of its shuffle. <${Link}
      to="/table/${table}">To the table<//></p>
    <${Problems} error=${problem} />
    ${rounds.length === 0 ? html`<p class="panel">No round has ended here yet.</p>`
      : html`<div class="panel scroll" tabindex="0" role="region" aria-label="Rounds">
      <table class="grid rounds"><thead><tr>
      <th scope="col">Round</th><th scope="col">Opened (UTC)</th><th scope="col">Players</th><th scope="col"
        class="number">You</th></tr></thead>
      <tbody ref=${body}>${rounds.map((round) => html`<tr key=${round.round}><th scope="row"><${Link}
        to="/round/${round.round}" data-testid="round-${round.round}">${round.round}<//>${round.void && html` <span
        class="badge quiet" title=${words(round.void)}>void</span>`}</th>
        <td class="when">${moment(round.opened).split(" ").slice(0, 2).map((part) => html`<span>${part}</span> `)}</td>
          <td>${Object.values(round.seats).join(", ")}</td><td class="number"><${Net} net=${round.net} /></td></tr>`)}
          </tbody></table></div>`}
    ${more && html`<p><button type="button" onClick=${load} aria-disabled=${busy} aria-busy=${busy}
      data-testid="older-rounds">Older rounds</button> <span class="soft">${rounds.length} shown</span></p>`}
  </div>`;
}
