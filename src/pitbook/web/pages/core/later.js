// useLater(load, wanted, onFail): a module that a page needs only sometimes, loaded when it is first wanted; null until it is there.
import { unreachable } from "./api.js";
import { useEffect, useState } from "./html.js";

/**
 * @template T
 * @param {() => Promise<T>} load
 * @param {boolean} wanted
 * @param {(error: Error) => void} onFail it could not be loaded; it is tried again when it is wanted again
 * @returns {T | null}
 */
export function useLater(load, wanted, onFail) {
  const [module, setModule] = useState(/** @type {T | null} */ (null));
  useEffect(() => {
    if (wanted && !module)
      load().then(
        (found) => setModule(() => found),
        () => onFail(unreachable()),
      );
  }, [wanted]);
  return wanted ? module : null;
}
