// How the table is run: by the house or by a dealer, with which timers, and who may come.
import { html, useState } from "../core/html.js";
import { post } from "../core/api.js";
import { Problems } from "../core/problems.js";

const ROLES = [["player", "a player"], ["dealer", "a dealer"], ["floor", "a floorperson"]];

function Invite({ table }) {
  const [role, setRole] = useState("dealer");
  const [link, setLink] = useState(null);
  const [error, setError] = useState(null);
  const invite = () => post(`/api/tables/${encodeURIComponent(table)}/invitations`, { role }).then((found) => {
    setLink(location.origin + found.link);
    setError(null);
  }, setError);
  return html`<${Problems} error=${error} /><div class="row may-form"><label><span>Invite</span><select value=${role}
    onChange=${(event) => setRole(event.target.value)}>${ROLES.map(([name, said]) => html`<option value=${name}
    selected=${name === role}>${said}</option>`)}</select></label>
    <button type="button" onClick=${invite} data-testid="invite">Make a link</button>
    ${link && html`<label class="grow"><span>Whoever opens it becomes ${ROLES.find(([name]) => name === role)[1]}</span>
      <input readonly value=${link} onFocus=${(event) => event.target.select()} data-testid="invitation" /></label>`}
      </div>`;
}

const TIMES = [null, 15, 30, 60, 120];

function Timer({ label, seconds, onChange, busy, testid }) {
  const times = TIMES.includes(seconds) ? TIMES : [...TIMES, seconds];
  return html`<label><span>${label}</span><select value=${String(seconds)} disabled=${busy} data-testid=${testid}
    onChange=${(event) => onChange(event.target.value === "null" ? null : Number(event.target.value))}>
    ${times.map((time) => html`<option value=${String(time)} selected=${time === seconds}>
      ${time === null ? "no limit" : `${time} seconds`}</option>`)}</select></label>`;
}

export function Arrange({ view, run, busy }) {
  if (!view.you.roles.includes("floor")) return null;
  const set = (dealing) => run({ do: "arrange", dealing });
  return html`<section class="panel" aria-labelledby="arrange-title"><h2 id="arrange-title">How the table is run</h2>
    <fieldset class="dealing"><legend>Who deals</legend>
      <label class="inline"><input type="radio" name="dealing" checked=${view.dealing === "dealer"} disabled=${busy}
        onChange=${() => set("dealer")} data-testid="dealing-dealer" /> a dealer, step by step on this page</label>
      <label class="inline"><input type="radio" name="dealing" checked=${view.dealing === "house"}
        disabled=${busy || view.source === "entered"} onChange=${() => set("house")}
        data-testid="dealing-house" /> the house, by itself${view.source === "entered" && " (not at a physical table)"}
        </label><p class="soft small">A change is made between rounds.</p></fieldset>
    <div class="row may-form"><${Timer} label="Time to decide" seconds=${view.arrangement.decision_seconds} busy=${busy}
      testid="decision-seconds" onChange=${(time) => run({ do: "arrange", decision_seconds: time })} />
      <${Timer} label="Time to wager" seconds=${view.arrangement.betting_seconds} busy=${busy} testid="betting-seconds"
        onChange=${(time) => run({ do: "arrange", betting_seconds: time })} /></div>
    <${Invite} table=${view.table} /></section>`;
}
