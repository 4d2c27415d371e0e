// The next step of the agenda: one big button with its words and clauses, and the questions that the step asks.

import { Clauses } from "../core/clause.js";
import { html, useEffect, useRef, useState } from "../core/html.js";
import { Key, useKeys } from "../core/keys.js";
import { decimal, money, typed } from "../core/money.js";
import { words } from "../core/names.js";
import { say } from "../core/words.js";
import { sumWords } from "../table/offered.js";
import { ASKED_HERE } from "./may.js";
import { CardPicker, cardsOnTable, complete } from "./picker.js";

/** @import { Props, DealerView } from "./page.js" */
/** @import { Ask, DueLine, NextStep as Step, Step as StepCommand } from "../types/api.js" */

/** @param {string} text */
const whole = (text) => (/^\d{1,3}$/.test(text.trim()) ? Number(text) : null);

/**
 * @param {object} props
 * @param {string} props.label
 * @param {string} props.value
 * @param {(text: string) => void} props.onChange
 * @param {string} props.testid
 * @param {string} [props.note]
 */
function NumberField({ label, value, onChange, testid, note }) {
  return html`<label><span>${label}</span><input inputmode="numeric" size="6" autocomplete="off" value=${value}
    data-testid=${testid} onInput=${(event) => onChange(event.target.value)} />${
      note &&
      html`<small class="soft">
    ${note}</small>`
    }</label>`;
}

/**
 * @param {object} props
 * @param {string} props.legend
 * @param {boolean | null} props.value
 * @param {(yes: boolean) => void} props.onChange
 * @param {string} props.yes
 * @param {string} props.no
 * @param {string} props.testid
 */
function YesNo({ legend, value, onChange, yes, no, testid }) {
  return html`<fieldset class="yes-no"><legend>${legend}</legend>
    <label class="inline"><input type="radio" name=${testid} checked=${value === true} onChange=${() => onChange(true)}
      data-testid="${testid}-yes" /> ${yes}</label>
    <label class="inline"><input type="radio" name=${testid} checked=${value === false}
      onChange=${() => onChange(false)} data-testid="${testid}-no" /> ${no}</label></fieldset>`;
}

/**
 * What the step pays or collects; envy bonuses are other seats' lines.
 * @param {{ lines: DueLine[], seat: number | null }} props
 */
function Due({ lines, seat }) {
  if (!lines.length) return null;
  return html`<ul class="due" data-testid="due">${lines.map(
    (line, place) => html`<li key=${place}
    class="is-${line.result}">${line.seat !== seat && `${say("settlement.seat", { seat: line.seat })}: `}${line.words} <${Clauses}
    ids=${line.clauses} /></li>`,
  )}</ul>`;
}

/**
 * @typedef {object} Said what the dealer tells with the step
 * @property {string} cards
 * @property {string} depth
 * @property {string} count
 * @property {Record<string, string>} hands
 * @property {boolean | null} inventory
 */

// The button is a new one for every step; who pressed it finds the focus on the next.
let pressed = false;

