// The one way to ask the server for something.

const TIMEOUT_MS = 8_000;

/** Send a request: a POST if it has a body, else a GET. Fails if nobody answers in time. @param {string} address @param {RequestOptions} options */
export function request(address, { body, token, signal, timeout = TIMEOUT_MS } = {}) {
  /** @type {Record<string, string>} */
  const headers = {};
  if (body !== undefined) headers["Content-Type"] = "application/json";
  if (token) headers["X-Sideline-Token"] = token;
  const limit = AbortSignal.timeout(timeout);
  return fetch(address, {
    method: body === undefined ? "GET" : "POST",
    headers,
    body: body === undefined ? undefined : JSON.stringify(body),
    signal: signal && AbortSignal.any ? AbortSignal.any([signal, limit]) : signal ?? limit,
    cache: "no-store",
  });
}

/** Return the reason that the server gives for a refusal; an empty one if it gives none. @param {Response} answer @returns {Promise<Refusal>} */
export async function refusalOf(answer) {
  try {
    return await answer.json();
  } catch {
    return {};
  }
}
