// What a player can take along of a round, and the page that checks it without this server.

import { getText } from "../core/api.js";
import { html, useState } from "../core/html.js";
import { Problems } from "../core/problems.js";

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
  return html`<section class="panel" aria-labelledby="keep-title"><h2 id="keep-title">Check it without this server</h2>
    <p class="soft small">The verifier is one page that works from your own disk, without a network. Keep it, and the keys,
      ${" "}from before you play; take proof and receipt of any round that you want to check.</p>
    <${Problems} error=${error} onDismiss=${() => setError(null)} />
    <p class="row"><a class="button" href="/pitbook-verifier.html" download data-testid="keep-verifier">Verifier</a>
      <button type="button" onClick=${fetched("pitbook-keys.txt", "/api/keys")} data-testid="keep-keys">Keys</button>
      ${
        proof &&
        html`<button type="button" data-testid="keep-proof" onClick=${() =>
          save(`${round}.proof.json`, JSON.stringify(proof, null, 1))}>Proof of the shuffle</button>`
      }
      <button type="button" onClick=${fetched(`${round}.receipt`, `/api/rounds/${encodeURIComponent(round)}/receipt`)}
        data-testid="keep-receipt">Receipt</button></p>
  </section>`;
}
