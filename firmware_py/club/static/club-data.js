// What the pages of a club show of their data: functions that touch no document.

/** Return the tables that are shown as cards, in their order: those at which a match is, or was just played. @param {ClubTable[]} tables */
export const shown = (tables) =>
  tables.filter((table) => table.is_there && table.status !== "idle").sort((one, other) => one.order - other.order);

/** Return the tables that are free, and those whose box is away. @param {ClubTable[]} tables */
export const others = (tables) => ({
  free: tables.filter((table) => table.is_there && table.status === "idle"),
  away: tables.filter((table) => !table.is_there),
});

/** Return the tables in which a text occurs: in their name, their game or a player's name. @param {ClubTable[]} tables @param {string} text */
export function found(tables, text) {
  const wanted = text.trim().toLowerCase();
  return tables.filter((table) => [table.name, table.title, ...table.seats.map((seat) => seat.name)].some((name) => name.toLowerCase().includes(wanted)));
}

/** Return the tables of one page; pages are counted from 0 and begin again after the last. @param {ClubTable[]} tables @param {number} page @param {number} each */
export function pageOf(tables, page, each) {
  const pages = Math.max(1, Math.ceil(tables.length / each));
  const at = page % pages;
  return { tables: tables.slice(at * each, (at + 1) * each), at, pages };
}

/** Return how many columns and rows a television needs for so many cards: few cards are large. @param {number} count */
export function gridOf(count) {
  const columns = Math.max(1, Math.ceil(Math.sqrt(count)));
  return { columns, rows: Math.max(1, Math.ceil(count / columns)) };
}

/** Return how many minutes ago something was, in seconds of the server's clock. @param {number} began @param {number} now */
export const minutesSince = (began, now) => Math.max(0, Math.floor((now - began) / 60));

/** Return a number with a true minus sign. @param {number} value */
export const signed = (value) => String(value).replace("-", "−");

/** Return a day as the language of the page writes it, with its year if that is another one. @type {(day: string, language?: string, now?: Date) => string} */
export function dayOf(day, language = document.documentElement.lang, now = new Date()) {
  const date = new Date(`${day}T12:00:00Z`);
  if (Number.isNaN(date.getTime())) return day;
  const year = date.getUTCFullYear() === now.getUTCFullYear() ? undefined : "numeric";
  return date.toLocaleDateString(language, { timeZone: "UTC", day: "numeric", month: "short", year });
}

/** Return wins as a share of games. @type {(wins: number, games: number) => string} */
export const share = (wins, games) => `${games ? Math.round((100 * wins) / games) : 0} %`;

/** Return the path of a line through values, in a box of 100 by 100; the highest value is at the top. @param {number[]} values */
export function linePath(values) {
  const least = Math.min(...values);
  const span = Math.max(...values) - least || 1;
  const step = 100 / Math.max(values.length - 1, 1);
  return values.map((value, at) => `${at ? "L" : "M"}${(at * step).toFixed(2)} ${(95 - (90 * (value - least)) / span).toFixed(2)}`).join("");
}
