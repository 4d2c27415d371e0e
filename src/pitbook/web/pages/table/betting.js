// Placing wagers: by chip or by number, undo, repeat, double, clear, deal. Nothing is sent before "Deal".
import { html, useState } from "../core/html.js";
import { Key, useKeys } from "../core/keys.js";
import { cents, decimal, money, short, typed } from "../core/money.js";
import { say } from "../core/words.js";
import { tray } from "./chips.js";
import { Closing } from "./deciding.js";
import { briefLabel, lastWagers, me } from "./model.js";
import { either } from "./offered.js";

/** @import { View, WagerOnOffer } from "../types/api.js" */

/**
 * @typedef {Record<string, number>} Draft by wager, in cents
 * @typedef {ReturnType<typeof useWagers>} Bets
 */

const MOST_UNDONE = 100;

/**
 * What lies ready at first: the least of what must be wagered, or of the first wager where nothing must.
 * @param {WagerOnOffer[]} wagers
 * @returns {Draft}
 */
function opening(wagers) {
  const required = wagers.filter((wager) => wager.required);
  const placed = required.length ? required : wagers.slice(0, 1);
  return Object.fromEntries(placed.map((wager) => [wager.name, cents(wager.least)]));
}

/** @param {WagerOnOffer} wager */
const bounds = (wager) => ({ least: cents(wager.least), most: cents(wager.most) });
/** @param {Draft} draft */
const sumOf = (draft) => Object.values(draft).reduce((sum, amount) => sum + amount, 0);

/**
 * The amounts between which a wager is chosen, one chip each, or none where any amount within the limits will do.
 * @param {WagerOnOffer} wager
 */
const amountsOf = (wager) => (wager.amounts || []).map(cents).sort((one, other) => one - other);

/**
 * The next of a wager's amounts up or down; beyond the last, and before the first, there is no wager.
 * @param {number[]} amounts
 * @param {number} now
 * @param {number} times
 */
function nextAmount(amounts, now, times) {
  const places = [0, ...amounts];
  return places[(Math.max(places.indexOf(now), 0) + times + places.length) % places.length];
}

/**
 * A wager and all that must equal it.
 * @param {WagerOnOffer[]} wagers
 * @param {string} name
 */
function bound(wagers, name) {
  const wager = wagers.find((one) => one.name === name);
  const head = wager?.equal_to || name;
  return wagers.filter((one) => one.name === head || one.equal_to === head);
}

/** @param {WagerOnOffer[]} wagers @param {Draft} draft @param {string} name @param {number} amount */
function withAmount(wagers, draft, name, amount) {
  const next = { ...draft };
  for (const wager of bound(wagers, name)) {
    if (amount > 0) next[wager.name] = amount;
    else delete next[wager.name];
  }
  return next;
}

/**
 * Twice of everything, as far as the limits go; a wager of fixed amounts stays.
 * @param {WagerOnOffer[]} wagers
 * @param {Draft} draft
 * @returns {Draft}
 */
const doubled = (wagers, draft) =>
  Object.fromEntries(
    Object.entries(draft).map(([name, amount]) => {
      const wager = wagers.find((one) => one.name === name);
      return [name, !wager || wager.amounts ? amount : Math.max(amount, Math.min(2 * amount, cents(wager.most)))];
    }),
  );

/** @param {Draft} draft @returns {Record<string, string>} */
const inDecimals = (draft) =>
  Object.fromEntries(Object.entries(draft).map(([name, amount]) => [name, decimal(amount)]));

