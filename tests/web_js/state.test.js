import assert from "node:assert/strict";
import { test } from "node:test";

import { EMPTY, historyKey, merge } from "../../firmware_py/page/static/state.js";
import { ask } from "./samples.js";

test("an event changes the parts that it names, and no others", () => {
  const first = merge(EMPTY, { ask: ask(), log: { lines: [] } });
  const second = merge(first, { ask: ask({ id: 8 }) });
  assert.equal(second.ask.id, 8);
  assert.equal(second.log, first.log);
  assert.equal(first.ask.id, 7, "the state before is not touched");
});

test("a part that is gone becomes null", () => {
  assert.equal(merge(merge(EMPTY, { game: { acts: 3 } }), { game: null }).game, null);
});

test("a part that a newer server sends is left out", () => {
  assert.deepEqual(Object.keys(merge(EMPTY, { weather: "rain" })), Object.keys(EMPTY));
});

const seen = { ...EMPTY, game: { number: 4, acts: 2 }, log: { lines: [{ place: 1 }, { place: 2 }] }, me: { is_paired: true } };

test("the history is loaded again after everything that changes it", () => {
  const key = historyKey(seen);
  const changes = [
    { game: { number: 5, acts: 2 } }, // another match
    { game: { number: 4, acts: 3 } }, // one more act
    { log: { lines: [{ place: 1 }, { place: 2 }, { place: 2 }] } }, // one more refusal
    { log: { lines: [{ place: 2 }, { place: 3 }] } }, // one more act in a log that is full
    { me: { is_paired: false } }, // nothing to undo any more
  ];
  for (const change of changes) assert.notEqual(historyKey({ ...seen, ...change }), key, JSON.stringify(change));
});

test("the history is not loaded again for a question or a display", () => {
  assert.equal(historyKey({ ...seen, ask: ask(), box: {} }), historyKey(seen));
  assert.equal(typeof historyKey(EMPTY), "string");
});
