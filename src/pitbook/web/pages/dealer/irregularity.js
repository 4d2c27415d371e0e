// Report an irregularity: what the book says about it before, and what it made of it after.

import { Clauses } from "../core/clause.js";
import { html, useState } from "../core/html.js";
import { words } from "../core/names.js";

/** @import { Props } from "./page.js" */
/** @import { DealerView } from "./page.js" */
/** @import { Irregularity as Case } from "../types/api.js" */
/** @import { Children } from "../core/html.js" */

/** @typedef {Record<string, string | number | boolean>} Said what is said besides */

/** @type {Record<string, string>} */
const OUTCOMES = {
  void: "The round becomes void.",
  discard_and_go_on: "The card is set aside and play goes on.",
  use_next: "Play goes on with that card.",
  reshuffle: "The cards are shuffled again.",
  ruling: "Recorded for the floorperson's ruling; play goes on.",
  device_out_of_use: "The device is taken out of use.",
};
/**
 * Irregularities with a number: what it is called in the record, and on the page.
 * @type {Record<string, [string, string]>}
 */
const NUMBERS = {
  dealer_card_exposed: ["place", "Which of the dealer's cards, from 1 (if known)"],
};
/** Irregularities of which one thing more has to be said, yes or no. @type {Record<string, [string, string]>} */
const FLAGS = {
  dealer_card_exposed: ["found_later", "it was seen earlier, and is found only now"],
  card_drawn_in_error: ["exposed", "its face was seen"],
};

/**
 * Cards found face up are seen: at a physical table they are entered with the report.
 * @type {Record<string, [string, string]>}
 */
const FACE_UP = { face_up_card: ["card", "The card (Ah)"], face_up_cards: ["cards", "The cards (Ah Td)"] };

/** @param {{ found: Case, said: Said, set: (news: Said) => void, entered: boolean }} props */
function Details({ found, said, set, entered }) {
  if (found.name === "device_out_of_order") {
    return html`<label><span>Device</span><select value=${said.device}
      onChange=${(event) => set({ device: event.target.value })}><option value="shuffler">shuffler</option><option
      value="shoe">shoe</option></select></label>
      <label><span>Is now</span><select value=${said.made || found.device[0]}
        onChange=${(event) => set({ made: event.target.value })}>${found.device.map(
          (one) => html`<option value=${one}>
        ${one}</option>`,
        )}</select></label>
      ${
        found.before_any_change &&
        html`<label class="inline"><input type="checkbox" checked=${Boolean(said.works)}
        onChange=${(event) => set({ works: event.target.checked })} data-testid="device-works" /> it works, and goes so
        that another method can be used</label>`
      }`;
  }
  const number = NUMBERS[found.name];
  const flag = FLAGS[found.name];
  const seen = entered && FACE_UP[found.name];
  return html`${
    seen &&
    html`<label><span>${seen[1]}</span><input size="8" autocomplete="off" spellcheck="false"
    value=${said[seen[0]] || ""} onInput=${(event) => set({ [seen[0]]: event.target.value })}
    data-testid="irregularity-cards" /></label>`
  }
    ${
      number &&
      html`<label><span>${number[1]}</span><input inputmode="numeric" size="6"
    value=${said[number[0]] || ""} onInput=${(event) => set({ [number[0]]: event.target.value.replace(/\D/g, "") })}
    data-testid="irregularity-number" /></label>`
    }
    ${
      flag &&
      html`<label class="inline"><input type="checkbox" checked=${Boolean(said[flag[0]])}
      onChange=${(event) => set({ [flag[0]]: event.target.checked })} data-testid="irregularity-flag" /> ${flag[1]}
      </label>`
    }
    <label class="grow"><span>Note for the record (may be empty)</span><input maxlength="200" value=${said.note || ""}
      onInput=${(event) => set({ note: event.target.value })} /></label>`;
}

/** @param {Case} found @param {Said} said */
function detailOf(found, said) {
  if (found.name === "device_out_of_order") {
    const works = said.works ? { works: true } : {};
    return { device: said.device || "shuffler", made: said.made || found.device[0], ...works };
  }
  /** @type {Said} */
  const detail = {};
  if (said.place) detail.place = Number(said.place);
  const flag = FLAGS[found.name];
  if (flag && said[flag[0]]) detail[flag[0]] = true;
  for (const name of ["card", "cards", "note"]) {
    const text = String(said[name] ?? "").trim();
    if (text) detail[name] = text;
  }
  return detail;
}

/** What stood in the script of the round before, so that what came of it can be told apart. @param {DealerView} view */
function mark({ round }) {
  if (!round) return { round: null, lines: 0, void: false };
  return { round: round.round, lines: round.script.length, void: Boolean(round.void) };
}

/** @param {{ view: DealerView, reported: ReturnType<typeof mark> }} props */
function Outcome({ view, reported }) {
  const round = [view.round, view.last_round].find((one) => one?.round === reported.round) || null;
  const news = round ? round.script.slice(reported.lines) : [];
  const next = view.steps.find((one) => one.must);
  /** @type {Children} */
  let cameOfIt = "Recorded.";
  if (round?.void && !reported.void) cameOfIt = html`<b>The round is void.</b>`;
  else if (round && !round.void) cameOfIt = "The round goes on.";
  return html`<div class="outcome" role="status" data-testid="irregularity-outcome"><h3>What the book made of it</h3>
    ${
      news.length > 0 &&
      html`<ul>${news.map(
        (line, place) => html`<li key=${place}>${line.words} <${Clauses}
      ids=${line.clauses} /></li>`,
      )}</ul>`
    }
    <p>${cameOfIt}
      ${next && html` Next: ${next.words}`}</p></div>`;
}

/** @param {Props} props */
export function Irregularity({ view, run, busy }) {
  const cases = view.irregularities;
  const [name, setName] = useState("");
  const [said, setSaid] = useState(/** @type {Said} */ ({}));
  const [reported, setReported] = useState(/** @type {ReturnType<typeof mark> | null} */ (null));
  const found = cases.find((one) => one.name === name);
  /** @param {string} chosen */
  const choose = (chosen) => {
    setName(chosen);
    setSaid({});
    setReported(null);
  };
  const send = async () => {
    if (!found) return;
    const before = mark(view);
    if (await run({ do: "report", irregularity: name, detail: detailOf(found, said) })) setReported(before);
  };
  if (!view.you.roles.includes("dealer")) return null;
  return html`<section class="panel" aria-labelledby="report-title"><h2 id="report-title">Report an irregularity</h2>
    <label class="grow"><span>What happened</span><select value=${name}
      onChange=${(event) => choose(event.target.value)} data-testid="irregularity"><option value="">choose</option>
      ${cases.map((one) => html`<option value=${one.name} selected=${one.name === name}>${one.words}</option>`)}
        </select></label>
    ${
      found &&
      html`<div class="before" data-testid="irregularity-says"><h3>What the book says</h3><p>
      ${found.says} <${Clauses} ids=${found.clauses} /></p>${
        !reported &&
        html`<p><b>
      ${OUTCOMES[found.outcome] || words(found.outcome)}</b></p>`
      }</div>`
    }
    ${
      found &&
      !reported &&
      html`<form class="row may-form" onSubmit=${(event) => {
        event.preventDefault();
        if (!busy) send();
      }}><${Details} found=${found} said=${said}
        entered=${view.source === "entered"} set=${(news) => setSaid((before) => ({ ...before, ...news }))} />
        <button type="submit" disabled=${busy} data-testid="irregularity-report">Report it</button></form>`
    }
    ${reported && html`<${Outcome} view=${view} reported=${reported} />`}
  </section>`;
}
