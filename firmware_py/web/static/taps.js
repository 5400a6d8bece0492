// Taps on a drawing. Whatever can be tapped says in `data-tap` which answers it gives: "spot:A3 choice:YDM".
// What is asked for now is marked, and reached by keyboard: one stop of Tab, from there the arrows.

import { word } from "./words.js";

const MARKS = ["asked", "hollow", "ahead", "cursor", "marked", "chosen"];
const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const ASIDE = 2.5; // how much further something counts that lies beside the way of an arrow

const tokensOf = (element) => element.dataset.tap.split(/\s+/).filter(Boolean);

/** Gather the answers of an element and of those around it, the nearest first. */
function answersOf(element) {
  const tokens = [];
  for (let at = element?.closest("[data-tap]"); at; at = at.parentElement?.closest("[data-tap]")) tokens.push(...tokensOf(at));
  return [...new Set(tokens)];
}

export function makeTaps(place, onTap) {
  const tap = (element) => {
    const tokens = answersOf(element);
    if (tokens.length > 0) onTap(tokens);
  };
  const stops = () => [...place.querySelectorAll(".asked")].filter((element) => element.getClientRects().length > 0);

  place.addEventListener("click", (event) => tap(event.target));
  place.addEventListener("keydown", (event) => {
    if (!event.target.matches?.(".asked")) return;
    if (event.key === "Enter" || event.key === " ") {
      tap(event.target);
    } else if (event.key in WAYS) {
      const next = nearest(stops(), event.target, WAYS[event.key]);
      if (next) move(next);
    } else return;
    event.preventDefault();
    event.stopPropagation();
  });

  function move(element) {
    for (const stop of place.querySelectorAll('.asked[tabindex="0"]')) stop.setAttribute("tabindex", "-1");
    element.setAttribute("tabindex", "0");
    element.focus();
  }

  /** Mark what the question at hand asks for, where the cursor stands, and what a notice speaks of. */
  function mark(ask) {
    const hollow = new Map(Object.entries(ask?.taps ?? {}));
    const now = new Set((ask?.options ?? []).map(({ tap: token }) => token));
    const cursor = ask?.options?.[ask.cursor]?.tap;
    const marked = new Set(ask?.notice?.marked ?? []);
    const chosen = new Set(ask?.chosen ?? []);
    let first = null;
    for (const element of place.querySelectorAll("[data-tap]")) {
      const tokens = tokensOf(element);
      const asked = tokens.filter((token) => hollow.has(token));
      const isHollow = asked.length > 0 && asked.every((token) => hollow.get(token));
      const isAhead = asked.length > 0 && !asked.some((token) => now.has(token));
      const isCursor = tokens.includes(cursor);
      const isMarked = tokens.some((token) => marked.has(token.slice(token.indexOf(":") + 1)));
      const isChosen = tokens.some((token) => chosen.has(token));
      [asked.length > 0, isHollow, isAhead, isCursor, isMarked, isChosen].forEach((is, index) => element.classList.toggle(MARKS[index], is));
      name(element, asked.length > 0, isHollow);
      if (asked.length > 0 && (first === null || isCursor)) first = element;
    }
    place.classList.toggle("is-asking", first !== null);
    const kept = place.querySelector(".asked:focus");
    (kept ?? first)?.setAttribute("tabindex", "0");
  }

  const focused = () => (place.contains(document.activeElement) ? document.activeElement.dataset.tap : null);
  const focus = (taps) => {
    if (taps) place.querySelector(`[data-tap="${CSS.escape(taps)}"]`)?.focus({ preventScroll: true });
  };
  return { mark, focused, focus };
}

/** Make an element a button for those who hear the page or use a keyboard, while it is asked for. */
function name(element, isAsked, isHollow) {
  if (!isAsked) {
    for (const attribute of ["role", "tabindex", "aria-label"]) element.removeAttribute(attribute);
    return;
  }
  const title = element.querySelector("title")?.textContent ?? tokensOf(element)[0].replace(/^\w+:/, "");
  element.setAttribute("role", "button");
  element.setAttribute("tabindex", "-1");
  element.setAttribute("aria-label", isHollow ? word("page.hollow", { answer: title }) : title);
}

/** Find what lies nearest in a direction. */
function nearest(elements, from, [dx, dy]) {
  const middle = (element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    return [left + width / 2, top + height / 2];
  };
  const [x, y] = middle(from);
  let best = null;
  let least = Infinity;
  for (const element of elements) {
    const [toX, toY] = middle(element);
    const ahead = (toX - x) * dx + (toY - y) * dy;
    const beside = Math.abs((toX - x) * dy) + Math.abs((toY - y) * dx);
    const far = ahead + beside * ASIDE;
    if (element !== from && ahead > 1 && far < least) [best, least] = [element, far];
  }
  return best;
}
