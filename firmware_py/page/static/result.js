// A result: who has won, the score sheet, the charts, and the result to share. On the table with a rematch; of an
// earlier match with its board and its replay.

import { icon, loadStyle, make, makeButton, parseSvg, setContents } from "./dom.js";
import { makeHistory } from "./history.js";
import { refusalOf, request } from "./http.js";
import { matchLinks } from "./log.js";
import { copy, sharePicture } from "./share.js";
import { tableOf } from "./tables.js";
import { standing } from "./table.js";
import { word } from "./words.js";

const SHARE = "M12 15V4M8 8l4-4 4 4M5 12v8h14v-8";

/** The match and the language that are shown. */
let shown = "";

/** Make what both results have: what was played, and who has won. @param {Result} result @param {Game} game @returns {Child[]} */
const headOf = ({ line, date, duration }, game) => [
  make("p", { class: "muted" }, titleOf(game, date, duration)),
  make("h2", { class: "winner", tabindex: "-1" }, line),
];

/** @type {(game: Game, date: string, duration: string) => string} */
const titleOf = ({ title }, date, duration) => [title, date, duration].filter(Boolean).join(" · ");

/** Make the buttons that hand the result to others. @param {Result} result @param {Game} game @param {Child[]} more */
function shareRow({ line, text, date, duration }, game, ...more) {
  /** @type {(label: string, action: () => void) => HTMLElement} */
  const button = (label, action) => make("button", { class: "small", onclick: action }, icon(SHARE), word(label));
  const copied = make("span", { role: "status" });
  return make("p", { class: "row" },
    button("page.share-picture", () => sharePicture(titleOf(game, date, duration), line, game)),
    button("page.share-text", async () => (copied.textContent = word(await copy(text)))),
    ...more, copied);
}

/** Show the result of the match that is over. @param {HTMLElement} place @param {() => State} state @param {Send} send @param {(part: string) => void} openPart */
export async function show(place, state, send, openPart) {
  const { game } = state();
  const key = [game?.number, game?.acts, document.documentElement.lang].join();
  if (!game || key === shown) return;
  const [answer] = await Promise.all([request("/result"), loadStyle("more.css"), loadStyle("charts.css")]);
  if (!answer.ok) throw new Error("no result");
  /** @type {Result} */
  const result = await answer.json();
  shown = key;
  setContents(place,
    headOf(result, game),
    make("div", { class: "standing" }, standing(game)),
    game.series.length > 0 && make("ul", { class: "muted series", "aria-label": word("page.series") }, game.series.map((line) => make("li", {}, line))),
    make("p", { class: "row" },
      makeButton("big accent", "rematch", () => send({ do: "rematch" }), word("page.rematch")),
      makeButton("big", "new-match", () => openPart("new-match"), word("page.new-match")),
      makeButton("big", "no", () => send({ do: "press", key: "back", kind: "short", ask: state().ask?.id }), word("page.menu"))),
    shareRow(result, game, matchLinks()),
    make("div", { class: "result-body" }, result.tables.map(tableOf), result.charts.map(({ title: name, svg }) => make("figure", {}, make("figcaption", {}, name), parseSvg(svg)))));
}

/** Show a match of the journal, to look at: the one on the table goes on. @param {HTMLElement} place @param {MoreTools} tools @param {string} number */
export async function showStored(place, tools, number) {
  const query = `?match=${number}`;
  const answer = await request(`/result${query}`);
  if (!answer.ok) {
    setContents(place, make("p", { class: "why" }, (await refusalOf(answer)).why ?? word("page.refused")));
    return;
  }
  /** @type {Result} */
  const result = await answer.json();
  const game = result.game ?? tools.state().game;
  if (!game) return;
  const replay = make("section", { class: "history replay", "aria-label": word("page.history") });
  setContents(place, make("p", { class: "muted" }, word("page.only-look")), headOf(result, game), shareRow(result, game), replay,
    make("div", { class: "result-body" }, result.tables.map(tableOf)));
  const view = makeHistory({ ...tools, view: () => "history" }, replay, query);
  const state = { ...tools.state(), game: { ...game, analysis: null } };
  view.show(state, state);
}
