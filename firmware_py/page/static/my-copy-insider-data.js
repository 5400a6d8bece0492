// Insider's owner data as plain values: paths, evaluation cards by size, and what is wrong with them. Nothing here touches the page.

/** @param {{ cards: InsiderCard[] }} ownerData */
const sortCards = (ownerData) => ownerData.cards.sort((one, other) => one.values.length - other.values.length);

/** Return the data in the form in which it is edited: cards by size, so that their numbers are those that people see. @param {InsiderData} ownerData */
export function opened(ownerData) {
  const copy = structuredClone(ownerData);
  sortCards(copy);
  return copy;
}

/** Return it in the form of the file. @param {InsiderData} ownerData */
export const closed = (ownerData) => ownerData;

/** Return whether a card has the same numbers as one before it. @param {InsiderData} ownerData @param {number} at */
export function isRepeated({ cards }, at) {
  const faces = cards.map(({ values, corner }) => `${values.join(" ")} / ${corner}`);
  return faces.indexOf(faces[at]) < at;
}

/** Return the indices of the cards with so many tables. @param {InsiderData} ownerData @param {number} size */
export const cardsOfSize = ({ cards }, size) => cards.flatMap(({ values }, at) => (values.length === size ? [at] : []));

/** Return every number of tables that a card can have. @param {Pick<InsiderLimits, "tables">} limits */
export const sizesOf = ({ tables: [least, most] }) => Array.from({ length: most - least + 1 }, (_, at) => least + at);

/** Return what is wrong with the data at this moment. @type {InsiderForm["faults"]} */
export function faults(ownerData, limits, words) {
  const most = limits.of_each_size;
  const repeated = ownerData.cards.flatMap((_, at) => (isRepeated(ownerData, at) ? [words("page.my-copy-card-twice", { card: words("page.my-copy-card", { number: at + 1 }) })] : []));
  const sizes = sizesOf(limits).filter((size) => cardsOfSize(ownerData, size).length > most);
  return [...pathFaults(ownerData.board, limits, words), ...repeated, ...sizes.map((size) => words("page.my-copy-too-many", { size, most }))];
}

/**
 * Change a card and sort the cards again; return its index, which may be another one.
 * @param {InsiderData} ownerData
 * @param {number} at
 * @param {(card: InsiderCard) => void} change
 */
export function changeCard(ownerData, at, change) {
  const card = ownerData.cards[at];
  change(card);
  sortCards(ownerData);
  return ownerData.cards.indexOf(card);
}

/** Add a card of zeros; return its index. @param {InsiderData} ownerData @param {number} size */
export function addCard(ownerData, size) {
  const card = { values: Array(size).fill(0), corner: 0, verified: false };
  ownerData.cards.push(card);
  sortCards(ownerData);
  return ownerData.cards.indexOf(card);
}

/** Give a card another number of tables; tables that are new are worth 0. @param {InsiderCard} card @param {number} size */
export function resizeCard(card, size) {
  card.values = Array.from({ length: size }, (_, table) => card.values[table] ?? 0);
}

// --- paths

/** A path of the grid that the board does not have. */
const NO_PATH = "none";

/** Return the names of the paths of a board. @param {InsiderBoard} board */
export const pathsOf = ({ links }) => Object.keys(links).filter((path) => links[path] !== NO_PATH).sort();

/** Return the column and the row of a place, counted from the upper left. @param {string} place */
export const gridPoint = (place) => [place.charCodeAt(0) - "a".charCodeAt(0), 5 - Number(place[1])];

/** Return how far one place is from another: columns, rows. @type {(one: string, other: string) => number[]} */
function distance(one, other) {
  const [x, y] = gridPoint(one), [toX, toY] = gridPoint(other);
  return [toX - x, toY - y];
}

/** Return whether a path joins neighbours. @param {string} path */
export function isStraight(path) {
  const [one, other] = path.split("-"), [dx, dy] = distance(one, other);
  return Math.abs(dx) + Math.abs(dy) === 1;
}

/** Add a path between two places, or remove it; return its name and whether it is new. @type {(board: InsiderBoard, one: string, other: string, squares: number) => { path: string, isNew: boolean }} */
export function togglePath(board, one, other, squares) {
  const path = [one, other].sort().join("-"), isNew = !pathsOf(board).includes(path);
  if (isNew) board.links[path] = squares;
  else if (isStraight(path)) board.links[path] = NO_PATH;
  else delete board.links[path];
  return { path, isNew };
}

/** Return the places that a place has a path to. @type {(board: InsiderBoard, place: string) => string[]} */
export const neighboursOf = (board, place) =>
  pathsOf(board).map((path) => path.split("-")).filter((ends) => ends.includes(place)).map(([one, other]) => (one === place ? other : one));

/** Return the places that no way leads to. @type {(board: InsiderBoard, limits: Pick<InsiderLimits, "places">) => string[]} */
function unreachable(board, { places }) {
  const reached = new Set(places.slice(0, 1));
  for (const place of reached) for (const other of neighboursOf(board, place)) reached.add(other); // it grows
  return places.filter((place) => !reached.has(place));
}

/** Return what is wrong with the paths. @type {(board: InsiderBoard, limits: InsiderLimits, words: Translate) => string[]} */
export function pathFaults(board, limits, words) {
  const needs = limits.home_paths;
  const counted = limits.homes.map((home) => ({ home, count: neighboursOf(board, home).length }));
  const apart = unreachable(board, limits).join(", ");
  return [
    ...counted.filter(({ count }) => count !== needs).map(({ home, count }) => words("page.my-copy-home-paths", { home, count, needs })),
    ...(apart ? [words("page.my-copy-no-way-to", { start: limits.places[0], places: apart })] : []),
  ];
}

/** Return how far the middle of a path is drawn beside the straight line; engine/insider/layout.py bends it the same way. @param {string} path */
export function bend(path) {
  const [one, other] = path.split("-"), [dx, dy] = distance(one, other);
  if (isStraight(path)) return [0, 0];
  const [x, y] = gridPoint(one);
  const isAroundPlace = [2, 3, 4].some((part) => dx % part === 0 && dy % part === 0);
  const away = (isAroundPlace ? 0.5 : 0.12) / Math.hypot(dx, dy);
  const isOutwards = dy * (2 * x + dx - 4) - dx * (2 * y + dy - 4) > 0;
  return isOutwards ? [-dy * away, dx * away] : [dy * away, -dx * away];
}

/** Return how many squares a path has after a key: a digit, + or -; null for another key. @type {(key: string, count: number, ends: Ends) => number | null} */
export function squaresAfter(key, count, [least, most]) {
  const next = /^\d$/.test(key) ? Number(key) : key === "+" ? count + 1 : key === "-" ? count - 1 : NaN;
  return next >= least && next <= most ? next : null;
}
