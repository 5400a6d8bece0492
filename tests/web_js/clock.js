// A clock that tests move by hand. Node 18 has none of its own.

/** Replace the timers until the test ends; `advance` moves the time on and fires what is due, in order. */
export function fakeClock(test) {
  const names = ["setTimeout", "clearTimeout", "setInterval", "clearInterval"];
  const real = Object.fromEntries(names.map((name) => [name, globalThis[name]]));
  const realNow = Object.getOwnPropertyDescriptor(performance, "now");
  const timers = new Map();
  let now = 0;
  let last = 0;
  const add = (action, delay, every) => {
    last += 1;
    timers.set(last, { action, due: now + delay, every });
    return last;
  };
  const remove = (number) => timers.delete(number);
  Object.assign(globalThis, {
    setTimeout: (action, delay) => add(action, delay, null),
    setInterval: (action, delay) => add(action, delay, delay),
    clearTimeout: remove,
    clearInterval: remove,
  });
  Object.defineProperty(performance, "now", { value: () => now, configurable: true });
  test.after(() => {
    Object.assign(globalThis, real);
    if (realNow) Object.defineProperty(performance, "now", realNow);
    else delete performance.now;
  });

  return {
    advance(milliseconds) {
      const end = now + milliseconds;
      for (;;) {
        const [next] = [...timers].filter(([, timer]) => timer.due <= end).sort(([, one], [, other]) => one.due - other.due);
        if (!next) break;
        const [number, timer] = next;
        now = timer.due;
        if (timer.every === null) timers.delete(number);
        else timer.due += timer.every;
        timer.action();
      }
      now = end;
    },
  };
}
