import assert from "node:assert/strict";
import { test } from "node:test";

import { refusalOf, request } from "../../firmware_py/http/static/http.js";

/** Replace fetch until the test ends; return what it is called with. */
function fakeFetch(context, answer = () => new Response("{}")) {
  const real = globalThis.fetch;
  const calls = [];
  globalThis.fetch = async (address, options) => {
    calls.push({ address, ...options });
    return answer(options);
  };
  context.after(() => { globalThis.fetch = real; });
  return calls;
}

test("without a body it is a GET that stores nothing and shows no token", async (context) => {
  const calls = fakeFetch(context);
  await request("/history");
  const [{ address, method, headers, body, cache }] = calls;
  assert.deepEqual({ address, method, headers, body, cache }, { address: "/history", method: "GET", headers: {}, body: undefined, cache: "no-store" });
});

test("a body is sent as JSON in a POST, with the token of the session", async (context) => {
  const calls = fakeFetch(context);
  await request("/do", { body: { do: "claim", seat: null }, token: "secret" });
  const [{ method, headers, body }] = calls;
  assert.equal(method, "POST");
  assert.deepEqual(headers, { "Content-Type": "application/json", "X-Sideline-Token": "secret" });
  assert.deepEqual(JSON.parse(body), { do: "claim", seat: null });
});

test("who has no token sends no empty one", async (context) => {
  const calls = fakeFetch(context);
  await request("/pair", { body: {}, token: null });
  assert.deepEqual(Object.keys(calls[0].headers), ["Content-Type"]);
});

const neverAnswers = ({ signal }) => new Promise((_, fail) => { signal.addEventListener("abort", () => fail(signal.reason)); });

test("a server that does not answer in time is a failure", async (context) => {
  fakeFetch(context, neverAnswers);
  // A timeout alone does not keep Node running, as it would keep a page.
  const alive = globalThis.setInterval(() => {}, 1000);
  context.after(() => globalThis.clearInterval(alive));
  await assert.rejects(request("/words", { timeout: 20 }), { name: "TimeoutError" });
});

test("what can be given up still has a timeout", async (context) => {
  const calls = fakeFetch(context);
  const { signal } = new AbortController();
  await request("/moment/3", { signal });
  if (AbortSignal.any) assert.notEqual(calls[0].signal, signal);
  const { any } = AbortSignal;
  context.after(() => { AbortSignal.any = any; });
  AbortSignal.any = undefined;
  await request("/moment/3", { signal });
  assert.equal(calls[1].signal, signal, "an older browser that cannot join the two");
});

test("a request can be given up", async (context) => {
  fakeFetch(context, neverAnswers);
  const controller = new AbortController();
  const asked = request("/moment/3", { signal: controller.signal });
  controller.abort();
  await assert.rejects(asked, { name: "AbortError" });
});

test("the reason of a refusal is read, and its absence is not an error", async () => {
  assert.deepEqual(await refusalOf(new Response('{"why":"Too fast.","seconds":3}', { status: 429 })), { why: "Too fast.", seconds: 3 });
  assert.deepEqual(await refusalOf(new Response("<h1>Bad gateway</h1>", { status: 502 })), {});
});
