// The rules in the reader's language: those that the box quotes, with a search.

import { make, setContents } from "./dom.js";
import { request } from "./http.js";
import { word } from "./words.js";

/** Return the rules in which all words of a search are found. @param {Rule[]} rules @param {string} search */
export function found(rules, search) {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  return rules.filter(({ id, text }) => words.every((one) => `${id} ${text}`.toLowerCase().includes(one)));
}

/** Show the rules. @param {HTMLElement} place @param {MoreTools} tools */
export async function show(place, { state, games }) {
  const all = await games();
  const now = state().game?.title;
  let name = (all.find(({ title }) => title === now) ?? all[0]).name;
  const list = make("ol", { class: "rules" });
  const about = make("p", { class: "muted" });
  const search = make("input", { type: "search", placeholder: word("page.rules-find"), "aria-label": word("page.rules-find"), oninput: () => draw() });
  /** @type {Rule[]} */
  let rules = [];

  const draw = () => setContents(list, found(rules, search.value).map(({ id, text }) => make("li", { id: `rule-${id}` }, make("b", { class: "rule" }, id), make("span", {}, text))));

  async function load() {
    const answer = await request(`/rules/${name}`);
    if (!answer.ok) return;
    /** @type {RulesAnswer} */
    const told = await answer.json();
    ({ rules } = told);
    about.textContent = told.about;
    draw();
  }

  setContents(place,
    make("div", { class: "chips", role: "radiogroup", "aria-label": word("page.game") }, all.map((game) =>
      make("label", { class: "chip" }, make("input", { type: "radio", name: "rules-of", value: game.name, checked: game.name === name, onchange: () => {
        ({ name } = game);
        load();
      } }), make("span", {}, game.title)))),
    about, search, list);
  await load();
}
