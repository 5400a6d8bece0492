// A notice: a verdict, a list, a question to the table. It says which rule it rests on, why, and what is allowed instead.

import { make } from "./dom.js";
import { word } from "./words.js";

const POINT = /^[·•]\s*/;

/** Make the notice; yes is ok, no is back, as on the box. @param {Notice} notice @param {(key: string) => void} press */
export function noticeOf(notice, press) {
  const { title, lines, rule, yes, no, is_refusal: isRefusal } = notice;
  const isRepeated = isRefusal && rule && title.includes(rule); // the stamp and the rule beside it say the same
  return make("div", { class: "notice", role: "alertdialog", "aria-labelledby": "notice-title", "aria-describedby": "notice-lines" },
    make("h2", { id: "notice-title", tabindex: "-1" },
      isRefusal && make("span", { class: "stamp" }, make("span", { "aria-hidden": "true" }, "✕ "), word("page.is-refused")),
      isRefusal && rule && make("span", { class: "rule" }, rule),
      !isRepeated && make("span", { class: "notice-heading" }, title)),
    make("div", { id: "notice-lines", class: "notice-lines" }, blocksOf(lines).map((block) => (Array.isArray(block)
      ? make("ul", { class: "points" }, block.map((point) => make("li", {}, point)))
      : make("p", { class: rule && block.includes(rule) ? "quoted" : null }, block)))),
    make("p", { class: "row" },
      make("button", { type: "button", class: "big accent", "data-key": "yes", onclick: () => press("ok") }, yes),
      no && make("button", { type: "button", class: "big", "data-key": "no", onclick: () => press("back") }, no)));
}

/** Group lines: a paragraph is a text, neighbouring lines that begin with a point are a list of texts. @param {string[]} lines */
export function blocksOf(lines) {
  /** @type {(string | string[])[]} */
  const blocks = [];
  for (const line of lines) {
    const last = blocks.at(-1);
    if (!POINT.test(line)) blocks.push(line);
    else if (Array.isArray(last)) last.push(line.replace(POINT, ""));
    else blocks.push([line.replace(POINT, "")]);
  }
  return blocks;
}
