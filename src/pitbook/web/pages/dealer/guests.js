// Players who speak to the dealer: seated, their wagers recorded, chips bought and taken, by the dealer's hand.
import { html, useState } from "../core/html.js";
import { decimal, money, typed } from "../core/money.js";
import { words } from "../core/names.js";
import { say } from "../core/words.js";

/** @import { Props } from "./page.js" */
/** @import { TablePlayer, View, WagerOnOffer } from "../types/api.js" */

/** @param {View} view @param {TablePlayer} player */
const speaksFor = (view, player) => player.kind === "guest" || (view.source === "entered" && player.kind === "person");

/** @param {Props} props */
function SeatGuest({ view, run, busy }) {
  const taken = Object.values(view.players).flatMap((player) => player.seats);
  const free = Array.from({ length: view.positions }, (_, place) => place + 1).filter((seat) => !taken.includes(seat));
  const [said, setSaid] = useState({ seat: 0, name: "", buy_in: "500.00" });
  /** @param {Partial<typeof said>} news */
  const set = (news) => setSaid((before) => ({ ...before, ...news }));
  const seat = free.includes(said.seat) ? said.seat : free[0];
  const amount = typed(said.buy_in);
  if (!free.length) return html`<p class="soft">${say("guests.all_taken")}</p>`;
  /** @param {Event} event */
  const send = async (event) => {
    event.preventDefault();
    if (!said.name.trim() || amount === null || busy) return;
    if (await run({ do: "seat_guest", seat, name: said.name.trim(), buy_in: decimal(amount) })) set({ name: "" });
  };
  return html`<form class="row may-form" onSubmit=${send}><label><span>${say("guests.seat")}</span><select value=${seat}
    data-testid="guest-seat" onChange=${(event) => set({ seat: Number(event.target.value) })}>
      ${free.map((one) => html`<option value=${one} selected=${one === seat}>${one}</option>`)}</select></label>
    <label class="grow"><span>${say("guests.name")}</span><input maxlength="24" value=${said.name}
      onInput=${(event) => set({ name: event.target.value })} data-testid="guest-name" /></label>
    <label><span>${say("chips.buy_in_amount")}</span><input inputmode="decimal" size="8" value=${said.buy_in} aria-invalid=${amount === null}
      onInput=${(event) => set({ buy_in: event.target.value })} data-testid="guest-buy-in" /></label>
    <button type="submit" disabled=${busy || !said.name.trim() || amount === null}
      data-testid="seat-guest">${say("guests.seat_one")}</button></form>`;
}

/**
 * Wagers of a seat; a wager that must equal another follows it.
 * @param {Props & { seat: number, placed: Record<string, string> }} props
 */
function Wagers({ view, seat, placed, run, busy }) {
  const offered = view.wagering.wagers.filter((wager) => !wager.equal_to);
  const followers = view.wagering.wagers.filter((wager) => wager.equal_to);
  /** @param {WagerOnOffer} wager */
  const first = (wager) => placed[wager.name] || (wager.required ? wager.least : "");
  const [said, setSaid] = useState(() => Object.fromEntries(offered.map((wager) => [wager.name, first(wager)])));
  /** @type {[WagerOnOffer, number | null][]} */
  const amounts = offered.map((wager) => [wager, said[wager.name].trim() === "" ? 0 : typed(said[wager.name])]);
  const ready = amounts.every(([, amount]) => amount !== null) && amounts.some(([, amount]) => amount);
  /** @param {Event} event */
  const place = (event) => {
    event.preventDefault();
    if (!ready || busy) return;
    const wagers = Object.fromEntries(
      amounts.flatMap(([wager, amount]) => (amount ? [[wager.name, decimal(amount)]] : [])),
    );
    for (const { name, equal_to: other } of followers) if (other && wagers[other]) wagers[name] = wagers[other];
    run({ do: "place_wagers", seat, wagers });
  };
  return html`<form class="row may-form" onSubmit=${place}>${amounts.map(
    ([wager, amount]) => html`<label
    key=${wager.name}><span>${wager.label}</span>
      <input inputmode="decimal" size="7" value=${said[wager.name]}
        placeholder=${wager.required ? wager.least : "none"} title=${(wager.amounts || []).join(" or ") || null}
        aria-invalid=${amount === null}
        onInput=${(event) => setSaid((before) => ({ ...before, [wager.name]: event.target.value }))}
        data-testid="guest-${seat}-${wager.name}" /></label>`,
  )}
    <button type="submit" disabled=${!ready || busy} data-testid="guest-${seat}-place">
      ${say(Object.keys(placed).length ? "guests.change" : "bet.place_all")}</button>
    ${
      Object.keys(placed).length > 0 &&
      html`<button type="button" class="plain" disabled=${busy}
      onClick=${() => run({ do: "place_wagers", seat, wagers: {} })}>${say("guests.withdraw")}</button>`
    }
    ${
      followers.length > 0 &&
      html`<small class="soft">
      ${followers.map((wager) => say("guests.equals", { wager: wager.label, other: words(wager.equal_to).toLowerCase() })).join(" ")}
      </small>`
    }</form>`;
}

