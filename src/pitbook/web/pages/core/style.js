// useStyle(import.meta.url, "./page.css"): a page's own style sheet, loaded once, when the page is first shown.
import { useLayoutEffect, useState } from "./html.js";

/** @type {Map<string, Promise<unknown>>} */
const loaded = new Map();

/** @param {string} address */
function load(address) {
  let loading = loaded.get(address);
  if (!loading) {
    loading = new Promise((done) => {
      const link = document.createElement("link");
      link.rel = "stylesheet";
      link.href = address;
      link.onload = link.onerror = done;
      document.head.append(link);
    });
    loaded.set(address, loading);
  }
  return loading;
}

/**
 * True once the sheet is there, so that a page need not flash without it.
 * @param {string} base
 * @param {string} path
 */
export function useStyle(base, path) {
  const [ready, setReady] = useState(false);
  useLayoutEffect(() => {
    load(new URL(path, base).href).then(() => setReady(true));
  }, [path]);
  return ready;
}
