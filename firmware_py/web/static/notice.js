// A notice: a verdict, a list, a question to the table. It says which rule it rests on, why, and what is lawful instead.

import { make } from "./dom.js";
import { word } from "./words.js";

const POINT = /^[·•]\s*/;

/** Make the notice; yes is ok, no is back, as on the box. */
export function noticeOf(notice, press) {
  const { title, lines, rule, yes, no, is_refusal: isRefusal } = notice;
  const isSaid = isRefusal && rule && title.includes(rule); // by the stamp and the rule beside it
  return make("div", { class: "notice", role: "alertdialog", "aria-labelledby": "notice-title", "aria-describedby": "notice-lines" },
    make("h2", { id: "notice-title", tabindex: "-1" },
      isRefusal && make("span", { class: "stamp" }, make("span", { "aria-hidden": "true" }, "✕ "), word("page.is-refused")),
      isRefusal && rule && make("span", { class: "rule" }, rule),
      !isSaid && make("span", { class: "notice-heading" }, title)),
    make("div", { id: "notice-lines", class: "notice-lines" }, paragraphs(lines, rule)),
    make("p", { class: "row" },
      make("button", { type: "button", class: "big accent", "data-key": "yes", onclick: () => press("ok") }, yes ?? word("page.ok")),
      no && make("button", { type: "button", class: "big", "data-key": "no", onclick: () => press("back") }, no)));
}

/** Make paragraphs; lines that begin with a point are a list, and what quotes the rule stands apart. */
function paragraphs(lines, rule) {
  const made = [];
  for (const line of lines) {
    if (!POINT.test(line)) {
      made.push(make("p", { class: rule && line.includes(rule) ? "quoted" : null }, line));
    } else {
      if (made.at(-1)?.localName !== "ul") made.push(make("ul", { class: "points" }));
      made.at(-1).append(make("li", {}, line.replace(POINT, "")));
    }
  }
  return made;
}
