// The wall: all tables at once. A television turns the pages by itself; a phone scrolls and searches.

import { findAll, make, seatMark, setContents } from "./dom.js";
import { found, gridOf, minutesSince, others, pageOf, shown, signed } from "./club-data.js";
import { word } from "./words.js";

const CARDS = 9;
const PAGE_MS = 10_000;
const MANY_SEATS = 3;
const NAMES_LISTED = 6;
const SIZES = 4; // of the letters of a card, in club.css
const WIDE = "(min-width: 60rem) and (min-height: 30rem)";

/** @param {ClubSeat} seat */
function seatLine(seat) {
  const points = seat.points === null ? "" : signed(seat.points);
  const state = [seat.is_turn && "is-turn", seat.is_winner && "is-winner"].filter(Boolean).join(" ");
  return make("li", { class: `wall-seat ${state}` }, seatMark(seat.mark), make("span", { class: "name" }, seat.name), make("span", { class: "points" }, points));
}

/** @param {ClubTable} table @param {number} now */
function card(table, now) {
  const time = ` · ${word("club.minutes", { count: minutesSince(table.began, now) })}`;
  const state = [table.status === "over" && "is-over", table.seats.length > MANY_SEATS && "has-many"].filter(Boolean).join(" ");
  return make(
    "article",
    { class: `wall-card ${state}` },
    make("div", { class: "wall-head" }, make("h2", {}, table.name), make("p", {}, `${table.title}${table.status === "over" ? ` · ${word("club.over")}` : time}`)),
    make("ul", { class: "wall-seats" }, ...table.seats.map(seatLine)),
  );
}

/** Make the letters of a card smaller until all of it fits. @param {Element} element */
function fit(element) {
  for (let size = 1; size <= SIZES && element.scrollHeight > element.clientHeight; size += 1) {
    element.classList.remove(`fit-${size - 1}`);
    element.classList.add(`fit-${size}`);
  }
}

/** @param {string} key @param {ClubTable[]} tables */
function listed(key, tables) {
  if (!tables.length) return null;
  const names = tables.length <= NAMES_LISTED ? tables.map((table) => table.name).join(", ") : String(tables.length);
  return make("span", {}, word(key, { tables: names }));
}

/** @type {ClubView} */
export function showWall(main, state) {
  const cards = make("div", { class: "wall-cards" });
  const empty = make("p", { class: "empty" });
  const rest = make("span", { class: "row" });
  const pages = make("span", { class: "wall-pages" });
  const find = make("input", { class: "wall-find", type: "search", "aria-label": word("club.find"), placeholder: word("club.find") });
  const wide = matchMedia(WIDE);
  let page = 0;

  function update() {
    const all = Object.values(state.tables);
    const playing = shown(all);
    const { free, away } = others(all);
    const here = wide.matches ? pageOf(playing, page, CARDS) : { tables: found(playing, find.value), at: 0, pages: 1 };
    const now = Date.now() / 1000 + state.ahead;
    setContents(cards, ...here.tables.map((table) => card(table, now)));
    const { columns, rows } = gridOf(here.pages > 1 ? CARDS : here.tables.length);
    cards.className = `wall-cards columns-${columns} rows-${rows}`;
    empty.hidden = playing.length > 0;
    empty.textContent = word(all.length ? "club.nobody-plays" : "club.no-tables");
    setContents(rest, listed("club.free", free), listed("club.away", away));
    pages.textContent = here.pages > 1 ? word("club.page", { page: here.at + 1, pages: here.pages }) : "";
    if (wide.matches) findAll(cards, ".wall-card").forEach(fit);
  }

  find.addEventListener("input", update);
  addEventListener("resize", update);
  setInterval(() => {
    page += 1;
    update();
  }, PAGE_MS);
  setContents(main, make("section", { class: "wall", "aria-label": word("club.wall") }, find, empty, cards, make("div", { class: "wall-foot" }, rest, pages)));
  update();
  return update;
}
