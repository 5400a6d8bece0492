// What the server tells, as it happens. A lost connection heals by itself; until then the page says how old it is.

const SILENCE = 20_000; // the server beats every 10 seconds
const FIRST_PAUSE = 400;
const LONGEST_PAUSE = 8_000;

/**
 * Listen to the server's events.
 * `onParts` gets what has changed; `onFreshness` is told null while all is well, else for how many seconds it is not.
 */
export function listen(onParts, onFreshness) {
  let source = null;
  let heard = performance.now();
  let pause = FIRST_PAUSE;
  let retry = 0;
  let isStale = true;

  function connect() {
    clearTimeout(retry);
    source?.close();
    const mine = new EventSource("/events");
    source = mine;
    let isFirst = true;
    mine.onmessage = (event) => {
      if (source !== mine) return;
      heard = performance.now();
      pause = FIRST_PAUSE;
      onParts(JSON.parse(event.data), isFirst);
      isFirst = false;
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
    tell();
    clearTimeout(retry);
    retry = setTimeout(connect, pause * (0.75 + Math.random() / 2)); // fifty phones do not come back at once
    pause = Math.min(pause * 2, LONGEST_PAUSE);
  }

  function tell() {
    onFreshness(Math.round((performance.now() - heard) / 1000));
  }

  setInterval(() => {
    if (isStale) tell();
    else if (performance.now() - heard > SILENCE) lose();
  }, 1000);
  // A phone that wakes up knows at once whether the server is there, rather than after the next pause.
  const wake = () => {
    if (document.visibilityState === "visible" && (isStale || performance.now() - heard > SILENCE)) connect();
  };
  document.addEventListener("visibilitychange", wake);
  addEventListener("online", wake);
  addEventListener("pagehide", () => source?.close());
  addEventListener("pageshow", (event) => event.persisted && connect());
  connect();
  return { reconnect: connect, lose };
}
