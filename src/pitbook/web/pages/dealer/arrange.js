// How the table is run: by the house or by a dealer, with which timers, and who may come.

import { post } from "../core/api.js";
import { html, useState } from "../core/html.js";
import { Problems } from "../core/problems.js";
import { say } from "../core/words.js";

/** @import { Props } from "./page.js" */
/** @import { Arrange as Arranged, InvitationDocument } from "../types/api.js" */

/** @type {Record<string, import("../core/words.js").Key>} */
const ROLES = { player: "arrange.player", dealer: "arrange.dealer", floor: "arrange.floor" };

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
  return html`<${Problems} error=${error} /><div class="row may-form"><label><span>${say("invite.title")}</span><select value=${role}
    onChange=${(event) => setRole(event.target.value)}>${Object.entries(ROLES).map(
      ([name, said]) => html`<option value=${name}
    selected=${name === role}>${say(said)}</option>`,
    )}</select></label>
    <button type="button" onClick=${invite} data-testid="invite">${say("arrange.make_link")}</button>
    ${
      made &&
      html`<label class="grow"><span>${say("arrange.becomes", { role: say(ROLES[made.role]) })}</span>
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
      ${time === null ? say("arrange.no_limit") : say("arrange.seconds", { count: time })}</option>`,
    )}</select></label>`;
}

/** @param {Props} props */
export function Arrange({ view, run, busy }) {
  if (!view.you.roles.includes("floor")) return null;
  /** @param {Arranged["dealing"]} dealing */
  const set = (dealing) => run({ do: "arrange", dealing });
  return html`<section class="panel" aria-labelledby="arrange-title"><h2 id="arrange-title">${say("arrange.title")}</h2>
    <fieldset class="dealing"><legend>${say("setup.who_deals")}</legend>
      <label class="inline"><input type="radio" name="dealing" checked=${view.dealing === "dealer"} disabled=${busy}
        onChange=${() => set("dealer")} data-testid="dealing-dealer" /> ${say("arrange.by_dealer")}</label>
      <label class="inline"><input type="radio" name="dealing" checked=${view.dealing === "house"}
        disabled=${busy || view.source === "entered"} onChange=${() => set("house")}
        data-testid="dealing-house" /> ${say(view.source === "entered" ? "arrange.not_physical" : "setup.house_deals")}
        </label><p class="soft small">${say("arrange.between")}</p></fieldset>
    <div class="row may-form"><${Timer} label=${say("arrange.to_decide")} seconds=${view.arrangement.decision_seconds} busy=${busy}
      testid="decision-seconds" onChange=${(time) => run({ do: "arrange", decision_seconds: time })} />
      <${Timer} label=${say("arrange.to_wager")} seconds=${view.arrangement.betting_seconds} busy=${busy} testid="betting-seconds"
        onChange=${(time) => run({ do: "arrange", betting_seconds: time })} /></div>
    <${Invite} table=${view.table} /></section>`;
}
