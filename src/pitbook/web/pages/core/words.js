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

/** @typedef {import("../types/api.js").Names} Names */

/** @typedef {{ language: string, phrases: Catalogue, plurals: Intl.PluralRules, terms: Names }} Spoken */
/** @type {Spoken} */
const ENGLISH = {
  language: "en",
  phrases: english,
  plurals: new Intl.PluralRules("en"),
  terms: { names: {}, verbs: {} },
};
let now = ENGLISH;

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

/**
 * Names that books and server have in another language: wagers, hands, streets, actions. None without the server.
 * @param {string} wanted @returns {Promise<Names>}
 */
async function termsIn(wanted) {
  try {
    const answer = await fetch("/api/names", { headers: { "Accept-Language": wanted } });
    return answer.ok ? await answer.json() : ENGLISH.terms;
  } catch {
    return ENGLISH.terms;
  }
}

/** Speak another language from now on; English where its words cannot be loaded. @param {string} wanted */
export async function speak(wanted) {
  try {
    if (!Object.hasOwn(OTHERS, wanted)) now = ENGLISH;
    else {
      const [phrases, terms] = await Promise.all([OTHERS[wanted](), termsIn(wanted)]);
      now = { language: wanted, phrases: phrases.default, plurals: new Intl.PluralRules(wanted), terms };
    }
  } catch {
    now = ENGLISH;
  }
}

/** What a name of the books or of the server is called, in small letters. @param {string} name */
export const nameOf = (name) => now.terms.names[name] ?? now.terms.names[capital(name)] ?? name;
/** What somebody does, in small letters. @param {string} action */
export const verbOf = (action) => now.terms.verbs[action] ?? now.terms.names[action] ?? action;
/** @param {string} text */
export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

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
