// What somebody can choose for this browser: how everything looks, how the table deals, and how it sounds.

import { Dialog } from "../core/dialog.js";
import { html } from "../core/html.js";
import { change, useSettings } from "../core/settings.js";
import { play } from "../table/sound.js";
import { PACES } from "../table/timing.js";

/** @import { Settings as Chosen } from "../core/settings.js" */

/** @type {Record<string, [label: string, options: Record<string, string>]>} */
const CHOICES = {
  theme: ["Theme", { system: "As the system prefers", dark: "Dark", light: "Light", contrast: "High contrast" }],
  deck: ["Deck", { four: "Four colours", two: "Two colours" }],
  print: ["Print", { normal: "Normal", large: "Large" }],
  hand: ["Main buttons", { right: "On the right", left: "On the left" }],
  currency: ["Currency", { "": "No sign", $: "$", "€": "€", "£": "£" }],
  pace: ["Pace", Object.fromEntries(Object.keys(PACES).map((name) => [name, name]))],
};

/** @param {{ name: string, settings: Chosen }} props */
function Choice({ name, settings }) {
  const [label, options] = CHOICES[name];
  const chosen = String(settings[/** @type {keyof Chosen} */ (name)]);
  return html`<label><span>${label}</span><select data-testid=${name} value=${chosen}
    onChange=${(event) => change({ [name]: event.target.value })}>
    ${Object.entries(options).map(
      ([value, word]) => html`<option value=${value} selected=${value === chosen}>${word}</option>`,
    )}</select></label>`;
}

/** @param {{ onClose: () => void }} props */
export function Settings({ onClose }) {
  const settings = useSettings();
  const { sound, volume, spoken } = settings;
  return html`<${Dialog} title="Settings" onClose=${onClose}>
    <div class="settings">
      <div class="pair">${Object.keys(CHOICES).map(
        (name) => html`<${Choice} key=${name} name=${name} settings=${settings} />`,
      )}</div>
      <p class="soft small">A tap on the felt, or the space bar, skips to the end of what is being dealt. If your system
        asks for less motion, nothing moves.</p>
      <div class="pair"><label class="inline"><input type="checkbox" data-testid="sound" checked=${sound}
        onChange=${(event) => {
          change({ sound: event.target.checked });
          play("chip");
        }} /><span>Sound</span></label>
      <label><span>Volume</span><input type="range" min="5" max="100" step="5" data-testid="volume" value=${volume}
        disabled=${!sound} aria-valuetext="${volume} percent"
        onChange=${(event) => {
          change({ volume: Number(event.target.value) });
          play("chip");
        }} /></label></div>
      <label class="inline"><input type="checkbox" data-testid="spoken" checked=${spoken}
        onChange=${(event) => change({ spoken: event.target.checked })} /><span>Spoken table: type what to do, and hear or
        read what happens</span></label>
      <p class="soft small">Kept in this browser.</p>
    </div>
  <//>`;
}
