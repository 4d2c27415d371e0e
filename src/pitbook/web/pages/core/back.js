// The way back to the table where one sits, on every other page.

import { announce } from "./announce.js";
import { html, useEffect } from "./html.js";
import { useLoad } from "./load.js";
import { Link } from "./router.js";
import { useSession } from "./session.js";
import { say } from "./words.js";

/** @import { TableEntry, TablesDocument } from "../types/api.js" */
/** @import { Load } from "./load.js" */

const EVERY = 5000;
const AT_A_TABLE = /^\/table\/[^/]+(\/dealer)?$/;

/**
 * The table to go back to: where one's decision is awaited, or else the newest where one sits.
 * @param {TableEntry[]} tables in the order in which they were opened
 */
export function tableToReturnTo(tables) {
  const seated = tables.filter((table) => table.seated);
  return seated.findLast((table) => table.your_turn) ?? seated.at(-1) ?? null;
}

/** @param {{ path: string }} props */
export function BackToTable({ path }) {
  const session = useSession();
  const asks = session?.player && !AT_A_TABLE.test(path);
  /** @type {Load<TablesDocument>} */
  const { data, reload } = useLoad(asks ? "/api/tables" : null, path);
  const table = data && asks ? tableToReturnTo(data.tables) : null;
  const turn = table?.your_turn ? table.table : null;
  useEffect(() => {
    if (!asks) return undefined;
    const timer = setInterval(() => document.visibilityState === "visible" && reload(), EVERY);
    return () => clearInterval(timer);
  }, [asks]);
  useEffect(() => {
    if (turn) announce(say("back.turn_at", { table: turn }));
  }, [turn]);
  if (!table) return null;
  return html`<nav class="back-bar ${turn ? "turn" : ""}" aria-label=${say("back.yours")}><${Link} to="/table/${table.table}"
    data-testid="back">${say(turn ? "back.your_turn" : "back.back")}<//></nav>`;
}
