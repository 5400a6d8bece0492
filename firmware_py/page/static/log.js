// The last acts, newest first, with refusals and their rules.

import { byId, icon, make, setContents } from "./dom.js";
import { word } from "./words.js";

const SIGNS = { act: "✓", match: "↺", refused: "✕" };

/** Make one line of the log. @param {Pick<LogLine, "text" | "kind" | "is_undone"> & Partial<LogLine>} line @param {Send} send @param {Child[]} more */
export function logLine({ text, kind, rule, why, round, then, is_undone: isUndone }, send, ...more) {
  return make(
    "li",
    { class: `line is-${kind}${isUndone ? " is-undone" : ""}` },
    make("span", { class: "sign", "aria-hidden": "true" }, SIGNS[kind]),
    make(
      "span",
      { class: "said" },
      make(isUndone ? "s" : "span", {}, text),
      isUndone && make("span", { class: "unseen" }, ` (${word("page.undone")})`),
      kind === "refused" && make("span", { class: "unseen" }, ` (${word("page.is-refused")})`),
      then?.length ? make("span", { class: "then" }, then.join(" · ")) : null,
      round ? !isUndone && roundOf(round, send) : null,
      (rule || why) && make("span", { class: "why" }, rule && make("b", { class: "rule" }, rule), why && ` ${why}`),
    ),
    ...more,
  );
}

/** Make what unfolds the tables of a round; they are fetched when somebody wants to see them. @param {number} number @param {Send} send */
function roundOf(number, send) {
  const inside = make("div");
  const load = async () => {
    try {
      if (details.open) await (await import("./tables.js")).showRound(inside, number, send);
    } catch {
      inside.textContent = word("page.not-sent");
    }
  };
  const details = make("details", { class: "round", ontoggle: load }, make("summary", { "data-key": `round ${number}` }, word("page.round")), inside);
  return details;
}

/** @param {Tools} tools @returns {View} */
export function makeLog({ send }) {
  return {
    show({ log }, changed) {
      if (!("log" in changed)) return;
      const lines = [...(log?.lines ?? [])].reverse();
      byId("log").classList.toggle("is-empty", lines.length === 0);
      setContents(byId("lines"), lines.map((line) => logLine(line, send)));
    },
  };
}

/** Make the links to the record of the match, its score sheet, and the file that plays it again. */
export const matchLinks = () => [
  make("a", { class: "button small", href: "/record", download: "" }, icon("M12 4v11M7 11l5 5 5-5M5 20h14"), word("page.record")),
  make("a", { class: "button small", href: "/sheet", target: "_blank", rel: "noopener" }, icon("M7 9V4h10v5M7 17H4V9h16v8h-3M7 14h10v6H7z"), word("page.sheet")),
  make("a", { class: "button small", href: "/replay", download: "" }, icon("M8 5l11 7-11 7z"), word("page.replay")),
];
