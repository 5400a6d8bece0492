// A player's page: figures, how the rating went, whom they lose to, and the latest matches.

import { change } from "./changes.js";
import { make, makeSvg, setContents } from "./dom.js";
import { dayOf, linePath, share, signed } from "./club-data.js";
import { cell, load, playerLink, ratingOf, table } from "./figures.js";
import { refusalOf } from "./http.js";
import { word } from "./words.js";

/** Put commas between links. @param {string[]} names */
const links = (names) => names.flatMap((name, at) => (at ? [", ", playerLink(name)] : [playerLink(name)]));

/** @type {(label: string, ...value: (Node | string)[]) => HTMLElement} */
const fact = (label, ...value) => make("li", {}, make("b", {}, ...value), label);

/** Make what strikes a result out, once a reason is typed. @type {(match: PlayerMatch, state: ClubState, done: () => void) => HTMLElement} */
function strike(match, state, done) {
  const reason = make("input", { "aria-label": word("club.reason"), placeholder: word("club.reason"), maxlength: "100", required: "" });
  const why = make("span", { class: "why", role: "alert" });
  const form = make("form", { class: "row" }, reason, make("button", { class: "small", type: "submit" }, word("club.strike")), why);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const answer = await change(state, "/strike", { id: match.id, reason: reason.value });
    if (answer?.ok) done();
    else if (answer) why.textContent = (await refusalOf(answer)).why ?? "";
  });
  return make("details", {}, make("summary", {}, word("club.strike")), form);
}

/** @type {(match: PlayerMatch, state: ClubState, done: () => void) => HTMLElement[]} */
const line = (match, state, done) => [
  cell("td", "is-text is-whole", dayOf(match.day)),
  cell("td", "is-text is-whole", make("a", { href: `/record/${encodeURIComponent(match.id)}`, download: "" }, match.title)),
  cell("td", "is-text", ...links(match.against), ...(match.with.length ? [` (${word("club.with")} `, ...links(match.with), ")"] : [])),
  cell("td", "", signed(match.score)),
  cell("td", "", match.won ? "★" : word("club.rank", { rank: match.rank })),
  cell("td", "is-wide", match.rating === null ? "–" : String(match.rating)),
  cell("td", "is-text", ...(state.me.is_paired ? [strike(match, state, done)] : [])),
];

/** @param {number[]} ratings */
function chart(ratings) {
  if (ratings.length < 2) return null;
  const svg = makeSvg("svg", { class: "rating-chart", viewBox: "0 0 100 100", preserveAspectRatio: "none", role: "img", "aria-label": word("club.chart", { least: Math.min(...ratings), most: Math.max(...ratings) }) });
  svg.append(makeSvg("path", { d: linePath(ratings) }));
  return make("figure", { class: "rating-figure" }, make("span", {}, String(Math.max(...ratings))), svg, make("span", {}, String(Math.min(...ratings))));
}

/** @type {ClubView} */
export function showPlayer(main, state) {
  const name = new URLSearchParams(location.search).get("name") ?? "";
  let results = -1;

  async function show() {
    /** @type {PlayerData} */
    let data;
    try {
      data = await load(`/data/player?name=${encodeURIComponent(name)}`);
    } catch (error) {
      setContents(main, make("p", { class: "empty" }, error instanceof Error ? error.message : ""));
      return;
    }
    const nemesis = data.opponents.filter((one) => one.lost > 0);
    /** @type {[string, string][]} */
    const heads = [["is-text", "club.date"], ["is-text is-whole", "club.game"], ["is-text", "club.against"], ["", "club.points"], ["", "club.place"], ["is-wide", "club.rating"], ["", ""]];
    setContents(
      main,
      make(
        "section",
        { class: "text", "aria-label": data.name },
        make("h2", {}, data.name),
        make(
          "ul",
          { class: "facts" },
          fact(word("club.rating"), ...ratingOf(data.rating, data.uncertainty)),
          fact(word("club.games"), String(data.games)),
          fact(word("club.wins"), String(data.wins)),
          fact(word("club.share"), share(data.wins, data.games)),
        ),
        chart(data.ratings),
        nemesis.length ? make("p", {}, `${word("club.nemesis")} `, ...links(nemesis.slice(0, 3).map((one) => one.name))) : null,
        table(heads, data.matches.map((match) => line(match, state, () => void show()))),
      ),
    );
  }

  return () => {
    if (state.club.results === results) return;
    results = state.club.results;
    void show();
  };
}
