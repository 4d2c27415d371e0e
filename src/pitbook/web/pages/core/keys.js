// Keys: useKeys([{key, says, run, off}]) binds them while its component is on the page; "?" lists all that are bound.

import { Dialog } from "./dialog.js";
import { html, useEffect, useLayoutEffect, useRef, useState } from "./html.js";
import { say } from "./words.js";

/**
 * @typedef {object} Binding
 * @property {string} key as events name it, letters in lower case
 * @property {boolean} [ctrl]
 * @property {string} [says] what it does, for the list of keys
 * @property {() => void} run
 * @property {boolean} [off]
 */

/** @type {Set<{ current: Binding[] }>} */
const bound = new Set();
/** @type {Set<() => void>} */
const listeners = new Set();

/** @param {EventTarget | null} target */
const typing = (target) =>
  target instanceof Element && target.closest("input, textarea, select, [contenteditable]") !== null;

/** @param {KeyboardEvent} event */
function pressed(event) {
  if (event.defaultPrevented || event.altKey || typing(event.target)) return;
  if (document.querySelector("dialog[open]")) return;
  const onControl = event.target instanceof Element && event.target.closest("button, a, summary") !== null;
  if (onControl && (event.key === "Enter" || event.key === " ")) return;
  // A key that is held down moves along, and does nothing else twice.
  if (event.repeat && !event.key.startsWith("Arrow")) return;
  const ctrl = event.ctrlKey || event.metaKey;
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  for (const group of bound) {
    const found = group.current.find(
      (binding) => binding.key === key && Boolean(binding.ctrl) === ctrl && !binding.off,
    );
    if (found) {
      event.preventDefault();
      found.run();
      return;
    }
  }
}

addEventListener("keydown", pressed);

/** @param {(Binding | false | null | undefined)[]} bindings */
export function useKeys(bindings) {
  const group = useRef(/** @type {Binding[]} */ ([]));
  group.current = bindings.filter((binding) => !!binding);
  useLayoutEffect(() => {
    bound.add(group);
    return () => bound.delete(group);
  }, []);
}

/** @type {Record<string, string>} */
const NAMES = {
  Enter: "Enter",
  Escape: "Esc",
  ArrowUp: "↑",
  ArrowDown: "↓",
  ArrowLeft: "←",
  ArrowRight: "→",
};
/** @param {string} key */
export const keyName = (key) => (key === " " ? say("keys.space") : NAMES[key] || key.toUpperCase());

/** The key as it is printed on a button. @param {{ of: string }} props */
export const Key = ({ of }) => html`<kbd aria-hidden="true">${keyName(of)}</kbd>`;

export function showKeys() {
  for (const listener of listeners) listener();
}

// Sits once in the shell.
export function KeyMap() {
  const [open, setOpen] = useState(false);
  useKeys([{ key: "?", says: say("keys.show"), run: () => setOpen(true) }]);
  useEffect(() => {
    const show = () => setOpen(true);
    listeners.add(show);
    return () => listeners.delete(show);
  }, []);
  if (!open) return null;
  const rows = [...bound].flatMap((group) => group.current).filter((binding) => binding.says && !binding.off);
  return html`<${Dialog} title=${say("keys.title")} onClose=${() => setOpen(false)}>
    <dl class="keymap">${rows.map(
      (row) => html`<div><dt><kbd>${keyName(row.key)}</kbd></dt><dd>${row.says}</dd>
      </div>`,
    )}</dl>
  <//>`;
}
