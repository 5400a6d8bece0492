// The match as text: the question, a field for moves with completion, the verdict, and the board as a list.

import { findAll, make, parseSvg, setContents } from "./dom.js";
import { post, request } from "./http.js";
import { noticeText } from "./state.js";
import { word } from "./words.js";

const FEW = 4; // moves that are named when several are meant

/** Return what a drawing shows, part by part, as it is named for those who cannot see it. @param {SVGElement} svg */
export function partsOf(svg) {
  const named = findAll(svg, "[aria-label], title").map((one) => (one.localName === "title" ? one.textContent : one.getAttribute("aria-label"))?.trim() ?? "");
  return named.filter((text, at) => text && text !== named[at - 1]);
}

/** Return the moves that somebody may mean: "400" and "d400" are enough for "2 place D400". @param {MovesAnswer["moves"]} moves @param {string} text */
export function meant(moves, text) {
  const typed = text.toLowerCase().split(/\s+/).filter(Boolean);
  /** @type {(act: string) => boolean} */
  const fits = (act) => {
    const words = act.toLowerCase().split(/\s+/);
    return typed.every((one) => words.some((it) => it === one || it.slice(1) === one));
  };
  const exact = moves.find(({ act }) => act.toLowerCase() === typed.join(" "));
  return exact ? [exact] : moves.filter(({ act }) => fits(act));
}

/** Return a move that could be written as it is. @param {MovesAnswer["moves"]} moves */
const exampleOf = (moves) => moves.find(({ act }) => !act.includes("*"))?.act ?? "";

/** Show the match as text. @param {HTMLElement} place @param {MoreTools} tools */
export async function show(place, { send, token, state, followers }) {
  let loaded = "";
  /** @type {MovesAnswer["moves"]} */
  let known = [];
  const waits = make("p", { class: "lead" });
  const verdict = make("p", { class: "why" }); // a live region of the page says it
  const mistake = make("p", { class: "why", role: "alert" });
  const close = make("button", { class: "small", onclick: () => send({ do: "press", key: "back", kind: "short", ask: state().ask?.id }) }, word("page.ok"));
  const list = make("datalist", { id: "moves" });
  const allowed = make("ul", { class: "arithmetic" });
  const board = make("ul", { class: "arithmetic" });
  const log = make("ol", { class: "arithmetic" });
  const input = make("input", { id: "move", list: "moves", autocomplete: "off", autocapitalize: "off", spellcheck: "false", required: true });

  /** @param {Event} event */
  async function write(event) {
    event.preventDefault();
    const text = input.value.trim();
    const found = meant(known, text);
    const which = found.slice(0, FEW).map(({ act }) => act).join(" · ");
    const isOpen = found.length > 1 && found.length <= FEW;
    const why = isOpen ? word("page.which", { moves: which }) : await post("/do", { do: "write", acts: [found.length === 1 ? found[0].act : text] }, token());
    if (why === null) input.value = "";
    mistake.textContent = why ?? "";
  }

  /** @type {(question: string, said: string) => void} */
  function tell(question, said) {
    if (waits.textContent !== question) waits.textContent = question;
    if (verdict.textContent !== said) verdict.textContent = said;
    close.hidden = said === "";
  }

  async function follow() {
    if (!place.isConnected) {
      followers.delete(follow);
      return;
    }
    const { game, ask, log: told } = state();
    tell(game ? game.waits : word("page.nothing"), ask?.notice && !ask.notice.is_end ? noticeText(ask.notice, ". ") : "");
    const key = [game?.number, game?.acts, ask?.id].join();
    if (!game || key === loaded) return;
    loaded = key;
    setContents(board, partsOf(parseSvg(game.svg)).map((part) => make("li", {}, part)));
    setContents(log, [...(told?.lines ?? [])].reverse().map(({ text: line, why }) => make("li", {}, [line, why].filter(Boolean).join(": "))));
    const answer = await request("/moves");
    if (!answer.ok) return;
    /** @type {MovesAnswer} */
    const { moves } = await answer.json();
    known = moves;
    input.placeholder = exampleOf(moves);
    setContents(list, moves.map(({ act, label }) => make("option", { value: act }, label)));
    setContents(allowed, moves.map(({ act, label }) => make("li", {}, make("b", {}, act), ` ${label}`)));
  }

  /** @type {(title: string, inside: Child) => HTMLElement} */
  const unfold = (title, inside) => make("details", {}, make("summary", {}, word(title)), inside);
  setContents(place, waits,
    make("form", { class: "typing", onsubmit: write }, make("label", { for: "move" }, word("page.write-move")), make("span", { class: "row" }, input, make("button", { class: "accent" }, word("page.ok")))),
    mistake, make("p", { class: "row" }, verdict, close), list,
    unfold("page.allowed", allowed), unfold("page.board-list", board), unfold("page.log", log));
  followers.add(follow);
  await follow();
}
