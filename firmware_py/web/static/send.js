// What people do, sent in the order in which they did it: one request under way at a time.

const PATIENCE = 8_000;
const MOST_WAITING = 20;

/** Ask the server for something; `token` is the session's, where something changes. */
export async function request(address, { body, token, signal } = {}) {
  const headers = body === undefined ? {} : { "Content-Type": "application/json" };
  if (token) headers["X-Sideline-Token"] = token;
  const limit = AbortSignal.timeout(PATIENCE);
  return fetch(address, {
    method: body === undefined ? "GET" : "POST",
    headers,
    body: body === undefined ? undefined : JSON.stringify(body),
    signal: signal && AbortSignal.any ? AbortSignal.any([signal, limit]) : signal ?? limit,
    cache: "no-store",
  });
}

/** Read the reason that the server gives for a refusal. */
export async function whyOf(answer) {
  try {
    return await answer.json();
  } catch {
    return {};
  }
}

/** Make the sender. `onRefused` gets the server's reason; `onLost` hears that nobody answers. */
export function makeSender(token, onRefused, onLost) {
  const waiting = [];
  let isBusy = false;

  async function work() {
    isBusy = true;
    while (waiting.length > 0) {
      const body = waiting.shift();
      try {
        const answer = await request("/do", { body, token: token() });
        if (!answer.ok) onRefused((await whyOf(answer)).why, answer.status);
      } catch {
        waiting.length = 0; // a press that arrives minutes later would be worse than a lost one
        onLost();
      }
    }
    isBusy = false;
  }

  return function send(body) {
    if (waiting.length >= MOST_WAITING || (body.kind === "repeat" && waiting.length > 1)) return;
    waiting.push(body);
    if (!isBusy) work();
  };
}
