// The last acts, newest first, with refusals and their rules.

import { byId, icon, make, makeButton, setContents } from "./dom.js";
import { word } from "./words.js";

const SIGNS = { act: "✓", match: "↺", refused: "✕" };

/** Make one line of the log. @param {Pick<LogLine, "text" | "kind" | "is_undone"> & Partial<LogLine>} line @param {LineTools} tools @param {Child[]} more */
export function logLine({ text, kind, rule, why, round, then, is_undone: isUndone }, tools, ...more) {
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
      round ? !isUndone && roundOf(round, tools) : null,
      (rule || why) && make("span", { class: "why" }, rule && make("b", { class: "rule" }, rule), why && ` ${why}`),
    ),
    ...more,
  );
}

/** The rounds that somebody has unfolded, each with its match: they stay so when something is corrected. @type {Set<string>} */
const opened = new Set();

/** Make what unfolds the tables of a round; they are fetched when somebody wants to see them. @param {number} number @param {LineTools} tools */
function roundOf(number, { send, match, query = "" }) {
  const inside = make("div");
  const key = `${match} ${number}`;
  const load = async () => {
    if (details.open) opened.add(key);
    else opened.delete(key);
    try {
      if (details.open) await (await import("./tables.js")).showRound(inside, `/round/${number}${query}`, send);
    } catch {
      inside.textContent = word("page.not-sent");
    }
  };
  const details = make("details", { class: "round", open: opened.has(key), ontoggle: load }, make("summary", { "data-key": `round ${number}` }, word("page.round")), inside);
  return details;
}

/** Make the button that shows the pictures from which an act was entered. @param {LogLine} line */
const again = ({ place, text, pictures }) => makeButton("small quiet", `again ${place}`, async () => (await import("./photo.js")).lookAgain(place, text, pictures),
  icon("M4 8h3l2-3h6l2 3h3v11H4zM12 17a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7"), make("span", { class: "unseen" }, word("page.look-again")));

/** @param {Tools} tools @returns {View} */
export function makeLog({ send, toast, view }) {
  /** The newest line that was there already; null before the first look. @type {string | null} */
  let told = null;

  /** Say what is new to those who look at something else, such as an evaluation that is corrected. @param {Log | null} log */
  function tell(log) {
    const last = log?.lines.at(-1);
    const key = [log?.lines.length, last?.place, last?.kind, last?.text].join();
    const isElsewhere = !["table", "box"].includes(view()) || document.body.classList.contains("is-end") || (opened.size > 0 && last?.kind === "match");
    if (told !== null && key !== told && last && isElsewhere) toast([last.text, last.why].filter(Boolean).join(": "));
    told = key;
  }

  return {
    show({ log, game }, changed) {
      if (!("log" in changed)) return;
      tell(log);
      const lines = [...(log?.lines ?? [])].reverse();
      byId("log").classList.toggle("is-empty", lines.length === 0);
      setContents(byId("lines"), lines.map((line) => logLine(line, { send, match: game?.number }, line.pictures.length > 0 && again(line))));
    },
  };
}

/** Make the links to the record of a match, its score sheet, and the file that plays it again; `query` names a match that is not on the table. */
export const matchLinks = (query = "") => [
  make("a", { class: "button small", href: `/record${query}`, download: "" }, icon("M12 4v11M7 11l5 5 5-5M5 20h14"), word("page.record")),
  make("a", { class: "button small", href: `/sheet${query}`, target: "_blank", rel: "noopener" }, icon("M7 9V4h10v5M7 17H4V9h16v8h-3M7 14h10v6H7z"), word("page.sheet")),
  make("a", { class: "button small", href: `/replay${query}`, download: "" }, icon("M8 5l11 7-11 7z"), word("page.replay")),
];