/** @param {View} view @param {number[]} seats */
export function useWagers(view, seats) {
  const { wagers } = view.wagering;
  const chips = tray(view.wagering);
  const [drafts, setDrafts] = useState(/** @type {Record<number, Draft>} */ ({}));
  const [past, setPast] = useState(/** @type {Record<number, Draft>[]} */ ([])); // the drafts before each change
  const [chip, setChip] = useState(0);
  const [selected, setSelected] = useState("");
  /** @param {number} seat */
  const draftOf = (seat) => drafts[seat] || lastWagers(view, seat) || opening(wagers);
  const [box, setBox] = useState(0);
  const seat = seats.includes(box) ? box : seats[0];
  const wager = wagers.find((one) => one.name === selected) || wagers[0] || null;
  // The chip in hand stays in hand: the first is the smallest with which the first wager can be made.
  const first = chips.find((one) => wagers.length && one >= cents(wagers[0].least)) || chips[0];
  const chosen = chips.includes(chip) ? chip : first;

  /** @param {Record<number, Draft>} news */
  function change(news) {
    setPast((before) => [...before, drafts].slice(-MOST_UNDONE));
    setDrafts({ ...drafts, ...news });
  }
  /** @param {string} name @param {number} amount */
  const set = (name, amount, at = seat) => change({ [at]: withAmount(wagers, draftOf(at), name, amount) });

  /** @param {string} name */
  function add(name, times = 1, at = seat) {
    const one = wagers.find((other) => other.name === name);
    if (!one) return;
    const { least, most } = bounds(one);
    const now = draftOf(at)[name] || 0;
    const sought = now + times * chosen;
    if (one.amounts) set(name, nextAmount(amountsOf(one), now, times), at);
    else if (times > 0) set(name, Math.min(most, Math.max(sought, least)), at);
    else set(name, sought < least ? 0 : sought, at);
  }
  /** @param {(seat: number) => Draft} made */
  const each = (made) => change(Object.fromEntries(seats.map((at) => [at, made(at)])));
  const total = seats.reduce((sum, at) => sum + sumOf(draftOf(at)), 0);
  return {
    wagers,
    chips,
    chip: chosen,
    setChip,
    wager,
    seat,
    draftOf,
    set,
    add,
    total,
    select: setSelected,
    /** @param {string} name @param {number} at */
    place: (name, at) => {
      setBox(at);
      setSelected(name);
      // The chip in hand is the wager, where it is one of the amounts; the same chip again takes it back.
      const fits = wagers.some((one) => one.name === name && amountsOf(one).includes(chosen));
      if (fits) set(name, draftOf(at)[name] === chosen ? 0 : chosen, at);
      else add(name, 1, at);
    },
    /** @param {string} name @param {number} at */
    takeBack: (name, at) => set(name, 0, at),
    canUndo: past.length > 0,
    undo: () => {
      setDrafts(past[past.length - 1]);
      setPast(past.slice(0, -1));
    },
    double: () => each((at) => doubled(wagers, draftOf(at))),
    repeat: () => each((at) => lastWagers(view, at) || {}),
    clear: () => each(() => ({})),
    forget: () => setPast([]),
    /** @param {number} at */
    lastAmounts: (at) => inDecimals(lastWagers(view, at) || {}),
    /** @param {number} at */
    amounts: (at) => inDecimals(draftOf(at)),
  };
}

/**
 * What to know before the deal: chips that do not cover the wagers, or that leave too little to act on.
 * @param {View} view
 * @param {Bets} bets
 * @param {number[]} seats
 */
export function warning(view, bets, seats) {
  const player = me(view);
  if (!player) return null;
  const stack = cents(player.stack);
  const { total } = bets;
  const least = Math.min(...bets.wagers.map((wager) => cents(wager.least)));
  if (stack < least) return { blocks: true, says: say("bet.no_chips", { stack: money(stack) }) };
  if (total > stack) {
    return { blocks: true, says: say("bet.too_much", { stack: money(stack), total: money(total) }) };
  }
  const { decided } = view.wagering;
  if (!decided.length) return null;
  const { label, of, least: fewest } = decided[0];
  const most = decided.reduce((sum, wager) => sum + wager.most, 0);
  const base = seats.reduce((sum, at) => sum + (bets.draftOf(at)[of] || 0), 0);
  const left = stack - total;
  if (!base || left >= most * base) return null;
  const word = label.toLowerCase();
  return {
    blocks: false,
    says:
      left < fewest * base
        ? say("bet.leaves", { left: money(left), action: word })
        : say("bet.leaves_short", { left: money(left), action: `${word} ${most}x`, takes: money(most * base) }),
  };
}

/** @param {{ bets: Bets, wager: WagerOnOffer, touch: () => void }} props */
function Amount({ bets, wager, touch }) {
  const { seat } = bets;
  const now = bets.draftOf(seat)[wager.name] || 0;
  const [text, setText] = useState(/** @type {string | null} */ (null));
  /** @param {Event & { target: HTMLInputElement }} event */
  const write = (event) => {
    setText(event.target.value);
    const amount = event.target.value.trim() === "" ? 0 : typed(event.target.value);
    if (amount !== null) {
      touch();
      bets.set(wager.name, amount);
    }
  };
  /** @param {number} times */
  const add = (times) => {
    touch();
    bets.add(wager.name, times);
  };
  const { least, most } = bounds(wager);
  const amounts = amountsOf(wager);
  const outside = now > 0 && (amounts.length ? !amounts.includes(now) : now < least || now > most);
  const limits = amounts.length
    ? either(amounts.map((amount) => money(amount)))
    : least === most
      ? money(least)
      : say("list.range", { least: money(least), most: money(most) });
  return html`<div class="amount-row">
    <label class="unseen" for="wager-choice">${say("bet.wager")}</label>
    <select id="wager-choice" value=${wager.name}
      onChange=${(event) => {
        setText(null);
        bets.select(event.target.value);
      }}>
      ${bets.wagers.map((one) => html`<option value=${one.name}>${briefLabel(one.label)}</option>`)}</select>
    <button type="button" class="step" aria-label=${say("bet.less", { wager: wager.label })} onClick=${() => add(-1)}>−</button>
    <input class="amount" inputmode="decimal" data-testid="amount" aria-label="${wager.label}, ${limits}"
      title=${limits} aria-invalid=${outside} value=${text === null ? (now ? decimal(now) : "") : text}
      placeholder="0.00" onInput=${write} onBlur=${() => setText(null)} />
    <button type="button" class="step" aria-label=${say("bet.more", { wager: wager.label })} onClick=${() => add(1)}>+</button>
  </div>`;
}

