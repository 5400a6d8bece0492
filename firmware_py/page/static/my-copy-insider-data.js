// Insider's owner data as plain values: evaluation cards by size, and what is wrong with them. Nothing here touches the page.

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
  return [...repeated, ...sizes.map((size) => words("page.my-copy-too-many", { size, most }))];
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

/** Return how many squares a path has after a key: a digit, + or -; null for another key. @type {(key: string, count: number, ends: Ends) => number | null} */
export function squaresAfter(key, count, [least, most]) {
  const next = /^\d$/.test(key) ? Number(key) : key === "+" ? count + 1 : key === "-" ? count - 1 : NaN;
  return next >= least && next <= most ? next : null;
}