/** @param {{ seat: number, run: Props["run"], busy: boolean }} props */
function Chips({ seat, run, busy }) {
  const [said, setSaid] = useState("");
  const amount = typed(said);
  const ready = amount !== null && amount > 0 && !busy;
  /** @param {"buy_in" | "cash_out"} what */
  const send = async (what) =>
    amount !== null && (await run({ do: what, seat, amount: decimal(amount) })) && setSaid("");
  return html`<div class="row may-form"><label><span>${say("guests.chips")}</span><input inputmode="decimal" size="8" value=${said}
    onInput=${(event) => setSaid(event.target.value)} data-testid="guest-${seat}-chips" /></label>
    <button type="button" class="plain" disabled=${!ready} onClick=${() => send("buy_in")}>${say("guests.buys")}</button>
    <button type="button" class="plain" disabled=${!ready} onClick=${() => send("cash_out")}>${say("guests.cashes")}</button>
    <button type="button" class="plain" disabled=${busy} onClick=${() => run({ do: "leave", seat })}
      data-testid="guest-${seat}-leave">${say("guests.leaves")}</button></div>`;
}

/** @param {Props & { player: TablePlayer }} props */
function Guest({ view, player, run, busy }) {
  const seat = player.seats[0];
  const placed = view.round?.seats[seat]?.wagers ?? {};
  const staked = Object.entries(placed)
    .map(([name, amount]) => `${words(name)} ${money(amount)}`)
    .join(", ");
  return html`<li class="guest"><h3>${say("guests.at", { seats: player.seats.join(", "), name: player.name })} <span class="soft">
    ${say("guests.in_chips", { amount: money(player.stack) })}</span>${
      player.left && html` <span class="badge quiet">${say("guests.left")}</span>`
    }</h3>
    ${
      view.wagering.open
        ? html`<${Wagers} key=${`${view.round?.round} ${JSON.stringify(placed)}`} view=${view}
      seat=${seat} placed=${placed} run=${run} busy=${busy} />`
        : html`<p class="soft">
      ${staked ? say("guests.wagers", { wagers: staked }) : say("answer.no_wagers")}</p>`
    }
    ${
      !player.left &&
      html`<details><summary>${say("guests.chips_leaving")}</summary><${Chips} seat=${seat} run=${run}
      busy=${busy} /></details>`
    }</li>`;
}

/** @param {Props} props */
export function Guests({ view, run, busy }) {
  if (!view.you.roles.includes("dealer")) return null;
  const guests = Object.entries(view.players)
    .filter(([, player]) => speaksFor(view, player) && player.seats.length)
    .sort(([, one], [, other]) => one.seats[0] - other.seats[0]);
  return html`<section class="panel" aria-labelledby="guests-title"><h2 id="guests-title">${say("guests.title")}</h2>
    <p class="soft small">${say("guests.about")}</p>
    ${
      guests.length > 0 &&
      html`<ul class="guests">${guests.map(
        ([id, player]) => html`<${Guest} key=${id}
      player=${player} view=${view} run=${run} busy=${busy} />`,
      )}</ul>`
    }
    <${SeatGuest} view=${view} run=${run} busy=${busy} /></section>`;
}
