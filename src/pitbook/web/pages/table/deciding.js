// The decision in front of you: one button for each action, with its amount and its key.
import { html, useEffect, useState } from "../core/html.js";
import { Key, useKeys } from "../core/keys.js";
import { cents, decimal, money, typed } from "../core/money.js";
import { compose, say } from "../core/words.js";
import { sumWords } from "./offered.js";

/** @import { AnyAmount as Range, Ask } from "../types/api.js" */

/** @typedef {(action: string, amount?: string) => void} Choose */

/** "raise_3" is key 3, "check" is C, "fold" is F. @param {string} action */
export const keyOf = (action) => /_(\d)$/.exec(action)?.[1] ?? action[0];

/** @param {string | null} deadline */
export function useSecondsLeft(deadline) {
  const left = () => (deadline ? Math.max(0, Math.ceil((Date.parse(deadline) - Date.now()) / 1000)) : null);
  const [seconds, setSeconds] = useState(left);
  useEffect(() => {
    setSeconds(left());
    if (!deadline) return undefined;
    const timer = setInterval(() => setSeconds(left()), 500);
    return () => clearInterval(timer);
  }, [deadline]);
  return seconds;
}

/**
 * How long wagers stay open, for those who have placed theirs and for those who have not.
 * @param {{ deadline: string | null }} props
 */
export function Closing({ deadline }) {
  const seconds = useSecondsLeft(deadline);
  if (seconds === null) return null;
  return html`<p class="seconds" role="timer">${
    seconds ? compose("decide.close_in", { count: seconds, seconds: html`<b>${seconds}</b>` }) : say("decide.close_now")
  }</p>`;
}

/** @param {{ range: Range, choose: Choose, busy: boolean }} props */
function AnyAmount({ range, choose, busy }) {
  const least = cents(range.least);
  const most = cents(range.most);
  const unit = cents(range.unit);
  const [amount, setAmount] = useState(least);
  const [text, setText] = useState(/** @type {string | null} */ (null));
  const fits = amount >= least && amount <= most && (amount - least) % unit === 0;
  const word = range.label;
  const act = () => choose(range.action, decimal(amount));
  useKeys([
    { key: keyOf(range.action), says: say("decide.chosen_amount", { action: word }), run: act, off: busy || !fits },
  ]);
  /** @param {Event & { target: HTMLInputElement }} event */
  const write = (event) => {
    setText(event.target.value);
    const found = typed(event.target.value);
    if (found !== null) setAmount(found);
  };
  return html`<div class="any-amount">
    <input type="range" aria-label=${say("decide.amount", { action: word })} min=${least} max=${most} step=${unit} value=${amount}
      aria-valuetext=${money(amount)}
      onInput=${(event) => {
        setText(null);
        setAmount(Number(event.target.value));
      }} />
    <input class="amount" inputmode="decimal" aria-label=${say("decide.amount_from", { action: word, least: money(least), most: money(most) })}
      data-testid="other-amount"
      aria-invalid=${!fits} value=${text === null ? decimal(amount) : text} onInput=${write}
        onBlur=${() => setText(null)} />
    <button type="button" data-testid="action-${range.action}" disabled=${busy || !fits} onClick=${act}>${word}
      ${money(amount)} <${Key} of=${keyOf(range.action)} /></button>
  </div>`;
}

/** @param {{ ask: Ask, choose: Choose, busy: boolean }} props */
export function DecisionRail({ ask, choose, busy }) {
  const seconds = useSecondsLeft(ask.deadline);
  const [other, setOther] = useState(false);
  useKeys(
    ask.actions.map((action) => ({
      key: keyOf(action.action),
      says: action.amount ? `${action.label}, ${money(action.amount)}` : action.label,
      run: () => choose(action.action),
      off: busy,
    })),
  );
  return html`<div class="rail deciding">
    ${
      seconds !== null &&
      html`<p class="seconds" role="timer">${compose("decide.left", {
        count: seconds,
        seconds: html`<b>${seconds}</b>`,
      })}</p>`
    }
    <div class="buttons actions">${ask.actions.map(
      (action) => html`<button type="button" key=${action.action}
      class=${action.amount && !action.takes_back ? "primary" : ""} disabled=${busy}
      data-testid="action-${action.action}" onClick=${() => choose(action.action)}>
      <span>${action.label}</span>${action.needs_hand && html` <small>${say("decide.needs", { hand: action.needs_hand })}</small>`}${sumWords(action) && html`<span class="sum ${action.takes_back || action.stays ? "moved" : ""}">${sumWords(action)}</span>`} <${Key}
        of=${keyOf(action.action)} /></button>`,
    )}
      ${
        ask.any_amount &&
        html`<button type="button" class="other" aria-expanded=${other} data-testid="other"
        onClick=${() => setOther(!other)}>${say("decide.other")}</button>`
      }</div>
    ${other && html`<${AnyAmount} range=${ask.any_amount} choose=${choose} busy=${busy} />`}
  </div>`;
}
