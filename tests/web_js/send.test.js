import assert from "node:assert/strict";
import { test } from "node:test";

import { makeSender } from "../../firmware_py/page/static/send.js";

const say = (act) => ({ do: "say", act });

/** Make a sender whose server answers when the test says so. */
function setUp(context) {
  const real = globalThis.fetch;
  context.after(() => { globalThis.fetch = real; });
  const arrived = [];
  const answers = [];
  const refused = [];
  const lost = [];
  globalThis.fetch = (_, { body, headers }) => {
    arrived.push({ body: JSON.parse(body), token: headers["X-Sideline-Token"] });
    return new Promise((resolve, reject) => answers.push({ resolve, reject }));
  };
  let token = "first";
  const send = makeSender(() => token, (...why) => refused.push(why), () => lost.push(true));
  const settle = async (finish) => {
    finish(answers.shift());
    await new Promise((resolve) => { setImmediate(resolve); });
  };
  return {
    send, arrived, refused, lost,
    acts: () => arrived.map(({ body }) => body.act ?? body.kind),
    accept: () => settle(({ resolve }) => resolve(new Response(null, { status: 204 }))),
    refuse: (status, text) => settle(({ resolve }) => resolve(new Response(text, { status }))),
    lose: () => settle(({ reject }) => reject(new TypeError("network"))),
    setToken: (other) => { token = other; },
  };
}

test("actions arrive in order, each after the answer to the one before", async (context) => {
  const { send, acts, accept } = setUp(context);
  for (const act of ["a", "b", "c"]) send(say(act));
  assert.deepEqual(acts(), ["a"]);
  await accept();
  assert.deepEqual(acts(), ["a", "b"]);
  await accept();
  await accept();
  assert.deepEqual(acts(), ["a", "b", "c"]);
  send(say("d"));
  assert.deepEqual(acts(), ["a", "b", "c", "d"], "an empty queue starts again");
});

test("each action has the token of its own moment", async (context) => {
  const { send, arrived, accept, setToken } = setUp(context);
  send(say("a"));
  send(say("b"));
  setToken("second");
  await accept();
  assert.deepEqual(arrived.map(({ token }) => token), ["first", "second"]);
});

test("a refusal is reported with its reason, and the rest is sent all the same", async (context) => {
  const { send, acts, refuse, refused, lost } = setUp(context);
  send(say("a"));
  send(say("b"));
  await refuse(403, '{"why":"Not paired."}');
  assert.deepEqual(refused, [["Not paired.", 403]]);
  await refuse(500, "not JSON");
  assert.deepEqual(refused[1], [undefined, 500]);
  assert.deepEqual(acts(), ["a", "b"]);
  assert.deepEqual(lost, []);
});

test("if nobody answers, what waits is dropped: a late press is worse than a lost one", async (context) => {
  const { send, acts, accept, lose, lost, refused } = setUp(context);
  for (const act of ["a", "b", "c"]) send(say(act));
  await lose();
  assert.deepEqual(acts(), ["a"]);
  assert.deepEqual([lost.length, refused.length], [1, 0]);
  send(say("d"));
  await accept();
  assert.deepEqual(acts(), ["a", "d"]);
});

test("a key that is held does not fill the queue", async (context) => {
  const { send, acts, accept } = setUp(context);
  for (let times = 0; times < 9; times += 1) send({ do: "press", key: "down", kind: "repeat" });
  send(say("after"));
  for (let answered = 0; answered < 4; answered += 1) {
    assert.equal(acts().length, answered + 1);
    await accept();
  }
  assert.deepEqual(acts(), ["repeat", "repeat", "repeat", "after"], "one under way, two that wait");
});

test("at most twenty wait", async (context) => {
  const { send, acts, accept } = setUp(context);
  for (let number = 0; number < 40; number += 1) send(say(String(number)));
  for (let number = 0; number < 21; number += 1) await accept();
  assert.deepEqual(acts(), Array.from({ length: 21 }, (_, number) => String(number)));
});
