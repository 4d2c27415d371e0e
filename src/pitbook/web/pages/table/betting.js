// Placing wagers: by chip or by number, undo, repeat, double, clear, deal. Nothing is sent before "Deal".
import { html, useState } from "../core/html.js";
import { Key, useKeys } from "../core/keys.js";
import { cents, decimal, money, short, typed } from "../core/money.js";
import { briefLabel, lastWagers, me } from "./model.js";
import { tray } from "./chips.js";
import { Closing } from "./deciding.js";

const MOST_UNDONE = 100;

// What lies ready at first: the least of what must be wagered, or of the first wager where nothing must.
function opening(wagers) {
  const required = wagers.filter((wager) => wager.required);
  const placed = required.length ? required : wagers.slice(0, 1);
  return Object.fromEntries(placed.map((wager) => [wager.name, cents(wager.least)]));
}

const bounds = (wager) => ({ least: cents(wager.least), most: cents(wager.most) });
const sumOf = (draft) => Object.values(draft).reduce((sum, amount) => sum + amount, 0);

// The amounts between which a wager is chosen, one chip each, or none where any amount within the limits will do.
const amountsOf = (wager) => (wager.amounts || []).map(cents).sort((one, other) => one - other);

// The next of a wager's amounts up or down; beyond the last, and before the first, there is no wager.
function nextAmount(amounts, now, times) {
  const places = [0, ...amounts];
  return places[(Math.max(places.indexOf(now), 0) + times + places.length) % places.length];
}

// A wager and all that must equal it.
function bound(wagers, name) {
  const wager = wagers.find((one) => one.name === name);
  const head = wager.equal_to || name;
  return wagers.filter((one) => one.name === head || one.equal_to === head);
}

function withAmount(wagers, draft, name, amount) {
  const next = { ...draft };
  for (const wager of bound(wagers, name)) {
    if (amount > 0) next[wager.name] = amount;
    else delete next[wager.name];
  }
  return next;
}

// Twice of everything, as far as the limits go; a wager of fixed amounts stays.
const doubled = (wagers, draft) => Object.fromEntries(Object.entries(draft).map(([name, amount]) => {
  const wager = wagers.find((one) => one.name === name);
  return [name, wager.amounts ? amount : Math.max(amount, Math.min(2 * amount, cents(wager.most)))];
}));

const inDecimals = (draft) => Object.fromEntries(Object.entries(draft).map(([name, amount]) => [name,
  decimal(amount)]));

export function useWagers(view, seats) {
  const wagering = view.wagering;
  const wagers = wagering ? wagering.wagers : [];
  const chips = wagering ? tray(wagering) : [];
  const [drafts, setDrafts] = useState({});
  const [past, setPast] = useState([]); // the drafts before each change
  const [chip, setChip] = useState(null);
  const [selected, setSelected] = useState(null);
  const draftOf = (seat) => drafts[seat] || lastWagers(view, seat) || opening(wagers);
  const [box, setBox] = useState(null);
  const seat = seats.includes(box) ? box : seats[0];
  const wager = wagers.find((one) => one.name === selected) || wagers[0] || null;
  // The chip in hand stays in hand: the first is the smallest with which the first wager can be made.
  const first = chips.find((one) => wagers.length && one >= cents(wagers[0].least)) || chips[0];
  const chosen = chips.includes(chip) ? chip : first;

  function change(news) {
    setPast((before) => [...before, drafts].slice(-MOST_UNDONE));
    setDrafts({ ...drafts, ...news });
  }
  const set = (name, amount, at = seat) => change({ [at]: withAmount(wagers, draftOf(at), name, amount) });

  function add(name, times = 1, at = seat) {
    const one = wagers.find((other) => other.name === name);
    const { least, most } = bounds(one);
    const now = draftOf(at)[name] || 0;
    const sought = now + times * chosen;
    if (one.amounts) set(name, nextAmount(amountsOf(one), now, times), at);
    else if (times > 0) set(name, Math.min(most, Math.max(sought, least)), at);
    else set(name, sought < least ? 0 : sought, at);
  }
  const each = (made) => change(Object.fromEntries(seats.map((at) => [at, made(at)])));
  const total = seats.reduce((sum, at) => sum + sumOf(draftOf(at)), 0);
  return {
    wagers, chips, chip: chosen, setChip, wager, seat, draftOf, set, add, total,
    select: setSelected,
    place: (name, at) => {
      setBox(at);
      setSelected(name);
      // The chip in hand is the wager, where it is one of the amounts; the same chip again takes it back.
      const fits = amountsOf(wagers.find((one) => one.name === name)).includes(chosen);
      if (fits) set(name, draftOf(at)[name] === chosen ? 0 : chosen, at);
      else add(name, 1, at);
    },
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
    lastAmounts: (at) => inDecimals(lastWagers(view, at) || {}),
    amounts: (at) => inDecimals(draftOf(at)),
  };
}

