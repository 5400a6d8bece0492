import assert from "node:assert/strict";
import { test } from "node:test";

import { dayOf, found, gridOf, linePath, minutesSince, others, pageOf, share, shown, signed } from "../../firmware_py/club/static/club-data.js";

const table = (order, more = {}) => ({ box: "1f2e3d4c", order, name: `Table ${order}`, is_there: true, status: "playing", title: "Inside", acts: 0, began: 0, seats: [{ seat: 1, mark: 1, name: "Anna", points: 1, is_turn: true, is_winner: false }], ...more });

test("cards are for tables at which somebody plays, in their order", () => {
  const tables = [table(2), table(1), table(3, { status: "idle" }), table(4, { is_there: false }), table(5, { status: "over" })];
  assert.deepEqual(shown(tables).map((one) => one.order), [1, 2, 5]);
  assert.deepEqual(others(tables).free.map((one) => one.order), [3]);
  assert.deepEqual(others(tables).away.map((one) => one.order), [4]);
});

test("pages turn and begin again after the last", () => {
  const tables = [1, 2, 3, 4, 5].map((order) => table(order));
  assert.deepEqual([0, 1, 2, 3].map((page) => pageOf(tables, page, 2).tables.map((one) => one.order)), [[1, 2], [3, 4], [5], [1, 2]]);
  assert.deepEqual(pageOf([], 7, 2), { tables: [], at: 0, pages: 1 });
});

test("few cards are large, and a page has room for nine", () => {
  assert.deepEqual([0, 1, 2, 3, 4, 5, 6, 7, 9].map((count) => gridOf(count)).map(({ columns, rows }) => `${columns}x${rows}`), ["1x1", "1x1", "2x1", "2x2", "2x2", "3x2", "3x2", "3x3", "3x3"]);
});

test("a table is found by its name, its game and its players", () => {
  const tables = [table(1), table(2, { title: "Offline", seats: [] })];
  assert.deepEqual(["anna", "OFFLINE", " table 2 ", "", "nobody"].map((text) => found(tables, text).map((one) => one.order)), [[1], [2], [2], [1, 2], []]);
});

test("figures and days are written as the language writes them", () => {
  assert.deepEqual([-10, 0, 7].map(signed), ["−10", "0", "7"]);
  const now = new Date("2026-11-25T12:00:00Z");
  assert.deepEqual(["en-GB", "fr", "de"].map((language) => dayOf("2026-11-20", language, now)), ["20 Nov", "20 nov.", "20. Nov."]);
  assert.deepEqual(["en-GB", "fr", "de"].map((language) => dayOf("2025-11-20", language, now)), ["20 Nov 2025", "20 nov. 2025", "20. Nov. 2025"]);
  assert.equal(dayOf("????-??-??", "en"), "????-??-??");
});

test("minutes are counted, and never below none", () => {
  assert.deepEqual([0, 570, 630, 900].map((began) => minutesSince(began, 630)), [10, 1, 0, 0]);
});

test("figures", () => {
  assert.equal(share(1, 3), "33 %");
  assert.equal(share(0, 0), "0 %");
  assert.equal(linePath([1500, 1600]), "M0.00 95.00L100.00 5.00");
  assert.equal(linePath([1500]), "M0.00 95.00");
});
