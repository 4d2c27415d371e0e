// A bar above every page: no server answers, or it has become another version than this page.

import { html, useEffect, useState } from "./html.js";
import { Link } from "./router.js";
import { useStanding } from "./shell.js";
import { say } from "./words.js";

/** @import { Key } from "./words.js" */

/** What can be done without a server, if the browser keeps this page. @type {Record<string, Key>} */
const ALONE = {
  "/learn": "standing.lesson",
  "/learn?part=differences": "standing.differences",
  "/learn?part=glossary": "standing.glossary",
};

const again = () => location.reload();

function Alone() {
  const [kept, setKept] = useState(false);
  useEffect(() => setKept(Boolean(navigator.serviceWorker?.controller)), []);
  return html`<div class="standing" role="alert" data-testid="alone">
    <p>${say("standing.alone")} ${kept && say("standing.without")}</p>
    <p class="row">
      ${
        kept &&
        html`${Object.entries(ALONE).map(([to, label]) => html`<${Link} key=${to} to=${to} class="button">${say(label)}<//>`)}
      <a class="button" href="/verifier">${say("standing.verifier")}</a>`
      }
      <button type="button" class="primary" onClick=${again}>${say("problems.retry")}</button></p>
  </div>`;
}

export function StandingBar() {
  const standing = useStanding();
  if (standing === "alone") return html`<${Alone} />`;
  if (standing === "current") return null;
  return html`<div class="standing" role="alert" data-testid="outdated">
    <p>${say("standing.outdated")}</p>
    <p class="row"><button type="button" class="primary" onClick=${again}>${say("standing.load")}</button></p>
  </div>`;
}
