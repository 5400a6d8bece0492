import assert from "node:assert/strict";
import { test } from "node:test";

import { listen } from "../../firmware_py/http/static/feed.js";
import { fakeClock } from "./clock.js";

/** Listen to a server that the test plays. */
function setUp(context) {
  const clock = fakeClock(context);
  const sources = [];
  const listeners = {};
  const addEventListener = (name, listener) => { listeners[name] = listener; };
  const fakes = {
    EventSource: class {
      constructor(address) {
        this.address = address;
        this.isOpen = true;
        sources.push(this);
      }

      close() { this.isOpen = false; }
    },
    document: { visibilityState: "visible", addEventListener },
    addEventListener,
  };
  const real = Object.fromEntries(Object.keys(fakes).map((name) => [name, globalThis[name]]));
  const realRandom = Math.random;
  Math.random = () => 0.5; // the middle of the pause
  Object.assign(globalThis, fakes);
  context.after(() => {
    Object.assign(globalThis, real);
    Math.random = realRandom;
  });
  const changes = [];
  const ages = [];
  const feed = listen((changed) => changes.push(changed), (seconds) => ages.push(seconds));
  return {
    clock, sources, listeners, changes, ages, feed,
    say: (changed = {}) => sources.at(-1).onmessage({ data: JSON.stringify(changed) }),
    fail: () => sources.at(-1).onerror(),
  };
}

test("every event is passed on, and the first one makes the page fresh", (context) => {
  const { sources, changes, ages, say } = setUp(context);
  assert.equal(sources[0].address, "/events");
  say({ me: null });
  say({ ask: null });
  assert.deepEqual(changes, [{ me: null }, { ask: null }]);
  assert.deepEqual(ages, [null]);
});

test("a lost connection is told with its age, and healed", (context) => {
  const { clock, sources, ages, say, fail } = setUp(context);
  say();
  clock.advance(3000);
  fail();
  assert.deepEqual(ages, [null, 3]);
  assert.equal(sources.length, 1);
  clock.advance(400);
  assert.equal(sources.length, 2);
  say();
  assert.equal(ages.at(-1), null);
});

test("pauses double up to eight seconds and begin again after an event", (context) => {
  const { clock, sources, say, fail } = setUp(context);
  for (const pause of [400, 800, 1600, 3200, 6400, 8000, 8000]) {
    const before = sources.length;
    fail();
    clock.advance(pause - 1);
    assert.equal(sources.length, before, `not before ${pause} ms`);
    clock.advance(1);
    assert.equal(sources.length, before + 1, `after ${pause} ms`);
  }
  say();
  fail();
  clock.advance(400);
  assert.equal(sources.length, 9);
});

test("a server that is silent for more than twenty seconds is lost; one that speaks every ten is not", (context) => {
  const { clock, sources, ages, say } = setUp(context);
  for (let beat = 0; beat < 6; beat += 1) {
    say();
    clock.advance(10_000);
  }
  assert.deepEqual([sources.length, ages], [1, [null]]);
  clock.advance(11_000);
  assert.equal(sources[0].isOpen, false);
  assert.equal(ages.at(-1), 21);
});

test("the age ticks while nobody answers", (context) => {
  const { clock, ages } = setUp(context);
  clock.advance(3000);
  assert.deepEqual(ages, [1, 2, 3]);
});

test("what an old connection still says is not heard", (context) => {
  const { sources, changes, feed } = setUp(context);
  feed.reconnect();
  assert.equal(sources[0].isOpen, false);
  sources[0].onmessage({ data: '{"ask":null}' });
  sources[0].onerror();
  assert.deepEqual(changes, []);
  assert.deepEqual(sources.map(({ isOpen }) => isOpen), [false, true]);
});

test("a phone that wakes up tries at once if its news is old, and only then", (context) => {
  const { clock, sources, listeners, say, fail } = setUp(context);
  say();
  listeners.visibilitychange();
  assert.equal(sources.length, 1, "all is well");
  fail();
  listeners.visibilitychange();
  assert.equal(sources.length, 2);
  clock.advance(5000);
  assert.equal(sources.length, 2, "the pause is over with it");
  globalThis.document.visibilityState = "hidden";
  fail();
  listeners.online();
  assert.equal(sources.length, 2, "nobody looks");
});
