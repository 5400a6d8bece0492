// A queue of what people do: sent in the order in which they did it, one request at a time.

import { refusalOf, request } from "./http.js";

const MOST_WAITING = 20;

/**
 * Make the function that sends.
 * @param {() => string | null | undefined} token the session's
 * @param {(why: string | undefined, status: number) => void} onRefused gets the server's reason
 * @param {() => void} onLost is called if nobody answers
 * @returns {Send}
 */
export function makeSender(token, onRefused, onLost) {
  /** @type {Action[]} */
  const waiting = [];
  let isBusy = false;

  async function work() {
    isBusy = true;
    for (let body = waiting.shift(); body; body = waiting.shift()) {
      try {
        const answer = await request("/do", { body, token: token() });
        if (!answer.ok) onRefused((await refusalOf(answer)).why, answer.status);
      } catch {
        waiting.length = 0; // a press that arrives minutes later would be worse than a lost one
        onLost();
      }
    }
    isBusy = false;
  }

  return function send(body) {
    const isRepeat = body.do === "press" && body.kind === "repeat";
    if (waiting.length >= MOST_WAITING || (isRepeat && waiting.length > 1)) return;
    waiting.push(body);
    if (!isBusy) work();
  };
}
