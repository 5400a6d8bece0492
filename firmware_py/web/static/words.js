// The page's own texts, in the language that the browser wishes; the server chooses it.

let table = {};

/** Load the words; the server may be starting just now, so ask until it answers. */
export async function loadWords() {
  for (let pause = 500; ; pause = Math.min(pause * 2, 8000)) {
    try {
      const answer = await fetch("/words", { cache: "no-cache" });
      if (answer.ok) {
        const { language, words } = await answer.json();
        table = words;
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

/** Say a text: word("page.age", { seconds: 3 }). */
export function word(key, values = {}) {
  const text = table[key] ?? key;
  return text.replace(/\{\{|\}\}|\{(\w+)\}/g, (found, name) => (name ? String(values[name] ?? found) : found[0]));
}

/** Fill in what the page itself says. */
export function translate(root) {
  for (const element of root.querySelectorAll("[data-word]")) element.textContent = word(element.dataset.word);
  for (const element of root.querySelectorAll("[data-word-label]")) {
    element.setAttribute("aria-label", word(element.dataset.wordLabel));
  }
}
