// What may be done besides the next step, by the dealer and by a floorperson. Each asks for what it needs.

import { Clauses } from "../core/clause.js";
import { html, useState } from "../core/html.js";
import { words } from "../core/names.js";
import { say } from "../core/words.js";
/** @import { Props, Run } from "./page.js" */
/** @import { DealerView } from "./page.js" */
/** @import { Children } from "../core/html.js" */
/** @import { Command, NextStep, OrderRecut, Rule } from "../types/api.js" */

/**
 * @typedef {Pick<NextStep, "do" | "by" | "words" | "clauses"> & Partial<NextStep> & { device?: string }} MayLine
 * @typedef {Props & { line: MayLine }} Asking
 */

// Steps that must be done and need more than a button.
export const ASKED_HERE = [
  "rule_on_leaving",
  "receive_deck",
  "player_arrives",
  "change_method",
  "go_idle",
  "change_deck",
];
// Steps that other parts of the page offer, or that only players do.
const ELSEWHERE = ["report", "place_wagers", "sit", "commit_seed", "reveal_seed", "give_beacon"];

/** @param {{ label: string, value: string, onChange: (text: string) => void, testid: string }} props */
function Words({ label, value, onChange, testid }) {
  return html`<label class="grow"><span>${label}</span><input value=${value} maxlength="200"
    onInput=${(event) => onChange(event.target.value)} data-testid=${testid} /></label>`;
}

/**
 * @param {object} props
 * @param {MayLine} props.line
 * @param {Children} [props.children]
 * @param {() => void} props.onDo
 * @param {boolean} [props.ready]
 * @param {boolean} props.busy
 * @param {string | null} [props.label]
 */
function Form({ line, children, onDo, ready = true, busy, label = null }) {
  return html`<form class="row may-form" onSubmit=${(event) => {
    event.preventDefault();
    if (ready && !busy) onDo();
  }}>${children}<button type="submit" disabled=${!ready || busy} data-testid="may-${line.do}">${label || say("may.do")}
    </button></form>`;
}

/** @param {Asking} props */
function Reason({ line, run, busy }) {
  const [reason, setReason] = useState("");
  const order = () =>
    run(
      line.do === "rule"
        ? { do: "rule", words: reason.trim() }
        : /** @type {Command} */ ({ do: line.do, reason: reason.trim() }),
    );
  return html`<${Form} line=${line} busy=${busy} ready=${reason.trim() !== ""}
    onDo=${order} label=${say(line.do === "rule" ? "may.rule" : "may.order")}>
    <${Words} label=${say(line.do === "rule" ? "may.ruling" : "may.reason")} value=${reason} onChange=${setReason}
      testid="${line.do}-reason" /><//>`;
}

/** @param {Asking} props */
function Leaving({ line, view, run, busy }) {
  const left = Object.entries(view.players).filter(([, one]) => one.left);
  const [said, setSaid] = useState({ player: "", abandoned: false, reason: "" });
  const player = said.player || (left[0]?.[0] ?? "");
  /** @param {Partial<typeof said>} news */
  const set = (news) => setSaid((before) => ({ ...before, ...news }));
  return html`<${Form} line=${line} busy=${busy} ready=${Boolean(player) && said.reason.trim() !== ""} label=${say("may.rule")}
    onDo=${() => run({ do: "rule_on_leaving", player, abandoned: said.abandoned, reason: said.reason.trim() })}>
    <label><span>${say("may.who_left")}</span><select value=${player} onChange=${(event) => set({ player: event.target.value })}>
      ${left.map(([id, one]) => html`<option value=${id}>${one.name}</option>`)}</select></label>
    <label><span>${say("may.the_wagers")}</span><select value=${said.abandoned ? "gone" : "stand"}
      onChange=${(event) => set({ abandoned: event.target.value === "gone" })}><option value="stand">${say("may.stand")}</option>
      <option value="gone">${say("may.abandoned")}</option></select></label>
    <${Words} label=${say("may.reason")} value=${said.reason} onChange=${(reason) => set({ reason })} testid="leaving-reason" />
      <//>`;
}