/** @param {Props & { step: Step }} props */
function Performed({ view, step, run, busy }) {
  const button = useRef(/** @type {HTMLButtonElement | null} */ (null));
  useEffect(() => {
    if (pressed && document.activeElement === document.body) button.current?.focus();
    pressed = false;
  }, []);
  const { asks } = view; // what the dealer tells with the step
  const [said, setSaid] = useState(
    /** @type {Said} */ ({ cards: "", depth: "", count: "", hands: {}, inventory: null }),
  );
  /** @param {keyof Said} name @returns {(value: Said[keyof Said]) => void} */
  const set = (name) => (value) => setSaid((before) => ({ ...before, [name]: value }));
  const taken = cardsOnTable(view.round);
  const counted = [asks.stub, asks.chips, asks.deck].some((number) => number !== undefined);
  const misdealt = Object.fromEntries(
    Object.entries(asks.hands || {}).flatMap(([hand, right]) => {
      const cards = whole(said.hands[hand] || "");
      return cards === null || cards === right ? [] : [[hand, cards]];
    }),
  );
  const resolving = step.do === "resolve_stub";
  // Only at a table whose cards are entered is a count needed: elsewhere one that is left out is as it should be.
  const mustCount = counted && !resolving && view.source === "entered";
  /** @param {string} hand @returns {(value: string) => void} */
  const setHand = (hand) => (value) => set("hands")({ ...said.hands, [hand]: value });
  const depth = whole(said.depth);
  const deep = !asks.cut || (depth !== null && depth >= asks.cut.least && depth <= asks.cut.most);
  const told = !mustCount || whole(said.count) !== null;
  const ready = deep && told && (!asks.cards || complete(said.cards, asks.cards, taken));
  const nobody = resolving && whole(said.count) === null && Object.keys(misdealt).length === 0;
  const label = nobody ? say("step.none_misdealt") : step.words;
  const perform = () => {
    if (!ready || busy) return;
    /** @type {StepCommand} */
    const command = { do: "step", step: step.do };
    if (asks.cards) command.cards = said.cards;
    if (asks.cut) command.depth = depth;
    if (counted && whole(said.count) !== null) command.count = whole(said.count);
    if (resolving || Object.keys(misdealt).length > 0) command.misdealt = misdealt;
    if (resolving && command.count !== undefined) {
      command.step = "count_stub"; // counted again: nothing follows from the count before
      if (Object.keys(misdealt).length === 0) delete command.misdealt;
    }
    if (asks.from_inventory && said.inventory !== null) command.from_inventory = said.inventory;
    pressed = document.activeElement === button.current;
    run(command);
  };
  useKeys(["d", "Enter"].map((key) => ({ key, says: say("step.do_next"), run: perform, off: busy })));
  return html`${
    (asks.cards ?? 0) > 0 &&
    html`<p class="step-words">${label}</p><${CardPicker} number=${asks.cards}
    taken=${taken} text=${said.cards} onText=${set("cards")} onEnter=${perform} />`
  }
    <div class="row step-asks">
      ${
        asks.cut &&
        html`<${NumberField} label=${say("step.above_cut")} value=${said.depth}
        onChange=${set("depth")} testid="step-depth" note=${say("step.from_to", { least: asks.cut.least, most: asks.cut.most })} />`
      }
      ${
        asks.stub !== undefined &&
        html`<${NumberField} label=${say(resolving ? "step.counted_again" : "step.cards_counted")}
        value=${said.count} onChange=${set("count")} testid="step-count"
        note=${say(resolving || mustCount ? "step.should_be" : "step.empty_should", { number: asks.stub })} />`
      }
      ${Object.entries(asks.hands || {}).map(
        ([hand, right]) => html`<${NumberField} key=${hand}
        label=${hand === "dealer" ? say("what_if.dealer_cards") : say("seat.cards_of", { number: hand })} value=${said.hands[hand] || ""}
        onChange=${setHand(hand)} testid="step-hand-${hand}" note=${say("step.empty_means", { number: right })} />`,
      )}
      ${
        asks.chips !== undefined &&
        html`<${NumberField} label=${say("step.chips_counted")} value=${said.count}
        onChange=${set("count")} testid="step-count" note=${say(mustCount ? "step.should_be" : "step.chips_accepted", { number: asks.chips })} />`
      }
      ${
        asks.deck !== undefined &&
        html`<${NumberField} label=${say("step.device_counted")} value=${said.count}
        onChange=${set("count")} testid="step-count" note=${say(mustCount ? "step.should_be" : "step.empty_should", { number: asks.deck })} />`
      }
      ${
        asks.from_inventory &&
        html`<${YesNo} legend=${say("step.from_inventory")} value=${said.inventory}
        onChange=${set("inventory")} yes=${say("step.yes")} no=${say("step.no_documents")} testid="step-inventory" />`
      }
    </div>
    <button type="button" ref=${button} class="primary big" disabled=${!ready} aria-busy=${busy} onClick=${perform}
      data-testid="step-do"><span>${asks.cards ? say("step.enter", { count: asks.cards }) : label}</span>
      ${" "}<${Key} of="d" /></button>`;
}

