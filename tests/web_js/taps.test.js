import assert from "node:assert/strict";
import { test } from "node:test";

import { distance } from "../../firmware_py/page/static/taps.js";

test("a point is as far from a place as its nearest side or corner", () => {
  const box = { left: 10, top: 10, width: 20, height: 10 };
  assert.deepEqual([distance(box, 15, 12), distance(box, 40, 15), distance(box, 7, 6), distance(box, 20, 0)], [0, 10, 5, 10]);
});
