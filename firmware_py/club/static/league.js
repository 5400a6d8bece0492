// The league: a line for each player, by game and season.

import { make, setContents } from "./dom.js";
import { share } from "./club-data.js";
import { cell, load, playerLink, ratingOf, table } from "./figures.js";
import { word } from "./words.js";

/** @type {(label: string, chosen: string, options: [string, string][], change: (value: string) => void) => HTMLElement} */
function choice(label, chosen, options, change) {
  const select = make("select", { "aria-label": label }, ...options.map(([value, text]) => make("option", value === chosen ? { value, selected: "" } : { value }, text)));
  select.addEventListener("change", () => change(select.value));
  return select;
}

/** @type {(row: LeagueRow, rank: number) => HTMLElement[]} */
const line = (row, rank) => [
  cell("td", "", row.rating === null ? "" : String(rank)),
  cell("td", "is-text", playerLink(row.name)),
  cell("td", "", String(row.games)),
  cell("td", "", String(row.wins)),
  cell("td", "is-wide", share(row.wins, row.games)),
  cell("td", "rating", ...ratingOf(row.rating, row.uncertainty)),
];

/** @type {ClubView} */
export function showLeague(main, state) {
  let game = "";
  let season = "";
  let results = -1;

  async function show() {
    /** @type {LeagueData} */
    const data = await load(`/data/league?game=${encodeURIComponent(game)}&season=${encodeURIComponent(season)}`);
    const query = `?game=${encodeURIComponent(data.game)}&season=${encodeURIComponent(data.season)}`;
    /** @type {[string, string][]} */
    const games = [["", word("club.all-games")], ...data.games.map((one) => /** @type {[string, string]} */ ([one.id, one.title]))];
    /** @type {[string, string][]} */
    const seasons = [["", word("club.all-seasons")], ...data.seasons.map((year) => /** @type {[string, string]} */ ([year, year]))];
    /** @type {[string, string][]} */
    const heads = [["", ""], ["is-text", "club.player"], ["", "club.games"], ["", "club.wins"], ["is-wide", "club.share"], ["", "club.rating"]];
    setContents(
      main,
      make(
        "section",
        { class: "text", "aria-label": word("club.league") },
        make(
          "p",
          { class: "row" },
          choice(word("club.game"), data.game, games, (value) => ((game = value), void show())),
          choice(word("club.season"), data.season, seasons, (value) => ((season = value), void show())),
        ),
        data.rows.length ? table(heads, data.rows.map((row, at) => line(row, at + 1))) : make("p", { class: "empty" }, word("club.no-results")),
        make("p", { class: "caption" }, word("club.about-rating")),
        make(
          "p",
          { class: "row" },
          make("span", {}, word("club.export")),
          make("a", { class: "button small", href: `/export/results.csv${query}`, download: "" }, "CSV"),
          make("a", { class: "button small", href: `/export/results.json${query}`, download: "" }, "JSON"),
          make("a", { class: "button small", href: `/export/bgstats.json${query}`, download: "" }, "BG Stats"),
        ),
      ),
    );
  }

  return () => {
    if (state.club.results === results) return;
    results = state.club.results;
    void show();
  };
}
