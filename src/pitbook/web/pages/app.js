// The shell: finds the page for the address, loads its module when it is first wanted, and frames it.
import { BackToTable } from "./core/back.js";
import { html, render, useEffect, useErrorBoundary, useRef, useState } from "./core/html.js";
import { awaitOffer } from "./core/install.js";
import { KeyMap, showKeys } from "./core/keys.js";
import { Problems } from "./core/problems.js";
import { Link, useAddress } from "./core/router.js";
import { useSession } from "./core/session.js";
import { change, startSettings, useSettings } from "./core/settings.js";
import { openSettings, SettingsPlace } from "./core/settings_place.js";
import { keepShell } from "./core/shell.js";
import { StandingBar } from "./core/standing.js";
import { compose, language, say } from "./core/words.js";

/** @import { Component } from "./core/html.js" */
/** @import { Key } from "./core/words.js" */

/** @type {{ path: RegExp, load: () => Promise<{ Page: Component }>, title: Key }[]} */
const PAGES = [
  { path: /^\/$/, load: () => import("./lobby/page.js"), title: "page.tables" },
  { path: /^\/table\/(?<table>[^/]+)$/, load: () => import("./table/page.js"), title: "page.table" },
  { path: /^\/table\/(?<table>[^/]+)\/dealer$/, load: () => import("./dealer/page.js"), title: "page.dealer" },
  { path: /^\/round\/(?<round>[^/]+)$/, load: () => import("./history/replay.js"), title: "page.round" },
  { path: /^\/table\/(?<table>[^/]+)\/history$/, load: () => import("./history/list.js"), title: "page.history" },
  { path: /^\/odds$/, load: () => import("./odds/page.js"), title: "page.odds" },
  { path: /^\/session$/, load: () => import("./coach/session.js"), title: "page.statistics" },
  { path: /^\/drill$/, load: () => import("./drill/page.js"), title: "page.drill" },
  { path: /^\/learn$/, load: () => import("./learn/page.js"), title: "page.learn" },
  { path: /^\/about$/, load: () => import("./lobby/about.js"), title: "page.about" },
];

const ICON = new URL("./icon.svg", import.meta.url).href;
/** @type {Record<string, Key>} */
const NAVIGATION = {
  "/": "page.tables",
  "/learn": "page.learn",
  "/drill": "page.drill",
  "/session": "shell.stats",
  "/odds": "page.odds",
  "/about": "page.about",
};

/** @param {string} path */
function pageAt(path) {
  for (const page of PAGES) {
    const found = page.path.exec(path);
    if (found) {
      const params = Object.entries(found.groups || {}).map(([name, text]) => [name, decodeURIComponent(text)]);
      return { page, params: Object.fromEntries(params) };
    }
  }
  return null;
}

/** @param {{ found: NonNullable<ReturnType<typeof pageAt>>, query: Record<string, string> }} props */
function Loaded({ found, query }) {
  const [module, setModule] = useState(/** @type {{ Page: Component } | null} */ (null));
  const [problem, setProblem] = useState(/** @type {Error | null} */ (null));
  const [broken, mend] = useErrorBoundary();
  useEffect(() => {
    document.title = `${[say(found.page.title), ...Object.values(found.params)].join(" ")} · Pitbook`;
    found.page.load().then(setModule, () => setProblem(new Error(say("shell.not_loaded"))));
  }, []);
  if (problem) return html`<${Problems} error=${problem} onRetry=${() => location.reload()} />`;
  if (broken) {
    return html`<${Problems} error=${new Error(say("shell.broken"))} onRetry=${mend} />`;
  }
  if (!module) return html`<p class="loading" aria-busy="true">${say("shell.loading")}</p>`;
  return html`<${module.Page} params=${found.params} query=${query} />`;
}

/** @param {{ path: string }} props */
function Header({ path }) {
  const session = useSession();
  const { spoken } = useSettings();
  const nav = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => {
    const here = /** @type {HTMLElement | null} */ (nav.current?.querySelector("[aria-current]"));
    if (nav.current && here)
      nav.current.scrollLeft = here.offsetLeft - (nav.current.clientWidth - here.offsetWidth) / 2;
  }, [path]);
  return html`<header class="shell-header">
    <a class="skip" href="#main">${say("shell.skip")}</a>
    <button type="button" class="skip" data-testid="spoken-switch" onClick=${() => change({ spoken: !spoken })}>
      ${say(spoken ? "shell.leave_spoken" : "shell.go_spoken")}</button>
    <${Link} to="/" class="brand"><img src=${ICON} alt="" width="26" height="26" /> Pitbook<//>
    <nav ref=${nav} aria-label=${say("shell.main")}>${Object.entries(NAVIGATION).map(
      ([to, label]) => html`
      <${Link} to=${to} aria-current=${path === to ? "page" : null}>${say(label)}<//>`,
    )}</nav>
    <span class="who">${session?.name}</span>
    <button type="button" class="plain keys-button" onClick=${showKeys} aria-label=${say("keys.show")}>?</button>
    <button type="button" class="plain keys-button settings-above" data-testid="shell-settings" onClick=${openSettings}
      aria-label=${say("settings.title")}>⚙</button>
  </header>`;
}

function Shell() {
  const { path, query } = useAddress();
  useSettings(); // a change of settings draws every page anew
  const found = pageAt(path);
  return html`<${Header} path=${path} />
    <${StandingBar} key=${language()} />
    <${BackToTable} key=${language()} path=${path} />
    <main id="main" tabindex="-1" key=${language()}>
      ${
        found
          ? html`<${Loaded} key=${path} found=${found} query=${query} />`
          : html`<div class="panel"><h1>${say("shell.nothing")}</h1><p>${compose("shell.no_page", {
              path,
              tables: html`<${Link} to="/">${say("shell.to_tables")}<//>`,
            })}</p></div>`
      }
    </main>
    <footer class="shell-footer">${say("shell.notice")} <button type="button"
      class="plain settings-below" onClick=${openSettings}>${say("settings.title")}</button></footer>
    <${KeyMap} /><${SettingsPlace} />`;
}

await startSettings();
awaitOffer();
render(html`<${Shell} />`, /** @type {HTMLElement} */ (document.getElementById("app")));
keepShell();
