// How long each player has thought, beside the names. It advises, it never judges.

import { byId, find, loadStyle, make } from "./dom.js";
import { word } from "./words.js";

const TICK_MS = 500;

/** Return a time as minutes and seconds; one that is over has a sign. @param {number} milliseconds */
export function clockText(milliseconds) {
  const seconds = Math.floor(Math.abs(milliseconds) / 1000);
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const rest = `${String(minutes).padStart(hours > 0 ? 2 : 1, "0")}:${String(seconds % 60).padStart(2, "0")}`;
  return `${milliseconds < 0 ? "−" : ""}${hours > 0 ? `${hours}:` : ""}${rest}`;
}

/** Return what the clock of a seat shows: the time spent, or what is left of a budget. @param {MatchClock} clock @param {number} seat @param {number} now the time of the box */
export function shownTime({ spent, seat: running, since, is_paused: isPaused, mode }, seat, now) {
  const thought = (spent[seat - 1] ?? 0) + (running === seat && !isPaused ? Math.max(now - since, 0) : 0);
  return mode === "up" ? thought : Number(mode) * 60_000 - thought;
}

/** @param {Tools} tools @returns {View} */
export function makeClock({ send }) {
  let state = /** @type {State | null} */ (null);
  let began = -1;
  let offset = 0;
  let timer = 0;
  loadStyle("more.css");

  function tick() {
    const clock = state?.game?.clock;
    if (!clock || clock.mode === "off") return;
    for (const { seat, mark } of state?.game?.seats ?? []) {
      const item = find(byId("standing"), `.seat[data-seat="${mark}"]`);
      if (!item) continue;
      let place = find(item, ".thought");
      if (!place) {
        place = make("span", { class: "thought" });
        item.append(place);
      }
      const time = shownTime(clock, seat, performance.now() - offset);
      place.textContent = clockText(time);
      place.classList.toggle("is-over", time < 0);
    }
  }

  function drawPause() {
    const clock = state?.game?.clock;
    const place = byId("pause");
    const isShown = Boolean(clock && clock.mode !== "off" && clock.seat && state?.me?.is_paired);
    place.hidden = !isShown;
    if (!clock || !isShown) return;
    place.textContent = word(clock.is_paused ? "page.go-on" : "page.pause");
    place.setAttribute("aria-pressed", String(clock.is_paused));
  }

  byId("pause").addEventListener("click", () => send({ do: "pause", is_paused: !state?.game?.clock?.is_paused }));
  return {
    show(now, changed) {
      state = now;
      if (changed.me && changed.me.now !== began) {
        began = changed.me.now; // of this connection: a new seat brings the same once more, later
        offset = performance.now() - began;
      }
      if (!("game" in changed || "me" in changed)) return;
      const isOn = Boolean(now.game?.clock && now.game.clock.mode !== "off");
      clearInterval(timer);
      timer = isOn ? setInterval(tick, TICK_MS) : 0;
      drawPause();
      tick();
    },
  };
}
