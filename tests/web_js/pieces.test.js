// Which pieces of a drawing have moved.

import assert from "node:assert/strict";
import { test } from "node:test";

import { movesOf } from "../../firmware_py/page/static/pieces.js";

const at = (name, x, y = 0) => ({ name, x, y });
const names = (pieces) => pieces.map(({ name }) => name);

test("a piece that is elsewhere has moved, and one that is nowhere was taken", () => {
  const { moved, laid, taken } = movesOf([at("RFB", 0), at("YDM", 40)], [at("RFB", 90, 70), at("BEC", 0)]);
  assert.deepEqual(moved.map(({ piece, from }) => [piece.name, from.x, piece.x]), [["RFB", 0, 90]]);
  assert.deepEqual(names(laid), ["BEC"]);
  assert.deepEqual(names(taken), ["YDM"]);
});

test("of several pieces of one name only that one has moved which is not where one was", () => {
  const { moved, laid, taken } = movesOf([at("pawn", 0), at("pawn", 10), at("pawn", 20)], [at("pawn", 20), at("pawn", 0), at("pawn", 55)]);
  assert.deepEqual(moved.map(({ piece, from }) => [from.x, piece.x]), [[10, 55]]);
  assert.deepEqual([laid, taken], [[], []]);
});

test("a card that another one covers was not taken", () => {
  const { laid, taken } = movesOf([at("line.1", 5)], [at("line.2", 5)]);
  assert.deepEqual(names(laid), ["line.2"]);
  assert.deepEqual(taken, []);
});
