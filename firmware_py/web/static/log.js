// The last acts, newest first, with refusals and their rules.

import { byId, make, setContents } from "./dom.js";
import { word } from "./words.js";

const SIGNS = { act: "✓", match: "↺", refused: "✕" };

/** Make one line of the log. @param {Pick<LogLine, "text" | "kind" | "is_undone"> & Partial<LogLine>} line @param {Child[]} more */
export function logLine({ text, kind, rule, why, is_undone: isUndone }, ...more) {
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
      (rule || why) && make("span", { class: "why" }, rule && make("b", { class: "rule" }, rule), why && ` ${why}`),
    ),
    ...more,
  );
}

/** @returns {View} */
export function makeLog() {
  return {
    show({ log }, changed) {
      if (!("log" in changed)) return;
      const lines = [...(log?.lines ?? [])].reverse();
      byId("log").classList.toggle("is-empty", lines.length === 0);
      setContents(byId("lines"), lines.map((line) => logLine(line)));
    },
  };
}
