// How large a drawing is: as large as there is room for, in the shape that suits the room.

const ROOMY = "(min-width: 60rem) and (min-height: 36rem)"; // page.css gives the drawing a place of its own then
const OF_SCREEN = 0.85;
const LEAST = 480;

/** Return a viewBox's width divided by its height. @param {string} viewBox */
export function ratioOf(viewBox) {
  const [, , width, height] = viewBox.split(/\s+/).map(Number);
  return width / height;
}

/** Return how wide a drawing of some shape is in a room. @type {(room: Room, ratio: number) => number} */
export function widthIn({ width, height, screen, isOwn }, ratio) {
  // Where the page scrolls, a drawing is about as high as the screen, but never too small to be tapped.
  return Math.min(width, isOwn ? height * ratio : Math.max(LEAST, screen * OF_SCREEN * ratio));
}

/** Return whether a drawing that has a second, wide viewBox is larger with it. @param {Room} room @param {string} narrow @param {string} wide */
export function isWideBetter(room, narrow, wide) {
  /** @param {string} viewBox */
  const scaleOf = (viewBox) => widthIn(room, ratioOf(viewBox)) / Number(viewBox.split(/\s+/)[2]);
  return room.isOwn && scaleOf(wide) > scaleOf(narrow);
}

/** Return a drawing's width divided by its height. Its style sheet may say so, else its viewBox does. @param {SVGElement} svg */
function ratioOfDrawing(svg) {
  const [width, height] = getComputedStyle(svg).aspectRatio.replace("auto", "").split("/").map(Number);
  return width && height ? width / height : ratioOf(viewBoxOf(svg));
}

/** @param {SVGElement} svg */
const viewBoxOf = (svg) => svg.getAttribute("viewBox") ?? "0 0 1 1";

/** Fit the drawing into its place. `data-wide` is a second viewBox, for a room that is wide. @param {HTMLElement} place */
export function fit(place) {
  /** @type {SVGElement | null} */
  const svg = place.querySelector(":scope > svg");
  if (!svg || place.clientWidth === 0) return;
  const room = { width: place.clientWidth, height: place.clientHeight, screen: innerHeight, isOwn: matchMedia(ROOMY).matches };
  const { wide } = svg.dataset;
  if (wide) {
    const narrow = (svg.dataset.narrow ??= viewBoxOf(svg));
    const isWide = isWideBetter(room, narrow, wide);
    svg.classList.toggle("wide", isWide);
    svg.setAttribute("viewBox", isWide ? wide : narrow);
  }
  const ratio = ratioOfDrawing(svg);
  const width = Math.floor(widthIn(room, ratio));
  svg.style.setProperty("width", `${width}px`);
  svg.style.setProperty("height", `${Math.floor(width / ratio)}px`);
}

/** Fit it again whenever its place changes. @param {HTMLElement} place */
export function keepFitting(place) {
  new ResizeObserver(() => fit(place)).observe(place);
}
