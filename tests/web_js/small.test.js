// Small pure functions of modules that otherwise build the page.

import assert from "node:assert/strict";
import { test } from "node:test";

import { betterWith } from "../../firmware_py/page/static/analysis.js";
import { layoutOf } from "../../firmware_py/page/static/ask.js";
import { printed, typedNumber } from "../../firmware_py/page/static/my-copy-parts.js";
import { blocksOf } from "../../firmware_py/page/static/notice.js";
import { cleanCode, codeOf } from "../../firmware_py/page/static/pair.js";
import { isOnlyHere } from "../../firmware_py/page/static/invite.js";
import { inviting } from "../../firmware_py/page/static/tv.js";
import { option } from "./samples.js";

test("answers: places and numbers are small, a cross and short labels stand in pairs, the rest one by one", () => {
  const short = [option("a", { label: "x".repeat(18) })];
  const long = [...short, option("b", { label: "x".repeat(19) })];
  const layout = (shape, options) => layoutOf({ shape, options });
  assert.deepEqual([layout("board", short), layout("number", long)], ["numbers", "numbers"]);
  assert.deepEqual([layout("cross", long), layout("list", short), layout("list", long)], ["pairs", "pairs", ""]);
  assert.deepEqual([layout("name", short), layout("text", short), layout("end", short)], ["", "", ""]);
});

test("analysis: taps find a better move by its place and its piece, in any order", () => {
  const light = { label: "light cube on 310", taps: ["spot:310", "choice:L"] };
  const dark = { label: "dark cube on 310", taps: ["spot:310", "choice:D"] };
  const other = { label: "dark cube on 400", taps: ["spot:400", "choice:D"] };
  const left = (...tapped) => betterWith([light, dark, other], tapped).map(({ label }) => label);
  assert.deepEqual(left("spot:310"), [light.label, dark.label]);
  assert.deepEqual(left("spot:310", "choice:D"), [dark.label]);
  assert.deepEqual(left("choice:D", "spot:400"), [other.label]);
  assert.deepEqual(left("spot:400", "choice:L"), []);
  assert.deepEqual(left("spot:301"), []);
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

test("television: an address of this computer is for no phone", () => {
  assert.deepEqual(["localhost", "127.0.0.1", "192.168.1.5", "sideline.local"].map(isOnlyHere), [true, true, false, false]);
});

test("television: an invitation that could not be fetched is fetched again with the next news, and then no more", async () => {
  const answers = [Promise.reject(new Error("no network")), Promise.resolve(false), Promise.resolve(true), Promise.resolve(true)];
  let asked = 0;
  const invite = inviting(() => answers[asked++]);
  await invite(null);
  const told = [];
  for (const codes of [7, 7, 7, 7, 8]) {
    await invite({ is_paired: true, codes });
    told.push(asked);
  }
  assert.deepEqual(told, [1, 2, 3, 3, 4]);
});
