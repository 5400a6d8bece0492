// The television view: a scoreboard with the board, clocks and the last evaluation; nothing to press, nothing secret.

import { clockText, shownTime } from "./clock.js";
import { asPicture, byId, findAll, make, parseSvg, seatMark, setContents, storage } from "./dom.js";
import { listen } from "./feed.js";
import { fit, keepFitting } from "./fit.js";
import { isOnlyHere, showInvitation } from "./invite.js";
import { movePieces, piecesIn } from "./pieces.js";
import { byParty, EMPTY, merge } from "./state.js";
import { loadWords, word } from "./words.js";

const NEWS_MS = 10_000;
const TICK_MS = 500;

let state = EMPTY;
let newsTimer = 0;
/** What this browser's clock is ahead of the box's, from the first event on. @type {number | undefined} */
let clockOffset;

/** Return the last thing that counts in the log. @param {Log | null} log */
export const lastMove = (log) => log?.lines.filter(({ kind, is_undone: isUndone }) => kind !== "refused" && !isUndone).at(-1)?.text ?? "";

/** Return the line of the log that has completed an evaluation since then; null if none has. @param {State} before @param {State} now */
export function evaluated(before, now) {
  if (!before.game || !now.game || before.game.number !== now.game.number || now.game.acts <= before.game.acts) return null;
  const line = now.log?.lines.at(-1);
  return line?.round && line.then.length > 0 ? line : null;
}

/** @param {Seat} seat @param {number} at @param {Seat[]} all */
const rowOf = ({ seat, mark, name, party, points, is_turn: isTurn, is_winner: isWinner }, at, all) =>
  make("li", { "data-seat": mark, class: [isTurn && "is-turn", isWinner && "is-winner", party > 0 && all[at - 1]?.party === party && "is-partner"].filter(Boolean).join(" ") }, seatMark(mark),
    make("span", { class: "who" }, make("span", { class: "name" }, name), make("span", { class: "clock", "data-clock": seat })),
    isTurn && make("span", { role: "img", "aria-label": word("page.turn") }, "▸"),
    isWinner && make("span", { role: "img", "aria-label": word("page.winner") }, "★"),
    make("span", { class: "count" }, points));

/** @param {Changes} changed */
function update(changed) {
  const before = state;
  state = merge(state, changed);
  const { game, log } = state;
  if (changed.me) clockOffset ??= performance.now() - changed.me.now;
  document.body.classList.toggle("is-empty", game === null);
  document.body.classList.toggle("is-over", Boolean(game?.is_over));
  byId("match").textContent = game?.title ?? "Sideline";
  byId("waits").textContent = game?.waits ?? word("page.nothing");
  byId("last").textContent = lastMove(log);
  byId("points").textContent = game?.points ?? "";
  setContents(byId("series"), game?.series.map((line) => make("li", {}, line)));
  setContents(byId("seats"), game && byParty(game.seats).map(rowOf));
  tick();
  const news = evaluated(before, state);
  if (news) showNews(news);
  if ("game" in changed) draw(game);
  document.body.classList.remove("is-loading");
}

function tick() {
  const clock = state.game?.clock;
  for (const place of findAll(byId("seats"), "[data-clock]")) {
    place.textContent = clock ? clockText(shownTime(clock, Number(place.dataset.clock), performance.now() - (clockOffset ?? 0))) : "";
  }
}

/** Show what an evaluation has brought, large, for a while. @param {LogLine} line */
function showNews({ text, then }) {
  clearTimeout(newsTimer);
  const place = byId("news");
  setContents(place, make("h2", {}, text), then.map((each) => make("p", {}, each)));
  place.hidden = false;
  newsTimer = setTimeout(() => (place.hidden = true), NEWS_MS);
}

/** @param {Game | null} game */
function draw(game) {
  const place = byId("board");
  if (!game) {
    place.replaceChildren();
    return;
  }
  const svg = parseSvg(game.svg);
  asPicture(svg, game.title);
  svg.classList.add(`show-${storage.get("side", "x")}`);
  if (svg.dataset.watch) { // without what only serves to enter moves
    svg.setAttribute("viewBox", svg.dataset.watch);
    svg.classList.add("watch");
    delete svg.dataset.wide;
  }
  const pieces = piecesIn(place);
  place.replaceChildren(svg);
  fit(place);
  movePieces(place, pieces);
}

/** Return what shows the newest invitation; when that fails, the next news tries again. @param {(isPaired: boolean) => Promise<boolean>} show */
export function inviting(show) {
  let invited = "";
  /** @param {Me | null} me */
  return async (me) => {
    const key = [me?.is_paired, me?.codes].join();
    if (!me || key === invited) return;
    invited = key; // meanwhile nobody asks for the same
    const isShown = await show(me.is_paired).catch(() => false);
    if (!isShown && key === invited) invited = "";
  };
}

if (globalThis.document?.getElementById("board")) { // not in a unit test
  await loadWords();
  const isHidden = byId("join").hidden = isOnlyHere(location.hostname);
  keepFitting(byId("board"));
  setInterval(tick, TICK_MS);
  const invite = inviting((isPaired) => showInvitation(byId("join"), isPaired));
  listen((changed) => {
    update(changed);
    if (!isHidden) invite(state.me);
  }, (seconds) => (byId("stale").hidden = seconds === null));
}
