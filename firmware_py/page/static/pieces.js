// Pieces that are laid, moved or taken: in a new drawing each moves from where it was. The server names pieces in
// `data-piece`; several of one name, such as the pawns of a player, are the same to the eye.

import { asPicture, findAll, isVisible, makeSvg, prefersReducedMotion } from "./dom.js";

const MOVE_MS = 200;
/** More are no move, such as another match or a jump in the history. */
const MOST = 12;
const SAME_PX = 1;

/** Return what moves: pieces that were elsewhere, those that are new, and those that are gone. @template {Pick<Piece, "name" | "x" | "y">} P @param {P[]} before @param {P[]} now */
export function movesOf(before, now) {
  const left = [...before];
  /** @type {(found: number) => P | undefined} */
  const take = (found) => (found < 0 ? undefined : left.splice(found, 1)[0]);
  const changed = now.filter((piece) => !take(left.findIndex((old) => old.name === piece.name && Math.hypot(old.x - piece.x, old.y - piece.y) < SAME_PX)));
  const pairs = changed.map((piece) => ({ piece, from: take(left.findIndex(({ name }) => name === piece.name)) }));
  return {
    moved: pairs.flatMap(({ piece, from }) => (from ? [{ piece, from }] : [])),
    laid: pairs.filter(({ from }) => !from).map(({ piece }) => piece),
    taken: left.filter((old) => !now.some((piece) => Math.hypot(old.x - piece.x, old.y - piece.y) < SAME_PX)), // what is covered is still there
  };
}

/** Return the pieces of the drawing in a place, with where they are. @param {Element} place @returns {Piece[]} */
export function piecesIn(place) {
  /** @type {SVGSVGElement | null} */
  const svg = place.querySelector(":scope > svg");
  if (!svg || prefersReducedMotion()) return [];
  const frame = svg.getBoundingClientRect();
  const upright = svg.getScreenCTM()?.inverse();
  return findAll(svg, "[data-piece]").filter(isVisible).map((element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    const parent = /** @type {SVGGElement} */ (element.parentNode);
    const matrix = upright?.multiply(parent.getScreenCTM() ?? new DOMMatrix()) ?? new DOMMatrix();
    return { name: element.dataset.piece ?? "", x: left + width / 2 - frame.left, y: top + height / 2 - frame.top, element, matrix };
  });
}

/** Let the pieces of a new drawing move from where they were in the one before. @param {Element} place @param {Piece[]} before */
export function movePieces(place, before) {
  if (before.length === 0) return;
  const { moved, laid, taken } = movesOf(before, piecesIn(place));
  if (moved.length + laid.length + taken.length > MOST) return;
  for (const { piece, from } of moved) {
    const scale = /** @type {SVGGElement} */ (piece.element.parentNode).getScreenCTM()?.inverse();
    const way = new DOMPoint(from.x - piece.x, from.y - piece.y).matrixTransform(scale && new DOMMatrix([scale.a, scale.b, scale.c, scale.d, 0, 0]));
    animate(piece.element, { translate: `${way.x}px ${way.y}px` }, {});
  }
  for (const { element } of laid) animate(element, { opacity: 0, translate: "0 -16px" }, {});
  for (const { element, matrix: { a, b, c, d, e, f } } of taken) {
    const copy = makeSvg("g", { transform: `matrix(${[a, b, c, d, e, f].join(" ")})`, "pointer-events": "none" }, element);
    asPicture(copy, "");
    place.querySelector(":scope > svg")?.append(copy);
    animate(copy, {}, { opacity: 0, translate: "0 -16px" }).addEventListener("finish", () => copy.remove());
  }
}

/** @type {(element: Element, from: Keyframe, to: Keyframe) => Animation} */
const animate = (element, from, to) => element.animate([from, to], { duration: MOVE_MS, easing: "ease-out" });
