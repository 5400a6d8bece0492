// The picture of a display, from the bits that the server sends to the colours of a canvas.

export const WIDTH = 128;
export const HEIGHT = 64;
const LIT = [205, 230, 255];
const DIMMEST = 0.35; // how strong a lit dot is at the lowest contrast

/** Return how strong a lit dot is: from 0, dark, to 255. @param {Pick<Display, "contrast" | "is_lit" | "is_plugged">} display */
export function strengthOf({ contrast, is_lit: isLit, is_plugged: isPlugged }) {
  return isLit && isPlugged ? Math.round(255 * (DIMMEST + (1 - DIMMEST) * (contrast / 255))) : 0;
}

/**
 * Return the picture as red, green, blue and strength of every dot, row by row. A dot that is off is transparent.
 * @param {Omit<Display, "role" | "name">} display
 */
export function pixelsOf(display) {
  const bytes = Uint8Array.from(atob(display.dots), (letter) => letter.charCodeAt(0));
  const pixels = new Uint8ClampedArray(WIDTH * HEIGHT * 4);
  const lit = [...LIT, strengthOf(display)];
  for (let dot = 0; dot < WIDTH * HEIGHT; dot += 1) {
    if (bytes[dot >> 3] & (128 >> (dot & 7))) pixels.set(lit, dot * 4);
  }
  return pixels;
}
