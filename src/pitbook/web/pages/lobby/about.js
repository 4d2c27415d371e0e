// What this is, and what it is not.
import { html } from "../core/html.js";
import { Install } from "../core/install.js";
import { useLoad } from "../core/load.js";
import { Link } from "../core/router.js";
import { compose, say } from "../core/words.js";

export function Page() {
  const { data } = useLoad("/healthz");
  return html`<article class="panel">
    <h1>${say("about.title")}</h1>
    <p>${say("about.what")}</p>
    <p><b>${say("about.notice")}</b> ${say("about.worthless")}</p>
    <h2>${say("about.trust")}</h2>
    <p>${say("about.commitment")} ${compose("about.verifier", {
      verifier: html`<a href="/verifier">${say("standing.verifier")}</a>`,
    })}</p>
    <h2>${say("about.app")}</h2>
    <${Install} />
    <h2>${say("about.programs")}</h2>
    <p>${compose("about.interface", {
      description: html`<a href="/docs">${say("about.description")}</a>`,
      odds: html`<${Link} to="/odds">${say("about.odds")}<//>`,
    })}</p>
    <h2>${say("about.language")}</h2>
    <p>${say("about.clauses_english")}</p>
    ${data && html`<p class="soft small">${say("about.version", { version: data.version, records: data.head?.number })}</p>`}
  </article>`;
}
