// A round to show to others: the link that reopens it, and a picture that is made in the page.
import { html, useEffect, useRef, useState } from "../core/html.js";
import { useLater } from "../core/later.js";
import { Problems } from "../core/problems.js";
import { say } from "../core/words.js";

/** @import { Replay } from "../types/api.js" */

function CopyLink() {
  const [said, setSaid] = useState(/** @type {string | null} */ (null));
  const address = `${location.origin}${location.pathname}`;
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(address);
      setSaid(say("share.copied"));
    } catch {
      setSaid(say("share.not_copied"));
    }
  };
  return html`<p class="row link"><label class="grow"><span>${say("share.link")}</span><input readonly
    value=${address} onFocus=${(event) => event.target.select()} data-testid="replay-link" /></label>
    <button type="button" onClick=${copy}>${say("share.copy")}</button>${said && html`<span role="status" class="soft">${said}</span>`}
      </p>`;
}

/**
 * @param {HTMLCanvasElement} canvas
 * @param {string} name
 * @returns {Promise<File>}
 */
const asFile = (canvas, name) =>
  new Promise((done, fail) => {
    canvas.toBlob(
      (blob) => (blob ? done(new File([blob], name, { type: "image/png" })) : fail(new Error(say("share.no_picture")))),
      "image/png",
    );
  });

/** @param {File} file */
function save(file) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = file.name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/** @param {{ painter: typeof import("./picture.js"), round: Replay, names: Record<string, string> }} props */
function Picture({ painter, round, names }) {
  const canvas = useRef(/** @type {HTMLCanvasElement | null} */ (null));
  const shown = painter.summary(round, names);
  const drawn = () => /** @type {HTMLCanvasElement} */ (canvas.current);
  const file = () => asFile(drawn(), `pitbook-${round.round}.png`);
  useEffect(() => painter.draw(drawn(), shown), []);
  const share = async () => {
    const made = await file();
    try {
      await navigator.share({ files: [made], title: shown.title });
    } catch (problem) {
      if (!(problem instanceof Error) || problem.name !== "AbortError") save(made);
    }
  };
  const shares =
    typeof navigator.canShare === "function" &&
    navigator.canShare({ files: [new File([], "a.png", { type: "image/png" })] });
  return html`<div class="picture"><canvas ref=${canvas} role="img" aria-label=${painter.described(shown)}
    data-testid="round-picture"></canvas>
    <p class="row"><button type="button" data-testid="save-picture" onClick=${() => file().then(save)}>${say("share.save")}</button>${shares && html`<button type="button" onClick=${share}>${say("share.share_picture")}</button>`}</p></div>`;
}

/** @param {{ round: Replay, names: Record<string, string> }} props */
export function Share({ round, names }) {
  const [open, setOpen] = useState(false);
  const [error, setError] = useState(/** @type {Error | null} */ (null));
  const painter = useLater(() => import("./picture.js"), open, setError);
  return html`<section class="panel" aria-labelledby="share-title"><h2 id="share-title">${say("share.title")}</h2><${CopyLink} />
    <${Problems} error=${error} />
    <details onToggle=${(event) => setOpen(event.currentTarget.open)}><summary data-testid="show-picture">${say("share.picture")}</summary>${painter && html`<${Picture} painter=${painter} round=${round} names=${names} />`}</details></section>`;
}
