// What somebody has chosen for this browser: kept in it, and nowhere else.
import { useEffect, useState } from "./html.js";

const KEPT = "pitbook-settings";
/** @typedef {typeof DEFAULTS} Settings */
export const DEFAULTS = { pace: "normal", sound: false, volume: 60 };
/** @type {Set<(settings: Settings) => void>} */
const watching = new Set();

/** @returns {Settings} */
function read() {
  try {
    return { ...DEFAULTS, ...JSON.parse(localStorage.getItem(KEPT) || "{}") };
  } catch {
    return { ...DEFAULTS };
  }
}

let settings = read();

export const current = () => settings;

/** @param {Partial<Settings>} news */
export function change(news) {
  settings = { ...settings, ...news };
  try {
    localStorage.setItem(KEPT, JSON.stringify(settings));
  } catch {
    // A browser that keeps nothing forgets the choice, no more.
  }
  for (const tell of watching) tell(settings);
}

export function useSettings() {
  const [found, setFound] = useState(settings);
  useEffect(() => {
    watching.add(setFound);
    return () => watching.delete(setFound);
  }, []);
  return found;
}

// Whoever asks the system for less motion gets none, whatever was chosen here.
export const still = () => settings.pace === "none" || matchMedia("(prefers-reduced-motion: reduce)").matches;
