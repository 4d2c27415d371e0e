// The history: the rounds of a table, or one of them.
import { html } from "../core/html.js";
import { useStyle } from "../core/style.js";
import { say } from "../core/words.js";
import { List } from "./list.js";
import { Replay } from "./replay.js";

/** @param {{ params: { round?: string, table?: string }, query: Record<string, string> }} props */
export function Page({ params, query }) {
  const styled = useStyle(import.meta.url, "./history.css");
  if (!styled) return html`<p class="loading" aria-busy="true">${say("shell.loading")}</p>`;
  if (params.round) return html`<${Replay} round=${params.round} />`;
  return html`<${List} key=${`${params.table} ${query.only || ""}`} table=${params.table}
    only=${query.only || ""} />`;
}
