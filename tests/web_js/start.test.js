// The set-up form proposes what was played last, and never what a game cannot be played with.

import assert from "node:assert/strict";
import { test } from "node:test";

import { asked, fitted, partnersOf, proposed, valuesForEach } from "../../firmware_py/page/static/start.js";

const homes = { tag: "Homes", label: "", about: "", values: ["a1", "a5", "e1"].map((value) => ({ value, label: value })), seats: [2, 3], only_if: ["Depth", "board"], is_for_each: true };
const depth = { tag: "Depth", label: "", about: "", values: ["stair", "board"].map((value) => ({ value, label: value })), seats: [2, 3], only_if: null, is_for_each: false };
const city = { name: "city", seats: [2, 3], usual: 3, options: [depth, homes], levels: [], begins: null };
const duel = { name: "duel", seats: [2], usual: 2, options: [], levels: [{ value: "easy", label: "easy" }], begins: 1 };

test("the last match is proposed again, and without one the first game with its usual number of players", () => {
  const last = { game: "duel", players: ["Anna", "Ben"], tags: {}, first: 1, opponent: null };
  assert.deepEqual(proposed({ games: [city, duel], last }), last);
  assert.deepEqual(proposed({ games: [city, duel], last: null }), { game: "city", players: ["", "", ""], tags: {}, first: 1, opponent: null });
});

test("another game keeps as many names as it has seats", () => {
  const draft = { game: "duel", players: ["Anna", "Ben", "Carla"], tags: {}, first: 3, opponent: null };
  assert.deepEqual(fitted(draft, duel), { ...draft, players: ["Anna", "Ben"], first: 1 });
  assert.deepEqual(fitted({ ...draft, players: ["Anna"], opponent: { seat: 1, level: "easy" } }, city), { ...draft, players: ["Anna", ""], first: 2 });
});

test("an option is asked with the right number of players, and only after the one that it depends on", () => {
  const draft = { players: ["", ""], tags: {} };
  assert.deepEqual(asked(draft, city), [depth]);
  assert.deepEqual(asked({ ...draft, tags: { Depth: "board" } }, city), [depth, homes]);
  assert.deepEqual(asked({ players: ["", "", "", ""], tags: {} }, city), []);
});

test("no two players start at the same place", () => {
  assert.deepEqual(valuesForEach(homes, { players: ["", "", ""], tags: {} }), ["a1", "a5", "e1"]);
  assert.deepEqual(valuesForEach(homes, { players: ["", ""], tags: { Homes: "e1 e1" } }), ["e1", "a1"]);
  assert.deepEqual(valuesForEach(homes, { players: ["", "", ""], tags: { Homes: "a5" } }), ["a5", "a1", "e1"]);
});

test("partners are those of the option that is chosen, or of its first value", () => {
  const parties = { tag: "Parties", label: "", about: "", values: ["pairs", "alone"].map((value) => ({ value, label: value })), seats: [4], only_if: null, is_for_each: false };
  const teams = [{ count: 4, tag: "Parties", value: "pairs", parties: [[1, 3], [2, 4]] }, { count: 4, tag: "Parties", value: "alone", parties: [] }];
  const game = { ...city, options: [parties], teams };
  const players = ["a", "b", "c", "d"];
  assert.deepEqual(partnersOf({ players, tags: {} }, game), [[2], [3], [0], [1]]);
  assert.deepEqual(partnersOf({ players, tags: { Parties: "alone" } }, game), [[], [], [], []]);
  assert.deepEqual(partnersOf({ players: ["a", "b"], tags: {} }, game), [[], []]);
});
