import assert from "node:assert/strict";
import { test } from "node:test";

import { EMPTY, isMyTurn, otherTurn } from "../../firmware_py/page/static/state.js";
import { isUnknown, sharedBy } from "../../firmware_py/page/static/who.js";
import { ask, notice } from "./samples.js";

const seats = (turn) => [1, 2].map((seat) => ({ seat, name: `Player ${seat}`, points: "0", is_turn: seat === turn, is_winner: false }));
const state = (own, turn, changes = {}) => ({ ...EMPTY, ask: ask(), game: { number: 4, acts: 2, seats: seats(turn), people: [1, 2] }, me: { is_paired: true, is_virtual: false, seat: own, answers: [] }, ...changes });

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

test("a phone is asked once whose it is, and not again in a rematch", () => {
  const asked = state(null, 1);
  assert.equal(isUnknown(asked, ""), true);
  const shared = sharedBy(asked.game);
  assert.equal(isUnknown(asked, shared), false);
  assert.equal(isUnknown({ ...asked, game: { ...asked.game, number: 5, seats: [...asked.game.seats].reverse() } }, shared), false, "the same people");
  assert.equal(isUnknown({ ...asked, game: { ...asked.game, seats: asked.game.seats.slice(1) } }, shared), true, "other people");
  assert.equal(isUnknown({ ...asked, game: { ...asked.game, people: [1] } }, ""), false, "who plays alone against the box");
  assert.equal(isUnknown(state(2, 1), ""), false);
  assert.equal(isUnknown({ ...EMPTY, ask: ask() }, ""), false);
});
