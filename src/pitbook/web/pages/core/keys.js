// Keys: useKeys([{key, says, run, off}]) binds them while its component is on the page; "?" lists all that are bound.
import { html, useEffect, useLayoutEffect, useRef, useState } from "./html.js";
import { Dialog } from "./dialog.js";

const bound = new Set();
let listeners = new Set();

const typing = (target) => target instanceof Element && target.closest("input, textarea, select, [contenteditable]")
  !== null;

function pressed(event) {
  if (event.defaultPrevented || event.altKey || typing(event.target)) return;
  if (document.querySelector("dialog[open]")) return;
  const onControl = event.target instanceof Element && event.target.closest("button, a, summary") !== null;
  if (onControl && (event.key === "Enter" || event.key === " ")) return;
  const ctrl = event.ctrlKey || event.metaKey;
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  for (const group of bound) {
    const found = group.current.find((binding) => binding.key === key && Boolean(binding.ctrl) === ctrl
      && !binding.off);
    if (found) {
      event.preventDefault();
      found.run();
      return;
    }
  }
}

addEventListener("keydown", pressed);

export function useKeys(bindings) {
  const group = useRef(bindings);
  group.current = bindings.filter(Boolean);
  useLayoutEffect(() => {
    bound.add(group);
    return () => bound.delete(group);
  }, []);
}

const NAMES = { " ": "Space", Enter: "Enter", Escape: "Esc", ArrowUp: "↑", ArrowDown: "↓", ArrowLeft: "←",
  ArrowRight: "→" };
export const keyName = (key) => NAMES[key] || key.toUpperCase();

// The key as it is printed on a button.
export const Key = ({ of }) => html`<kbd aria-hidden="true">${keyName(of)}</kbd>`;

export function showKeys() {
  for (const listener of listeners) listener();
}

// Sits once in the shell.
export function KeyMap() {
  const [open, setOpen] = useState(false);
  useKeys([{ key: "?", says: "Show the keys", run: () => setOpen(true) }]);
  useEffect(() => {
    const show = () => setOpen(true);
    listeners.add(show);
    return () => listeners.delete(show);
  }, []);
  if (!open) return null;
  const rows = [...bound].flatMap((group) => group.current).filter((binding) => binding.says && !binding.off);
  return html`<${Dialog} title="Keys" onClose=${() => setOpen(false)}>
    <dl class="keymap">${rows.map((row) => html`<div><dt><kbd>${keyName(row.key)}</kbd></dt><dd>${row.says}</dd>
      </div>`)}</dl>
  <//>`;
}
