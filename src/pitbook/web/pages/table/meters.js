// Progressive meters. A change is counted up, so that one sees it tick; whoever wants no motion sees the new amount.
import { html, useEffect, useRef, useState } from "../core/html.js";
import { cents, money } from "../core/money.js";
import { words } from "../core/names.js";
import { still } from "../core/settings.js";
import { say } from "../core/words.js";
import { COUNTING } from "./timing.js";

/** @param {{ name: string, amount: string }} props */
function Meter({ name, amount }) {
  const now = cents(amount);
  const [shown, setShown] = useState(now);
  const from = useRef(now);
  useEffect(() => {
    if (from.current === now) return undefined;
    if (still()) {
      from.current = now;
      setShown(now);
      return undefined;
    }
    const start = performance.now();
    const began = from.current;
    let frame = 0;
    /** @param {number} time */
    const tick = (time) => {
      const part = Math.min(1, (time - start) / COUNTING);
      from.current = began + Math.round((now - began) * part);
      setShown(from.current);
      if (part < 1) frame = requestAnimationFrame(tick);
    };
    frame = requestAnimationFrame(tick);
    return () => cancelAnimationFrame(frame);
  }, [now]);
  return html`<span class="meter ${shown === now ? "" : "ticking"}" data-testid="meter-${name}">
    <span class="meter-name">${words(name)}</span> <b>${money(shown)}</b></span>`;
}

/** @param {{ meters: Record<string, string> }} props */
export function Meters({ meters }) {
  return html`<span class="meters" role="group" aria-label=${say("felt.meters")}>${Object.entries(meters || {}).map(
    ([name, amount]) => html`<${Meter} key=${name} name=${name} amount=${amount} />`,
  )}</span>`;
}