/** @param {Props & { ask: Ask }} props */
function Decision({ view, ask, run, busy }) {
  const [amount, setAmount] = useState("");
  const other = typed(amount);
  const who = Object.values(view.players).find((one) => one.seats.includes(ask.seat));
  /** @param {string} action @param {{ amount?: string }} [extra] */
  const decide = (action, extra = {}) => !busy && run({ do: "decide", seat: ask.seat, action, ...extra });
  useKeys(
    ask.actions.map(({ action, label }, place) => ({ key: String(place + 1), says: label, run: () => decide(action) })),
  );
  return html`<p>${say("step.what_says", { who: [say("settlement.seat", { seat: ask.seat }), who?.name].filter(Boolean).join(", ") })}</p>
    <div class="row">${ask.actions.map(
      (one, place) => html`<button type="button" key=${one.action} disabled=${busy}
      class="big" onClick=${() => decide(one.action)} data-testid="action-${one.action}">
      ${one.label}${sumWords(one) && html` <small>${sumWords(one)}</small>`} <${Key} of=${String(place + 1)} /></button>`,
    )}
      </div>
    ${
      ask.any_amount &&
      html`<div class="row"><label>
      <span>${say("step.another", { least: money(ask.any_amount.least), most: money(ask.any_amount.most) })}</span><input inputmode="decimal" size="8"
      value=${amount} onInput=${(event) => setAmount(event.target.value)} /></label>
      <button type="button" disabled=${busy || other === null}
        onClick=${() => other !== null && decide(ask.any_amount?.action ?? "", { amount: decimal(other) })}>
        ${say("step.act", { action: ask.any_amount.label })}</button>
        </div>`
    }`;
}

/** @param {DealerView} view */
const holderOf = (view) => (view.waiting_for ? view.players[view.waiting_for.player] : null);

/**
 * What stands between the dealer and the step, in a sentence; null when the button may be pressed.
 * @param {DealerView} view
 * @param {Step} step
 */
function waitsFor(view, step) {
  const roles = view.you.roles;
  if (view.dealing === "house") return say("step.house_deals");
  if (step.by === "floorperson" && !roles.includes("floor")) return say("step.floor");
  if (step.by !== "floorperson" && !roles.includes("dealer")) return say("step.dealer");
  if (step.do !== "decide") return null;
  const holder = holderOf(view);
  if (holder?.left) {
    const unruled = view.steps.some((line) => line.do === "rule_on_leaving");
    return unruled ? say("step.left", { name: holder.name }) : null;
  }
  return holder
    ? say("step.waiting_for", { name: holder.name, seat: view.waiting_for?.seat ?? 0 })
    : say("step.waiting");
}

/**
 * The same step stays the same while players act, so that nothing that was typed is lost.
 * @param {DealerView} view
 * @param {Step} step
 */
function stepKey(view, step) {
  const done = view.round ? view.round.script.filter((line) => line.by !== "player").length : view.version;
  return `${step.words} ${done}`;
}

/** @param {Props & { step: Step }} props */
function Body({ view, step, run, busy }) {
  const holder = holderOf(view);
  const left = holder?.left;
  const asked = view.ask && view.dealing !== "house" && !left;
  const waits = asked ? null : waitsFor(view, step);
  const said = html`<p class="step-words">${step.words} <${Clauses} ids=${step.clauses} /></p>`;
  if (asked) return html`${said}<${Decision} view=${view} ask=${view.ask} run=${run} busy=${busy} />`;
  const due = html`<${Due} lines=${view.due} seat=${step.seat} />`;
  if (waits) return html`${said}${due}<p class="waits" role="status">${waits}</p>`;
  if (ASKED_HERE.includes(step.do)) return html`${said}<p class="waits">${say("step.below")}</p>`;
  return html`${due}<${Performed} key=${stepKey(view, step)} view=${view} step=${step} run=${run} busy=${busy} />
    <p class="cites"><${Clauses} ids=${step.clauses} /></p>`;
}

/** @param {Props} props */
export function NextStep({ view, run, busy }) {
  const step = view.steps.find((one) => one.must);
  const dealing = view.wagering.open && view.dealing === "dealer" && view.you.roles.includes("dealer");
  return html`<section class="panel next-step" aria-labelledby="next-title" aria-busy=${busy} data-testid="next-step"
    data-step=${step ? step.do : ""} data-version=${view.version}>
    <h2 id="next-title">${say("step.title")}${step && html`: <span class="role">${words(step.by)}</span>`}</h2>
    ${step ? html`<${Body} view=${view} step=${step} run=${run} busy=${busy} />` : html`<p>${say("step.nothing")}</p>`}
    ${
      dealing &&
      html`<button type="button" onClick=${() => run({ do: "deal_round" })} disabled=${busy}
      data-testid="deal-round">${say("step.all")}</button>`
    }
  </section>`;
}