/** @param {DealerView["decks"][number]} deck @param {number} number */
function deckWords({ back, removed, in_play }, number) {
  const named = `${number}: ${words(back).toLowerCase()}`;
  return removed || in_play ? `${named}, ${say(removed ? "may.removed" : "may.in_play")}` : named;
}

/** @param {Asking} props */
function ChangeDeck({ line, view, run, busy }) {
  const { decks } = view;
  const removed = decks.findIndex((deck) => deck.removed);
  const [said, setSaid] = useState({ deck: removed < 0 ? 0 : removed, back: "", reason: "", preshuffled: false });
  /** @param {Partial<typeof said>} news */
  const set = (news) => setSaid((before) => ({ ...before, ...news }));
  const ready = said.back.trim() !== "" && said.reason.trim() !== "";
  return html`<${Form} line=${line} busy=${busy} ready=${ready} label=${say("may.change_deck")}
    onDo=${() => run({ do: "change_deck", ...said, back: said.back.trim(), reason: said.reason.trim() })}>
    <label><span>${say("may.which_deck")}</span><select value=${said.deck}
      onChange=${(event) => set({ deck: Number(event.target.value) })}>${decks.map(
        (deck, number) => html`<option
      value=${number}>${deckWords(deck, number + 1)}</option>`,
      )}</select></label>
    <${Words} label=${say("may.backs")} value=${said.back} onChange=${(back) => set({ back })}
      testid="deck-back" /><${Words} label=${say("may.reason")} value=${said.reason} onChange=${(reason) => set({ reason })}
      testid="deck-reason" />
    <label class="inline"><input type="checkbox" checked=${said.preshuffled}
      onChange=${() => set({ preshuffled: !said.preshuffled })} /> ${say("may.preshuffled")}</label><//>`;
}

/** At a table that is idle already, cards that lie face down are turned up. @param {Asking} props */
function Idle({ line, view, run, busy }) {
  const [up, setUp] = useState(view.idle);
  const [asked, setAsked] = useState("");
  const said = up && asked.trim() ? { asked_by: asked.trim() } : {};
  return html`<${Form} line=${line} busy=${busy} onDo=${() => run({ do: "go_idle", face_up: up, ...said })}><label
    class="inline"><input type="checkbox" checked=${up} onChange=${() => setUp(!up)} /> ${say("may.face_up")}</label>
    ${up && html`<${Words} label=${say("may.who_asked")} value=${asked} onChange=${setAsked} testid="idle-asked" />`}
    <//>`;
}

/** Cards that were entered wrongly, each with the one that lies there in truth. @param {Asking} props */
function Correction({ line, run, busy }) {
  const [said, setSaid] = useState({ entered: "", right: "", reason: "" });
  /** @param {string} name @returns {(value: string) => void} */
  const set = (name) => (value) => setSaid((before) => ({ ...before, [name]: value }));
  const ready = Object.values(said).every((text) => text.trim() !== "");
  return html`<${Form} line=${line} busy=${busy} ready=${ready} label=${say("may.correct")}
    onDo=${() => run({ do: "correct_cards", ...said, reason: said.reason.trim() })}>
    <${Words} label=${say("may.entered")} value=${said.entered} onChange=${set("entered")} testid="cards-entered" />
    <${Words} label=${say("may.really")} value=${said.right} onChange=${set("right")} testid="cards-right" />
    <${Words} label=${say("may.reason")} value=${said.reason} onChange=${set("reason")} testid="cards-reason" /><//>`;
}