// What to know before the deal: chips that do not cover the wagers, or that leave too little to act on.
export function warning(view, bets, seats) {
  const player = me(view);
  if (!player) return null;
  const stack = cents(player.stack);
  const { total } = bets;
  const least = Math.min(...bets.wagers.map((wager) => cents(wager.least)));
  if (stack < least) return { blocks: true, says: `You have ${money(stack)} in chips. Buy in to play.` };
  if (total > stack) {
    return { blocks: true, says: `You have ${money(stack)} in chips, and these wagers take ${money(total)}.` };
  }
  const { label, of, least: fewest, most } = view.wagering.decision;
  const base = seats.reduce((sum, at) => sum + (bets.draftOf(at)[of] || 0), 0);
  const left = stack - total;
  if (!base || left >= most * base) return null;
  const word = label.toLowerCase();
  return { blocks: false, says: left < fewest * base
    ? `This leaves ${money(left)}: too little to ${word}.`
    : `This leaves ${money(left)}: too little to ${word} ${most}x, which takes ${money(most * base)}.` };
}

function Amount({ bets, touch }) {
  const { wager, seat } = bets;
  const now = bets.draftOf(seat)[wager.name] || 0;
  const [text, setText] = useState(null);
  const write = (event) => {
    setText(event.target.value);
    const amount = event.target.value.trim() === "" ? 0 : typed(event.target.value);
    if (amount !== null) {
      touch();
      bets.set(wager.name, amount);
    }
  };
  const add = (times) => {
    touch();
    bets.add(wager.name, times);
  };
  const { least, most } = bounds(wager);
  const amounts = amountsOf(wager);
  const outside = now > 0 && (amounts.length ? !amounts.includes(now) : now < least || now > most);
  const limits = amounts.length ? amounts.map(money).join(" or ")
    : least === most ? money(least) : `${money(least)} to ${money(most)}`;
  return html`<div class="amount-row">
    <label class="unseen" for="wager-choice">Wager</label>
    <select id="wager-choice" value=${wager.name}
      onChange=${(event) => { setText(null); bets.select(event.target.value); }}>
      ${bets.wagers.map((one) => html`<option value=${one.name}>${briefLabel(one.label)}</option>`)}</select>
    <button type="button" class="step" aria-label="Less ${wager.label}" onClick=${() => add(-1)}>−</button>
    <input class="amount" inputmode="decimal" data-testid="amount" aria-label="${wager.label}, ${limits}"
      title=${limits} aria-invalid=${outside} value=${text === null ? (now ? decimal(now) : "") : text}
      placeholder="0.00" onInput=${write} onBlur=${() => setText(null)} />
    <button type="button" class="step" aria-label="More ${wager.label}" onClick=${() => add(1)}>+</button>
  </div>`;
}

