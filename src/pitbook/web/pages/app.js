// The shell: finds the page for the address, loads its module when it is first wanted, and frames it.
import { BackToTable } from "./core/back.js";
import { html, render, useEffect, useErrorBoundary, useState } from "./core/html.js";
import { KeyMap, showKeys } from "./core/keys.js";
import { Problems } from "./core/problems.js";
import { Link, useAddress } from "./core/router.js";
import { useSession } from "./core/session.js";
import { change, startSettings, useSettings } from "./core/settings.js";
import { openSettings, SettingsPlace } from "./core/settings_place.js";

/** @import { Component } from "./core/html.js" */

/** @type {{ path: RegExp, load: () => Promise<{ Page: Component }>, title: string }[]} */
const PAGES = [
  { path: /^\/$/, load: () => import("./lobby/page.js"), title: "Tables" },
  { path: /^\/table\/(?<table>[^/]+)$/, load: () => import("./table/page.js"), title: "Table" },
  { path: /^\/table\/(?<table>[^/]+)\/dealer$/, load: () => import("./dealer/page.js"), title: "Dealer" },
  { path: /^\/round\/(?<round>[^/]+)$/, load: () => import("./history/page.js"), title: "Round" },
  { path: /^\/table\/(?<table>[^/]+)\/history$/, load: () => import("./history/page.js"), title: "History" },
  { path: /^\/odds$/, load: () => import("./odds/page.js"), title: "Odds" },
  { path: /^\/session$/, load: () => import("./coach/session.js"), title: "Statistics" },
  { path: /^\/drill$/, load: () => import("./drill/page.js"), title: "Drill" },
  { path: /^\/learn$/, load: () => import("./learn/page.js"), title: "Learn" },
  { path: /^\/about$/, load: () => import("./lobby/about.js"), title: "About" },
];

const NAVIGATION = {
  "/": "Tables",
  "/learn": "Learn",
  "/drill": "Drill",
  "/session": "Stats",
  "/odds": "Odds",
  "/about": "About",
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
    document.title = `${[found.page.title, ...Object.values(found.params)].join(" ")} · Pitbook`;
    found.page.load().then(setModule, () => setProblem(new Error("This page could not be loaded.")));
  }, []);
  if (problem) return html`<${Problems} error=${problem} onRetry=${() => location.reload()} />`;
  if (broken) {
    const words = "Something on this page went wrong. Nothing that was wagered is lost: the server keeps it.";
    return html`<${Problems} error=${new Error(words)} onRetry=${mend} />`;
  }
  if (!module) return html`<p class="loading" aria-busy="true">Loading</p>`;
  return html`<${module.Page} params=${found.params} query=${query} />`;
}

/** @param {{ path: string }} props */
function Header({ path }) {
  const session = useSession();
  const { spoken } = useSettings();
  return html`<header class="shell-header">
    <a class="skip" href="#main">Skip to the page</a>
    <button type="button" class="skip" data-testid="spoken-switch" onClick=${() => change({ spoken: !spoken })}>
      ${spoken ? "Leave the spoken table" : "Go to the spoken table"}</button>
    <${Link} to="/" class="brand"><img src="/icon.svg" alt="" width="26" height="26" /> Pitbook<//>
    <nav aria-label="Main">${Object.entries(NAVIGATION).map(
      ([to, label]) => html`
      <${Link} to=${to} aria-current=${path === to ? "page" : null}>${label}<//>`,
    )}</nav>
    <span class="who">${session?.name}</span>
    <button type="button" class="plain keys-button" onClick=${showKeys} aria-label="Show the keys">?</button>
    <button type="button" class="plain keys-button settings-above" data-testid="shell-settings" onClick=${openSettings}
      aria-label="Settings">⚙</button>
  </header>`;
}

function Shell() {
  const { path, query } = useAddress();
  useSettings(); // a change of settings draws every page anew
  const found = pageAt(path);
  return html`<${Header} path=${path} />
    <${BackToTable} path=${path} />
    <main id="main" tabindex="-1">
      ${
        found
          ? html`<${Loaded} key=${path} found=${found} query=${query} />`
          : html`<div class="panel"><h1>Nothing here</h1><p>There is no page at ${path}. <${Link}
          to="/">To the tables<//></p></div>`
      }
    </main>
    <footer class="shell-footer">A simulator and trainer, not a gaming device. No money changes hands here.
      <button type="button" class="plain settings-below" onClick=${openSettings}>Settings</button></footer>
    <${KeyMap} /><${SettingsPlace} />`;
}

startSettings();
render(html`<${Shell} />`, /** @type {HTMLElement} */ (document.getElementById("app")));
