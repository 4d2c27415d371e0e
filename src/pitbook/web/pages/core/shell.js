// The shell that this page is of: its version, which every request names, and the service worker that keeps it.

import { useEffect, useState } from "./html.js";

/** The version, from the address of this module; none where it does not come from a server. */
export const VERSION = /\/shell\/([^/]+)\//.exec(import.meta.url)?.[1] ?? null;

/** @typedef {"current" | "outdated" | "alone"} Standing outdated: the server is of another version; alone: none answers */

/** @type {Standing} */
let standing = "current";
/** @type {Set<(standing: Standing) => void>} */
const watching = new Set();

/** What the last answer said about this page, or that there was none. @param {Standing} now */
export function stands(now) {
  if (standing === now || standing === "outdated") return;
  standing = now;
  for (const tell of watching) tell(now);
}

export function useStanding() {
  const [found, setFound] = useState(standing);
  useEffect(() => {
    watching.add(setFound);
    setFound(standing);
    return () => watching.delete(setFound);
  }, []);
  return found;
}

/** Browsers keep a page only if it comes from this machine or over TLS. */
export const keepable = () => globalThis.isSecureContext === true && "serviceWorker" in navigator;

/** Let the browser keep this shell, once the page itself is there. */
export function keepShell() {
  if (VERSION === null || !keepable()) return;
  const register = () =>
    navigator.serviceWorker
      .register(new URL("../worker.js", import.meta.url), { scope: "/", updateViaCache: "none" })
      .catch(() => {}); // the page works without it
  if (document.readyState === "complete") register();
  else addEventListener("load", register);
}
