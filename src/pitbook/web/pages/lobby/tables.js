// The tables that are open: who sits there, what the ante is, and the way in.
import { html, useEffect } from "../core/html.js";
import { cents, short } from "../core/money.js";
import { Problems } from "../core/problems.js";
import { Link } from "../core/router.js";

/** @import { TableEntry } from "../types/api.js" */

const EVERY = 10000;

/** @param {TableEntry} table */
const limits = (table) => {
  const ante = table.limits.ante;
  return ante ? `${short(cents(ante.least))} to ${short(cents(ante.most))}` : "";
};

/** @param {{ table: TableEntry }} props */
function Row({ table }) {
  const people = table.players.map((player) => (player.bot ? `${player.name} (bot)` : player.name)).join(", ");
  const free = table.free_seats.length;
  const join = table.seated ? "Back to your seat" : free ? "Sit down" : "Watch";
  const deals = table.roles.some((role) => role === "dealer" || role === "floor");
  return html`<tr>
    <th scope="row">${table.table}${table.private && html` <span class="soft small">private</span>`}</th>
    <td>${table.title}<br /><span class="soft small">${table.house_name}${
      table.dealing === "dealer" && ", dealt by hand"
    }</span></td>
    <td>${people || html`<span class="soft">nobody yet</span>`}<br />
      <span class="soft small">${free} of ${table.positions} seats free</span></td>
    <td class="number"><span class="on-phone">Ante </span>${limits(table)}</td>
    <td class="ways"><${Link} to="/table/${table.table}" class="button" data-testid="join-${table.table}">${join}<//>
      ${deals && html`<${Link} to="/table/${table.table}/dealer" class="small">Dealer's view<//>`}</td>
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
    <h2 id="open-title">Open tables</h2>
    <${Problems} error=${error} onRetry=${reload} />
    ${tables && !open.length && html`<p class="soft">None yet. The buttons above open one for yourself; “Invite” at the table shares it.</p>`}
    ${
      open.length > 0 &&
      html`<div class="scroll" tabindex="0" role="region" aria-labelledby="open-title"><table
      class="grid tables">
      <thead><tr><th scope="col">Table</th><th scope="col">Game</th><th scope="col">Players</th><th scope="col"
        class="number">Ante</th><th scope="col"><span class="unseen">Ways in</span></th></tr></thead>
      <tbody>${open.map((table) => html`<${Row} key=${table.table} table=${table} />`)}</tbody></table></div>`
    }
  </div>`;
}
