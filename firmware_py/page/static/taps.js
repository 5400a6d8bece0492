// Taps on a drawing. What can be tapped says in `data-tap` which answers it gives: "spot:A3 choice:YDM".
// What is asked for now is marked, and reached by keyboard: one stop of Tab, from there the arrows.

import { find, findAll, focused, nameSvg, isVisible, targetOf } from "./dom.js";
import { DIRECTIONS, makeMarker, nearest, tokensOf } from "./marks.js";
import { word } from "./words.js";

/** Return the answers of an element and of those around it, the nearest first. @param {Element | null} element */
function answersOf(element) {
  const tokens = [];
  for (let at = around(element); at; at = around(at.parentElement)) tokens.push(...tokensOf(at.dataset.tap));
  return [...new Set(tokens)];
}

/** @type {(element: Element | null) => PageElement | null | undefined} */
const around = (element) => element?.closest("[data-tap]");

const FINGER_PX = 44;

/** Return what a tap means: what lies there, or the nearest allowed place if that is too small for a finger. @param {HTMLElement} place @param {MouseEvent} event @returns {Element | null} */
function meant(place, event) {
  const hit = targetOf(event);
  const own = /** @type {PageElement | null} */ (hit?.closest(".asked") ?? null);
  const { clientX: x, clientY: y, detail } = event;
  if (detail === 0 || hit?.closest("[data-show]") || own?.matches(":not(.hollow)") || (own && !isSmall(own.getBoundingClientRect()))) return hit;
  const far = findAll(place, ".asked:not(.hollow)").filter(isVisible).map((one) => ({ one, away: distance(one.getBoundingClientRect(), x, y) }));
  const near = far.sort((one, other) => one.away - other.away)[0];
  return near && near.away <= FINGER_PX / 2 ? near.one : hit;
}

/** @param {Rectangle} box */
const isSmall = ({ width, height }) => Math.min(width, height) < FINGER_PX;

/** Return how far a point is from a rectangle. @type {(box: Rectangle, x: number, y: number) => number} */
export const distance = ({ left, top, width, height }, x, y) =>
  Math.hypot(Math.max(left - x, 0, x - left - width), Math.max(top - y, 0, y - top - height));

/** @param {HTMLElement} place @param {(tokens: string[]) => void} onTap */
export function makeTaps(place, onTap) {
  /** @param {Element | null} element */
  const tap = (element) => {
    const tokens = answersOf(element);
    if (tokens.length > 0) onTap(tokens);
  };

  place.addEventListener("click", (event) => tap(meant(place, event)));
  place.addEventListener("keydown", (event) => {
    const target = targetOf(event);
    if (!target?.matches(".asked")) return;
    if (event.key === "Enter" || event.key === " ") {
      tap(target);
    } else if (event.key in DIRECTIONS) {
      const stops = findAll(place, ".asked").filter(isVisible);
      const next = nearest(stops.map((stop) => stop.getBoundingClientRect()), target.getBoundingClientRect(), DIRECTIONS[event.key]);
      if (next >= 0) moveTo(stops[next]);
    } else return;
    event.preventDefault();
    event.stopPropagation();
  });

  /** @param {PageElement} element */
  function moveTo(element) {
    for (const stop of findAll(place, '.asked[tabindex="0"]')) stop.setAttribute("tabindex", "-1");
    element.setAttribute("tabindex", "0");
    element.focus();
  }

  /** Mark what the question asks for, where the cursor stands, and what a notice speaks of. @param {Ask | null} ask */
  function mark(ask) {
    const isFinger = matchMedia("(pointer: coarse)").matches; // which has no cursor
    const marksOf = makeMarker(ask);
    /** @type {Element | null} */
    let first = null;
    for (const element of findAll(place, "[data-tap]")) {
      const tokens = tokensOf(element.dataset.tap);
      const marks = marksOf(tokens);
      for (const [name, is] of Object.entries(marks)) element.classList.toggle(name, is && !(name === "cursor" && isFinger));
      describe(element, tokens, marks);
      if (marks.asked && (first === null || marks.cursor)) first = element;
    }
    place.classList.toggle("is-asking", first !== null);
    (place.querySelector(".asked:focus") ?? first)?.setAttribute("tabindex", "0");
  }

  return {
    mark,
    /** Return the `data-tap` of what has the focus in the drawing. */
    focused() {
      const active = focused();
      return active && place.contains(active) ? active.dataset.tap : undefined;
    },
    /** @param {string | undefined} taps */
    focus(taps) {
      if (taps) find(place, `[data-tap="${CSS.escape(taps)}"]`)?.focus({ preventScroll: true });
    },
  };
}

/**
 * Make an element a button for screen readers and keyboards, while it is asked for.
 * @param {PageElement} element
 * @param {string[]} tokens
 * @param {{ asked: boolean, hollow: boolean }} marks
 */
function describe(element, tokens, { asked, hollow }) {
  const said = (element.dataset.said ??= element.querySelector("title")?.textContent ?? tokens[0].replace(/^\w+:/, ""));
  nameSvg(element, asked && hollow ? word("page.hollow", { answer: said }) : said);
  if (asked) {
    element.setAttribute("role", "button");
    element.setAttribute("tabindex", "-1");
  } else {
    for (const attribute of ["role", "tabindex"]) element.removeAttribute(attribute);
  }
}
