// History: every act, the table as it was after each, undo to here, charts, the record and the score sheet.

import { makeAnalysis } from "./analysis.js";
import { byId, icon, loadStyle, make, parseSvg, prefersReducedMotion, setContents, storage, UNDO } from "./dom.js";
import { fit, keepFitting } from "./fit.js";
import { request } from "./http.js";
import { logLine, matchLinks } from "./log.js";
import { markLast } from "./last-move.js";
import { movePieces, piecesIn } from "./pieces.js";
import { EMPTY, historyKey } from "./state.js";
import { standing } from "./table.js";
import { word } from "./words.js";

const STEP_MS = 1_100;
const PLAY = "M8 5l11 7-11 7z";
const PAUSE = "M8 5v14M16 5v14";

/** Make the history of the match on the table, or of another one that `query` names: that is only looked at. @param {Tools} tools @param {HTMLElement} place @param {string} query @returns {View} */
export function makeHistory({ send, confirm, toast, view }, place = byId("history"), query = "") {
  const acts = make("ol", { class: "lines acts" });
  const charts = make("div", { class: "charts" });
  const stage = make("div", { class: "drawing" });
  const seats = make("div", { class: "standing" });
  const banner = make("p", { class: "banner", role: "status" });
  const sought = make("p", { class: "sought", role: "status" });
  const slider = make("input", { class: "slider", "aria-label": word("page.moment"), type: "range", min: 0, max: 0, value: 0, oninput: () => look(Number(slider.value)) });
  const play = make("button", { class: "quiet", "aria-pressed": "false", "aria-label": word("page.play"), onclick: () => setPlaying(timer === 0) }, icon(PLAY));
  const now = make("button", { class: "small accent", onclick: () => look(last) }, word("page.now"));
  let last = 0;
  /** How many moves of the game stand after each line of the log; first after none. @type {number[]} */
  let moves = [0];
  /** The moment that is shown; null for now. @type {number | null} */
  let at = null;
  let timer = 0;
  let asked = new AbortController();
  let state = EMPTY;
  let loaded = "";
  /** @type {Mistake[]} */
  let mistakes = [];

  /** @type {(by: number, name: string, path: string) => HTMLElement} */
  const step = (by, name, path) =>
    make("button", { class: "quiet", "aria-label": word(name), onclick: () => look(Math.min(Math.max((at ?? last) + by, 0), last)) }, icon(path));
  const moment = make("div", { class: "moment" },
    make("div", { class: "banner-row" }, banner, now), sought, seats, make("div", { class: "stage" }, stage),
    make("div", { class: "player" }, step(-1, "page.before", "M15 6l-6 6 6 6"), play, step(1, "page.after", "M9 6l6 6-6 6"), slider));
  const analysis = makeAnalysis(stage, sought, lookUp, send);
  const rest = make("div", { class: "told" }, make("p", { class: "row" }, matchLinks(query)), analysis.place, make("h2", {}, word("page.acts")), acts, charts);
  place.append(moment, rest);
  keepFitting(stage);

  async function load() {
    try {
      const [answer] = await Promise.all([request(`/history${query}`), loadStyle("charts.css")]);
      if (!answer.ok) return;
      /** @type {HistoryAnswer} */
      const history = await answer.json();
      loaded = historyKey(state);
      last = history.acts.length;
      moves = [0, ...history.acts.map((act) => act.moves)];
      slider.max = String(last);
      mistakes = history.mistakes;
      if (state.game) analysis.show(state.game, mistakes);
      setContents(acts, [...history.acts].reverse().map(lineOf));
      setContents(charts, history.charts.map(({ title, svg }) => make("figure", {}, make("figcaption", {}, title), parseSvg(svg))));
      if (at === null || at > last) look(last);
      else label();
    } catch {
      toast(word("page.not-sent"));
    }
  }

  /** @param {HistoryLine} act */
  function lineOf(act) {
    const undo = async () => {
      if (await confirm(word("page.undo-sure", { act: act.text }), word("page.undo-here"))) {
        send({ do: "undo-to", place: act.place });
        look(last);
      }
    };
    const canUndo = !query && state.me?.is_paired && act.undos !== null && act.undos > 0;
    return logLine(act, { send, match: state.game?.number, query },
      make("span", { class: "does" },
        make("button", { class: "quiet", "data-key": `look ${act.place}`, "aria-label": word("page.look-at", { place: act.moves }), onclick: () => lookUp(act.place) }, act.number === null ? "·" : String(act.number)),
        canUndo && make("button", { class: "quiet", "data-key": `undo ${act.place}`, "aria-label": `${word("page.undo-here")}: ${act.text}`, title: word("page.undo-here"), onclick: undo }, icon(UNDO))));
  }

  /** Show the table after some lines of the log; the last one is now. @param {number} number */
  async function look(number) {
    analysis.leave();
    at = number === last ? null : number;
    if (at === null) setPlaying(false);
    slider.value = String(number);
    label();
    asked.abort();
    const mine = new AbortController();
    asked = mine;
    if (at === null) {
      if (state.game) draw(state.game);
      return;
    }
    try {
      const [answer, earlier] = await Promise.all([number, Math.max(number - 1, 0)].map((one) => request(`/moment/${one}${query}`, { signal: mine.signal })));
      if (!answer.ok || !earlier.ok) return;
      /** @type {Moment[]} */
      const [then, before] = await Promise.all([answer.json(), earlier.json()]);
      if (mine !== asked) return;
      draw(then, before.svg, then.text);
      banner.textContent = `${lookingBack(number)} ${then.text}`;
    } catch {
      if (mine === asked) toast(word("page.not-sent"));
    }
  }

  /** Show a moment that somebody has chosen below the board, and the board. @param {number} number */
  function lookUp(number) {
    look(number);
    moment.scrollIntoView({ block: "start", behavior: prefersReducedMotion() ? "auto" : "smooth" });
  }

  /** @param {Pick<Game, "svg" | "seats" | "points">} game @param {string | null} before the drawing before the move that is shown @param {string} text this move */
  function draw(game, before = null, text = "") {
    setContents(seats, game.seats.length > 0 && standing(game));
    const picture = parseSvg(game.svg);
    markLast(picture, before, text);
    picture.classList.add(`show-${storage.get("side", "x")}`);
    const pieces = piecesIn(stage);
    setContents(stage, picture);
    fit(stage);
    movePieces(stage, pieces);
  }

  /** @param {number} number */
  const lookingBack = (number) => word("page.looking-back", { place: moves[number] ?? 0, last: moves[last] ?? 0 });

  function label() {
    place.classList.toggle("is-back", at !== null);
    now.hidden = at === null;
    banner.textContent = at === null ? word(query ? "page.is-end" : "page.is-now", { last: moves[last] ?? 0 }) : lookingBack(at);
    slider.setAttribute("aria-valuetext", banner.textContent);
  }

  /** @param {boolean} isOn */
  function setPlaying(isOn) {
    clearInterval(timer);
    timer = 0;
    play.setAttribute("aria-pressed", String(isOn));
    setContents(play, icon(isOn ? PAUSE : PLAY));
    if (!isOn) return;
    if (at === null) look(0);
    timer = setInterval(() => look(Math.min((at ?? last) + 1, last)), prefersReducedMotion() ? STEP_MS * 2 : STEP_MS);
  }

  function refresh() {
    if (state === EMPTY || view() !== "history") return;
    if (state.game !== null && loaded !== historyKey(state)) load();
  }

  return {
    show(current, changed) {
      state = current;
      if ("game" in changed && current.game && at === null && view() === "history") draw(current.game);
      if ("game" in changed && current.game) analysis.show(current.game, loaded === historyKey(state) ? mistakes : []);
      refresh();
    },
    opened(name) {
      if (name === "history") {
        loaded = "";
        refresh();
      } else setPlaying(false);
    },
  };
}