/** @param {Asking} props */
function Asked(props) {
  const { line, run, busy } = props;
  switch (line.do) {
    case "order_recut":
    case "order_reshuffle":
    case "rule":
      return html`<${Reason} ...${props} />`;
    case "rule_on_leaving":
      return html`<${Leaving} ...${props} />`;
    case "change_deck":
    case "receive_deck":
      return html`<${ChangeDeck} ...${props} />`;
    case "correct_cards":
      return html`<${Correction} ...${props} />`;
    case "go_idle":
      return html`<${Idle} ...${props} />`;
    case "acknowledge":
      return html`<${Form} line=${line} busy=${busy} label=${say("may.accept")}
        onDo=${() => line.seat && run({ do: "acknowledge", seat: line.seat })} />`;
    case "close_table":
      return html`<${Form} line=${line} busy=${busy} label=${say("may.close")}
        onDo=${() => run({ do: "close_table" })} />`;
    default:
      return html`<${Form} line=${line} busy=${busy} onDo=${() => run(/** @type {Command} */ ({ do: line.do }))} />`;
  }
}

/**
 * Lines that the book knows but that stand on no agenda: a count of the stub out of turn, a device back in use.
 * @param {DealerView} view @returns {MayLine[]}
 */
function extras(view) {
  /** @type {MayLine[]} */
  const lines = [];
  const dealt = view.round !== null && view.round.dealer.length > 0 && !view.round.void;
  if (dealt) {
    const said = say("may.count_stub");
    lines.push({ do: "call_stub_count", by: "dealer", words: said, clauses: [] });
  }
  for (const device of Object.keys(view.devices)) {
    const said = say("may.restore_device", { device: words(device).toLowerCase() });
    lines.push({ do: "restore_device", by: "floorperson", words: said, clauses: [], device });
  }
  return lines;
}

/** @param {Asking} props */
function Line({ line, view, run, busy }) {
  const simple = [
    "acknowledge",
    "player_arrives",
    "call_stub_count",
    "restore_device",
    "insert_stack",
    "change_method",
  ].includes(line.do);
  const shown =
    line.do === "restore_device"
      ? html`<${Form} line=${line} busy=${busy} label=${say("may.restore")}
    onDo=${() => line.device && run({ do: "restore_device", device: line.device })} />`
      : html`<${Asked} line=${line} view=${view}
    run=${run} busy=${busy} />`;
  if (simple)
    return html`<li class="may-line"><span>${line.words} <${Clauses} ids=${line.clauses} /></span>${shown}
    </li>`;
  return html`<li><details open=${line.must || line.do === "rule"}><summary>${line.words}</summary>
    <${Clauses} ids=${line.clauses} />${shown}</details></li>`;
}

/** @param {Props} props */
export function May({ view, run, busy }) {
  const floor = view.you.roles.includes("floor");
  const must = view.steps.filter((line) => line.must && ASKED_HERE.includes(line.do));
  const lines = [...must, ...view.steps.filter((line) => !line.must && !ELSEWHERE.includes(line.do)), ...extras(view)];
  const approvals = lines.filter((line) => line.by === "floorperson");
  const others = lines.filter((line) => !approvals.includes(line));
  /** @param {MayLine} line */
  const draw = (line) => html`<${Line} key=${`${line.do} ${line.seat ?? ""} ${line.device ?? ""}`} line=${line}
    view=${view} run=${run} busy=${busy} />`;
  return html`<section class="panel" aria-labelledby="may-title"><h2 id="may-title">${say("may.title")}</h2>
      ${
        others.length ? html`<ul class="may">${others.map(draw)}</ul>` : html`<p class="soft">${say("may.nothing")}</p>`
      }</section>
    <section class="panel approvals" aria-labelledby="floor-title"><h2 id="floor-title">${say("may.approvals")}</h2>
      ${
        !floor
          ? html`<p class="soft">${say("may.not_floor")}</p>`
          : approvals.length
            ? html`<ul
        class="may">${approvals.map(draw)}</ul>`
            : html`<p class="soft">${say("may.none_wait")}</p>`
      }
      ${
        view.rulings_due > 0 &&
        html`<p class="waits">
        ${say("may.rulings", { count: view.rulings_due })}</p>`
      }
        </section>`;
}
