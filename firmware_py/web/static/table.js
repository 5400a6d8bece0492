// The table: the game's drawing, the standing, and what the box waits for.

import { byId, drawing, isCalm, make, memory, seatMark, swap } from "./dom.js";
import { fit, keepFitting } from "./fit.js";
import { makeTaps } from "./taps.js";
import { word } from "./words.js";

const SIDES = ["x", "y", "z"];

export function makeTable({ send, toast }) {
  const place = byId("drawing");
  let shown = null;
  let pointed = "";
  let state = null;

  const taps = makeTaps(place, (tokens) => {
    if (state.me?.is_paired) send({ do: "tap", taps: tokens, acts: state.game?.acts });
    else toast(word("page.pair-first"));
  });

  function show(now, changed) {
    state = now;
    const { game, ask } = now;
    if ("game" in changed) {
      swap(byId("standing"), game ? standing(game) : null);
      byId("waits").textContent = game?.waits ?? "";
      swap(byId("notes"), (game?.notes ?? []).map((note) => make("li", {}, note)));
      draw(game);
      byId("table").dataset.acts = game ? game.acts : "";
    }
    if ("game" in changed || "ask" in changed) {
      taps.mark(ask);
      point(ask?.notice?.marked ?? []);
    }
  }

  /** Bring what a notice speaks of into sight, once. */
  function point(marked) {
    if (marked.join() === pointed) return;
    pointed = marked.join();
    const there = [...place.querySelectorAll(".marked")].find((element) => element.getClientRects().length > 0);
    if (getComputedStyle(byId("ask")).position === "sticky") there?.scrollIntoView({ block: "nearest", behavior: isCalm() ? "auto" : "smooth" });
  }

  function draw(game) {
    const text = game?.svg ?? "";
    if (text === shown) return;
    shown = text;
    const focused = taps.focused();
    if (!game) {
      place.replaceChildren(make("p", { class: "empty" }, word("page.nothing")));
      byId("sides").hidden = true;
      return;
    }
    const svg = drawing(text);
    svg.setAttribute("role", "group");
    svg.setAttribute("aria-label", game.title);
    turnable(svg);
    place.replaceChildren(svg);
    fit(place);
    taps.focus(focused);
  }

  keepFitting(place);
  return { show };
}

/** Show the seats with their points; whose turn it is has an arrow, who has won a star. */
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
  return [points ? make("p", { class: "caption" }, points) : null, make("ol", { class: "seats", "aria-label": word("page.standing") }, items)];
}

/** A drawing with several sides shows one at a time; this browser remembers which. */
function turnable(svg) {
  const group = byId("sides");
  const has = SIDES.filter((side) => svg.querySelector(`.side[data-side="${side}"]`));
  const drawn = [...svg.querySelectorAll("[data-show]")];
  group.hidden = has.length < 2 || drawn.length > 0;
  if (has.length < 2) return;
  const label = (side) => word("page.side", { side: side.toUpperCase() });
  const small = drawn.length > 0 ? [] : has.map((side) => make("button", { type: "button", "data-key": side, "data-show": side }, label(side)));
  const turn = (side) => {
    memory.set("side", side);
    for (const other of SIDES) svg.classList.toggle(`show-${other}`, other === side);
    for (const button of [...drawn, ...small]) button.setAttribute("aria-pressed", String(button.dataset.show === side));
  };
  for (const button of [...drawn, ...small]) {
    button.addEventListener("click", () => turn(button.dataset.show));
    if (button.localName === "button") continue;
    button.setAttribute("role", "button");
    button.setAttribute("tabindex", "0");
    button.setAttribute("aria-label", [label(button.dataset.show), button.querySelector("title")?.textContent].filter(Boolean).join(", "));
    button.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      event.stopPropagation();
      turn(button.dataset.show);
    });
  }
  swap(group, small);
  const wished = memory.get("side", has[0]);
  turn(has.includes(wished) ? wished : has[0]);
}
