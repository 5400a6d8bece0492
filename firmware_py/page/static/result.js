// The end screen: who has won, the score sheet, the charts, a rematch, and the result to share.

import { icon, loadStyle, make, makeButton, parseSvg, setContents } from "./dom.js";
import { request } from "./http.js";
import { matchLinks } from "./log.js";
import { copy, sharePicture } from "./share.js";
import { tableOf } from "./tables.js";
import { standing } from "./table.js";
import { word } from "./words.js";

const SHARE = "M12 15V4M8 8l4-4 4 4M5 12v8h14v-8";

/** The match and the language that are shown. */
let shown = "";

/** Show the result of the match that is over. @param {HTMLElement} place @param {State} state @param {Send} send @param {(part: string) => void} openPart */
export async function show(place, { game, ask }, send, openPart) {
  const key = [game?.number, game?.acts, document.documentElement.lang].join();
  if (!game || key === shown) return;
  const [answer] = await Promise.all([request("/result"), loadStyle("more.css")]);
  if (!answer.ok) throw new Error("no result");
  /** @type {Result} */
  const result = await answer.json();
  shown = key;
  /** @type {(label: string, path: string, action: () => void) => HTMLElement} */
  const button = (label, path, action) => make("button", { class: "small", onclick: action }, icon(path), word(label));
  const copied = make("span", { role: "status" });
  const title = [game.title, result.date, result.duration].filter(Boolean).join(" · ");
  setContents(place,
    make("p", { class: "muted" }, title),
    make("h2", { class: "winner", tabindex: "-1" }, result.line),
    make("div", { class: "standing" }, standing(game)),
    game.series.length > 0 && make("ul", { class: "muted series", "aria-label": word("page.series") }, game.series.map((line) => make("li", {}, line))),
    make("p", { class: "row" },
      makeButton("big accent", "rematch", () => send({ do: "rematch" }), word("page.rematch")),
      makeButton("big", "new-match", () => openPart("new-match"), word("page.new-match")),
      makeButton("big", "no", () => send({ do: "press", key: "back", kind: "short", ask: ask?.id }), word("page.menu"))),
    make("p", { class: "row" },
      button("page.share-picture", SHARE, () => sharePicture(title, result.line, game)),
      button("page.share-text", SHARE, async () => (copied.textContent = word(await copy(result.text)))),
      matchLinks(), copied),
    make("div", { class: "result-body" }, result.tables.map(tableOf), result.charts.map(({ title: name, svg }) => make("figure", {}, make("figcaption", {}, name), parseSvg(svg)))));
}
