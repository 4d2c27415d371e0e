// The one place that knows which library draws the pages.
export {
  h, html, render, createContext, useState, useReducer, useEffect, useLayoutEffect, useRef, useMemo, useCallback,
  useContext, useErrorBoundary,
} from "../vendor/preact-htm.js";
