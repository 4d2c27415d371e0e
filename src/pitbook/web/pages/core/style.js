// useStyle(import.meta.url, "./page.css"): a page's own style sheet, loaded once, when the page is first shown.
import { useLayoutEffect, useState } from "./html.js";

const loaded = new Map();

function load(address) {
  if (!loaded.has(address)) {
    loaded.set(address, new Promise((done) => {
      const link = document.createElement("link");
      link.rel = "stylesheet";
      link.href = address;
      link.onload = link.onerror = done;
      document.head.append(link);
    }));
  }
  return loaded.get(address);
}

// True once the sheet is there, so that a page need not flash without it.
export function useStyle(base, path) {
  const [ready, setReady] = useState(false);
  useLayoutEffect(() => {
    load(new URL(path, base).href).then(() => setReady(true));
  }, [path]);
  return ready;
}
