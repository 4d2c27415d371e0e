// Beside the felt: the round (settlement and script), the sign, the table.

import { Clauses } from "../core/clause.js";
import { html, useState } from "../core/html.js";
import { money } from "../core/money.js";
import { Link } from "../core/router.js";
import { say } from "../core/words.js";
import { linesOf } from "./model.js";
import { Script } from "./script.js";
import { OwnSeed } from "./seeds.js";
import { Settlement } from "./settlement.js";
import { Sign } from "./sign.js";

/** @import { Command, Layout, RoundWithScript, TablePlayer, View } from "../types/api.js" */
/** @import { OnShow } from "./model.js" */

const TABS = /** @type {const} */ ([
  ["round", "page.round"],
  ["sign", "table.pays"],
  ["table", "page.table"],
]);

/** @param {TablePlayer} player */
function playerWords({ name, kind, plays, seats, left }) {
  const who =
    kind === "bot" ? say("side.bot", { name, plays: say(plays === "exact" ? "bot.exact" : "bot.simple") }) : name;
  return say(left ? "side.left" : "side.seated", { who, seats: seats.join(", ") });
}

/**
 * @param {object} props
 * @param {View} props.view
 * @param {Layout} props.layout
 * @param {RoundWithScript | null} props.round
 * @param {(command: Command) => Promise<unknown>} props.send
 * @param {(way: "buy_in" | "cash_out" | "leave" | "invite") => void} props.ask
 * @param {() => void} props.guide
 */
function TableTab({ view, layout, round, send, ask, guide }) {
  const seated = view.you.seats.length > 0;
  const deals = view.you.roles.includes("dealer") || view.you.roles.includes("floor");
  return html`<div class="table-tab">
    <h3>${say("side.house_table", { house: layout.house_name.text, table: view.table })}</h3>
    <p class="small soft">${layout.title}. ${say("book.positions", { count: layout.positions })} <${Clauses} ids=${layout.position_clauses} />
      </p>
    <ul class="players">${Object.values(view.players).map(
      (player) => html`<li>
      <span>${playerWords(player)}</span><b>${money(player.stack)}</b></li>`,
    )}</ul>
    ${
      seated &&
      html`<div class="row"><button type="button" data-testid="buy-in"
      onClick=${() => ask("buy_in")}>${say("chips.buy_in")}</button>
      <button type="button" data-testid="cash-out" onClick=${() => ask("cash_out")}>${say("chips.cash_out")}</button>
      <button type="button" data-testid="leave" onClick=${() => ask("leave")}>${say("chips.leave")}</button></div>`
    }
    ${seated && html`<p><button type="button" data-testid="guide-again" onClick=${guide}>${say("guide.begin")}</button></p>`}
    <p><${Link} to="/table/${view.table}/history" data-testid="history-link">${say("side.past")}<//></p>
    ${deals && html`<p><${Link} to="/table/${view.table}/dealer">${say("side.dealer_view")}<//></p>`}
    ${
      view.you.roles.includes("floor") &&
      html`<p><button type="button" data-testid="invite" onClick=${() => ask("invite")}>${say("invite.title")}</button></p>`
    }
    ${seated && html`<${OwnSeed} view=${view} send=${send} />`}
    ${
      round?.commitment &&
      html`<details><summary>${say("side.fairness", { round: round.round })}</summary>
      <p class="small">${say("side.committed")}</p>
        <code class="hash">${round.commitment}</code>
      ${
        round.seed &&
        html`<p class="small">${say("side.seed")}</p><code class="hash">${round.seed}
        </code>`
      }</details>`
    }
    ${
      layout.equipment.length > 0 &&
      html`<details><summary>${say("side.equipment")}</summary>
      ${layout.equipment.map(
        (one) => html`<p class="small">${one.text} <${Clauses} ids=${one.clauses} />
      </p>`,
      )}</details>`
    }
  </div>`;
}

/**
 * @param {object} props
 * @param {View} props.view
 * @param {Layout} props.layout
 * @param {OnShow} props.on
 * @param {RoundWithScript | null} props.round
 * @param {boolean} props.playing
 * @param {() => void} props.skip
 * @param {(command: Command) => Promise<unknown>} props.send
 * @param {number[]} props.seats those of the viewer in the round on show
 * @param {(way: "buy_in" | "cash_out" | "leave" | "invite") => void} props.ask
 * @param {() => void} props.guide
 */
export function Side({ view, layout, on, round, playing, skip, send, seats, ask, guide }) {
  const [chosen, setTab] = useState(/** @type {string | null} */ (null));
  // Before a player's first hand there is nothing of a round to tell, so the paytables come first.
  const waiting = view.dealing === "house" && view.you.seats.length > 0 && !view.last_round && !round?.no_more_bets;
  const tab = chosen ?? (waiting ? "sign" : "round");
  return html`<section class="side panel" aria-label=${say("side.title")}>
    <div class="tabs" role="tablist">${TABS.map(
      ([id, label]) => html`<button type="button" role="tab" class="plain"
      id="tab-${id}" aria-selected=${tab === id} aria-controls="tabpanel" onClick=${() => setTab(id)}>${say(label)}
      </button>`,
    )}</div>
    <div class="tab-panel" role="tabpanel" id="tabpanel" aria-labelledby="tab-${tab}" tabindex="0">
      ${
        tab === "round" &&
        html`${
          round &&
          html`<${Settlement} round=${round} seats=${seats}
        over=${on.over} playing=${playing} skip=${skip} />`
        }
        <${Script} round=${round} open=${view.wagering.open}
          steps=${on.over ? [] : view.steps} />`
      }
      ${
        tab === "sign" &&
        html`<${Sign} layout=${layout} table=${view.table}
        lines=${on.over ? linesOf(round, seats) : []} />`
      }
      ${tab === "table" && html`<${TableTab} view=${view} layout=${layout} round=${round} send=${send} ask=${ask} guide=${guide} />`}
    </div>
  </section>`;
}
