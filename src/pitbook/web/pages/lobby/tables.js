// The tables that are open: who sits there, its limits, and the way in.
import { html, useEffect } from "../core/html.js";
import { cents, short } from "../core/money.js";
import { Problems } from "../core/problems.js";
import { Link } from "../core/router.js";
import { say } from "../core/words.js";

/** @import { TableEntry } from "../types/api.js" */

const EVERY = 10000;

/** @param {Pick<TableEntry, "limits" | "base">} table */
export const limitsOf = ({ limits, base }) =>
  say("list.range", { least: short(cents(limits[base].least)), most: short(cents(limits[base].most)) });

/** @param {{ table: TableEntry }} props */
function Row({ table }) {
  const people = table.players
    .map((player) => (player.bot ? say("lobby.bot", { name: player.name }) : player.name))
    .join(", ");
  const free = table.free_seats.length;
  const join = say(table.seated ? "lobby.back" : free ? "chips.sit" : "lobby.watch");
  const deals = table.roles.some((role) => role === "dealer" || role === "floor");
  return html`<tr>
    <th scope="row">${table.table}${table.private && html` <span class="soft small">${say("lobby.private")}</span>`}</th>
    <td>${table.title}<br /><span class="soft small">${table.house_name}${
      table.dealing === "dealer" && `, ${say("lobby.by_hand")}`
    }</span></td>
    <td>${people || html`<span class="soft">${say("lobby.nobody_yet")}</span>`}<br />
      <span class="soft small">${say("lobby.free", { count: free, positions: table.positions })}</span></td>
    <td class="number"><span class="on-phone">${say("lobby.limits")} </span>${limitsOf(table)}</td>
    <td class="ways"><${Link} to="/table/${table.table}" class="button" data-testid="join-${table.table}">${join}<//>
      ${deals && html`<${Link} to="/table/${table.table}/dealer" class="small">${say("lobby.dealer_view")}<//>`}</td>
  </tr>`;
}

/** @param {{ tables: TableEntry[] | null, error: Error | null, reload: () => void }} props */
export function OpenTables({ tables, error, reload }) {
  useEffect(() => {
    const timer = setInterval(() => document.visibilityState === "visible" && reload(), EVERY);
    return () => clearInterval(timer);
  }, []);
  const open = tables ? tables.filter((table) => table.status !== "closed") : [];
  open.sort((one, two) => Number(two.seated) - Number(one.seated));
  return html`<div class="panel">
    <h2 id="open-title">${say("lobby.open_tables")}</h2>
    <${Problems} error=${error} onRetry=${reload} />
    ${tables && !open.length && html`<p class="soft">${say("lobby.none_open")}</p>`}
    ${
      open.length > 0 &&
      html`<div class="scroll" tabindex="0" role="region" aria-labelledby="open-title"><table
      class="grid tables">
      <thead><tr><th scope="col">${say("page.table")}</th><th scope="col">${say("lobby.game")}</th><th scope="col">${say("lobby.players")}</th><th scope="col"
        class="number">${say("lobby.limits")}</th><th scope="col"><span class="unseen">${say("lobby.ways_in")}</span></th></tr></thead>
      <tbody>${open.map((table) => html`<${Row} key=${table.table} table=${table} />`)}</tbody></table></div>`
    }
  </div>`;
}
