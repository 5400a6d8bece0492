// The one way to ask the server for something.

import { word } from "./words.js";

const TIMEOUT_MS = 8_000;

/** Send a request: a POST if it has a body (plain values, or a file as it is), else a GET. Fails if nobody answers in time. @param {string} address @param {RequestOptions} options */
export function request(address, { body, token, signal, timeout = TIMEOUT_MS } = {}) {
  /** @type {Record<string, string>} */
  const headers = {};
  if (body !== undefined) headers["Content-Type"] = "application/json";
  if (token) headers["X-Sideline-Token"] = token;
  const limit = AbortSignal.timeout(timeout);
  return fetch(address, {
    method: body === undefined ? "GET" : "POST",
    headers,
    body: body === undefined || body instanceof Blob ? body : JSON.stringify(body),
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

/** Send something and return why it was not taken; null if it was. @type {(address: string, body: unknown, token: string | null | undefined, timeout?: number) => Promise<string | null>} */
export async function post(address, body, token, timeout) {
  try {
    const answer = await request(address, { body, token, timeout });
    return answer.ok ? null : (await refusalOf(answer)).why ?? word("page.refused");
  } catch {
    return word("page.not-sent");
  }
}
