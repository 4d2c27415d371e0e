// useLoad(path): what a GET answers, with loading and error; reload() asks again, and so does another `when`.
// A null path asks nothing.

import { get } from "./api.js";
import { useCallback, useEffect, useState } from "./html.js";

/** @typedef {import("./api.js").ApiError} ApiError */
/**
 * @template T
 * @typedef {{ data: T | null, error: ApiError | null, loading: boolean }} Loaded
 */
/**
 * @template T
 * @typedef {Loaded<T> & { reload: () => void }} Load
 */

/**
 * @template [T=any]
 * @param {string | null} path
 * @param {unknown} [when]
 * @returns {Load<T>}
 */
export function useLoad(path, when = null) {
  const [state, setState] = useState(/** @type {Loaded<T>} */ ({ data: null, error: null, loading: path !== null }));
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    if (path === null) {
      setState({ data: null, error: null, loading: false });
      return undefined;
    }
    let wanted = true;
    setState((before) => ({ ...before, error: null, loading: true }));
    get(path).then(
      (data) => wanted && setState({ data, error: null, loading: false }),
      (error) => wanted && setState({ data: null, error, loading: false }),
    );
    return () => {
      wanted = false;
    };
  }, [path, when, turn]);
  const reload = useCallback(() => setTurn((count) => count + 1), []);
  return { ...state, reload };
}
