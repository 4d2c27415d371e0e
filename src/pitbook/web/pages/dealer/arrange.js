// How the table is run: by the house or by a dealer, with which timers, and who may come.

import { post } from "../core/api.js";
import { html, useState } from "../core/html.js";
import { Problems } from "../core/problems.js";

/** @import { Props } from "./page.js" */
/** @import { Arrange as Arranged, InvitationDocument } from "../types/api.js" */

/** @type {Record<string, string>} */
const ROLES = { player: "a player", dealer: "a dealer", floor: "a floorperson" };

/** @param {{ table: string }} props */
function Invite({ table }) {
  const [role, setRole] = useState("dealer");
  const [made, setMade] = useState(/** @type {{ link: string, role: string } | null} */ (null));
  const [error, setError] = useState(/** @type {Error | null} */ (null));
  const invite = () =>
    post(`/api/tables/${encodeURIComponent(table)}/invitations`, { role }).then(
      (/** @type {InvitationDocument} */ found) => {
        setMade({ link: location.origin + found.link, role });
        setError(null);
      },
      setError,
    );
  return html`<${Problems} error=${error} /><div class="row may-form"><label><span>Invite</span><select value=${role}
    onChange=${(event) => setRole(event.target.value)}>${Object.entries(ROLES).map(
      ([name, said]) => html`<option value=${name}
    selected=${name === role}>${said}</option>`,
    )}</select></label>
    <button type="button" onClick=${invite} data-testid="invite">Make a link</button>
    ${
      made &&
      html`<label class="grow"><span>Whoever opens it becomes ${ROLES[made.role]}</span>
      <input readonly value=${made.link} onFocus=${(event) => event.target.select()} data-testid="invitation" /></label>`
    }
      </div>`;
}

/** @type {(number | null)[]} */
const TIMES = [null, 15, 30, 60, 120];

/**
 * @param {object} props
 * @param {string} props.label
 * @param {number | null} props.seconds
 * @param {(seconds: number | null) => void} props.onChange
 * @param {boolean} props.busy
 * @param {string} props.testid
 */
function Timer({ label, seconds, onChange, busy, testid }) {
  const times = TIMES.includes(seconds) ? TIMES : [...TIMES, seconds];
  return html`<label><span>${label}</span><select value=${String(seconds)} disabled=${busy} data-testid=${testid}
    onChange=${(event) => onChange(event.target.value === "null" ? null : Number(event.target.value))}>
    ${times.map(
      (time) => html`<option value=${String(time)} selected=${time === seconds}>
      ${time === null ? "no limit" : `${time} seconds`}</option>`,
    )}</select></label>`;
}

/** @param {Props} props */
export function Arrange({ view, run, busy }) {
  if (!view.you.roles.includes("floor")) return null;
  /** @param {Arranged["dealing"]} dealing */
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
