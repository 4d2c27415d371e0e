// Luck against expectation: what was won so far, and what these wagers win on average, round by round, with its band.
import { html, useEffect, useRef, useState } from "../core/html.js";
import { cents, money } from "../core/money.js";
import { compose, say } from "../core/words.js";

const HIGH = 280;
const LEFT = 64;
const RIGHT = 12;
const TOP = 12;
const BOTTOM = 34;
const PAGE = 50;

/**
 * What the chart takes of a round: amounts, and running totals of the same wagers.
 * @typedef {object} Course
 * @property {string} round
 * @property {string} compared
 * @property {string} expected
 * @property {string} cost
 * @property {string} total_compared
 * @property {string} total_expected
 * @property {string} total_cost
 * @property {string} total_band
 */

/**
 * Round steps of 1, 2 or 5 times a power of ten, about so many between the ends.
 * @param {number} least
 * @param {number} most
 */
export function ticks(least, most, about = 5) {
  const span = Math.max(1, most - least);
  const power = 10 ** Math.floor(Math.log10(span / about));
  const step = [1, 2, 5, 10].map((times) => times * power).find((one) => span / one <= about) || power * 10;
  const first = Math.floor(least / step) * step;
  const found = [];
  for (let at = first; at < most + step; at += step) found.push(at);
  return found;
}

/** @param {number[][]} points */
const path = (points) => points.map(([x, y], place) => `${place ? "L" : "M"}${x.toFixed(1)} ${y.toFixed(1)}`).join("");

/**
 * As wide as its place, so that its words keep their size on a phone.
 * @returns {[{ current: HTMLElement | null }, number]}
 */
function useWidth() {
  const place = useRef(/** @type {HTMLElement | null} */ (null));
  const [width, setWidth] = useState(720);
  useEffect(() => {
    const watcher = new ResizeObserver(([entry]) => setWidth(Math.max(260, Math.round(entry.contentRect.width))));
    if (place.current) watcher.observe(place.current);
    return () => watcher.disconnect();
  }, []);
  return [place, width];
}

/**
 * The rounds in figures, newest first, so many at a time; drawn only when somebody opens them.
 * @param {{ series: Course[] }} props
 */
function Rows({ series }) {
  const [open, setOpen] = useState(false);
  const [shown, setShown] = useState(PAGE);
  const rows = open ? series.slice(-shown).reverse() : [];
  return html`<details onToggle=${(event) => setOpen(event.currentTarget.open)}><summary>${say("chart.as_table")}</summary>
    <div class="scroll tall" tabindex="0" role="region" aria-label=${say("chart.rounds_title")}>
      <table class="grid small"><thead><tr><th scope="col">${say("page.round")}</th>
      <th scope="col" class="number">${say("stats.won_lost")}</th><th scope="col" class="number">${say("stats.expected")}</th>
      <th scope="col" class="number">${say("stats.mistakes")}</th><th scope="col" class="number">${say("chart.together")}</th></tr></thead>
      <tbody>${rows.map(
        (one) => html`<tr key=${one.round}><th scope="row">${one.round}</th><td class="number">
        ${money(one.compared, { sign: true })}</td><td class="number">${money(one.expected, { sign: true })}</td><td
        class="number">${money(one.cost)}</td><td class="number">${money(one.total_compared, { sign: true })}</td>
        </tr>`,
      )}</tbody></table>
      ${
        shown < series.length &&
        html`<p><button type="button" onClick=${() => setShown(shown + PAGE)}
        data-testid="older-figures">${say("list.older")}</button> <span
        class="soft">${say("chart.shown", { shown, all: series.length })}</span></p>`
      }</div></details>`;
}

/** @param {{ series: Course[] }} props */
export function Luck({ series }) {
  const [place, wide] = useWidth();
  const net = [0, ...series.map((one) => cents(one.total_compared))];
  const best = [0, ...series.map((one) => cents(one.total_expected))];
  const played = [0, ...series.map((one) => cents(one.total_expected) - cents(one.total_cost))];
  const band = [0, ...series.map((one) => cents(one.total_band))];
  const above = played.map((value, place) => value + band[place]);
  const below = played.map((value, place) => value - band[place]);
  /** @param {number[]} values */
  const least = (values) => values.reduce((one, two) => Math.min(one, two));
  /** @param {number[]} values */
  const most = (values) => values.reduce((one, two) => Math.max(one, two));
  const marks = ticks(Math.min(least(net), least(below)), Math.max(most(net), most(best), most(above)));
  const [low, high] = [marks[0], marks[marks.length - 1]];
  /** @param {number} place */
  const across = (place) => LEFT + (place / series.length) * (wide - LEFT - RIGHT);
  /** @param {number} value */
  const down = (value) => TOP + ((high - value) / (high - low)) * (HIGH - TOP - BOTTOM);
  /** @param {number[]} values */
  const line = (values) => path(values.map((value, place) => [across(place), down(value)]));
  const end = series.length;
  const [won, expected, ownPlay] = [net, best, played].map((values) => money(values[end], { sign: true }));
  const rounds = say("chart.rounds", { count: end });
  const said = say("chart.said", { rounds, won, expected, played: ownPlay });
  return html`<figure class="luck" ref=${place}><svg viewBox="0 0 ${wide} ${HIGH}" role="img" aria-label=${said}
    data-testid="luck-chart">
      ${marks.map(
        (mark) => html`<g key=${mark}><line
        class=${mark === 0 ? "zero" : "tick"} x1=${LEFT} x2=${wide - RIGHT} y1=${down(mark)} y2=${down(mark)} />
        <text x=${LEFT - 6} y=${down(mark) + 4} text-anchor="end">${money(mark)}</text></g>`,
      )}
      <text x=${LEFT} y=${HIGH - 10} text-anchor="middle">0</text><text x=${across(end)} y=${HIGH - 10}
        text-anchor="end">${rounds}</text>
      <path class="band" d=${`${line(above)}${path(
        below.map((value, place) => [across(place), down(value)]).reverse(),
      ).replace("M", "L")}Z`} />
      <path class="best-line" d=${line(best)} /><path class="played-line" d=${line(played)} /><path class="net-line"
        d=${line(net)} />
      ${
        series.length <= 60 &&
        net.map(
          (value, place) => html`<circle class="net-dot" cx=${across(place)}
        cy=${down(value)} r="3" key=${place} />`,
        )
      }
    </svg>
    <figcaption><ul class="keys"><li><span class="line won"></span> ${compose("chart.won", { amount: html`<b>${won}</b>` })}</li>
      <li><span class="line best"></span> ${compose("chart.best", { amount: html`<b>${expected}</b>` })}</li>
      <li><span class="line played"></span> ${compose("chart.played", { amount: html`<b>${ownPlay}</b>` })}</li>
      <li><span class="line band-key"></span> ${say("chart.band")}</li></ul></figcaption>
    <${Rows} series=${series} />
  </figure>`;
}
