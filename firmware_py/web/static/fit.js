// How large a drawing is: as large as there is room for, in the shape that suits the room.

const ROOMY = matchMedia("(min-width: 60rem) and (min-height: 36rem)"); // page.css gives the drawing a room of its own then
const OF_SCREEN = 0.85;
const LEAST = 480;

/** Tell a drawing's width by its height; its style sheet may say so, else its viewBox does. */
function shapeOf(svg) {
  const [width, height] = getComputedStyle(svg).aspectRatio.replace("auto", "").split("/").map(Number);
  return width && height ? width / height : shapeOfBox(svg.getAttribute("viewBox"));
}

function shapeOfBox(box) {
  const [, , width, height] = (box ?? "0 0 1 1").split(/\s+/).map(Number);
  return width / height;
}

/** Fit the drawing into its place. `data-wide` is a second viewBox, for a room that is wide. */
export function fit(place) {
  const svg = place.querySelector("svg");
  if (!svg || place.clientWidth === 0) return;
  const room = place.clientWidth;
  // Where the page scrolls, a drawing is about as high as the screen, but never too small to be tapped.
  const widthOf = (shape) => ROOMY.matches
    ? Math.min(room, place.clientHeight * shape)
    : Math.min(room, Math.max(LEAST, innerHeight * OF_SCREEN * shape));
  if (svg.dataset.wide) {
    const { wide } = svg.dataset;
    const narrow = (svg.dataset.narrow ??= svg.getAttribute("viewBox"));
    const scaleOf = (box) => widthOf(shapeOfBox(box)) / Number(box.split(/\s+/)[2]);
    const isWide = ROOMY.matches && scaleOf(wide) > scaleOf(narrow);
    svg.classList.toggle("wide", isWide);
    svg.setAttribute("viewBox", isWide ? wide : narrow);
  }
  const shape = shapeOf(svg);
  const width = Math.floor(widthOf(shape));
  svg.style.setProperty("width", `${width}px`);
  svg.style.setProperty("height", `${Math.floor(width / shape)}px`);
}

/** Fit it again whenever its place changes. */
export function keepFitting(place) {
  new ResizeObserver(() => fit(place)).observe(place);
}
