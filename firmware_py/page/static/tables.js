// Tables of a score: a round or a whole match at a glance, with the arithmetic to unfold.

import { find, findAll, loadStyle, make, setContents } from "./dom.js";
import { request } from "./http.js";
import { word } from "./words.js";

/** @param {string} text */
const lines = (text) => text.split("\n").map((line, at) => [at > 0 && make("br"), line]);

/** @param {string} text */
const isNumber = (text) => /^[+−-]?\d*$/.test(text);

/** @param {string[]} row */
const rowOf = ([name, ...cells]) =>
  make("tr", {}, make("th", { scope: "row" }, lines(name)), cells.map((cell) => make("td", { class: isNumber(cell) ? "number" : null }, lines(cell))));

/** Make a table; it scrolls by itself where it is too wide. @param {ScoreTable} table */
export function tableOf({ caption, columns, rows, totals, details }) {
  const shown = details.map((text, at) => text && make("li", {}, make("b", {}, rows[at][0]), ` ${text}`)).filter(Boolean);
  return make("div", { class: "score-table", tabindex: "0", role: "group", "aria-label": caption },
    make("table", {},
      make("caption", {}, caption),
      make("thead", {}, make("tr", {}, make("td"), columns.slice(1).map((column) => make("th", { scope: "col" }, lines(column))))),
      make("tbody", {}, rows.map(rowOf)),
      totals.length > 0 && make("tfoot", {}, totals.map(rowOf))),
    shown.length > 0 && make("details", {}, make("summary", {}, word("page.arithmetic")), make("ul", { class: "arithmetic" }, shown)));
}

/** Show the tables of a round in place of what was there, and what can be corrected in them. @type {(place: Element, address: string, send: Send) => Promise<void>} */
export async function showRound(place, address, send) {
  const [answer] = await Promise.all([request(address), loadStyle("more.css")]);
  if (!answer.ok) return;
  /** @type {RoundAnswer} */
  const { tables, corrections } = await answer.json();
  const form = corrections.length > 0 && make("details", {}, make("summary", { "data-key": "correct" }, word("page.correct")), formOf(corrections, send));
  setContents(place, tables.map(tableOf), form);
}

/** Make a form with everything that can be corrected; each change is an act of the match. @param {Correction[]} corrections @param {Send} send */
function formOf(corrections, send) {
  /** @type {(field: Field, group: string) => HTMLSelectElement | HTMLInputElement} */
  const control = ({ label, value, options, lowest, highest }, group) => (options.length > 0
    ? make("select", { "data-key": `${group} ${label}` }, options.map(([choice, name]) => make("option", { value: choice, selected: choice === value }, name)))
    : make("input", { type: "number", value, min: lowest, max: highest, required: true }));
  const rows = corrections.map(({ act, group, fields }) => ({ act, group, fields, controls: fields.map((field) => control(field, group)) }));
  /** What somebody begins to say is said whole. */
  function complete() {
    for (const { controls } of rows) controls.forEach((one) => (one.required = controls.some(({ value }) => value !== "")));
  }
  /** @param {Event} event */
  const save = (event) => {
    event.preventDefault();
    const changed = rows.filter(({ fields, controls }) => controls.some((one, at) => one.value !== fields[at].value) && controls.every(({ value }) => value !== ""));
    const acts = changed.map(({ act, controls }) => {
      const values = controls.map((one) => one.value);
      return act.replace(/\*/g, () => values.shift() ?? "");
    });
    if (acts.length > 0) send({ do: "write", acts });
  };
  /** @param {string} group */
  const fieldsOf = (group) => rows.filter((row) => row.group === group)
    .flatMap(({ fields, controls }) => controls.map((one, at) => make("label", {}, fields[at].label, one)));
  const groups = [...new Set(rows.map(({ group }) => group))];
  return make("form", { class: "correction", onchange: complete, onsubmit: save },
    groups.map((group) => (group ? make("fieldset", {}, make("legend", {}, group), fieldsOf(group)) : fieldsOf(group))),
    make("button", { class: "accent", "data-key": "save" }, word("page.save")));
}

/** Show everything that can be entered now, in one form; it follows what others enter. @param {HTMLElement} place @param {MoreTools} tools */
export async function showForm(place, { send, state, followers, leave }) {
  let loaded = "";
  async function follow() {
    const { game } = state();
    const key = [game?.number, game?.acts].join();
    if (!place.isConnected || key === loaded) {
      if (!place.isConnected) followers.delete(follow);
      return;
    }
    if (loaded !== "" && game?.is_over) return leave();
    loaded = key;
    const answer = await request("/round/0");
    if (!answer.ok) return;
    /** @type {RoundAnswer} */
    const { corrections } = await answer.json();
    const edited = findAll(place, "select").filter((one) => one instanceof HTMLSelectElement && !one.selectedOptions[0]?.defaultSelected);
    setContents(place, make("p", { class: "muted" }, word("page.fill-in-about")), formOf(corrections, send));
    for (const one of edited) { // what somebody has chosen and not saved yet
      const now = find(place, `[data-key="${CSS.escape(one.dataset.key ?? "")}"]`);
      if (now instanceof HTMLSelectElement && one instanceof HTMLSelectElement) now.value = one.value;
    }
    find(place, "form")?.dispatchEvent(new Event("change"));
  }
  followers.add(follow);
  await follow();
}

/** @type {(place: Element, tables: ScoreTable[]) => void} */
export function showTables(place, tables) {
  loadStyle("more.css");
  setContents(place, tables.map(tableOf));
}
