// A notice: a verdict, a list, a question to the table. It says which rule it rests on, why, and what is allowed instead.

import { make, makeButton } from "./dom.js";
import { word } from "./words.js";

const POINT = /^[·•]\s*/;
export const SHORT_LABEL = 18; // letters that fit into half the width

/** Make the notice; yes is ok, no is back, as on the box. @param {Notice} notice @param {(key: string) => void} press @param {Child[]} remedies what can be done about a refusal */
export function noticeOf(notice, press, ...remedies) {
  const { title, lines, rule, yes, no, tables, is_refusal: isRefusal } = notice;
  const isWhole = tables.length > 0; // then one press closes all of it: back skips what the box would show player by player
  const isRepeated = isRefusal && rule && title.includes(rule); // the stamp and the rule beside it say the same
  return make("div", { class: "notice", role: "alertdialog", "aria-labelledby": "notice-title", "aria-describedby": "notice-lines" },
    make("h2", { id: "notice-title", tabindex: "-1" },
      isRefusal && make("span", { class: "stamp" }, make("span", { "aria-hidden": "true" }, "✕ "), word("page.is-refused")),
      isRefusal && rule && make("span", { class: "rule" }, rule),
      !isRepeated && make("span", { class: isWhole ? "unseen" : "notice-heading" }, title)),
    make("div", { id: "notice-lines", class: "notice-lines" }, isWhole ? wholeRound(tables, lines) : blocksOf(lines).map((block) => (Array.isArray(block)
      ? make("ul", { class: "points" }, block.map((point) => make("li", {}, point)))
      : make("p", { class: rule && block.includes(rule) ? "quoted" : null }, block)))),
    ...remedies,
    make("p", { class: "row" },
      notice.choices.length === 0 && makeButton(`big${notice.act === null ? " accent" : ""}`, "yes", () => press((isWhole && no) || notice.can_insist ? "back" : "ok"), isWhole ? word("page.ok") : yes),
      no && !isWhole && makeButton("big", "no", () => press("back"), notice.choices.length > 0 ? word("page.photo-none") : no)));
}

/** Make the tables of a round; until they are loaded its first lines. @param {ScoreTable[]} tables @param {string[]} lines */
function wholeRound(tables, lines) {
  const place = make("div", { class: "whole-round" }, lines.map((line) => make("p", {}, line)));
  import("./tables.js").then(({ showTables }) => showTables(place, tables), () => {});
  return place;
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

/** Make what can be done instead of what a notice is about; insisting is never the main button, and always asks. @param {Notice} notice @param {number} ask @param {Send} send @param {number} acts @param {number | null | undefined} seat of this phone: others say for themselves what they do */
export function remediesOf({ act: hint, allowed, can_insist: canInsist, choices, is_refusal: isRefusal }, ask, send, acts, seat) {
  const instead = allowed.map(({ act, label, seat: whose }) => (act && (!seat || !whose || seat === whose)
    ? makeButton("big", `say ${act}`, () => send({ do: "say", act }), label)
    : make("span", { class: "muted" }, label)));
  return [
    choices.length > 0 && make("div", { class: "answers" }, choices.map(({ label, acts: seen }) =>
      makeButton("big", `seen ${seen}`, () => send({ do: "enter-seen", acts: seen, count: acts }), label))),
    hint !== null && make("p", { class: "row" }, makeButton("big accent", "play-it", () => send({ do: "say", act: hint }), word("page.play-it"))),
    instead.length > 0 && make("div", { class: "instead" }, isRefusal && make("h3", {}, word("page.instead")), make("div", { class: `answers ${allowed.every(({ label }) => label.length <= SHORT_LABEL) ? "pairs" : ""}` }, instead)),
    canInsist && make("p", { class: "insist" }, makeButton("small quiet", "insist", () => send({ do: "insist", ask }), word("page.insist"))),
  ];
}
