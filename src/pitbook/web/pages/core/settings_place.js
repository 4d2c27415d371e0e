// Where the settings open, on every page: their dialog is loaded when it is first wanted.
import { html, useEffect, useState } from "./html.js";

/** @import { Component } from "./html.js" */

/** @type {Set<() => void>} */
const listeners = new Set();

export function openSettings() {
  for (const listener of listeners) listener();
}

// Sits once in the shell.
export function SettingsPlace() {
  const [module, setModule] = useState(/** @type {{ Settings: Component } | null} */ (null));
  useEffect(() => {
    const open = () => import("../settings/dialog.js").then(setModule);
    listeners.add(open);
    return () => listeners.delete(open);
  }, []);
  return module && html`<${module.Settings} onClose=${() => setModule(null)} />`;
}
