// Sharing a table: a link and its QR code, or an invitation for one person.

import { post } from "../core/api.js";
import { Dialog } from "../core/dialog.js";
import { html, useState } from "../core/html.js";
import { useLoad } from "../core/load.js";
import { Problems } from "../core/problems.js";
import { qrCode } from "../core/qr.js";
import { say } from "../core/words.js";

/** @import { Command, HealthDocument, InvitationDocument, View } from "../types/api.js" */
/** @import { Load } from "../core/load.js" */

const MARGIN = 4; // light modules around the code, which readers want
const LOOPBACK = /^(.*\.)?localhost$|^127(\.\d+){3}$|^\[::1\]$/;

/**
 * Why a link with this host name is of no use on another machine; null if it is.
 * @param {string} hostname as `location` has it
 * @param {boolean} onlyHere the server takes connections of its own machine only
 */
export const whyNotElsewhere = (hostname, onlyHere) =>
  LOOPBACK.test(hostname) ? say(onlyHere ? "invite.only_here" : "invite.as_localhost") : null;

/** @param {{ link: string }} props */
function Code({ link }) {
  const code = qrCode(link);
  if (!code) return null;
  const side = code.length + 2 * MARGIN;
  const dark = code.flatMap((row, down) =>
    row.flatMap((one, right) => (one ? [`M${right + MARGIN} ${down + MARGIN}h1v1h-1z`] : [])),
  );
  return html`<svg class="qr" data-testid="qr" viewBox="0 0 ${side} ${side}" role="img" aria-label=${say("invite.qr")}
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
  return html`<div class="stacked"><p class="small">${say("invite.once")}</p>
    <button type="button" onClick=${invite}>${say("invite.one")}</button>
    ${link && html`<${LinkField} label=${say("invite.send")} link=${link} />`}
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
  return html`<${Dialog} title=${say("invite.title")} onClose=${onClose}><div class="stacked invite">
    <${Problems} error=${error || health.error} onDismiss=${() => setError(null)} />
    ${
      view.private
        ? html`<p>${say("invite.alone")}</p>
        <button type="button" class="primary" data-testid="share" onClick=${share}>${say("invite.share")}</button>
        <details><summary>${say("invite.one_only")}</summary><${OnePerson} table=${view.table} /></details>`
        : html`<p>${say("invite.shared")}</p>
        <${LinkField} label=${say("invite.link")} link=${link} />
        ${why && html`<p data-testid="only-here">${why}</p>`}
        ${health.data && !why && html`<${Code} link=${link} />`}`
    }
    <p class="soft small">${say("invite.coach_waits")} ${view.time_rule}</p>
  </div><//>`;
}
