import assert from "node:assert/strict";
import { test } from "node:test";

import { boxKey, makeRecogniser } from "../../firmware_py/page/static/keys.js";
import { fakeClock } from "./clock.js";

function setUp(context) {
  const clock = fakeClock(context);
  const presses = [];
  const held = new Set();
  const recogniser = makeRecogniser(
    (key, kind) => presses.push(`${key} ${kind}`),
    (key, isDown) => (isDown ? held.add(key) : held.delete(key)),
  );
  return { clock, presses, held, recogniser };
}

test("a press below half a second is short, and happens when the key is let go", (context) => {
  const { clock, presses, held, recogniser } = setUp(context);
  recogniser.down("ok");
  clock.advance(499);
  assert.deepEqual(presses, []);
  assert.deepEqual([...held], ["ok"]);
  recogniser.up("ok");
  assert.deepEqual(presses, ["ok short"]);
  assert.deepEqual([...held], []);
  clock.advance(5000);
  assert.deepEqual(presses, ["ok short"]);
});

test("a key that is held is long once, then repeats; letting go adds nothing", (context) => {
  const { clock, presses, recogniser } = setUp(context);
  recogniser.down("down");
  clock.advance(500);
  assert.deepEqual(presses, ["down long"]);
  clock.advance(500);
  assert.deepEqual(presses, ["down long", "down repeat", "down repeat"]);
  recogniser.up("down");
  clock.advance(5000);
  assert.equal(presses.length, 3);
});

test("two keys do not disturb each other", (context) => {
  const { clock, presses, recogniser } = setUp(context);
  recogniser.down("up");
  clock.advance(300);
  recogniser.down("ok");
  clock.advance(200);
  recogniser.up("ok");
  recogniser.up("up");
  assert.deepEqual(presses, ["up long", "ok short"]);
});

test("a finger that slides off presses nothing, and neither does a window that loses the focus", (context) => {
  const { clock, presses, held, recogniser } = setUp(context);
  recogniser.down("ok");
  recogniser.cancel("ok");
  recogniser.up("ok");
  recogniser.down("up");
  recogniser.down("1");
  recogniser.cancelAll();
  clock.advance(5000);
  assert.deepEqual([presses, [...held]], [[], []]);
});

test("a second down of a key that is held is not a second press", (context) => {
  const { clock, presses, recogniser } = setUp(context);
  recogniser.down("ok");
  clock.advance(400);
  recogniser.down("ok");
  clock.advance(100);
  assert.deepEqual(presses, ["ok long"]);
  clock.advance(750);
  assert.deepEqual(presses.slice(1), ["ok repeat", "ok repeat", "ok repeat"]);
});

test("the keyboard has the six keys and a key for each seat", () => {
  const keys = ["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight", "Enter", "Backspace", "1", "6"];
  assert.deepEqual(keys.map(boxKey), ["up", "down", "left", "right", "ok", "back", "1", "6"]);
  assert.deepEqual(["0", "7", "12", "a", "Tab", " "].map(boxKey), Array(6).fill(null));
});
