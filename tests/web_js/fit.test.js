import assert from "node:assert/strict";
import { test } from "node:test";

import { isWideBetter, ratioOf, widthIn } from "../../firmware_py/page/static/fit.js";

test("a viewBox's ratio is that of its size, wherever it begins", () => {
  assert.equal(ratioOf("0 0 200 100"), 2);
  assert.equal(ratioOf("-4 -4  208 416"), 0.5);
});

const own = { width: 1000, height: 600, screen: 900, isOwn: true };
const scrolling = { width: 1000, height: 40, screen: 800, isOwn: false };

test("in a place of its own a drawing touches the nearer walls", () => {
  assert.equal(widthIn(own, 1), 600);
  assert.equal(widthIn(own, 2), 1000);
  assert.equal(widthIn(own, 0.5), 300);
});

test("where the page scrolls it is about as high as the screen, never too small to tap, never wider than its place", () => {
  assert.equal(widthIn(scrolling, 1), 680);
  assert.equal(widthIn(scrolling, 0.1), 480);
  assert.equal(widthIn({ ...scrolling, width: 390 }, 0.1), 390);
  assert.equal(widthIn(scrolling, 4), 1000);
});

test("the wide form is taken where it makes everything larger", () => {
  const [narrow, wide] = ["0 0 400 800", "0 0 800 400"];
  assert.equal(isWideBetter(own, narrow, wide), true);
  assert.equal(isWideBetter({ ...own, width: 300 }, narrow, wide), false);
  assert.equal(isWideBetter(scrolling, narrow, wide), false, "a page that scrolls keeps the narrow one");
});
