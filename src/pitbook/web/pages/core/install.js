// Installing Pitbook as an app: a button where the browser offers it, otherwise what to do.

import { html, useEffect, useState } from "./html.js";
import { keepable } from "./shell.js";
import { say } from "./words.js";

/** @typedef {Event & { prompt: () => Promise<{ outcome: string }> }} Offer of the browser, good for one use */

/** @type {Offer | null} */
let offer = null;
/** @type {Set<() => void>} */
const watching = new Set();

/** @param {Offer | null} now */
function offered(now) {
  offer = now;
  for (const tell of watching) tell();
}

/** Keep the browser's offer for the button. */
export function awaitOffer() {
  addEventListener("beforeinstallprompt", (event) => {
    event.preventDefault();
    offered(/** @type {Offer} */ (event));
  });
  addEventListener("appinstalled", () => offered(null));
}

const installed = () => matchMedia("(display-mode: standalone)").matches;

export function Install() {
  const [, turn] = useState(0);
  useEffect(() => {
    const tell = () => turn((count) => count + 1);
    watching.add(tell);
    return () => watching.delete(tell);
  }, []);
  const install = async () => {
    await offer?.prompt();
    offered(null);
  };
  if (installed()) return html`<p class="soft small" data-testid="install-says">${say("install.done")}</p>`;
  if (offer)
    return html`<p><button type="button" data-testid="install" onClick=${install}>${say("install.button")}</button></p>`;
  return html`<p class="soft small" data-testid="install-says">${say(
    keepable() ? "install.menu" : "install.not_here",
  )}</p>`;
}
