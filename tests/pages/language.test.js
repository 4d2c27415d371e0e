// Which language is spoken, how phrases are filled in, and that both catalogues say the same.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { cardName } from "../../src/pitbook/web/pages/core/card.js";
import { compose, LANGUAGES, language, languageOf, say, speak } from "../../src/pitbook/web/pages/core/words.js";
import english from "../../src/pitbook/web/pages/words/en.js";
import spanish from "../../src/pitbook/web/pages/words/es.js";

after(() => speak("en"));

test("a choice goes before the system's preference, and English is spoken where neither is there", () => {
  assert.equal(languageOf("es", ["en-US"]), "es");
  assert.equal(languageOf("system", ["de-DE", "es-MX", "en"]), "es");
  assert.equal(languageOf("system", ["en-GB", "es"]), "en");
  assert.equal(languageOf("constructor", ["de"]), "en");
  assert.deepEqual(Object.keys(LANGUAGES), ["en", "es"]);
});

test("another language is spoken from then on; one that there is not is English", async () => {
  await speak("es");
  assert.deepEqual([language(), say("settings.title"), cardName("Qs")], ["es", "Ajustes", "reina de picas"]);
  await speak("xx");
  assert.deepEqual([language(), say("settings.title"), cardName("Qs")], ["en", "Settings", "queen of spades"]);
});

test("places are filled in, also with elements", () => {
  assert.equal(say("server.answered", { status: 500 }), "The server answered 500.");
  const link = { type: "a" };
  assert.deepEqual(compose("shell.no_page", { path: "/x", tables: link }), [
    "There is no page at ",
    "/x",
    ". ",
    link,
    "",
  ]);
});

/** The forms of a phrase, each with the places in it. */
const forms = (phrase) => (typeof phrase === "string" ? { phrase } : phrase);
const places = (text) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort();

test("both catalogues have the same keys in the same order, forms and places", () => {
  assert.deepEqual(Object.keys(spanish), Object.keys(english));
  for (const [key, phrase] of Object.entries(english)) {
    const [one, two] = [forms(phrase), forms(spanish[key])];
    assert.deepEqual(Object.keys(two), Object.keys(one), key);
    for (const form of Object.keys(one)) {
      // The singular may say "a bot" in place of the number.
      const wanted = (text) => places(text).filter((name) => form !== "one" || name !== "count");
      assert.deepEqual(wanted(two[form]), wanted(one[form]), `${key} ${form}`);
      assert.ok(one[form].trim() && two[form].trim(), key);
    }
  }
});
