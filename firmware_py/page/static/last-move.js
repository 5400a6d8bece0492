// The last move in a drawing: what differs from the drawing before it is marked.

import { asPicture, find, findAll, parseSvg } from "./dom.js";
import { tokensOf } from "./marks.js";

/** Return the words of a move: "Anna: light cube on 310" has "310". @param {string} text */
export const wordsOf = (text) => (text.match(/[\w.-]+/g) ?? []).map((word) => word.replace(/\.$/, ""));

/** Return the parts of a drawing that can be tapped, by their answers and how many had the same before. @param {SVGElement} svg */
function partsOf(svg) {
  /** @type {Map<string, PageElement>} */
  const parts = new Map();
  /** @type {Record<string, number>} */
  const counts = {};
  for (const part of findAll(svg, "[data-tap]")) {
    const taps = part.dataset.tap ?? "";
    counts[taps] = (counts[taps] ?? 0) + 1;
    parts.set(`${taps} ${counts[taps]}`, part);
  }
  return parts;
}

/** Return the parts of a drawing, as the server has sent it, that were different in the one before: places rather than what is counted beside them, and first of all those that the move names. @type {(before: SVGElement, now: SVGElement, told: string[]) => PageElement[]} */
export function changedParts(before, now, told) {
  const old = partsOf(before);
  const changed = [...partsOf(now)].filter(([key, part]) => !key.startsWith("seat:") && (old.has(key) || part.matches(".pawn")) && !part.isEqualNode(old.get(key) ?? null));
  const places = changed.filter(([key, part]) => key.startsWith("spot:") || part.matches(".pawn"));
  const named = places.filter(([, part]) => tokensOf(part.dataset.tap).some((token) => told.includes(token.slice(token.indexOf(":") + 1))));
  const parts = (named.length > 0 ? named : places.length > 0 ? places : changed).map(([, part]) => part);
  return parts.filter((part) => !parts.some((other) => other !== part && part.contains(other)));
}

/** Show what a proposed move would change as ghosts over a drawing; without a preview nothing. @type {(live: SVGElement, source: string, preview: string, told: string[]) => void} */
export function showGhosts(live, source, preview, told) {
  findAll(live, ".ghost").forEach((ghost) => ghost.remove());
  if (!preview) return;
  const there = partsOf(live);
  const after = parseSvg(preview);
  const changed = changedParts(parseSvg(source), after, told);
  for (const [key, part] of partsOf(after)) {
    if (!changed.includes(part)) continue;
    asPicture(part, "");
    part.classList.add("ghost");
    there.get(key)?.after(part);
  }
}

/** Mark the last move in a drawing that was just made. @type {(now: SVGElement, before: string | null, text: string) => void} */
export function markLast(now, before, text) {
  if (before === null || !find(now, "[data-tap]")) return;
  for (const part of changedParts(parseSvg(before), now, wordsOf(text))) {
    part.classList.add("last");
  }
}
