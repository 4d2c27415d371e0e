// What this is, and what it is not.
import { html } from "../core/html.js";
import { useLoad } from "../core/load.js";
import { Link } from "../core/router.js";

export function Page() {
  const { data } = useLoad("/healthz");
  return html`<article class="panel">
    <h1>About Pitbook</h1>
    <p>Pitbook is the executable rule book of dealer-banked poker: Heads-Up Hold'em by three books, and Four
      Card Poker. It deals by the book, pays every wager with the clause that says so, and keeps a record from
      which any round can be rebuilt.</p>
    <p><b>It is a simulator and trainer, not a gaming device.</b> No money changes hands here, and nothing that
      is won or lost here is worth anything.</p>
    <h2>Can the shuffle be trusted?</h2>
    <p>Each round publishes a commitment before the first wager and the seed behind it after the last payment.
      Open a past round and press “Verify”: your own browser then recomputes the deck and the cut.</p>
    <h2>For programs</h2>
    <p>Everything on these pages goes over a documented interface: <a href="/docs">its description</a>. <${Link}
      to="/odds">The odds<//> are exact.</p>
    ${data && html`<p class="soft small">Version ${data.version}. Records: ${data.head?.number}.</p>`}
  </article>`;
}
