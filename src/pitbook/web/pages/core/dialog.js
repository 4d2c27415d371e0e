// A modal dialog: the browser's own, so that focus stays inside and Escape closes it.
import { html, useEffect, useRef } from "./html.js";
import { say } from "./words.js";

/** @param {{ title: string, onClose: () => void, children?: import("./html.js").Children }} props */
export function Dialog({ title, onClose, children }) {
  const box = useRef(/** @type {HTMLDialogElement | null} */ (null));
  useEffect(() => {
    const before = document.activeElement;
    box.current?.showModal();
    return () => before instanceof HTMLElement && before.isConnected && before.focus();
  }, []);
  return html`<dialog ref=${box} aria-labelledby="dialog-title" onClose=${onClose} onCancel=${onClose}>
    <header><h2 id="dialog-title">${title}</h2>
      <button type="button" class="plain" onClick=${onClose} aria-label=${say("dialog.close")}>✕</button></header>
    ${children}
  </dialog>`;
}
