// The analysis of a game that is over: a button, a progress bar, then the decisive mistakes, each with a better move to look for.

import { make, setContents } from "./dom.js";
import { makeTaps } from "./taps.js";
import { word } from "./words.js";

/** Return the better act that a tap on the table means, if any. @param {Pick<Mistake, "better">} mistake @param {string[]} tokens */
export const betterAt = ({ better }, tokens) => better.find(({ taps }) => tokens.includes(taps[0]));

/** @param {HTMLElement} stage the drawing @param {(place: number) => void} look @param {Tools["send"]} send */
export function makeAnalysis(stage, look, send) {
  const place = make("section", { class: "analysis" });
  const status = make("p", { role: "status" });
  /** Whose better move somebody looks for. @type {Mistake | null} */
  let sought = null;

  makeTaps(stage, (tokens) => {
    if (sought === null) return;
    const better = betterAt(sought, tokens);
    status.textContent = better ? word("page.find-yes", { act: better.label }) : word("page.find-no");
    if (better) sought = null;
  });

  /** @param {Mistake | null} mistake */
  function seek(mistake) {
    if (mistake) look(mistake.place - 1);
    sought = mistake;
    status.textContent = mistake && word("page.find-tap", { place: mistake.place });
  }

  /** @param {Mistake} mistake */
  const line = (mistake) => make("li", {}, `${mistake.place}. ${mistake.text} `,
    make("button", { type: "button", class: "small", "data-key": `find ${mistake.place}`, onclick: () => seek(mistake) }, word("page.find")),
    make("details", {}, make("summary", {}, word("page.find-show")), mistake.better.map(({ label }) => label).join(", ")));

  /** @type {(game: Game, mistakes: Mistake[]) => Child} */
  function contents({ analysis }, mistakes) {
    if (analysis === null) return false;
    const { is_asked: isAsked, done, total } = analysis;
    if (!isAsked) return make("button", { type: "button", "data-key": "examine", onclick: () => send({ do: "examine" }) }, word("page.analyse"));
    if (done < total) return make("label", {}, word("page.analysing", { done, total }), make("progress", { value: done, max: total }));
    const list = mistakes.length > 0 ? make("ul", {}, mistakes.map(line)) : word("page.no-mistakes");
    return [make("h2", {}, word("page.mistakes")), list, status];
  }

  return {
    place,
    leave: () => seek(null),
    /** @type {(game: Game, mistakes: Mistake[]) => void} */
    show: (game, mistakes) => setContents(place, contents(game, mistakes)),
  };
}
