// What somebody has chosen for this browser: kept in it, and nowhere else. It takes effect at once.
import { useEffect, useState } from "./html.js";
import { showCurrency } from "./money.js";
import { language, languageOf, speak } from "./words.js";

const KEPT = "pitbook-settings";
/** @typedef {typeof DEFAULTS} Settings */
export const DEFAULTS = {
  language: "system",
  theme: "system",
  deck: "four",
  print: "normal",
  hand: "right",
  currency: "",
  spoken: false,
  pace: "normal",
  sound: false,
  volume: 60,
};
/** @type {Set<(settings: Settings) => void>} */
const watching = new Set();

/**
 * The defaults, with what is kept in their place where it is of the same kind.
 * @param {string | null} kept
 * @returns {Settings}
 */
export function parsed(kept) {
  try {
    const found = JSON.parse(kept || "{}");
    const same = Object.entries(DEFAULTS).filter(([name, value]) => typeof found[name] === typeof value);
    return { ...DEFAULTS, ...Object.fromEntries(same.map(([name]) => [name, found[name]])) };
  } catch {
    return { ...DEFAULTS };
  }
}

/** @returns {Settings} */
function read() {
  try {
    return parsed(localStorage.getItem(KEPT));
  } catch {
    return { ...DEFAULTS };
  }
}

let settings = read();

export const current = () => settings;

/**
 * The theme to show: the chosen one, otherwise what the system prefers.
 * @param {string} chosen
 * @param {(query: string) => boolean} prefers
 */
export function themeOf(chosen, prefers) {
  if (["dark", "light", "contrast"].includes(chosen)) return chosen;
  if (prefers("(prefers-contrast: more)")) return "contrast";
  return prefers("(prefers-color-scheme: light)") ? "light" : "dark";
}

async function apply() {
  const { theme, deck, print, hand, currency } = settings;
  const shown = { theme: themeOf(theme, (query) => matchMedia(query).matches), deck, print, hand };
  Object.assign(document.documentElement.dataset, shown);
  showCurrency(currency);
  const room = getComputedStyle(document.documentElement).getPropertyValue("--room");
  document.querySelector("meta[name=theme-color]")?.setAttribute("content", room);
  const wanted = languageOf(settings.language, navigator.languages);
  if (wanted !== language()) await speak(wanted);
  document.documentElement.lang = language();
}

async function tellAll() {
  await apply();
  for (const tell of watching) tell(settings);
}

/** Show what was chosen before, and follow the system and the other pages of this browser. */
export async function startSettings() {
  for (const query of ["(prefers-contrast: more)", "(prefers-color-scheme: light)"]) {
    matchMedia(query).addEventListener("change", tellAll);
  }
  addEventListener("storage", (event) => {
    if (event.key !== KEPT) return;
    settings = parsed(event.newValue);
    tellAll();
  });
  addEventListener("languagechange", tellAll);
  await apply();
}

/** @param {Partial<Settings>} news */
export function change(news) {
  settings = { ...settings, ...news };
  try {
    localStorage.setItem(KEPT, JSON.stringify(settings));
  } catch {
    // A browser that keeps nothing forgets the choice, no more.
  }
  tellAll();
}

export function useSettings() {
  const [found, setFound] = useState(settings);
  useEffect(() => {
    watching.add(setFound);
    return () => watching.delete(setFound);
  }, []);
  return found;
}

// Whoever asks the system for less motion, or listens to the table, gets none, whatever was chosen here.
export const still = () =>
  settings.pace === "none" || settings.spoken || matchMedia("(prefers-reduced-motion: reduce)").matches;
