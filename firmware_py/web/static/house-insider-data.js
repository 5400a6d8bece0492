// Insider's owner data as plain values: evaluation cards by size, and what is wrong with them. Nothing here touches the page.

/** @param {{ cards: InsiderCard[] }} house */
const sortCards = (house) => house.cards.sort((one, other) => one.values.length - other.values.length);

/** Return a house in the form in which it is edited: cards by size, so that their numbers are those that people see. @param {InsiderHouse} house */
export function opened(house) {
  const copy = structuredClone(house);
  sortCards(copy);
  return copy;
}

/** Return it in the form of the file. @param {InsiderHouse} house */
export const closed = (house) => house;

/** Return whether a card has the same numbers as one before it. @param {InsiderHouse} house @param {number} at */
export function isRepeated({ cards }, at) {
  const faces = cards.map(({ values, corner }) => `${values.join(" ")} / ${corner}`);
  return faces.indexOf(faces[at]) < at;
}

/** Return the indices of the cards with so many tables. @param {InsiderHouse} house @param {number} size */
export const cardsOfSize = ({ cards }, size) => cards.flatMap(({ values }, at) => (values.length === size ? [at] : []));

/** Return every number of tables that a card can have. @param {Pick<InsiderLimits, "tables">} limits */
export const sizesOf = ({ tables: [least, most] }) => Array.from({ length: most - least + 1 }, (_, at) => least + at);

/** Return what is wrong with a house at this moment. @type {InsiderForm["faults"]} */
export function faults(house, limits, words) {
  const most = limits.of_each_size;
  const repeated = house.cards.flatMap((_, at) => (isRepeated(house, at) ? [words("page.house-card-twice", { card: words("page.house-card", { number: at + 1 }) })] : []));
  const sizes = sizesOf(limits).filter((size) => cardsOfSize(house, size).length > most);
  return [...repeated, ...sizes.map((size) => words("page.house-too-many", { size, most }))];
}

/**
 * Change a card and sort the cards again; return its index, which may be another one.
 * @param {InsiderHouse} house
 * @param {number} at
 * @param {(card: InsiderCard) => void} change
 */
export function changeCard(house, at, change) {
  const card = house.cards[at];
  change(card);
  sortCards(house);
  return house.cards.indexOf(card);
}

/** Add a card of zeros; return its index. @param {InsiderHouse} house @param {number} size */
export function addCard(house, size) {
  const card = { values: Array(size).fill(0), corner: 0, verified: false };
  house.cards.push(card);
  sortCards(house);
  return house.cards.indexOf(card);
}

/** Give a card another number of tables; tables that are new are worth 0. @param {InsiderCard} card @param {number} size */
export function resizeCard(card, size) {
  card.values = Array.from({ length: size }, (_, table) => card.values[table] ?? 0);
}

/** Return how many squares a path has after a key: a digit, + or -; null for another key. @type {(key: string, count: number, ends: Ends) => number | null} */
export function squaresAfter(key, count, [least, most]) {
  const next = /^\d$/.test(key) ? Number(key) : key === "+" ? count + 1 : key === "-" ? count - 1 : NaN;
  return next >= least && next <= most ? next : null;
}
