// How the table deals: its pace, and its sounds.

import { Dialog } from "../core/dialog.js";
import { html } from "../core/html.js";
import { change, useSettings } from "../core/settings.js";
import { play } from "./sound.js";
import { PACES } from "./timing.js";

/** @param {{ onClose: () => void }} props */
export function Settings({ onClose }) {
  const { pace, sound, volume } = useSettings();
  return html`<${Dialog} title="Settings" onClose=${onClose}>
    <div class="stacked settings">
      <label><span>Pace</span><select data-testid="pace" value=${pace}
        onChange=${(event) => change({ pace: event.target.value })}>
        ${Object.keys(PACES).map((name) => html`<option value=${name}>${name}</option>`)}</select></label>
      <p class="soft small">A tap on the felt, or the space bar, skips to the end of what is being dealt. If your system
        asks for less motion, nothing moves.</p>
      <label class="inline"><input type="checkbox" data-testid="sound" checked=${sound}
        onChange=${(event) => {
          change({ sound: event.target.checked });
          play("chip");
        }} /><span>Sound</span></label>
      <label><span>Volume</span><input type="range" min="5" max="100" step="5" data-testid="volume" value=${volume}
        disabled=${!sound} aria-valuetext="${volume} percent"
        onChange=${(event) => {
          change({ volume: Number(event.target.value) });
          play("chip");
        }} /></label>
    </div>
  <//>`;
}
