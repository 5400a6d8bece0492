import assert from "node:assert/strict";
import { test } from "node:test";

import { format, word } from "../../firmware_py/http/static/words.js";

test("values are filled in by their names, as often as they are named", () => {
  assert.equal(format("{who} beats {other}, {who}!", { who: "Anna", other: "Ben" }), "Anna beats Ben, Anna!");
});

test("a zero is a value like any other", () => {
  assert.equal(format("{seconds} s", { seconds: 0 }), "0 s");
});

test("a value that is missing leaves its name, so that somebody notices", () => {
  assert.equal(format("for {seconds} s", {}), "for {seconds} s");
});

test("doubled braces stand for braces, and what is in a value is left alone", () => {
  assert.equal(format("{{{name}}}", { name: "{x}" }), "{{x}}");
  assert.equal(format("{name}", { name: "$& $1" }), "$& $1");
});

test("a text that is not there is its key", () => {
  assert.equal(word("page.nowhere"), "page.nowhere");
});
