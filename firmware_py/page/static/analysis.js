// The analysis of a game that is over: its decisive mistakes, each with a better move to look for.

import { make, makeButton, setContents } from "./dom.js";
import { makeTaps } from "./taps.js";
import { word } from "./words.js";

/** Return the better moves that fit some taps, in any order. @type {(better: Mistake["better"], tapped: string[]) => Mistake["better"]} */
export const betterWith = (better, tapped) => better.filter(({ taps }) => tapped.every((tap) => taps.includes(tap)));

/** Return the taps of a better move so far: with one of the new tokens, or begun again with it; none if it fits no move. @type {(better: Mistake["better"], tapped: string[], tokens: string[]) => string[]} */
export const nextTaps = (better, tapped, tokens) =>
  [...tokens.map((token) => [...tapped, token]), ...tokens.map((token) => [token])].find((taps) => betterWith(better, taps)[0]) ?? [];

/** @param {HTMLElement} stage the drawing @param {HTMLElement} status where it answers, beside the drawing @param {(place: number) => void} look @param {Tools["send"]} send */
export function makeAnalysis(stage, status, look, send) {
  const place = make("section", { class: "analysis" });
  /** Whose better move somebody looks for. @type {Mistake | null} */
  let sought = null;
  /** @type {string[]} */
  let tapped = [];

  makeTaps(stage, (tokens) => {
    if (!sought || tokens.some((token) => tapped.includes(token))) return;
    const { better } = sought;
    tapped = nextTaps(better, tapped, tokens);
    const found = tapped[0] && betterWith(better, tapped)[0];
    if (!found) status.textContent = word("page.find-no");
    else if (found.taps.length > tapped.length) status.textContent = word("page.find-more");
    else {
      status.textContent = word("page.find-yes", { act: found.label });
      sought = null;
    }
  });

  /** @param {Mistake | null} mistake */
  function seek(mistake) {
    if (mistake) look(mistake.place - 1);
    sought = mistake;
    tapped = [];
    status.textContent = mistake && word("page.find-tap", { place: mistake.number });
  }

  /** @param {Mistake} mistake */
  const line = (mistake) => make("li", {}, `${mistake.number}. ${mistake.text} `,
    makeButton("small", `find ${mistake.place}`, () => seek(mistake), word("page.find")),
    make("details", {}, make("summary", {}, word("page.find-show")), mistake.better.map(({ label }) => label).join(", ")));

  /** @type {(game: Game, mistakes: Mistake[]) => Child} */
  function contents({ analysis }, mistakes) {
    if (analysis === null) return false;
    const { is_asked: isAsked, done, total } = analysis;
    if (!isAsked) return make("button", { "data-key": "analyse", onclick: () => send({ do: "analyse-match" }) }, word("page.analyse"));
    if (done < total) return make("label", {}, word("page.analysing", { done, total }), make("progress", { value: done, max: total }));
    const list = mistakes.length > 0 ? make("ul", {}, mistakes.map(line)) : word("page.no-mistakes");
    return [make("h2", {}, word("page.mistakes")), list];
  }

  return {
    place,
    leave: () => seek(null),
    /** @type {(game: Game, mistakes: Mistake[]) => void} */
    show: (game, mistakes) => setContents(place, contents(game, mistakes)),
  };
}
