// Matches and players: who has won how often, every match with its result, and names that change.

import { make, setContents } from "./dom.js";
import { post, request } from "./http.js";
import { isInPlay } from "./state.js";
import { word } from "./words.js";

/** Return the players as they count in one game, or in all of them if none is given; those without a match are left out. @param {Player[]} players @param {string} game */
export function ranked(players, game) {
  const rows = players.map(({ name, also, games, wins, by_game: byGame }) => {
    const own = game ? byGame.find(({ title }) => title === game) : { games, wins, best: null };
    return { name, also, games: own?.games ?? 0, wins: own?.wins ?? 0, best: own?.best ?? null };
  });
  return rows.filter((row) => row.games > 0 || !game).sort((one, other) => other.wins - one.wins || one.games - other.games);
}

/** Show matches and players. @param {HTMLElement} place @param {MoreTools} tools */
export async function show(place, { send, token, toast, confirm, state, leave, openPart }) {
  let game = "";

  async function load() {
    const answer = await request("/people");
    if (!answer.ok) throw new Error("no people");
    draw(await answer.json());
  }

  /** @type {(name: string, to: string) => Promise<void>} */
  async function rename(name, to) {
    const why = await post("/people", { name, to }, token());
    if (why === null) await load();
    else toast(why);
  }

  /** Go on with a match; whoever plays now is asked for. @param {MatchEntry} match */
  async function goOn({ number }) {
    const isOther = isInPlay(state()) && state().game?.number !== number;
    if (isOther && !(await confirm(word("page.parks-sure"), word("page.go-on")))) return;
    send({ do: "open-match", number });
    leave();
  }

  /** @param {{ name: string, also: string[] }} player @param {Player[]} players */
  function renaming({ name, also }, players) {
    const input = make("input", { value: name, maxlength: 15, required: true, list: "people-known", "aria-label": `${word("page.rename")}: ${name}` });
    /** @param {Event} event */
    const submit = (event) => {
      event.preventDefault();
      if (input.value.trim() && input.value.trim() !== name) rename(name, input.value.trim());
    };
    return make("details", {}, make("summary", { "data-key": `rename ${name}` }, word("page.rename")),
      make("datalist", { id: "people-known" }, players.map((other) => make("option", { value: other.name }))),
      make("p", { class: "muted" }, word("page.rename-how", { name })),
      make("form", { class: "row", onsubmit: submit }, input, make("button", { class: "small accent" }, word("page.save"))),
      also.map((other) => make("p", {}, make("button", { class: "small", onclick: () => rename(other, other) }, word("page.separate", { name: other })))));
  }

  /** @param {PeopleAnswer} answer */
  function draw(answer) {
    const { players, matches, statistics } = answer;
    const games = [...new Set(players.flatMap(({ by_game: byGame }) => byGame.map(({ title }) => title)))];
    const select = make("select", { "aria-label": word("page.game"), "data-key": "game", onchange: () => {
      game = select.value;
      draw(answer);
    } }, make("option", { value: "" }, word("page.all-games")), games.map((title) => make("option", { value: title, selected: title === game }, title)));
    const heads = ["player", "wins", "games-played", ...(game ? ["best"] : [])];
    setContents(place,
      make("div", { class: "more-head" }, make("h3", {}, word("page.leaderboard")), select),
      make("div", { class: "score-table" }, make("table", { class: "board-of-players" },
        make("thead", {}, make("tr", {}, heads.map((head) => make("th", { scope: "col" }, word(`page.${head}`))))),
        make("tbody", {}, ranked(players, game).map((row) => make("tr", {},
          make("th", { scope: "row" }, row.name, row.also.length > 0 && make("span", { class: "muted" }, ` (${word("page.also-called", { names: row.also.join(", ") })})`), renaming(row, players)),
          make("td", { class: "number" }, String(row.wins)), make("td", { class: "number" }, String(row.games)), game !== "" && make("td", { class: "number" }, String(row.best))))))),
      make("div", { class: "statistics" }, statistics.map(({ title, lines }) => make("section", {}, make("h3", {}, title), make("ul", { class: "arithmetic" }, lines.map((line) => make("li", {}, line)))))),
      make("h3", {}, word("page.matches")),
      matches.length === 0 && make("p", { class: "muted" }, word("page.no-matches")),
      make("ol", { class: "match-list" }, matches.map((match) => make("li", {},
        make("span", { class: "match-told" }, make("b", {}, `${match.number} · ${match.title}`), make("span", { class: "muted" }, [match.date, match.duration].filter(Boolean).join(" · ")), make("span", {}, match.players), make("span", { class: "muted" }, match.result)),
        make("button", { class: "small", "data-key": `match ${match.number}`, onclick: () => (match.can_go_on ? goOn(match) : openPart(`match ${match.number}`)) },
          word(match.can_go_on ? "page.go-on" : "page.result"), make("span", { class: "unseen" }, ` (${word("page.open-match", { number: match.number })})`))))));
  }

  await load();
}
