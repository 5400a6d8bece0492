import assert from "node:assert/strict";
import { test } from "node:test";

import { nextTaps } from "../../firmware_py/page/static/analysis.js";
import { soundOf } from "../../firmware_py/page/static/sound.js";
import { EMPTY } from "../../firmware_py/page/static/state.js";
import { ask, notice } from "./samples.js";

const seats = (turn) => [1, 2].map((seat) => ({ seat, name: `Player ${seat}`, is_turn: seat === turn }));
const state = (acts, changes = {}) => ({ ...EMPTY, game: { number: 4, acts, seats: seats(1), is_over: false }, log: { lines: [{ round: null }] }, ...changes });

test("phones sound as the box does: an act, a refusal, an evaluation, one's turn, the end", () => {
  const refused = state(3, { ask: ask({ notice: notice({ is_refusal: true }) }) });
  const mine = { seat: 2 };
  assert.equal(soundOf(state(3), state(4)), "accepted");
  assert.equal(soundOf(state(3), refused), "refused");
  assert.equal(soundOf(refused, refused), null, "once");
  assert.equal(soundOf(state(3), state(4, { log: { lines: [{ round: 1 }] } })), "evaluation");
  assert.equal(soundOf(state(3, { me: mine }), state(4, { me: mine, game: { ...state(4).game, seats: seats(2) } })), "your-turn");
  assert.equal(soundOf(state(3), state(4, { game: { ...state(4).game, is_over: true } })), "over");
  for (const quiet of [state(3), state(2), EMPTY, state(4, { game: { ...state(4).game, number: 5 } })]) assert.equal(soundOf(state(3), quiet), null);
  assert.equal(soundOf(EMPTY, state(4)), null, "nothing that was before");
});

test("a right place of another better move begins the search again with that move", () => {
  const better = [{ label: "a", taps: ["spot:1", "choice:L"] }, { label: "b", taps: ["spot:2", "choice:L"] }];
  assert.deepEqual(nextTaps(better, [], ["spot:1"]), ["spot:1"]);
  assert.deepEqual(nextTaps(better, ["spot:1"], ["choice:L"]), ["spot:1", "choice:L"]);
  assert.deepEqual(nextTaps(better, ["spot:1"], ["spot:2"]), ["spot:2"]);
  assert.deepEqual(nextTaps(better, ["spot:1"], ["spot:9"]), []);
});
