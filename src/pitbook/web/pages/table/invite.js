// Sharing a table: a link and its QR code, an invitation for one person, and what changes when somebody comes.

import { announce } from "../core/announce.js";
import { post } from "../core/api.js";
import { Dialog } from "../core/dialog.js";
import { html, useEffect, useRef, useState } from "../core/html.js";
import { useLoad } from "../core/load.js";
import { Problems } from "../core/problems.js";
import { qrCode } from "../core/qr.js";

/** @import { Command, HealthDocument, InvitationDocument, View } from "../types/api.js" */
/** @import { Load } from "../core/load.js" */

const MARGIN = 4; // light modules around the code, which readers want
const LOOPBACK = /^(.*\.)?localhost$|^127(\.\d+){3}$|^\[::1\]$/;
const ONLY_HERE = `This server listens only on this machine, so nobody else can open the link. Start it with
  “pitbook serve --host 0.0.0.0”, open this page by the machine's address, and invite again.`;
const AS_LOCALHOST = `You opened this page as localhost, which is a different machine for everybody else. Open it by this
  machine's name or address, and invite again.`;

/**
 * Why a link with this host name is of no use on another machine; null if it is.
 * @param {string} hostname as `location` has it
 * @param {boolean} onlyHere the server takes connections of its own machine only
 */
export const whyNotElsewhere = (hostname, onlyHere) =>
  LOOPBACK.test(hostname) ? (onlyHere ? ONLY_HERE : AS_LOCALHOST) : null;

/** @param {{ link: string }} props */
function Code({ link }) {
  const code = qrCode(link);
  if (!code) return null;
  const side = code.length + 2 * MARGIN;
  const dark = code.flatMap((row, down) =>
    row.flatMap((one, right) => (one ? [`M${right + MARGIN} ${down + MARGIN}h1v1h-1z`] : [])),
  );
  return html`<svg class="qr" data-testid="qr" viewBox="0 0 ${side} ${side}" role="img" aria-label="QR code of the link"
    shape-rendering="crispEdges"><rect width=${side} height=${side} fill="#fff" /><path fill="#000"
    d=${dark.join("")} /></svg>`;
}

/** @param {{ label: string, link: string }} props */
function LinkField({ label, link }) {
  return html`<label><span>${label}</span><input readonly value=${link}
    onFocus=${(event) => event.target.select()} /></label>`;
}

/** @param {{ table: string }} props */
function OnePerson({ table }) {
  const [link, setLink] = useState(/** @type {string | null} */ (null));
  const [error, setError] = useState(/** @type {Error | null} */ (null));
  const invite = async () => {
    try {
      /** @type {InvitationDocument} */
      const made = await post(`/api/tables/${encodeURIComponent(table)}/invitations`, { role: "player" });
      setLink(new URL(made.link, location.href).href);
    } catch (problem) {
      setError(/** @type {Error} */ (problem));
    }
  };
  return html`<div class="stacked"><p class="small">The table stays private. The link works once, for whoever opens it
      first.</p>
    <button type="button" onClick=${invite}>Invite one person</button>
    ${link && html`<${LinkField} label="Send this link" link=${link} />`}
    <${Problems} error=${error} onDismiss=${() => setError(null)} /></div>`;
}

/** @param {{ view: View, send: (command: Command) => Promise<unknown>, onClose: () => void }} props */
export function Invite({ view, send, onClose }) {
  /** @type {Load<HealthDocument>} */
  const health = useLoad("/healthz");
  const [error, setError] = useState(/** @type {Error | null} */ (null));
  const link = `${location.origin}/table/${view.table}`;
  const share = () => send({ do: "arrange", private: false }).catch(setError);
  const why = health.data && whyNotElsewhere(location.hostname, health.data.only_this_machine);
  return html`<${Dialog} title="Invite" onClose=${onClose}><div class="stacked invite">
    <${Problems} error=${error || health.error} onDismiss=${() => setError(null)} />
    ${
      view.private
        ? html`<p>This table is yours alone. When you share it, everybody sees it in the lobby, and whoever has the link
          can sit down.</p>
        <button type="button" class="primary" data-testid="share" onClick=${share}>Share the table</button>
        <details><summary>Invite one person only</summary><${OnePerson} table=${view.table} /></details>`
        : html`<p>This table is shared: whoever has the link can sit down, or watch.</p>
        <${LinkField} label="Link to the table" link=${link} />
        ${why && html`<p data-testid="only-here">${why}</p>`}
        ${health.data && !why && html`<${Code} link=${link} />`}`
    }
    <p class="soft small">While others play here, the coach speaks only after the round. ${view.time_rule}</p>
  </div><//>`;
}

/** The other people at a table, by what they are called. @param {View} view */
const others = (view) =>
  Object.entries(view.players)
    .filter(([player, { kind }]) => kind !== "bot" && player !== view.you.player)
    .map(([, { name }]) => name);

/**
 * What the player is told when the first other person sits down, or the last one is gone.
 * @param {View} view
 * @param {boolean} shared whether others play here now
 */
export function companyWords(view, shared) {
  const coach = view.coach.mode_allowed.includes("after_round");
  if (!shared) return `You are alone at the table again.${coach ? " The coach may speak during the round." : ""}`;
  const says = coach ? " While others play here, the coach speaks only after the round." : "";
  return `${others(view).join(", ")} sat down.${says}`;
}

/** @param {{ view: View }} props */
export function Company({ view }) {
  const before = useRef(view.shared);
  const [words, setWords] = useState(/** @type {string | null} */ (null));
  useEffect(() => {
    if (before.current === view.shared) return;
    before.current = view.shared;
    if (!view.you.seats.length) return;
    const said = companyWords(view, view.shared);
    setWords(said);
    announce(said);
  }, [view.shared]);
  if (!words) return null;
  return html`<p class="company small" data-testid="company"><span>${words}</span>
    <button type="button" class="plain" onClick=${() => setWords(null)}>OK</button></p>`;
}
