// Placing wagers: by chip or by number, repeat, clear, deal. Nothing is sent before "Deal".
import { html, useState } from "../core/html.js";
import { Key, useKeys } from "../core/keys.js";
import { cents, decimal, money, short, typed } from "../core/money.js";
import { briefLabel, lastWagers } from "./model.js";
import { tray } from "./chips.js";
import { Closing } from "./deciding.js";

// What lies ready at first: the least of what must be wagered, or of the first wager where nothing must.
function opening(wagers) {
  const required = wagers.filter((wager) => wager.required);
  const placed = required.length ? required : wagers.slice(0, 1);
  return Object.fromEntries(placed.map((wager) => [wager.name, cents(wager.least)]));
}

const bounds = (wager) => ({ least: cents(wager.least), most: cents(wager.most) });

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

export function useWagers(view, seats) {
  const wagering = view.wagering;
  const wagers = wagering ? wagering.wagers : [];
  const chips = wagering ? tray(wagering) : [];
  const [drafts, setDrafts] = useState({});
  const [chip, setChip] = useState(null);
  const [selected, setSelected] = useState(null);
  const draftOf = (seat) => drafts[seat] || lastWagers(view, seat) || opening(wagers);
  const [box, setBox] = useState(null);
  const seat = seats.includes(box) ? box : seats[0];
  const wager = wagers.find((one) => one.name === selected) || wagers[0] || null;
  const change = (at, draft) => setDrafts((before) => ({ ...before, [at]: draft }));
  const set = (name, amount, at = seat) => change(at, withAmount(wagers, draftOf(at), name, amount));
  const chosen = chips.includes(chip) ? chip : chips.find((one) => wager && one >= cents(wager.least)) || chips[0];

  function add(name, times = 1, at = seat) {
    const one = wagers.find((other) => other.name === name);
    const { least, most } = bounds(one);
    const now = draftOf(at)[name] || 0;
    const sought = now + times * chosen;
    if (one.amounts) set(name, nextAmount(amountsOf(one), now, times), at);
    else if (times > 0) set(name, Math.min(most, Math.max(sought, least)), at);
    else set(name, sought < least ? 0 : sought, at);
  }
  return {
    wagers, chips, chip: chosen, setChip, wager, seat, draftOf, set, add,
    select: setSelected,
    place: (name, at) => {
      setBox(at);
      setSelected(name);
      // The chip in hand is the wager, where it is one of the amounts; the same chip again takes it back.
      const fits = amountsOf(wagers.find((one) => one.name === name)).includes(chosen);
      if (fits) set(name, draftOf(at)[name] === chosen ? 0 : chosen, at);
      else add(name, 1, at);
    },
    repeat: () => seats.forEach((at) => lastWagers(view, at) && change(at, lastWagers(view, at))),
    clear: () => seats.forEach((at) => change(at, {})),
    total: () => seats.flatMap((at) => Object.values(draftOf(at))).reduce((sum, amount) => sum + amount, 0),
    amounts: (at) => Object.fromEntries(Object.entries(draftOf(at)).map(([name, amount]) => [name, decimal(amount)])),
  };
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

// touch() says that the player has turned to the next round; deal() sends the wagers.
export function BettingRail({ view, bets, touch, deal, busy }) {
  const move = (by) => {
    const place = bets.wagers.findIndex((one) => one.name === bets.wager.name);
    bets.select(bets.wagers[(place + by + bets.wagers.length) % bets.wagers.length].name);
  };
  const does = (action) => () => { touch(); action(); };
  const byHouse = view.dealing === "house";
  const total = bets.total();
  const again = bets.repeat && lastWagers(view, bets.seat) !== null;
  const off = busy || total === 0;
  useKeys([
    { key: "d", says: byHouse ? "Deal" : "Place the wagers", run: deal, off },
    { key: "Enter", run: deal, off },
    ...bets.chips.map((chip, index) => ({ key: String(index + 1), says: `Take the chip of ${short(chip)}`,
      run: () => bets.setChip(chip) })),
    { key: "ArrowRight", says: "Next wager", run: () => move(1) },
    { key: "ArrowLeft", says: "Wager before", run: () => move(-1) },
    { key: "ArrowUp", says: "Add a chip to the wager", run: does(() => bets.add(bets.wager.name)) },
    { key: "ArrowDown", says: "Take a chip from the wager", run: does(() => bets.add(bets.wager.name, -1)) },
    { key: "r", says: "Repeat the last wagers", run: does(bets.repeat), off: !again },
    { key: "x", says: "Clear the wagers", run: does(bets.clear) },
  ]);
  return html`<div class="rail betting">
    <${Closing} deadline=${view.wagering.deadline} />
    <div class="tray" role="radiogroup" aria-label="Chip">${bets.chips.map((chip, index) => html`
      <button type="button" role="radio" key=${chip} class="chip chip-${chip} ${chip === bets.chip ? "in-hand" : ""}"
      aria-checked=${chip === bets.chip} aria-label="Chip of ${money(chip)}, key ${index + 1}"
      data-testid="chip-${short(chip)}" onClick=${() => bets.setChip(chip)}>${short(chip)}</button>`)}</div>
    <${Amount} bets=${bets} touch=${touch} key=${`${bets.seat}${bets.wager.name}`} />
    <div class="buttons">
      <button type="button" data-testid="repeat" disabled=${!again} onClick=${does(bets.repeat)}>
        Repeat <${Key} of="r" /></button>
      <button type="button" data-testid="clear" onClick=${does(bets.clear)}>Clear <${Key} of="x" /></button>
      <button type="button" class="primary deal" data-testid="deal" disabled=${off} onClick=${deal}>
        ${byHouse ? "Deal" : "Place"} <span class="sum">${money(total)}</span> <${Key} of="d" /></button>
    </div>
  </div>`;
}