// One stop for the keyboard; the arrow keys move along the chips.
function Tray({ bets }) {
  const move = (event) => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!by) return;
    event.preventDefault();
    const place = (bets.chips.indexOf(bets.chip) + by + bets.chips.length) % bets.chips.length;
    bets.setChip(bets.chips[place]);
    event.currentTarget.children[place].focus();
  };
  return html`<div class="tray" role="radiogroup" aria-label="Chip" onKeyDown=${move}>
    ${bets.chips.map((chip, index) => html`<button type="button" role="radio" key=${chip}
      class="chip chip-${chip} ${chip === bets.chip ? "in-hand" : ""}" tabindex=${chip === bets.chip ? 0 : -1}
      aria-checked=${chip === bets.chip} aria-label="Chip of ${money(chip)}, key ${index + 1}"
      data-testid="chip-${short(chip)}" onClick=${() => bets.setChip(chip)}>${short(chip)}</button>`)}</div>`;
}

// touch() says that the player has turned to the next round; deal() sends the wagers; buyIn() opens the cash desk.
export function BettingRail({ view, seats, bets, touch, deal, buyIn, busy }) {
  const move = (by) => {
    const place = bets.wagers.findIndex((one) => one.name === bets.wager.name);
    bets.select(bets.wagers[(place + by + bets.wagers.length) % bets.wagers.length].name);
  };
  const does = (action) => () => { touch(); action(); };
  const byHouse = view.dealing === "house";
  const again = lastWagers(view, bets.seat) !== null;
  const warned = warning(view, bets, seats);
  const off = busy || bets.total === 0 || Boolean(warned && warned.blocks);
  const undo = does(bets.undo);
  useKeys([
    { key: "d", says: byHouse ? "Deal" : "Place the wagers", run: () => deal(), off },
    { key: "Enter", run: () => deal(), off },
    { key: " ", says: "Rebet and deal", run: () => deal({ again: true }), off: busy || !again },
    ...bets.chips.map((chip, index) => ({ key: String(index + 1), says: `Take the chip of ${short(chip)}`,
      run: () => bets.setChip(chip) })),
    { key: "ArrowRight", says: "Next wager", run: () => move(1) },
    { key: "ArrowLeft", says: "Previous wager", run: () => move(-1) },
    { key: "ArrowUp", says: "Add a chip to the wager", run: does(() => bets.add(bets.wager.name)) },
    { key: "ArrowDown", says: "Take a chip from the wager", run: does(() => bets.add(bets.wager.name, -1)) },
    { key: "z", says: "Undo the last chip", run: undo, off: !bets.canUndo },
    { key: "z", ctrl: true, run: undo, off: !bets.canUndo },
    { key: "w", says: "Double the wagers", run: does(bets.double), off: bets.total === 0 },
    { key: "r", says: "Rebet: the same wagers again", run: does(bets.repeat), off: !again },
    { key: "x", says: "Clear the wagers", run: does(bets.clear) },
  ]);
  return html`<div class="rail betting">
    <${Closing} deadline=${view.wagering.deadline} />
    ${warned && html`<p class="warned" role="status" data-testid="warning">${warned.says} <button type="button"
      class=${warned.blocks ? "primary" : ""} data-testid="warning-buy-in" onClick=${buyIn}>Buy in</button></p>`}
    <${Tray} bets=${bets} />
    <${Amount} bets=${bets} touch=${touch} key=${`${bets.seat}${bets.wager.name}`} />
    <div class="buttons">
      <button type="button" data-testid="undo" disabled=${!bets.canUndo} onClick=${undo}>Undo <${Key} of="z" /></button>
      <button type="button" data-testid="clear" onClick=${does(bets.clear)}>Clear <${Key} of="x" /></button>
      <button type="button" data-testid="repeat" disabled=${!again} onClick=${does(bets.repeat)}>Rebet <${Key}
        of="r" /></button>
      <button type="button" data-testid="double" disabled=${bets.total === 0} onClick=${does(bets.double)}>Double <${Key}
        of="w" /></button>
      <button type="button" class="primary deal" data-testid="deal" disabled=${off} onClick=${() => deal()}>
        ${byHouse ? "Deal" : "Place"} <span class="sum">${money(bets.total)}</span> <${Key} of="d" /></button>
    </div>
  </div>`;
}
