import assert from "node:assert/strict";
import { test } from "node:test";

import { HEIGHT, pixelsOf, strengthOf, WIDTH } from "../../firmware_py/page/static/dots.js";

/** Make a display with these dots lit, given as [column, row]. */
function display(lit, changes = {}) {
  const bytes = new Uint8Array((WIDTH * HEIGHT) / 8);
  for (const [x, y] of lit) bytes[(y * WIDTH + x) >> 3] |= 128 >> (x & 7);
  return { dots: btoa(String.fromCharCode(...bytes)), contrast: 255, is_lit: true, is_plugged: true, ...changes };
}

const pixelAt = (pixels, [x, y]) => [...pixels.subarray((y * WIDTH + x) * 4, (y * WIDTH + x + 1) * 4)];

test("each bit is the dot at its place, the leftmost in the highest bit", () => {
  const lit = [[0, 0], [7, 0], [8, 0], [127, 0], [0, 1], [64, 31], [127, 63]];
  const pixels = pixelsOf(display(lit));
  for (const dot of lit) assert.deepEqual(pixelAt(pixels, dot), [205, 230, 255, 255], String(dot));
  const count = pixels.filter((value, index) => index % 4 === 3 && value > 0).length;
  assert.equal(count, lit.length);
  assert.equal(pixels.length, WIDTH * HEIGHT * 4);
});

test("a display that shows nothing is transparent", () => {
  assert.ok(pixelsOf(display([])).every((value) => value === 0));
  assert.ok(pixelsOf(display([], { dots: "" })).every((value) => value === 0));
});

test("contrast dims the dots but never hides them; a display that is off is dark", () => {
  const strength = (changes) => strengthOf(display([], changes));
  assert.equal(strength({}), 255);
  assert.equal(strength({ contrast: 0 }), 89);
  assert.ok(strength({ contrast: 60 }) < strength({ contrast: 200 }));
  assert.equal(strength({ is_lit: false }), 0);
  assert.equal(strength({ is_plugged: false }), 0);
});
