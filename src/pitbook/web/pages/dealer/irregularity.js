// Report an irregularity: what the book says about it before, and what it made of it after.

import { Clauses } from "../core/clause.js";
import { html, useState } from "../core/html.js";
import { words } from "../core/names.js";
import { say } from "../core/words.js";

/** @import { Props } from "./page.js" */
/** @import { DealerView } from "./page.js" */
/** @import { Irregularity as Case } from "../types/api.js" */
/** @import { Children } from "../core/html.js" */
/** @import { Key } from "../core/words.js" */

/** @typedef {Record<string, string | number | boolean>} Said what is said besides */

/** @type {Record<string, Key>} */
const OUTCOMES = {
  void: "report.void",
  discard_and_go_on: "report.set_aside",
  use_next: "report.use_next",
  reshuffle: "report.reshuffle",
  ruling: "report.ruling",
  device_out_of_use: "report.device",
};
/** Irregularities with a number: what it is called in the record, and on the page. @type {Record<string, [string, Key]>} */
const NUMBERS = { dealer_card_exposed: ["place", "report.which_card"] };
/** Irregularities of which one thing more has to be said, yes or no. @type {Record<string, [string, Key]>} */
const FLAGS = {
  dealer_card_exposed: ["found_later", "report.found_later"],
  card_drawn_in_error: ["exposed", "report.face_seen"],
  shuffler_jam: ["other_deck", "report.other_deck"],
};

/**
 * Cards found face up are seen: at a physical table they are entered with the report.
 * @type {Record<string, [string, Key]>}
 */
const FACE_UP = { face_up_card: ["card", "report.the_card"], face_up_cards: ["cards", "report.the_cards"] };

/** @param {{ found: Case, said: Said, set: (news: Said) => void, entered: boolean, decks: number }} props */
function Details({ found, said, set, entered, decks }) {
  if (found.name === "device_out_of_order") {
    return html`<label><span>${say("report.the_device")}</span><select value=${said.device}
      onChange=${(event) => set({ device: event.target.value })}><option value="shuffler">${words("shuffler").toLowerCase()}</option><option
      value="shoe">${words("shoe").toLowerCase()}</option></select></label>
      <label><span>${say("report.is_now")}</span><select value=${said.made || found.device[0]}
        onChange=${(event) => set({ made: event.target.value })}>${found.device.map(
          (one) => html`<option value=${one}>${words(one).toLowerCase()}</option>`,
        )}</select></label>
      ${
        found.before_any_change &&
        html`<label class="inline"><input type="checkbox" checked=${Boolean(said.works)}
        onChange=${(event) => set({ works: event.target.checked })} data-testid="device-works" /> ${say("report.works")}</label>`
      }`;
  }
  const number = NUMBERS[found.name];
  const flag = found.name === "shuffler_jam" && decks < 2 ? null : FLAGS[found.name];
  const seen = entered && FACE_UP[found.name];
  return html`${
    seen &&
    html`<label><span>${say(seen[1])}</span><input size="8" autocomplete="off" spellcheck="false"
    value=${said[seen[0]] || ""} onInput=${(event) => set({ [seen[0]]: event.target.value })}
    data-testid="irregularity-cards" /></label>`
  }
    ${
      number &&
      html`<label><span>${say(number[1])}</span><input inputmode="numeric" size="6"
    value=${said[number[0]] || ""} onInput=${(event) => set({ [number[0]]: event.target.value.replace(/\D/g, "") })}
    data-testid="irregularity-number" /></label>`
    }
    ${
      flag &&
      html`<label class="inline"><input type="checkbox" checked=${Boolean(said[flag[0]])}
      onChange=${(event) => set({ [flag[0]]: event.target.checked })} data-testid="irregularity-flag" /> ${say(flag[1])}
      </label>`
    }
    <label class="grow"><span>${say("report.note")}</span><input maxlength="200" value=${said.note || ""}
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
  let cameOfIt = say("report.recorded");
  if (round?.void && !reported.void) cameOfIt = html`<b>${say("report.is_void")}</b>`;
  else if (round && !round.void) cameOfIt = say("report.continues");
  return html`<div class="outcome" role="status" data-testid="irregularity-outcome"><h3>${say("report.came_of_it")}</h3>
    ${
      news.length > 0 &&
      html`<ul>${news.map(
        (line, place) => html`<li key=${place}>${line.words} <${Clauses}
      ids=${line.clauses} /></li>`,
      )}</ul>`
    }
    <p>${cameOfIt}
      ${next && html` ${say("script.next_word")} ${next.words}`}</p></div>`;
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
  return html`<section class="panel" aria-labelledby="report-title"><h2 id="report-title">${say("report.title")}</h2>
    <label class="grow"><span>${say("replay.happened")}</span><select value=${name}
      onChange=${(event) => choose(event.target.value)} data-testid="irregularity"><option value="">${say("report.choose")}</option>
      ${cases.map((one) => html`<option value=${one.name} selected=${one.name === name}>${one.words}</option>`)}
        </select></label>
    ${
      found &&
      html`<div class="before" data-testid="irregularity-says"><h3>${say("report.book_says")}</h3><p>
      ${found.says} <${Clauses} ids=${found.clauses} /></p>${
        !reported &&
        html`<p><b>
      ${say(OUTCOMES[found.outcome])}</b></p>`
      }</div>`
    }
    ${
      found &&
      !reported &&
      html`<form class="row may-form" onSubmit=${(event) => {
        event.preventDefault();
        if (!busy) send();
      }}><${Details} found=${found} said=${said}
        entered=${view.source === "entered"} decks=${view.decks.filter((one) => !one.removed).length} set=${(news) => setSaid((before) => ({ ...before, ...news }))} />
        <button type="submit" disabled=${busy} data-testid="irregularity-report">${say("report.report")}</button></form>`
    }
    ${reported && html`<${Outcome} view=${view} reported=${reported} />`}
  </section>`;
}
