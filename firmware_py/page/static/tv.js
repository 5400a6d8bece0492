// The television view: who leads, whose turn it is, the last move and the board; nothing to press, nothing secret.

import { byId, make, parseSvg, seatMark, setContents, storage } from "./dom.js";
import { listen } from "./feed.js";
import { fit, keepFitting } from "./fit.js";
import { isOnlyHere, showInvitation } from "./invite.js";
import { EMPTY, merge } from "./state.js";
import { loadWords, word } from "./words.js";

let state = EMPTY;

/** Return the last thing that counts in the log. @param {Log | null} log */
export const lastMove = (log) => log?.lines.filter(({ kind, is_undone: isUndone }) => kind !== "refused" && !isUndone).at(-1)?.text ?? "";

/** @param {Changes} changed */
function update(changed) {
  state = merge(state, changed);
  const { game, log } = state;
  document.body.classList.toggle("is-empty", game === null);
  byId("match").textContent = game?.title ?? "Sideline";
  byId("waits").textContent = game?.waits ?? "";
  byId("last").textContent = lastMove(log);
  byId("points").textContent = game?.points ?? "";
  setContents(byId("series"), (game?.series ?? []).map((line) => make("li", {}, line)));
  byId("seats").style.setProperty("--seats", String(game?.seats.length ?? 4));
  setContents(byId("seats"), (game?.seats ?? []).map(({ mark, name, points, is_turn: isTurn, is_winner: isWinner }) =>
    make("li", { "data-seat": mark, class: `${isTurn ? "is-turn" : ""} ${isWinner ? "is-winner" : ""}` }, seatMark(mark),
      make("span", { class: "name" }, name),
      isTurn && make("span", { role: "img", "aria-label": word("page.turn") }, "▸"),
      isWinner && make("span", { role: "img", "aria-label": word("page.winner") }, "★"),
      make("span", { class: "count" }, points))));
  if ("game" in changed) draw(game);
  document.body.classList.remove("is-loading");
}

/** @param {Game | null} game */
function draw(game) {
  const place = byId("board");
  if (!game) {
    place.replaceChildren();
    return;
  }
  const svg = parseSvg(game.svg);
  svg.setAttribute("role", "img");
  svg.setAttribute("aria-label", game.title);
  svg.classList.add(`show-${storage.get("side", "x")}`);
  place.replaceChildren(svg);
  fit(place);
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
  const invite = inviting((isPaired) => showInvitation(byId("join"), isPaired));
  listen((changed) => {
    update(changed);
    if (!isHidden) invite(state.me);
  }, (seconds) => (byId("stale").hidden = seconds === null));
}
