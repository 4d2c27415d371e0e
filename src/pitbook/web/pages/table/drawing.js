// The layout as the server draws it for this window: the very drawing that is printed, and the places on it where cards
// and chips lie. While another one is on its way, the one before is shown at another size.
import { get } from "../core/api.js";
import { useEffect, useLayoutEffect, useRef, useState } from "../core/html.js";
import { useSettings } from "../core/settings.js";

/** @import { FeltDrawing, Place } from "../types/api.js" */

const PATIENCE = 120;
const KEPT = 24;
/** @type {Map<string, Promise<FeltDrawing>>} */
const asked = new Map();

/** @param {string} address @returns {Promise<FeltDrawing>} */
function drawingAt(address) {
  let found = asked.get(address);
  if (!found) {
    found = get(address);
    found.catch(() => asked.delete(address));
    asked.set(address, found);
    for (const first of asked.keys()) {
      if (asked.size <= KEPT) break;
      asked.delete(first);
    }
  }
  return found;
}

/**
 * The size of an element in whole pixels; one that changes is waited for until it stays.
 * @param {{ current: HTMLElement | null }} frame
 */
function useSize(frame) {
  const [size, setSize] = useState(/** @type {{ width: number, height: number } | null} */ (null));
  useLayoutEffect(() => {
    const element = frame.current;
    if (!element) return undefined;
    const measure = () => setSize({ width: Math.floor(element.clientWidth), height: Math.floor(element.clientHeight) });
    measure();
    let timer = 0;
    let first = true;
    const observer = new ResizeObserver(() => {
      if (first) {
        first = false;
        return;
      }
      clearTimeout(timer);
      timer = setTimeout(measure, PATIENCE);
    });
    observer.observe(element);
    return () => {
      clearTimeout(timer);
      observer.disconnect();
    };
  }, []);
  return size;
}

/**
 * {drawing, error}: the newest drawing for an element.
 * @param {{ current: HTMLElement | null }} frame
 * @param {string} source
 * @param {number[]} own positions that are drawn large
 */
export function useDrawing(frame, source, own) {
  const size = useSize(frame);
  const large = useSettings().print === "large";
  const [state, setState] = useState(
    /** @type {{ drawing: FeltDrawing | null, error: Error | null }} */ ({ drawing: null, error: null }),
  );
  const newest = useRef("");
  const query = size && [`width=${size.width}`, `height=${size.height}`, ...own.map((seat) => `own=${seat}`)];
  const address = query ? `${source}?${[...query, ...(large ? ["large=true"] : [])].join("&")}` : "";
  useEffect(() => {
    if (!address) return;
    newest.current = address;
    drawingAt(address).then(
      (drawing) => newest.current === address && setState({ drawing, error: null }),
      (error) => newest.current === address && setState((before) => ({ ...before, error })),
    );
  }, [address]);
  return state;
}

/**
 * The style that puts something at its place, within something that lies at another.
 * @param {Place} place
 * @param {{ x: number, y: number }} [within]
 */
export const at = (place, within = { x: 0, y: 0 }) => ({
  "--x": (place.x - within.x).toFixed(1),
  "--y": (place.y - within.y).toFixed(1),
  "--wide": place.width,
  "--high": place.height,
});

/** The place that holds both. @param {Place} one @param {Place} other @returns {Place} */
export function around(one, other) {
  const [x, y] = [Math.min(one.x, other.x), Math.min(one.y, other.y)];
  return {
    x,
    y,
    width: Math.max(one.x + one.width, other.x + other.width) - x,
    height: Math.max(one.y + one.height, other.y + other.height) - y,
  };
}
