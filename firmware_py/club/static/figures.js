// Tables of figures, and how ratings are shown.

import { make } from "./dom.js";
import { request } from "./http.js";
import { word } from "./words.js";

/** Return data of the server. Fails with its reason. @param {string} address @returns {Promise<any>} */
export async function load(address) {
  const answer = await request(address);
  const value = await answer.json();
  if (!answer.ok) throw new Error(value.why);
  return value;
}

/** Make a cell: text to the left, figures to the right; a wide one is left out on a phone. @type {(name: "th" | "td", kind: string, ...children: (Node | string)[]) => HTMLElement} */
export const cell = (name, kind, ...children) => make(name, { class: kind }, ...children);

/** Make a table. @type {(heads: [string, string][], rows: HTMLElement[][]) => HTMLElement} */
export const table = (heads, rows) =>
  make(
    "table",
    { class: "figures" },
    make("thead", {}, make("tr", {}, ...heads.map(([kind, key]) => cell("th", kind, key ? word(key) : "")))),
    make("tbody", {}, ...rows.map((row) => make("tr", {}, ...row))),
  );

/** Make a link to a player's page. @param {string} name */
export const playerLink = (name) => make("a", { href: `/player?name=${encodeURIComponent(name)}` }, name);

/** Make a rating with its uncertainty; a dash if there were too few games. @type {(rating: number | null, uncertainty: number | null) => (Node | string)[]} */
export const ratingOf = (rating, uncertainty) => (rating === null ? ["–"] : [String(rating), make("span", { class: "uncertain" }, ` ± ${uncertainty}`)]);
