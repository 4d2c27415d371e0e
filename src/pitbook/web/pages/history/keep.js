// What a player can take along of a round, and the page that checks it without this server.

import { getText } from "../core/api.js";
import { html, useState } from "../core/html.js";
import { Problems } from "../core/problems.js";
import { say } from "../core/words.js";

/** @import { ShuffleProof } from "../types/api.js" */

/** @param {string} name @param {string} text */
function save(name, text) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/** @param {{ round: string, proof: ShuffleProof | null }} props */
export function Keep({ round, proof }) {
  const [error, setError] = useState(/** @type {Error | null} */ (null));
  /** @param {string} name @param {string} path */
  const fetched = (name, path) => async () => {
    setError(null);
    try {
      save(name, await getText(path));
    } catch (problem) {
      setError(/** @type {Error} */ (problem));
    }
  };
  return html`<section class="panel" aria-labelledby="keep-title"><h2 id="keep-title">${say("keep.title")}</h2>
    <p class="soft small">${say("keep.about")}</p>
    <${Problems} error=${error} onDismiss=${() => setError(null)} />
    <p class="row"><a class="button" href="/pitbook-verifier.html" download data-testid="keep-verifier">${say("keep.verifier")}</a>
      <button type="button" onClick=${fetched("pitbook-keys.txt", "/api/keys")} data-testid="keep-keys">${say("keep.keys")}</button>
      ${
        proof &&
        html`<button type="button" data-testid="keep-proof" onClick=${() =>
          save(`${round}.proof.json`, JSON.stringify(proof, null, 1))}>${say("keep.proof")}</button>`
      }
      <button type="button" onClick=${fetched(`${round}.receipt`, `/api/rounds/${encodeURIComponent(round)}/receipt`)}
        data-testid="keep-receipt">${say("keep.receipt")}</button></p>
  </section>`;
}
