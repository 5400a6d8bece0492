// The table: the game's drawing, the standing, and what the box waits for.

import { byId, findAll, isVisible, make, makePressable, nameSvg, parseSvg, prefersReducedMotion, seatMark, setContents, storage } from "./dom.js";
import { fit, keepFitting } from "./fit.js";
import { request } from "./http.js";
import { changedParts, markLast, showGhosts, wordsOf } from "./last-move.js";
import { EMPTY } from "./state.js";
import { movePieces, piecesIn } from "./pieces.js";
import { makeTaps } from "./taps.js";
import { word } from "./words.js";

const SIDES = ["x", "y", "z"];

/** @param {Tools & { openPart: (part: string) => void, mayAnswer: () => Promise<boolean> }} tools @returns {View} */
export function makeTable({ send, toast, view, openPart, mayAnswer }) {
  const place = byId("drawing");
  /** @type {string | null} */
  let drawn = null;
  /** The number of the match that is drawn. */
  let drawnOf = 0;
  let pointed = "";
  let state = EMPTY;

  const taps = makeTaps(place, async (tokens) => {
    const acts = state.game?.acts; // as they are now: who plays while this phone asks was faster
    if (!state.me?.is_paired) toast(word("page.pair-first"));
    else if (await mayAnswer()) send({ do: "tap", taps: tokens, acts, at: view() === "box" ? "box" : undefined });
  });

  /** @type {View["show"]} */
  function show(now, changed) {
    state = now;
    const { game, ask } = now;
    if ("game" in changed) showGame(game);
    if ("game" in changed || "ask" in changed) {
      propose(ask?.notice ?? null);
      taps.mark(ask);
      scrollTo(ask?.notice?.marked ?? []);
    }
  }

  /** @param {Game | null} game */
  function showGame(game) {
    setContents(byId("standing"), game && standing(game));
    byId("waits").textContent = game?.waits ?? "";
    byId("looks").textContent = game?.looks ?? "";
    setContents(byId("notes"), (game?.notes ?? []).map((note) => make("li", {}, note)));
    draw(game);
    byId("fill-in").hidden = !game?.has_form;
    byId("table").dataset.acts = game ? String(game.acts) : "";
  }

  /** Show what is proposed as ghosts. @param {Notice | null} notice */
  function propose(notice) {
    const preview = notice?.preview ?? "";
    place.classList.toggle("is-proposed", preview !== "");
    /** @type {SVGElement | null} */
    const svg = place.querySelector(":scope > svg");
    if (svg) showGhosts(svg, drawn ?? "", preview, notice?.marked ?? []);
  }

  /** Scroll what a notice speaks of into sight, once. @param {string[]} marked */
  function scrollTo(marked) {
    if (marked.join() === pointed) return;
    pointed = marked.join();
    const there = findAll(place, ".marked").find(isVisible);
    if (getComputedStyle(byId("ask")).position === "sticky") there?.scrollIntoView({ block: "nearest", behavior: prefersReducedMotion() ? "auto" : "smooth" });
  }

  const lastText = () => state.log?.lines.filter(({ kind }) => kind !== "refused").at(-1)?.text ?? "";

  /** Mark the last move in the first drawing: it was made before this page was opened. @param {Game} game @param {SVGElement} svg */
  async function lookBack({ acts }, svg) {
    if (acts === 0 || !state.me?.is_paired) return;
    const was = svg.cloneNode(true);
    try {
      const answer = await request(`/moment/${acts - 1}`);
      if (!answer.ok || !(was instanceof SVGElement)) return;
      const marks = changedParts(parseSvg((await answer.json()).svg), was, wordsOf(lastText())).map(({ dataset }) => dataset.tap);
      for (const part of findAll(svg, "[data-tap]")) part.classList.toggle("last", marks.includes(part.dataset.tap));
    } catch {
      // the next move is marked
    }
  }

  /** @param {Game | null} game */
  function draw(game) {
    const text = game?.svg ?? "";
    if (text === drawn) return;
    const before = game && game.number === drawnOf ? drawn : null;
    [drawn, drawnOf] = [text, game?.number ?? 0];
    const focused = taps.focused();
    if (!game) {
      place.replaceChildren(make("p", { class: "empty" }, word("page.nothing")));
      import("./games.js").then(({ showGames }) => showGames(place, { toast, openPart, token: () => state.me?.token, isNeeded: () => state.game === null })).catch(() => {});
      return;
    }
    const svg = parseSvg(text);
    svg.setAttribute("role", "group");
    svg.setAttribute("aria-label", game.title);
    if (before === null) lookBack(game, svg);
    else markLast(svg, before, lastText());
    makeTurnable(svg);
    const pieces = before === null ? [] : piecesIn(place);
    place.replaceChildren(svg);
    fit(place);
    movePieces(place, pieces);
    taps.focus(focused);
  }

  byId("fill-in").addEventListener("click", () => openPart("fill-in"));
  keepFitting(place);
  return { show };
}

/** Make the list of seats with their points. An arrow marks whose turn it is, a star who has won. @param {Pick<Game, "seats" | "points">} game */
export function standing({ seats, points }) {
  /** @param {Seat} seat */
  const itemOf = (seat) =>
    make(
      "li",
      { class: ["seat", seat.is_turn && "is-turn", seat.is_winner && "is-winner"].filter(Boolean).join(" "), "data-seat": seat.mark },
      seatMark(seat.mark),
      make("span", { class: "name" }, seat.name),
      seat.is_turn && make("span", { class: "sign", role: "img", "aria-label": word("page.turn") }, "▸"),
      seat.is_winner && make("span", { class: "sign", role: "img", "aria-label": word("page.winner") }, "★"),
      make("span", { class: "points" }, seat.points),
    );
  const parties = [...new Set(seats.map(({ party }) => party).filter((party) => party > 0))].sort();
  const items = [
    ...parties.map((party) => make("li", { class: "party" }, make("ol", {}, seats.filter((seat) => seat.party === party).map(itemOf)))),
    ...seats.filter(({ party }) => party === 0).map(itemOf),
  ];
  return [points && make("p", { class: "caption" }, points), make("ol", { class: "seats", "aria-label": word("page.standing") }, items)];
}

/** Show one side at a time of a drawing that has several; this browser stores which. @param {SVGElement} svg */
function makeTurnable(svg) {
  const buttons = findAll(svg, "[data-show]");
  /** @param {string} side */
  const turnTo = (side) => {
    storage.set("side", side);
    for (const other of SIDES) svg.classList.toggle(`show-${other}`, other === side);
    for (const button of buttons) button.setAttribute("aria-pressed", String(button.dataset.show === side));
  };
  for (const button of buttons) {
    const side = button.dataset.show ?? "";
    makePressable(button, () => turnTo(side));
    nameSvg(button, [word("page.side", { side: side.toUpperCase() }), button.querySelector("title")?.textContent].filter(Boolean).join(", "));
  }
  const wanted = storage.get("side", SIDES[0]);
  if (buttons.length > 0) turnTo(SIDES.includes(wanted) ? wanted : SIDES[0]);
}
