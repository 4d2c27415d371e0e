// Sitting down, buying chips, cashing out, leaving.

import { newKey, post } from "../core/api.js";
import { Dialog } from "../core/dialog.js";
import { html, useState } from "../core/html.js";
import { decimal, typed } from "../core/money.js";
import { Problems } from "../core/problems.js";
import { ensureSession, signIn, useSession } from "../core/session.js";
import { say } from "../core/words.js";

/** @import { Command, View } from "../types/api.js" */
/** @import { Children } from "../core/html.js" */

/** @typedef {(command: Command) => Promise<unknown>} Send */

/**
 * Over plain HTTP, since the live connection may be that of somebody who was nobody yet.
 * @param {string} table
 * @param {Command} command
 */
const tell = (table, command) =>
  post(`/api/tables/${encodeURIComponent(table)}/commands`, command, { "Idempotency-Key": newKey() });

/**
 * @param {object} props
 * @param {string} props.title
 * @param {() => void} props.onClose
 * @param {() => Promise<unknown>} props.onSubmit
 * @param {string} props.action
 * @param {Children} [props.children]
 */
function Form({ title, onClose, onSubmit, action, children }) {
  const [error, setError] = useState(/** @type {Error | null} */ (null));
  const [busy, setBusy] = useState(false);
  /** @param {Event} event */
  const submit = async (event) => {
    event.preventDefault();
    setBusy(true);
    try {
      await onSubmit();
      onClose();
    } catch (problem) {
      setError(/** @type {Error} */ (problem));
      setBusy(false);
    }
  };
  return html`<${Dialog} title=${title} onClose=${onClose}>
    <${Problems} error=${error} />
    <form class="stacked" onSubmit=${submit}>${children}<button type="submit" class="primary" disabled=${busy}
      data-testid="confirm">${action}</button></form>
  <//>`;
}

/** @param {{ label: string, value: string, onInput: (text: string) => void }} props */
function AmountField({ label, value, onInput }) {
  return html`<label><span>${label}</span><input class="amount" inputmode="decimal" required value=${value}
    aria-invalid=${typed(value) === null} onInput=${(event) => onInput(event.target.value)} /></label>`;
}

/** @param {string} text */
const asAmount = (text) => {
  const amount = typed(text);
  if (amount === null) throw new Error(say("chips.not_money", { text, example: "12.50" }));
  return decimal(amount);
};

/** @param {{ view: View, seat: number, onClose: () => void, onSeated: () => void }} props */
export function SitDown({ view, seat, onClose, onSeated }) {
  const session = useSession();
  const [name, setName] = useState("");
  const [amount, setAmount] = useState("500.00");
  const known = session?.player;
  const sit = async () => {
    const buyIn = asAmount(amount);
    if (!known) await (name.trim() ? signIn(name.trim()) : ensureSession());
    await tell(view.table, { do: "sit", seat, buy_in: buyIn });
    onSeated();
  };
  return html`<${Form} title=${say("chips.sit_at", { seat })} action=${say("chips.sit")} onClose=${onClose} onSubmit=${sit}>
    ${
      !known &&
      html`<label><span>${say("chips.your_name")}</span><input maxlength="24" value=${name} placeholder=${say("session.guest")}
      onInput=${(event) => setName(event.target.value)} /></label>`
    }
    <${AmountField} label=${say("chips.buy_in_amount")} value=${amount} onInput=${setAmount} />
    ${
      Object.values(view.players).some((player) => player.kind === "person") &&
      html`<p
      class="soft small">${say("chips.others_play")}</p>`
    }
    <p class="soft small" data-testid="time-rule">${view.time_rule}</p>
  <//>`;
}

/** @param {{ way: "buy_in" | "cash_out", send: Send, onClose: () => void }} props */
export function Chips({ way, send, onClose }) {
  const [amount, setAmount] = useState("100.00");
  const buys = way === "buy_in";
  return html`<${Form} title=${say(buys ? "chips.buy_title" : "chips.cash_title")}
    action=${say(buys ? "chips.buy" : "chips.cash_out")}
    onClose=${onClose} onSubmit=${async () => send({ do: way, amount: asAmount(amount) })}>
    <${AmountField} label=${say("chips.amount")} value=${amount} onInput=${setAmount} />
  <//>`;
}

/** @param {{ view: View, send: Send, onClose: () => void, onLeft: () => void }} props */
export function Leaving({ view, send, onClose, onLeft }) {
  const { round, you } = view;
  const inRound = round?.no_more_bets && you.seats.some((seat) => round.seats[String(seat)]);
  const leave = async () => {
    await send({ do: "leave" });
    onLeft();
  };
  return html`<${Form} title=${say("chips.leave_title")} action=${say("chips.leave")} onClose=${onClose} onSubmit=${leave}>
    <p>${say(inRound ? "chips.wagers_stand" : "chips.cashed_out")}</p>
  <//>`;
}
