import assert from "node:assert/strict";
import { test } from "node:test";

import { DIRECTIONS, makeMarker, nearest, tokensOf } from "../../firmware_py/page/static/marks.js";
import { ask, notice, option } from "./samples.js";

const names = (marks) => Object.keys(marks).filter((name) => marks[name]);

test("a data-tap holds several answers", () => {
  assert.deepEqual(tokensOf(" spot:A3  choice:YDM\n"), ["spot:A3", "choice:YDM"]);
  assert.deepEqual([tokensOf(undefined), tokensOf("")], [[], []]);
});

test("without a question nothing is marked", () => {
  assert.deepEqual(names(makeMarker(null)(["spot:A3"])), []);
});

test("what is asked for now, what comes later, and what is neither", () => {
  const marksOf = makeMarker(ask({ options: [option("spot:A1"), option("spot:A2")], cursor: 1, taps: { "spot:A1": false, "spot:A2": false, "choice:B": false } }));
  assert.deepEqual(names(marksOf(["spot:A1"])), ["asked"]);
  assert.deepEqual(names(marksOf(["spot:A2"])), ["asked", "cursor"]);
  assert.deepEqual(names(marksOf(["choice:B"])), ["asked", "ahead"]);
  assert.deepEqual(names(marksOf(["choice:B", "spot:A1"])), ["asked"], "one of them is asked for now");
  assert.deepEqual(names(marksOf(["spot:A9"])), []);
});

test("a part with several answers is hollow only if none of them is allowed", () => {
  const marksOf = makeMarker(ask({ options: [option("spot:A1"), option("spot:A2")], cursor: 9, taps: { "spot:A1": true, "spot:A2": false } }));
  assert.deepEqual(names(marksOf(["spot:A1"])), ["asked", "hollow"]);
  assert.deepEqual(names(marksOf(["spot:A1", "spot:A2"])), ["asked"]);
  assert.deepEqual(names(marksOf(["spot:A1", "other:X"])), ["asked", "hollow"], "what is not asked for does not count");
});

test("what a notice speaks of is marked by its value, what was chosen by its tap", () => {
  const marksOf = makeMarker(ask({ notice: notice({ marked: ["A3"] }), chosen: ["spot:A4"] }));
  assert.deepEqual(names(marksOf(["spot:A3"])), ["marked"]);
  assert.deepEqual(names(marksOf(["choice:A3"])), ["marked"]);
  assert.deepEqual(names(marksOf(["spot:A4"])), ["chosen"]);
  assert.deepEqual(names(marksOf(["spot:A33", "choice:A4"])), []);
});

const at = (x, y, size = 10) => ({ left: x - size / 2, top: y - size / 2, width: size, height: size });

test("an arrow leads to the neighbour on its side", () => {
  const around = [at(0, 0), at(50, 0), at(-50, 0), at(0, 50), at(0, -50)];
  const [here] = around;
  const next = Object.fromEntries(Object.entries(DIRECTIONS).map(([key, direction]) => [key, nearest(around, here, direction)]));
  assert.deepEqual(next, { ArrowRight: 1, ArrowLeft: 2, ArrowDown: 3, ArrowUp: 4 });
});

test("what lies straight ahead is nearer than what lies aside", () => {
  const boxes = [at(60, 0), at(30, 20)];
  assert.equal(nearest(boxes, at(0, 0), DIRECTIONS.ArrowRight), 0);
  assert.equal(nearest([at(90, 0), boxes[1]], at(0, 0), DIRECTIONS.ArrowRight), 1, "unless it is much further");
});

test("at the edge an arrow leads nowhere, whatever lies behind or beside", () => {
  assert.equal(nearest([at(0, 0), at(-20, 0), at(0, 30), at(1, 0)], at(0, 0), DIRECTIONS.ArrowRight), -1);
  assert.equal(nearest([], at(0, 0), DIRECTIONS.ArrowUp), -1);
});

test("middles count, not corners", () => {
  assert.equal(nearest([at(40, 0, 60), at(35, 0, 2)], at(0, 0), DIRECTIONS.ArrowRight), 1);
});
