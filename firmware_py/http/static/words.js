// The page's own texts, in the language that the browser prefers; the server chooses it.

import { findAll } from "./dom.js";

const TIMEOUT_MS = 30_000; // when many phones open the page at once, the last ones wait for a while
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 8_000;

/** @type {Record<string, string>} */
let table = {};
/** @type {Record<string, string>} */
let names = {};

/** Return the languages that there are, names by code. */
export const languages = () => names;

/** Load the texts. The server may be starting just now, so ask until it answers. */
export async function loadWords() {
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
    try {
      const answer = await fetch("/words", { signal: AbortSignal.timeout(TIMEOUT_MS), cache: "no-store" });
      if (answer.ok) {
        /** @type {Words} */
        const { language, languages: known, words } = await answer.json();
        table = words;
        names = known;
        document.documentElement.lang = language;
        translate(document);
        return;
      }
    } catch {
      // not there yet
    }
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}

/**
 * Fill values into a text: format("{seconds} s", { seconds: 3 }). Doubled braces stand for braces.
 * @param {string} text
 * @param {Record<string, string | number>} values
 */
export function format(text, values) {
  return text.replace(/\{\{|\}\}|\{(\w+)\}/g, (found, name) => (name ? String(values[name] ?? found) : found[0]));
}

/** Return a text: word("page.age", { seconds: 3 }). One that is missing is its key. @type {Translate} */
export const word = (key, values = {}) => format(table[key] ?? key, values);

/** Fill in the texts of index.html. @param {ParentNode} root */
function translate(root) {
  for (const element of findAll(root, "[data-word]")) element.textContent = word(element.dataset.word ?? "");
  for (const element of findAll(root, "[data-word-label]")) {
    element.setAttribute("aria-label", word(element.dataset.wordLabel ?? ""));
  }
}
