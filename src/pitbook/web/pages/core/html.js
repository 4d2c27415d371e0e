// The one place that knows which library draws the pages.
/** @typedef {import("../vendor/preact-htm.js").Children} Children */
/** @typedef {import("../vendor/preact-htm.js").Component} Component */
export {
  createContext,
  h,
  html,
  render,
  useCallback,
  useContext,
  useEffect,
  useErrorBoundary,
  useLayoutEffect,
  useMemo,
  useReducer,
  useRef,
  useState,
} from "../vendor/preact-htm.js";
