// What is shown while no match is played: the games as pictures, each to play at once, or to watch. Watching, a sample
// match plays itself on the box and on the table; the match of others is not touched.

import { fit } from "./fit.js";
import { pixelsOf, HEIGHT, WIDTH } from "./dots.js";
import { asPicture, icon, loadStyle, make, makeButton, parseSvg, prefersReducedMotion, setContents, storage } from "./dom.js";
import { post, request } from "./http.js";
import { markLast } from "./last-move.js";
import { standing } from "./table.js";
import { word } from "./words.js";

const STEP_MS = 2_000;
const REFUSAL_MS = 5_000;
const PLAY = "M8 5l11 7-11 7z";
const PAUSE = "M8 5v14M16 5v14";

/** @type {SampleGame[]} */
let games = [];

/** Show the games. @param {HTMLElement} place @param {GamesTools} tools */
export async function showGames(place, tools) {
  const [answer] = await Promise.all([request("/samples"), loadStyle("more.css")]);
  if (!answer.ok) throw new Error("no games");
  games = (await answer.json()).games;
  if (tools.isNeeded()) list(place, tools); // else a match has begun meanwhile
}

/** @param {HTMLElement} place @param {GamesTools} tools */
function list(place, tools) {
  setContents(place, make("div", { class: "games" },
    make("h2", {}, word("page.games")),
    make("ul", { class: "game-list" }, games.map((game) => make("li", { class: "game" },
      picture(game.svg),
      make("h3", {}, game.title),
      make("p", {}, game.about),
      make("p", { class: "row" },
        makeButton("accent only-paired", `play ${game.name}`, () => begin(game, tools), word("page.play-game", { game: game.title })),
        makeButton("", `watch ${game.name}`, () => watch(place, tools, game), word("page.watch-game", { game: game.title })))))),
    make("p", { class: "row only-paired" }, ["new-match", "people"].map((part) => makeButton("", part, () => tools.openPart(part), word(`page.${part}`))))));
}

/** Make the picture of a card: in the wide form of the drawing, if it has one. @param {string} text */
function picture(text) {
  const svg = parseSvg(text);
  svg.classList.toggle("wide", Boolean(svg.dataset.wide));
  if (svg.dataset.wide) svg.setAttribute("viewBox", svg.dataset.wide);
  svg.setAttribute("preserveAspectRatio", "xMidYMin slice");
  asPicture(svg, "");
  return svg;
}

/** Begin a match at once: as many players as usual, who get their names later. @param {SampleGame} game @param {GamesTools} tools */
async function begin({ name, players }, { token, toast }) {
  const refused = await post("/setup", { game: name, players: Array(players).fill("") }, token());
  if (refused !== null) toast(refused);
  else storage.set("view", "table"); // where it goes on after the page was loaded again
}

/** Play a sample match. @param {HTMLElement} place @param {GamesTools} tools @param {SampleGame} game */
function watch(place, tools, { name, title, steps }) {
  let at = 0;
  let timer = 0;
  let isPlaying = true;
  /** The drawing before the one that is shown. @type {string | null} */
  let before = null;

  const displays = ["table", "prompt"].map(() => make("canvas", { width: WIDTH, height: HEIGHT, "aria-hidden": "true" }));
  const board = make("div", { class: "drawing" });
  const seats = make("div", { class: "standing" });
  const said = make("div", { class: "said", role: "status" });
  const slider = make("input", { class: "slider", "aria-label": word("page.moment"), type: "range", min: 0, max: steps - 1, value: 0, oninput: () => go(Number(slider.value)) });
  const play = make("button", { class: "quiet", onclick: () => setPlaying(!isPlaying) });
  /** @type {(by: number, label: string, path: string) => HTMLElement} */
  const step = (by, label, path) => make("button", { class: "quiet", "aria-label": word(label), onclick: () => go(at + by) }, icon(path));

  /** Show a step that somebody has chosen, and stop there. @param {number} number */
  function go(number) {
    setPlaying(false);
    show(number);
  }

  /** @param {boolean} isOn */
  function setPlaying(isOn) {
    clearTimeout(timer);
    isPlaying = isOn;
    play.setAttribute("aria-label", word(isOn ? "page.pause-sample" : "page.play"));
    setContents(play, icon(isOn ? PAUSE : PLAY));
    if (isOn) show(at === steps - 1 ? 0 : at + 1);
  }

  /** @param {number} number */
  async function show(number) {
    clearTimeout(timer);
    at = Math.min(Math.max(number, 0), steps - 1);
    const mine = at;
    slider.value = String(at);
    /** @type {SampleStep | null} */
    const shown = await request(`/sample/${name}/${at}`).then((answer) => (answer.ok ? answer.json() : null), () => null);
    if (!place.contains(board) || mine !== at) return; // a match has begun, or somebody was faster
    if (shown) draw(shown);
    if (isPlaying && at < steps - 1) timer = setTimeout(() => show(at + 1), (shown?.why ? REFUSAL_MS : STEP_MS) * (prefersReducedMotion() ? 2 : 1));
    else if (isPlaying) setPlaying(false);
  }

  /** @param {SampleStep} shown */
  function draw(shown) {
    setContents(seats, standing(shown));
    const svg = parseSvg(shown.svg);
    svg.classList.add("show-x");
    markLast(svg, before, shown.text);
    asPicture(svg, title);
    before = shown.svg;
    setContents(board, svg);
    fit(board);
    setContents(said, shown.why
      ? [make("p", {}, make("span", { class: "stamp" }, word("page.is-refused")), " ", shown.text), make("p", { class: "why" }, `${shown.rule}: ${shown.why}`)]
      : [make("p", {}, shown.text), make("p", { class: "muted" }, shown.waits)]);
    displays.forEach((canvas, role) => canvas.getContext("2d")?.putImageData(
      new ImageData(pixelsOf({ dots: shown.displays[role], contrast: 255, is_lit: true, is_plugged: true }), WIDTH, HEIGHT), 0, 0));
  }

  setContents(place, make("div", { class: "sample" },
    make("p", { class: "more-head" }, makeButton("small", "games", () => list(place, tools), icon("M15 6l-6 6 6 6"), word("page.back")), make("span", { class: "muted" }, word("page.sample", { game: title }))),
    make("div", { class: "sample-side" }, make("div", { class: "sample-box" }, displays), said, seats,
      make("div", { class: "player" }, step(-1, "page.before", "M15 6l-6 6 6 6"), play, step(1, "page.after", "M9 6l6 6-6 6"), slider)),
    board));
  at = -1;
  setPlaying(true);
}
