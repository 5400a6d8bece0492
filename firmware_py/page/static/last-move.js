// The last move in a drawing: what differs from the drawing before it is marked, and comes in with a short movement.

import { find, findAll, parseSvg } from "./dom.js";

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

/** Return the parts of a drawing, as the server has sent it, that were different in the one before: places rather than what is counted beside them. @type {(before: SVGElement, now: SVGElement) => PageElement[]} */
export function changedParts(before, now) {
  const old = partsOf(before);
  const changed = [...partsOf(now)].filter(([key, part]) => !key.startsWith("seat:") && old.has(key) && !part.isEqualNode(old.get(key) ?? null));
  const places = changed.filter(([key]) => key.startsWith("spot:"));
  const parts = (places.length > 0 ? places : changed).map(([, part]) => part);
  return parts.filter((part) => !parts.some((other) => other !== part && part.contains(other)));
}

/** Mark the last move in a drawing that was just made. @type {(now: SVGElement, before: string | null, isNew: boolean) => void} */
export function markLast(now, before, isNew) {
  if (before === null || !find(now, "[data-tap]")) return;
  for (const part of changedParts(parseSvg(before), now)) {
    part.classList.add("last");
    if (isNew) part.classList.add("arrives");
  }
}
