// Addresses inside the page: go(path) moves, Link is an anchor that moves without loading, useAddress() says where we
// are.
import { html, useEffect, useState } from "./html.js";

const CHANGED = "pitbook:address";

/** @param {string} path @param {{ replace?: boolean }} [options] */
export function go(path, { replace = false } = {}) {
  history[replace ? "replaceState" : "pushState"](null, "", path);
  dispatchEvent(new Event(CHANGED));
  scrollTo(0, 0);
}

export function useAddress() {
  const read = () => location.pathname + location.search;
  const [address, setAddress] = useState(read);
  useEffect(() => {
    const changed = () => setAddress(read());
    addEventListener(CHANGED, changed);
    addEventListener("popstate", changed);
    return () => {
      removeEventListener(CHANGED, changed);
      removeEventListener("popstate", changed);
    };
  }, []);
  const [path, search = ""] = address.split("?");
  return { path, query: Object.fromEntries(new URLSearchParams(search)) };
}

/** @param {{ to: string, children?: import("./html.js").Children, [attribute: string]: unknown }} props */
export function Link({ to, children, ...rest }) {
  /** @param {MouseEvent} event */
  const follow = (event) => {
    if (event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
      return;
    event.preventDefault();
    go(to);
  };
  return html`<a href=${to} onClick=${follow} ...${rest}>${children}</a>`;
}
