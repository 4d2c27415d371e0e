// useLater(load, wanted): a module that a page needs only sometimes, loaded when it is first wanted; null until it is there.
import { useEffect, useState } from "./html.js";

/**
 * @template T
 * @param {() => Promise<T>} load
 * @param {boolean} wanted
 * @returns {T | null}
 */
export function useLater(load, wanted) {
  const [module, setModule] = useState(/** @type {T | null} */ (null));
  const [failed, setFailed] = useState(/** @type {Error | null} */ (null));
  useEffect(() => {
    if (wanted) load().then((found) => setModule(() => found), setFailed);
  }, [wanted]);
  if (failed) throw failed; // the frame of the page says that something went wrong, and offers to try again
  return wanted ? module : null;
}
