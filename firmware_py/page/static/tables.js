// Tables of a score: a round or a whole match at a glance, with the arithmetic to unfold.

import { loadStyle, make, setContents } from "./dom.js";
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
  setContents(place, tables.map(tableOf), corrections.length > 0 && formOf(corrections, send));
}

/** Make a form with everything that can be corrected; each change is an act of the match. @param {Correction[]} corrections @param {Send} send */
function formOf(corrections, send) {
  /** @param {Field} field */
  const control = ({ label, value, options, lowest, highest }) => (options.length > 0
    ? make("select", { "aria-label": label }, options.map(([choice, name]) => make("option", { value: choice, selected: choice === value }, name)))
    : make("input", { type: "number", "aria-label": label, value, min: lowest, max: highest, required: true }));
  const rows = corrections.map(({ act, fields }) => ({ act, fields, controls: fields.map(control) }));
  /** @param {Event} event */
  const save = (event) => {
    event.preventDefault();
    for (const { act, fields, controls } of rows) {
      if (controls.every((one, at) => one.value === fields[at].value)) continue;
      const values = controls.map((one) => one.value);
      send({ do: "write", act: act.replace(/\*/g, () => values.shift() ?? "") });
    }
  };
  return make("details", {}, make("summary", { "data-key": "correct" }, word("page.correct")), make("form", { class: "correction", onsubmit: save },
    rows.flatMap(({ fields, controls }) => controls.map((one, at) => make("label", {}, fields[at].label, one))),
    make("button", { class: "accent" }, word("page.save"))));
}

/** @type {(place: Element, tables: ScoreTable[]) => void} */
export function showTables(place, tables) {
  loadStyle("more.css");
  setContents(place, tables.map(tableOf));
}
