import assert from "node:assert/strict";
import { test } from "node:test";

import { EMPTY, isMyTurn, otherTurn } from "../../firmware_py/page/static/state.js";
import { isUnknown } from "../../firmware_py/page/static/who.js";
import { ask, notice } from "./samples.js";

const seats = (turn) => [1, 2].map((seat) => ({ seat, name: `Player ${seat}`, points: "0", is_turn: seat === turn, is_winner: false }));
const state = (own, turn, changes = {}) => ({ ...EMPTY, ask: ask(), game: { number: 4, acts: 2, seats: seats(turn) }, me: { is_paired: true, is_virtual: false, seat: own, answers: [] }, ...changes });

test("it is one's turn only if the seat of this phone is asked", () => {
  assert.deepEqual([isMyTurn(state(1, 1)), isMyTurn(state(1, 2)), isMyTurn(state(null, 1)), isMyTurn(EMPTY)], [true, false, false, false]);
});

test("what others are asked is muted, but not what is half entered, a notice or a phone without a seat", () => {
  assert.equal(otherTurn(state(1, 2)).seat, 2);
  assert.equal(otherTurn(state(1, 1)), null);
  assert.equal(otherTurn(state(null, 2)), null);
  assert.equal(otherTurn(state(1, null)), null, "everybody may answer");
  assert.equal(otherTurn(state(1, 2, { ask: ask({ is_first: false }) })), null);
  assert.equal(otherTurn(state(1, 2, { ask: ask({ notice: notice() }) })), null);
});

test("a phone is asked once in each match whose it is", () => {
  assert.equal(isUnknown(state(null, 1), ""), true);
  assert.equal(isUnknown(state(null, 1), "all 3"), true, "that was another match");
  assert.equal(isUnknown(state(null, 1), "all 4"), false);
  assert.equal(isUnknown(state(2, 1), ""), false);
  assert.equal(isUnknown({ ...EMPTY, ask: ask() }, ""), false);
});
