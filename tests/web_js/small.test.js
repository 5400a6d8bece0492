// Small pure functions of modules that otherwise build the page.

import assert from "node:assert/strict";
import { test } from "node:test";

import { betterAt } from "../../firmware_py/web/static/analysis.js";
import { layoutOf } from "../../firmware_py/web/static/ask.js";
import { lookOf, visibleFaces } from "../../firmware_py/web/static/dice.js";
import { printed, typedNumber } from "../../firmware_py/web/static/house-parts.js";
import { blocksOf } from "../../firmware_py/web/static/notice.js";
import { cleanCode, codeOf } from "../../firmware_py/web/static/pair.js";
import { option } from "./samples.js";

test("answers: places and numbers are small, a cross and short labels stand in pairs, the rest one by one", () => {
  const short = [option("a", { label: "x".repeat(18) })];
  const long = [...short, option("b", { label: "x".repeat(19) })];
  const layout = (shape, options) => layoutOf({ shape, options });
  assert.deepEqual([layout("board", short), layout("number", long)], ["numbers", "numbers"]);
  assert.deepEqual([layout("compass", long), layout("list", short), layout("list", long)], ["pairs", "pairs", ""]);
  assert.deepEqual([layout("name", short), layout("text", short), layout("end", short)], ["", "", ""]);
});

test("analysis: a tap finds a better move by its place, whatever else it means", () => {
  const better = [{ label: "light cube on 310", taps: ["spot:310", "choice:L"] }, { label: "dark cube on 400", taps: ["spot:400", "choice:D"] }];
  assert.equal(betterAt({ better }, ["choice:X", "spot:400"])?.label, "dark cube on 400");
  assert.equal(betterAt({ better }, ["spot:301", "choice:L"]), undefined);
});

test("dice: the reader sees what lies flat in the tray", () => {
  const seen = (state) => visibleFaces(state, [3, 5]);
  assert.deepEqual(seen("settled"), [3, 5]);
  assert.deepEqual([seen("cocked"), seen("few")], [[5], [5]], "one leans, or is gone");
  assert.deepEqual([seen("rolling"), seen("handled"), seen("unsure")], [[], [], []]);
});

test("dice: a tray from which all were taken looks as if they were in a hand", () => {
  assert.equal(lookOf({ state: "few", faces: [] }), "turned");
  assert.equal(lookOf({ state: "few", faces: [5] }), "few");
  assert.equal(lookOf({ state: "settled", faces: [] }), "settled");
});

test("notices: neighbouring points are one list, paragraphs stand alone", () => {
  assert.deepEqual(blocksOf(["Why.", "· one", "•two", "Then.", "· three"]), ["Why.", ["one", "two"], "Then.", ["three"]]);
  assert.deepEqual(blocksOf(["· first"]), [["first"]]);
  assert.deepEqual(blocksOf(["a · b"]), ["a · b"]);
  assert.deepEqual(blocksOf([]), []);
});

test("pairing: an address brings a code of six or twelve digits, and nothing else", () => {
  assert.equal(codeOf("#123456"), "123456");
  assert.equal(codeOf("#123456789012"), "123456789012");
  for (const hash of ["", "#", "#main", "#1234567", "#123456 ", "123456"]) assert.equal(codeOf(hash), null, hash);
});

test("pairing: digits of every script stay, letters and signs go", () => {
  assert.equal(cleanCode("12-34 5a6"), "1234 56");
  assert.equal(cleanCode("١٢٣"), "١٢٣");
});

test("numbers: printed with a real minus", () => {
  assert.deepEqual([printed(-7), printed(0), printed(12)], ["\u22127", "0", "12"]);
});

test("numbers: what is typed is rounded and moved between the ends; what is not a number changes nothing", () => {
  const typed = (text) => typedNumber(text, [-3, 9]);
  assert.deepEqual(["4", "4.6", "-99", "99", "0"].map(typed), [4, 5, -3, 9, 0]);
  assert.deepEqual(["", "x", "Infinity"].map(typed), [null, null, null]);
});
