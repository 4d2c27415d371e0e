// The dialogs of a table: what the wagers pay, sitting down, chips, inviting, leaving.
import { Dialog } from "../core/dialog.js";
import { html } from "../core/html.js";
import { go } from "../core/router.js";
import { say } from "../core/words.js";
import { Invite } from "./invite.js";
import { Paytables } from "./pays.js";
import { Chips, Leaving, SitDown } from "./sitting.js";

/** @import { Command, Layout, PaidLine, View } from "../types/api.js" */

/**
 * @typedef {{ way: "pays" | "buy_in" | "cash_out" | "invite" | "leave" } | { way: "sit", seat: number }} Wanted
 */

/**
 * @param {object} props
 * @param {Wanted} props.dialog
 * @param {View} props.view
 * @param {Layout} props.layout
 * @param {PaidLine[]} props.lines
 * @param {(command: Command) => Promise<unknown>} props.send
 * @param {() => void} props.again
 * @param {() => void} props.onClose
 */
export function TableDialog({ dialog, view, layout, lines, send, again, onClose }) {
  switch (dialog.way) {
    case "pays":
      return html`<${Dialog} title=${say("table.what_pays")} onClose=${onClose}>
        <${Paytables} schedules=${layout.sign.schedules} lines=${lines} /><//>`;
    case "sit":
      return html`<${SitDown} view=${view} seat=${dialog.seat} onClose=${onClose} onSeated=${again} />`;
    case "invite":
      return html`<${Invite} view=${view} send=${send} onClose=${onClose} />`;
    case "leave":
      return html`<${Leaving} view=${view} send=${send} onClose=${onClose} onLeft=${() => go("/")} />`;
    default:
      return html`<${Chips} way=${dialog.way} send=${send} onClose=${onClose} />`;
  }
}
