// The fairness proof of a round, recomputed in this page: nothing is asked of the server, which could say anything.

import { announce } from "../core/announce.js";
import { Cards } from "../core/card.js";
import { html, useState } from "../core/html.js";
import { Key, useKeys } from "../core/keys.js";
import { isOnList, remembered } from "../core/seeds.js";
import { say } from "../core/words.js";
import { followed, verify } from "./fairness.js";

/** @import { Dealt, RoundOnTable, ShuffleProof } from "../types/api.js" */
/** @import { Check as Checked, Seen } from "./fairness.js" */

/**
 * What a proof that holds says about who could have chosen the cards.
 * @param {ShuffleProof} proof
 */
export function whoCouldChoose(proof) {
  if (!proof.players.length) return say("fair.alone");
  const mine = isOnList(proof.round, proof.players);
  return `${say("fair.together")} ${say(mine ? "fair.mine" : "fair.not_mine")}`;
}

/** @param {{ check: Checked }} props */
function Check({ check }) {
  return html`<li class=${check.holds ? "holds" : "fails"}><b>${check.holds ? "✓" : "✗"} ${check.what}
    </b> ${check.holds ? check.words || say("fair.as_should") : say("fair.fails")}
    ${
      !check.holds &&
      html`<dl><dt>${say("fair.table_says")}</dt><dd>${check.said}</dd><dt>${say("fair.computed")}</dt><dd>${check.found}
      </dd></dl>`
    }</li>`;
}

/** @param {{ cards: string, title: string }} props */
function Deck({ cards, title }) {
  return html`<details><summary>${title}</summary><div class="deck"><${Cards} cards=${cards.split(" ")} size="small"
    label=${title} /></div></details>`;
}

/**
 * @param {object} props
 * @param {ShuffleProof | null} props.proof
 * @param {string | null} props.commitment what the table published when the round was opened
 * @param {string | null} props.published when
 * @param {Dealt} props.dealt
 * @param {RoundOnTable | null} props.last the layout when the round was over
 */
export function Proof({ proof, commitment, published, dealt, last }) {
  const [checks, setChecks] = useState(/** @type {Checked[] | null} */ (null));
  /** @type {Seen} */
  const seen = proof ? remembered(proof.round) : {};
  const run = () => {
    if (!proof || !last) return;
    const found = [...verify(proof, commitment, seen, say), followed(proof, dealt, last, say)].filter(
      (check) => check !== null,
    );
    setChecks(found);
    const all = found.every((check) => check.holds);
    announce(say(all ? "fair.verified_all" : "fair.differs"));
  };
  useKeys([{ key: "v", says: say("fair.verify_here"), run, off: !proof }]);
  if (!proof) {
    return html`<section class="panel" aria-labelledby="proof-title"><h2 id="proof-title">${say("fair.title")}</h2>
      <p class="soft">${say("fair.entered")}</p>
        </section>`;
  }
  const holds = checks?.every((check) => check.holds);
  return html`<section class="panel proof" aria-labelledby="proof-title"><h2 id="proof-title">${say("fair.title")}</h2>
    <p class="soft small">${say("fair.about")}</p>
    <dl class="seeds"><div><dt>${say("fair.commitment")}${
      published &&
      html` <small>${moment(published)}
      </small>`
    }</dt><dd><code>${proof.commitment}</code></dd></div>
      <div><dt>${say("fair.server_seed")}</dt><dd><code>${proof.seed}</code></dd></div>
      <div><dt>${say("fair.player_seeds")}</dt><dd>
        ${
          proof.players.length
            ? proof.players.map(
                (one) => html`<p key=${one.player}>${one.player.split("~")[0]}:
          ${" "}<code>${one.seed ?? say("fair.missing")}</code></p>`,
              )
            : say("fair.none")
        }</dd></div>
      ${
        proof.beacon &&
        html`<div><dt>${say("fair.beacon", { time: moment(proof.beacon.at) })}</dt><dd><code>${proof.beacon.value}</code>
        </dd></div>`
      }
      <div><dt>${say("fair.rules")}</dt><dd><code>${proof.rules}</code></dd></div>
      <div><dt>${say("fair.par")}</dt><dd><code>${proof.par}</code></dd></div>
      ${proof.cuts.map(
        (cut, place) => html`<div key=${place}><dt>${say("fair.cut")}${proof.cuts.length > 1 && ` ${place + 1}`}</dt>
        <dd>${say("fair.cut_depth", { depth: cut.depth, fewest: cut.fewest })}</dd></div>`,
      )}</dl>
    ${proof.decks.map(
      (cards, place) => html`<${Deck} key=${place} cards=${cards}
      title=${proof.decks.length > 1 ? say("fair.deck_after", { number: place + 1 }) : say("fair.deck")} />`,
    )}
    <p><button type="button" class="primary" onClick=${run} data-testid="verify">${say("fair.verify")} <${Key} of="v" /></button></p>
    ${
      checks &&
      html`<div class=${`verified ${holds ? "holds" : "fails"}`} data-testid="verify-result" role="status">
      <p><b>${say(holds ? "fair.verified" : "fair.not_verified")}</b> ${holds ? whoCouldChoose(proof) : say("fair.seeds_differ")}
        </p>
      ${!seen.commitment && html`<p class="small soft">${say("fair.not_seen")}</p>`}
      <ul>${checks.map((check) => html`<${Check} key=${check.what} check=${check} />`)}</ul></div>`
    }
  </section>`;
}

/** @param {string} iso */
export const moment = (iso) =>
  iso
    .replace("T", " ")
    .replace(/\.\d+/, "")
    .replace(/(\+00:00|Z)$/, " UTC");
