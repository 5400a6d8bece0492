// Lines of the log: what somebody has unfolded stays so, in its match only.

import assert from "node:assert/strict";
import { test } from "node:test";

/** An element, as far as lines of the log use it. */
class FakeElement {
  constructor(name) {
    Object.assign(this, { name, children: [], attributes: {}, listeners: {} });
  }

  setAttribute(name, value) {
    this.attributes[name] = value;
  }

  addEventListener(name, listener) {
    this.listeners[name] = listener;
  }

  append(...children) {
    this.children.push(...children);
  }
}
globalThis.document = { createElement: (name) => new FakeElement(name), getElementById: () => null };
globalThis.fetch = async () => ({ ok: false });
const { logLine } = await import("../../firmware_py/page/static/log.js");

const find = (element, name) => (element.name === name ? element : element.children?.map((child) => find(child, name)).find(Boolean));
const roundOf = (match, query) => find(logLine({ text: "", kind: "act", round: 1 }, { send() {}, match, query }), "details");
const isOpen = (details) => "open" in details.attributes;

test("a round that was unfolded stays so in its own match, and not in the next one", async () => {
  const details = roundOf(4);
  assert.equal(isOpen(details), false);
  details.open = true;
  await details.listeners.toggle();
  assert.deepEqual([roundOf(4), roundOf(4, "?match=4"), roundOf(5)].map(isOpen), [true, true, false]);
  details.open = false;
  await details.listeners.toggle();
  assert.equal(isOpen(roundOf(4)), false);
});
