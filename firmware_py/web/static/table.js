// The table: the game's drawing, the standing, and what the box waits for.

import { byId, findAll, isVisible, make, makePressable, parseSvg, prefersReducedMotion, seatMark, setContents, storage } from "./dom.js";
import { fit, keepFitting } from "./fit.js";
import { EMPTY } from "./state.js";
import { makeTaps } from "./taps.js";
import { word } from "./words.js";

const SIDES = ["x", "y", "z"];

/** @param {Tools} tools @returns {View} */
export function makeTable({ send, toast }) {
  const place = byId("drawing");
  /** @type {string | null} */
  let drawn = null;
  let pointed = "";
  let state = EMPTY;

  const taps = makeTaps(place, (tokens) => {
    if (state.me?.is_paired) send({ do: "tap", taps: tokens, acts: state.game?.acts });
    else toast(word("page.pair-first"));
  });

  /** @type {View["show"]} */
  function show(now, changed) {
    state = now;
    const { game, ask } = now;
    if ("game" in changed) {
      setContents(byId("standing"), game && standing(game));
      byId("waits").textContent = game?.waits ?? "";
      setContents(byId("notes"), (game?.notes ?? []).map((note) => make("li", {}, note)));
      draw(game);
      byId("table").dataset.acts = game ? String(game.acts) : "";
    }
    if ("game" in changed || "ask" in changed) {
      taps.mark(ask);
      scrollTo(ask?.notice?.marked ?? []);
    }
  }

  /** Scroll what a notice speaks of into sight, once. @param {string[]} marked */
  function scrollTo(marked) {
    if (marked.join() === pointed) return;
    pointed = marked.join();
    const there = findAll(place, ".marked").find(isVisible);
    if (getComputedStyle(byId("ask")).position === "sticky") there?.scrollIntoView({ block: "nearest", behavior: prefersReducedMotion() ? "auto" : "smooth" });
  }

  /** @param {Game | null} game */
  function draw(game) {
    const text = game?.svg ?? "";
    if (text === drawn) return;
    drawn = text;
    const focused = taps.focused();
    if (!game) {
      place.replaceChildren(make("p", { class: "empty" }, word("page.nothing")));
      byId("sides").hidden = true;
      return;
    }
    const svg = parseSvg(text);
    svg.setAttribute("role", "group");
    svg.setAttribute("aria-label", game.title);
    makeTurnable(svg);
    place.replaceChildren(svg);
    fit(place);
    taps.focus(focused);
  }

  keepFitting(place);
  return { show };
}

/** Make the list of seats with their points. An arrow marks whose turn it is, a star who has won. @param {Pick<Game, "seats" | "points">} game */
export function standing({ seats, points }) {
  const items = seats.map((seat) =>
    make(
      "li",
      { class: ["seat", seat.is_turn && "is-turn", seat.is_winner && "is-winner"].filter(Boolean).join(" "), "data-seat": seat.seat },
      seatMark(seat.seat),
      make("span", { class: "name" }, seat.name),
      seat.is_turn && make("span", { class: "sign", role: "img", "aria-label": word("page.turn") }, "▸"),
      seat.is_winner && make("span", { class: "sign", role: "img", "aria-label": word("page.winner") }, "★"),
      make("span", { class: "points" }, seat.points),
    ),
  );
  return [points && make("p", { class: "caption" }, points), make("ol", { class: "seats", "aria-label": word("page.standing") }, items)];
}

/** Show one side at a time of a drawing that has several; this browser stores which. @param {SVGElement} svg */
function makeTurnable(svg) {
  const group = byId("sides");
  const sides = SIDES.filter((side) => svg.querySelector(`.side[data-side="${side}"]`));
  const drawn = findAll(svg, "[data-show]");
  group.hidden = sides.length < 2 || drawn.length > 0;
  if (sides.length < 2) return;
  /** @param {string} side */
  const label = (side) => word("page.side", { side: side.toUpperCase() });
  const small = drawn.length > 0 ? [] : sides.map((side) => make("button", { type: "button", "data-key": side, "data-show": side }, label(side)));
  const buttons = [...drawn, ...small];
  /** @param {string} side */
  const turnTo = (side) => {
    storage.set("side", side);
    for (const other of SIDES) svg.classList.toggle(`show-${other}`, other === side);
    for (const button of buttons) button.setAttribute("aria-pressed", String(button.dataset.show === side));
  };
  for (const button of buttons) {
    const side = button.dataset.show ?? "";
    if (small.length > 0) {
      button.addEventListener("click", () => turnTo(side));
    } else {
      makePressable(button, () => turnTo(side));
      button.setAttribute("aria-label", [label(side), button.querySelector("title")?.textContent].filter(Boolean).join(", "));
    }
  }
  setContents(group, small);
  const wanted = storage.get("side", sides[0]);
  turnTo(sides.includes(wanted) ? wanted : sides[0]);
}
