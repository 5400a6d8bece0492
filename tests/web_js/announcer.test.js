// What is said, and what is said aloud: refusals, and whose turn it is; acceptances are silent.

import assert from "node:assert/strict";
import { test } from "node:test";

import { newsOf } from "../../firmware_py/page/static/announcer.js";
import { clockText, shownTime } from "../../firmware_py/page/static/clock.js";
import { ranked } from "../../firmware_py/page/static/people.js";
import { found } from "../../firmware_py/page/static/rules.js";
import { meant } from "../../firmware_py/page/static/write.js";

const seats = (turn) => [1, 2].map((seat) => ({ seat, is_turn: seat === turn }));
const state = (turn, more = {}) => ({ ask: null, me: { seat: null }, game: { waits: `seat ${turn}`, seats: seats(turn) }, ...more });

test("a refusal is said aloud once", () => {
  const refused = state(1, { ask: { notice: { is_refusal: true, title: "No", lines: ["Why"] } } });
  assert.deepEqual(newsOf(state(1), refused), { text: "No. Why", isAloud: true });
  assert.equal(newsOf(refused, refused), null);
});

test("who has a seat hears of their own turn alone, everybody else of every turn", () => {
  const mine = { me: { seat: 2 } };
  assert.equal(newsOf(state(1, mine), state(2, mine)).isAloud, true);
  assert.equal(newsOf(state(2, mine), state(1, mine)).isAloud, false);
  assert.deepEqual(newsOf(state(1), state(2)), { text: "seat 2", isAloud: true });
});

test("clocks count up, or down from a budget, and stand still when they are paused", () => {
  const clock = { spent: [60_000, 5_000], seat: 1, since: 1_000, is_paused: false, mode: "up" };
  assert.equal(clockText(shownTime(clock, 1, 11_000)), "1:10");
  assert.equal(clockText(shownTime(clock, 2, 11_000)), "0:05");
  assert.equal(clockText(shownTime({ ...clock, is_paused: true }, 1, 99_000)), "1:00");
  assert.equal(clockText(shownTime({ ...clock, mode: "1" }, 1, 4_000)), "−0:03");
  assert.equal(clockText(3_723_000), "1:02:03");
});

test("the leaderboard counts one game, or all", () => {
  const players = [
    { name: "Anna", also: [], games: 3, wins: 1, by_game: [{ title: "Inside", games: 1, wins: 1, best: 2 }] },
    { name: "Ben", also: [], games: 2, wins: 2, by_game: [] },
  ];
  assert.deepEqual(ranked(players, "").map(({ name }) => name), ["Ben", "Anna"]);
  assert.deepEqual(ranked(players, "Inside").map(({ name, best }) => [name, best]), [["Anna", 2]]);
});

test("a rule is found by its number and by its words", () => {
  const rules = [{ id: "ID-1", text: "A cell has three digits" }, { id: "ID-2", text: "On the board" }];
  assert.deepEqual(found(rules, "three CELL").map(({ id }) => id), ["ID-1"]);
  assert.deepEqual(found(rules, "id-2").map(({ id }) => id), ["ID-2"]);
  assert.equal(found(rules, "").length, 2);
});

test("what was played is said before what is asked now, and every question of an entry", () => {
  const lines = (text) => ({ log: { lines: [{ text }] } });
  const game = (acts) => ({ game: { number: 1, acts, waits: "Dark: place a cube", seats: seats(2) } });
  const asked = (title, answered = []) => ({ ask: { title, text: "", answered, notice: null } });
  const before = state(1, { ...game(3), ...lines("old"), ...asked("Dark: place a cube") });
  const played = state(2, { ...game(4), ...lines("Anna: light cube on 310"), ...asked("Dark: place a cube") });
  assert.equal(newsOf(before, played).text, "Anna: light cube on 310. Dark: place a cube", "though the same is asked");
  assert.equal(newsOf(played, { ...played, ...asked("Which cube?", ["211"]) }).text, "211 Which cube?");
  assert.equal(newsOf(played, played), null);
});

test("a move is understood as people type it", () => {
  const moves = ["2 place L400", "2 place D400", "2 place L310"].map((act) => ({ act, label: "" }));
  assert.deepEqual(meant(moves, "310").map(({ act }) => act), ["2 place L310"]);
  assert.deepEqual(meant(moves, "d400").map(({ act }) => act), ["2 place D400"]);
  assert.deepEqual(meant(moves, "400").length, 2);
  assert.deepEqual(meant(moves, "2 PLACE l400").map(({ act }) => act), ["2 place L400"]);
  assert.deepEqual(meant(moves, "nonsense"), []);
});
