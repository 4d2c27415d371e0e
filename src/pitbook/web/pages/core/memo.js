// Components that are drawn again only where what they are given has changed: a beat of a deal changes one seat of seven.
import { h, useRef } from "./html.js";

/** @import { Component } from "./html.js" */
/** @import { VNode } from "../vendor/preact-htm.js" */

/** @typedef {Record<string, unknown>} Fields */

/** @param {unknown} value @returns {value is Fields} */
const hasFields = (value) => typeof value === "object" && value !== null;

/**
 * The same value; or lists and objects that hold the same values, as deep as said.
 * @param {unknown} one
 * @param {unknown} other
 * @param {number} depth
 * @returns {boolean}
 */
export function alike(one, other, depth) {
  if (Object.is(one, other)) return true;
  if (depth === 0 || !hasFields(one) || !hasFields(other)) return false;
  const names = Object.keys(one);
  return (
    names.length === Object.keys(other).length &&
    names.every((name) => Object.hasOwn(other, name) && alike(one[name], other[name], depth - 1))
  );
}

/** @param {Component} Drawn @returns {Component} */
export function memo(Drawn) {
  return (props) => {
    const last = useRef(/** @type {{ props: Fields, drawn: VNode } | null} */ (null));
    // The library does not look at what it is given twice.
    if (!last.current || !alike(last.current.props, props, 2)) last.current = { props, drawn: h(Drawn, props) };
    return last.current.drawn;
  };
}
