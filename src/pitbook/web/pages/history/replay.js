// One past round: marked as a replay, step by step, with its settlement and its fairness proof.

import { Clauses } from "../core/clause.js";
import { html, useEffect, useRef } from "../core/html.js";
import { useLoad } from "../core/load.js";
import { shown, words } from "../core/names.js";
import { Problems } from "../core/problems.js";
import { Link } from "../core/router.js";
import { useStyle } from "../core/style.js";
import { say } from "../core/words.js";
import { Felt } from "../table/felt.js";
import { voidWords } from "../table/model.js";
import { OwnDecisions, useReview } from "./decisions.js";
import { Keep } from "./keep.js";
import { Lines } from "./lines.js";
import { Controls, useReplay } from "./player.js";
import { moment, Proof } from "./proof.js";
import { Share } from "./share.js";

/** @import { Frame, Layout, Replay as Round, Review, RoundOnTable } from "../types/api.js" */
/** @import { Load } from "../core/load.js" */

/** @param {string | undefined} card */
const isCard = (card) => /^[2-9TJQKA][cdhs]$/.test(card ?? "");

/**
 * What was said and done so far; the newest line is kept in sight.
 * @param {{ frames: Frame[], place: number }} props
 */
function Script({ frames, place }) {
  const list = useRef(/** @type {HTMLOListElement | null} */ (null));
  useEffect(() => {
    const box = list.current;
    /** @type {HTMLElement | null | undefined} */
    const now = box?.querySelector(".now");
    if (box && now) box.scrollTop = now.offsetTop - box.clientHeight / 2;
  }, [place]);
  return html`<ol class="told" ref=${list} tabindex="0" aria-label=${say("replay.happened")}>
    ${frames.slice(0, place + 1).map(
      (frame, at) => html`<li key=${at} class=${at === place ? "now" : ""}>
    ${frame.words.map(
      (line, number) => html`<p key=${number}><span class="by">${line.by && words(line.by)}
      </span> ${line.words} <${Clauses} ids=${line.clauses} /></p>`,
    )}</li>`,
    )}</ol>`;
}

/**
 * What lay on the table, with the viewer's own cards as the viewer saw them.
 * @param {RoundOnTable | null} view
 * @param {Round} round
 * @param {number[]} own
 */
function seenBy(view, round, own) {
  if (!view) return null;
  const seats = Object.entries(view.seats).map(([number, seat]) => {
    const known = own.includes(Number(number)) ? round.dealt.seats[number] : [];
    const cards = seat.cards.map((card, place) => (isCard(known[place]) ? known[place] : card));
    return [number, { ...seat, cards }];
  });
  return { ...view, seats: Object.fromEntries(seats) };
}

/** The seats that were the viewer's. @param {Review | null} review */
const ownSeats = (review) => [...new Set(review?.decisions.map((decision) => decision.seat))];

/** @param {{ round: Round, layout: Layout }} props */
function Replayed({ round, layout }) {
  const replay = useReplay(round.frames);
  const { view } = round.frames[replay.place];
  const review = useReview(round.round);
  const own = ownSeats(review);
  const names = Object.fromEntries(Object.entries(round.players).map(([seat, player]) => [seat, shown(player)]));
  const table = round.round.slice(0, round.round.lastIndexOf("-"));
  // Somebody's place is drawn large: the viewer's, otherwise the first.
  const large = own.length ? own : Object.keys(names).slice(0, 1).map(Number);
  /** @param {number} seat */
  const holder = (seat) =>
    names[seat] ? { name: names[seat], kind: "person", stack: null, connected: true, you: own.includes(seat) } : null;
  return html`<div class="history-page">
    <div class="replay-head"><p class="replay-mark" data-testid="replay-mark">${say("replay.mark")}</p><h1>${say("replay.round", { round: round.round })}</h1>
      <p class="soft">
        ${say("replay.opened", { title: round.title, time: moment(round.opened) })}
        ${" "}<${Link} to="/table/${table}/history">${say("replay.all_rounds", { table })}<//></p></div>
    <div class="replay-columns">
      <section class="panel replaying" aria-labelledby="layout-title">
        <h2 id="layout-title" class="unseen">${say("replay.layout")}</h2>
        ${view?.void && html`<p class="void-banner">${voidWords(view.void)}</p>`}
        <${Felt} layout=${layout} source=${`/api/rounds/${encodeURIComponent(round.round)}/felt`} seats=${large}
          round=${seenBy(view, round, own)} holder=${holder} acting=${view?.to_act[0] ?? null} oneByOne /></section>
      <section class="panel" aria-label=${say("replay.steps")}><${Controls} replay=${replay} /><${Script} frames=${round.frames}
        place=${replay.place} /></section>
    </div>
    <section class="panel" aria-labelledby="lines-title"><h2 id="lines-title">${say("replay.settlement")}</h2><${Lines}
      lines=${round.lines} totals=${round.totals} names=${names} /></section>
    <${OwnDecisions} round=${round.round} review=${review} />
    <${Proof} proof=${round.proof} commitment=${round.commitment}
      published=${round.commitment_published} dealt=${round.dealt} last=${round.frames[round.frames.length - 1].view} />
    <${Keep} round=${round.round} proof=${round.proof} />
    <${Share} round=${round} names=${names} />
  </div>`;
}

/** @param {{ params: { round: string } }} props */
export function Page({ params }) {
  const address = `/api/rounds/${encodeURIComponent(params.round)}`;
  const styled = useStyle(import.meta.url, "./history.css");
  /** @type {Load<Round>} */
  const { data, error, reload } = useLoad(address);
  /** @type {Load<Layout>} */
  const layout = useLoad(`${address}/layout`);
  if (error || layout.error) return html`<${Problems} error=${error || layout.error} onRetry=${reload} />`;
  if (!styled || !data || !layout.data) return html`<p class="loading" aria-busy="true">${say("replay.loading")}</p>`;
  return html`<${Replayed} round=${data} layout=${layout.data} />`;
}
