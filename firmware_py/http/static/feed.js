// The server's events. A lost connection heals by itself; until then the page says how old its news is.

const SILENCE_MS = 20_000; // the server sends something every 10 seconds
const FIRST_PAUSE_MS = 400;
const LONGEST_PAUSE_MS = 8_000;

/**
 * Listen to the server's events.
 * @param {(changed: Changes) => void} onChanges
 * @param {(seconds: number | null) => void} onFreshness gets null while all is well, else for how many seconds nothing came
 */
export function listen(onChanges, onFreshness) {
  /** @type {EventSource | null} */
  let source = null;
  let heard = performance.now();
  let pause = FIRST_PAUSE_MS;
  let retry = 0;
  let isStale = true;

  function connect() {
    clearTimeout(retry);
    source?.close();
    const mine = new EventSource("/events");
    source = mine;
    mine.onmessage = (event) => {
      if (source !== mine) return;
      heard = performance.now();
      pause = FIRST_PAUSE_MS;
      onChanges(JSON.parse(event.data));
      if (isStale) {
        isStale = false;
        onFreshness(null);
      }
    };
    mine.onerror = () => {
      if (source === mine) lose();
    };
  }

  function lose() {
    source?.close();
    source = null;
    isStale = true;
    reportAge();
    clearTimeout(retry);
    retry = setTimeout(connect, pause * (0.75 + Math.random() / 2)); // fifty phones do not come back at once
    pause = Math.min(pause * 2, LONGEST_PAUSE_MS);
  }

  function reportAge() {
    onFreshness(Math.round((performance.now() - heard) / 1000));
  }

  setInterval(() => {
    if (isStale) reportAge();
    else if (performance.now() - heard > SILENCE_MS) lose();
  }, 1000);
  // A phone that wakes up tries at once, rather than after the next pause.
  const wake = () => {
    if (document.visibilityState === "visible" && (isStale || performance.now() - heard > SILENCE_MS)) connect();
  };
  document.addEventListener("visibilitychange", wake);
  addEventListener("online", wake);
  addEventListener("pagehide", () => source?.close());
  addEventListener("pageshow", (event) => event.persisted && connect());
  connect();
  return { reconnect: connect, lose };
}
