// What somebody can choose for this browser: how everything looks, how the table deals, and how it sounds.

import { Dialog } from "../core/dialog.js";
import { html } from "../core/html.js";
import { Install } from "../core/install.js";
import { change, useSettings } from "../core/settings.js";
import { LANGUAGES, say } from "../core/words.js";
import { play } from "../table/sound.js";

/** @import { Settings as Chosen } from "../core/settings.js" */
/** @import { Key } from "../core/words.js" */

/** @type {Record<string, [label: Key, options: Record<string, Key>]>} */
const CHOICES = {
  theme: [
    "settings.theme",
    { system: "settings.system", dark: "settings.dark", light: "settings.light", contrast: "settings.contrast" },
  ],
  deck: ["settings.deck", { four: "settings.four_colours", two: "settings.two_colours" }],
  print: ["settings.print", { normal: "settings.print_normal", large: "settings.print_large" }],
  hand: ["settings.hand", { right: "settings.right", left: "settings.left" }],
  pace: [
    "settings.pace",
    { slow: "settings.slow", normal: "settings.pace_normal", quick: "settings.quick", none: "settings.no_motion" },
  ],
};
const SIGNS = ["", "$", "€", "£"];

/** @param {string} name @returns {[label: string, options: [value: string, word: string][]]} */
function choiceOf(name) {
  if (name === "language")
    return [say("settings.language"), [["system", say("settings.system")], ...Object.entries(LANGUAGES)]];
  if (name === "currency")
    return [say("settings.currency"), SIGNS.map((sign) => [sign, sign || say("settings.no_sign")])];
  const [label, options] = CHOICES[name];
  return [say(label), Object.entries(options).map(([value, word]) => [value, say(word)])];
}

/** @param {{ name: string, settings: Chosen }} props */
function Choice({ name, settings }) {
  const [label, options] = choiceOf(name);
  const chosen = String(settings[/** @type {keyof Chosen} */ (name)]);
  return html`<label><span>${label}</span><select data-testid=${name} value=${chosen}
    onChange=${(event) => change({ [name]: event.target.value })}>
    ${options.map(
      ([value, word]) => html`<option value=${value} selected=${value === chosen}>${word}</option>`,
    )}</select></label>`;
}

/** @param {{ onClose: () => void }} props */
export function Settings({ onClose }) {
  const settings = useSettings();
  const { sound, volume, spoken } = settings;
  return html`<${Dialog} title=${say("settings.title")} onClose=${onClose}>
    <div class="settings">
      <div class="pair">${["language", ...Object.keys(CHOICES), "currency"].map(
        (name) => html`<${Choice} key=${name} name=${name} settings=${settings} />`,
      )}</div>
      <p class="soft small">${say("settings.about_pace")}</p>
      <div class="pair"><label class="inline"><input type="checkbox" data-testid="sound" checked=${sound}
        onChange=${(event) => {
          change({ sound: event.target.checked });
          play("chip");
        }} /><span>${say("settings.sound")}</span></label>
      <label><span>${say("settings.volume")}</span><input type="range" min="5" max="100" step="5" data-testid="volume" value=${volume}
        disabled=${!sound} aria-valuetext=${say("settings.percent", { volume })}
        onChange=${(event) => {
          change({ volume: Number(event.target.value) });
          play("chip");
        }} /></label></div>
      <label class="inline"><input type="checkbox" data-testid="spoken" checked=${spoken}
        onChange=${(event) => change({ spoken: event.target.checked })} /><span>${say("settings.spoken")}</span></label>
      <p class="soft small">${say("settings.kept")}</p>
      <${Install} />
    </div>
  <//>`;
}
