// The fairness proof of a round, recomputed in this page: nothing is asked of the server, which could say anything.

import { announce } from "../core/announce.js";
import { Cards } from "../core/card.js";
import { html, useState } from "../core/html.js";
import { Key, useKeys } from "../core/keys.js";
import { isOnList, remembered } from "../core/seeds.js";
import { followed, verify } from "./fairness.js";

/** @import { Dealt, RoundOnTable, ShuffleProof } from "../types/api.js" */
/** @import { Check as Checked, Seen } from "./fairness.js" */

/**
 * The cards that are known to have been dealt, and how many were dealt in all, burned and set aside ones included.
 * @param {Dealt} dealt
 * @param {RoundOnTable} last
 */
function cardsOf(dealt, last) {
  const hands = Object.values(dealt.seats).flat();
  const cards = [...dealt.board, ...dealt.dealer, ...dealt.extra, ...hands, ...last.set_aside];
  return { known: cards.filter((card) => /^[2-9TJQKA][cdhs]$/.test(card)), number: cards.length + last.burned };
}

const ALONE = "The table could not choose the cards after it saw the wagers.";
const TOGETHER = "Nobody could choose the cards, unless everybody on the list of seeds and the house worked together.";
const MINE = "A seed of yours is on the list.";
const NOT_MINE = "This browser knows of no seed of yours on the list.";
const FAILS = "What the table says differs from what its seeds give.";

/**
 * What a proof that holds says about who could have chosen the cards.
 * @param {ShuffleProof} proof
 */
export function whoCouldChoose(proof) {
  if (!proof.players.length) return ALONE;
  return `${TOGETHER} ${isOnList(proof.round, proof.players) ? MINE : NOT_MINE}`;
}

/** @param {{ check: Checked }} props */
function Check({ check }) {
  return html`<li class=${check.holds ? "holds" : "fails"}><b>${check.holds ? "✓" : "✗"} ${check.what}
    </b> ${check.holds ? check.words || "is as it should be." : "does not hold."}
    ${
      !check.holds &&
      html`<dl><dt>The table says</dt><dd>${check.said}</dd><dt>Computed here</dt><dd>${check.found}
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
    const { known, number } = cardsOf(dealt, last);
    const found = [...verify(proof, commitment, seen), followed(proof, known, number)].filter(
      (check) => check !== null,
    );
    setChecks(found);
    const all = found.every((check) => check.holds);
    announce(all ? "Verified: commitment, deck and cut follow from the seeds." : "Not verified: something differs.");
  };
  useKeys([{ key: "v", says: "Verify the shuffle in this page", run, off: !proof }]);
  if (!proof) {
    return html`<section class="panel" aria-labelledby="proof-title"><h2 id="proof-title">Fairness</h2>
      <p class="soft">The cards of this round were dealt by hand at a physical table and entered here:
        ${" "}there is no seed to check.</p>
        </section>`;
  }
  const holds = checks?.every((check) => check.holds);
  return html`<section class="panel proof" aria-labelledby="proof-title"><h2 id="proof-title">Fairness</h2>
    <p class="soft small">Before the first wager the table published a commitment to its secret seed; after
      ${" "}settlement it revealed the seed.${" "}
      This page can recompute commitment, deck and cut from it by itself, without asking the server.</p>
    <dl class="seeds"><div><dt>Commitment, published before the wagers${
      published &&
      html` <small>${moment(published)}
      </small>`
    }</dt><dd><code>${proof.commitment}</code></dd></div>
      <div><dt>Server seed, revealed after settlement</dt><dd><code>${proof.seed}</code></dd></div>
      <div><dt>Seeds that players committed to before "no more bets", and revealed after it</dt><dd>
        ${
          proof.players.length
            ? proof.players.map(
                (one) => html`<p key=${one.player}>${one.player.split("~")[0]}:
          ${" "}<code>${one.seed ?? "missing"}</code></p>`,
              )
            : "none"
        }</dd></div>
      ${
        proof.beacon &&
        html`<div><dt>Beacon of ${moment(proof.beacon.at)}</dt><dd><code>${proof.beacon.value}</code>
        </dd></div>`
      }
      <div><dt>Digest of the house rules</dt><dd><code>${proof.rules}</code></dd></div>
      <div><dt>Digest of what their PAR sheet is calculated from</dt><dd><code>${proof.par}</code></dd></div>
      ${proof.cuts.map(
        (cut, place) => html`<div key=${place}><dt>Cut${proof.cuts.length > 1 && ` ${place + 1}`}</dt>
        <dd>${cut.depth} cards deep, with at least ${cut.fewest} on either side</dd></div>`,
      )}</dl>
    ${proof.decks.map(
      (cards, place) => html`<${Deck} key=${place} cards=${cards}
      title="The deck after ${proof.decks.length > 1 ? `shuffle ${place + 1}` : "the shuffle"}, before the cut" />`,
    )}
    <p><button type="button" class="primary" onClick=${run} data-testid="verify">Verify <${Key} of="v" /></button></p>
    ${
      checks &&
      html`<div class=${`verified ${holds ? "holds" : "fails"}`} data-testid="verify-result" role="status">
      <p><b>${holds ? "Verified in this page." : "Not verified."}
        </b> ${holds ? whoCouldChoose(proof) : FAILS}
        </p>
      ${
        !seen.commitment &&
        html`<p class="small soft">This browser did not see the commitment before the wagers: that it
        ${" "}was published then is what the record says.</p>`
      }
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