/** One stop for the keyboard; the arrow keys move along the chips. @param {{ bets: Bets }} props */
function Tray({ bets }) {
  /** @param {KeyboardEvent & { currentTarget: HTMLElement }} event */
  const move = (event) => {
    const by = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    if (!by) return;
    event.preventDefault();
    const place = (bets.chips.indexOf(bets.chip) + by + bets.chips.length) % bets.chips.length;
    bets.setChip(bets.chips[place]);
    /** @type {HTMLElement} */ (event.currentTarget.children[place]).focus();
  };
  return html`<div class="tray" role="radiogroup" aria-label=${say("bet.chip")} onKeyDown=${move}>
    ${bets.chips.map(
      (chip, index) => html`<button type="button" role="radio" key=${chip}
      class="chip chip-${chip} ${chip === bets.chip ? "in-hand" : ""}" tabindex=${chip === bets.chip ? 0 : -1}
      aria-checked=${chip === bets.chip} aria-label=${say("bet.chip_of", { amount: money(chip), key: index + 1 })}
      data-testid="chip-${short(chip)}" onClick=${() => bets.setChip(chip)}>${short(chip)}</button>`,
    )}</div>`;
}

/**
 * @param {object} props
 * @param {View} props.view
 * @param {number[]} props.seats
 * @param {Bets} props.bets
 * @param {WagerOnOffer} props.wager the one that is chosen
 * @param {() => void} props.touch says that the player has turned to the next round
 * @param {(how?: { again?: boolean }) => void} props.deal sends the wagers
 * @param {() => void} props.buyIn opens the cash desk
 * @param {boolean} props.busy
 */
export function BettingRail({ view, seats, bets, wager, touch, deal, buyIn, busy }) {
  /** @param {number} by */
  const move = (by) => {
    const place = bets.wagers.findIndex((one) => one.name === wager.name);
    bets.select(bets.wagers[(place + by + bets.wagers.length) % bets.wagers.length].name);
  };
  /** @param {() => void} action */
  const does = (action) => () => {
    touch();
    action();
  };
  const byHouse = view.dealing === "house";
  const again = lastWagers(view, bets.seat) !== null;
  const warned = warning(view, bets, seats);
  const off = busy || bets.total === 0 || Boolean(warned?.blocks);
  const undo = does(bets.undo);
  useKeys([
    { key: "d", says: say(byHouse ? "bet.deal" : "bet.place_all"), run: () => deal(), off },
    { key: "Enter", run: () => deal(), off },
    { key: " ", says: say("bet.rebet_deal"), run: () => deal({ again: true }), off: busy || !again },
    ...bets.chips.map((chip, index) => ({
      key: String(index + 1),
      says: say("bet.take_chip", { amount: short(chip) }),
      run: () => bets.setChip(chip),
    })),
    { key: "ArrowRight", says: say("bet.next"), run: () => move(1) },
    { key: "ArrowLeft", says: say("bet.previous"), run: () => move(-1) },
    { key: "ArrowUp", says: say("bet.add_chip"), run: does(() => bets.add(wager.name)) },
    { key: "ArrowDown", says: say("bet.remove_chip"), run: does(() => bets.add(wager.name, -1)) },
    { key: "z", says: say("bet.undo_chip"), run: undo, off: !bets.canUndo },
    { key: "z", ctrl: true, run: undo, off: !bets.canUndo },
    { key: "w", says: say("bet.double_all"), run: does(bets.double), off: bets.total === 0 },
    { key: "r", says: say("bet.rebet_all"), run: does(bets.repeat), off: !again },
    { key: "x", says: say("bet.clear_all"), run: does(bets.clear) },
  ]);
  return html`<div class="rail betting">
    <${Closing} deadline=${view.wagering.deadline} />
    ${
      warned &&
      html`<p class="warned" role="status" data-testid="warning">${warned.says} <button type="button"
      class=${warned.blocks ? "primary" : ""} data-testid="warning-buy-in" onClick=${buyIn}>${say("chips.buy_in")}</button></p>`
    }
    <div class="buttons">
      <button type="button" class="primary deal" data-testid="deal" disabled=${off} onClick=${() => deal()}>
        ${say(byHouse ? "bet.deal" : "bet.place")} <span class="sum">${money(bets.total)}</span> <${Key} of="d" /></button>
      <button type="button" data-testid="undo" disabled=${!bets.canUndo} onClick=${undo}>${say("bet.undo")} <${Key} of="z" /></button>
      <button type="button" data-testid="clear" onClick=${does(bets.clear)}>${say("bet.clear")} <${Key} of="x" /></button>
      <button type="button" data-testid="repeat" disabled=${!again} onClick=${does(bets.repeat)}>${say("bet.rebet")} <${Key}
        of="r" /></button>
      <button type="button" data-testid="double" disabled=${bets.total === 0} onClick=${does(bets.double)}>${say("bet.double")} <${Key}
        of="w" /></button>
    </div>
    <${Tray} bets=${bets} />
    <${Amount} bets=${bets} wager=${wager} touch=${touch} key=${`${bets.seat}${wager.name}`} />
  </div>`;
}
