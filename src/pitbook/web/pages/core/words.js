// All words of the pages: `say("lobby.title")` gives a phrase of the chosen language's catalogue (words/en.js, words/es.js),
// `say("lobby.bots", { count: 3 })` fills in what stands in braces and takes the plural that fits `count`, and `compose`
// does the same with elements. New words: add the key to both catalogues; a key stands whole in the module that uses it.
import english from "../words/en.js";

/** @typedef {keyof typeof english} Key */
/** @typedef {string | { one: string, other: string }} Phrase */
/** @typedef {Record<Key, Phrase>} Catalogue */
/** @typedef {import("./html.js").Children} Children */

/** Every language by its own name. @type {Record<string, string>} */
export const LANGUAGES = { en: "English", es: "Español" };
/** @type {Record<string, () => Promise<{ default: Catalogue }>>} */
const OTHERS = { es: () => import("../words/es.js") };

/** @type {{ language: string, phrases: Catalogue, plurals: Intl.PluralRules }} */
let now = { language: "en", phrases: english, plurals: new Intl.PluralRules("en") };

/** The language that is spoken, as a tag: "en". */
export const language = () => now.language;

/**
 * The chosen language, otherwise the first one of the system's that there is.
 * @param {string} chosen
 * @param {readonly string[]} preferred
 */
export function languageOf(chosen, preferred) {
  if (Object.hasOwn(LANGUAGES, chosen)) return chosen;
  return preferred.map((tag) => tag.split("-")[0].toLowerCase()).find((tag) => Object.hasOwn(LANGUAGES, tag)) ?? "en";
}

/** Speak another language from now on; English where its words cannot be loaded. @param {string} wanted */
export async function speak(wanted) {
  try {
    const phrases = wanted in OTHERS ? (await OTHERS[wanted]()).default : english;
    now = { language: wanted in OTHERS ? wanted : "en", phrases, plurals: new Intl.PluralRules(wanted) };
  } catch {
    now = { language: "en", phrases: english, plurals: new Intl.PluralRules("en") };
  }
}

/** @param {Key} key @param {Record<string, unknown>} values */
function phrase(key, values) {
  const found = now.phrases[key];
  if (typeof found === "string") return found;
  return now.plurals.select(Number(values.count)) === "one" ? found.one : found.other;
}

/** @param {Key} key @param {Record<string, string | number>} [values] */
export const say = (key, values = {}) => phrase(key, values).replace(/\{(\w+)\}/g, (_, name) => String(values[name]));

/** A phrase with elements in some of its places, in the order of the language. @param {Key} key @param {Record<string, any>} values @returns {Children} */
export const compose = (key, values) =>
  phrase(key, values)
    .split(/\{(\w+)\}/)
    .map((part, place) => (place % 2 ? values[part] : part));
