// What the server has sent last, as plain values, and what follows from it. Nothing here touches the page.

/** @type {State} */
export const EMPTY = { box: null, ask: null, game: null, log: null, me: null };

/**
 * Return the state after an event. Parts that it does not name stay as they are; parts that this page does not know are left out.
 * @param {State} state
 * @param {Changes} changed
 * @returns {State}
 */
export function merge(state, changed) {
  const known = Object.entries(changed).filter(([part]) => part in EMPTY);
  return { ...state, ...Object.fromEntries(known) };
}

/** Return all that a notice says. @param {Notice} notice @param {string} between what stands between two lines */
export const noticeText = ({ title, lines }, between) => [title, ...lines].join(between);

/** Return a value that changes whenever the history has to be loaded again. @param {State} state */
export function historyKey({ game, me, log }) {
  return [game?.number, game?.acts, game?.analysis?.is_asked && game.analysis.done === game.analysis.total, log?.lines.length, log?.lines.at(-1)?.place, me?.is_paired].join();
}

/** Return the seat of this phone, if it has one. @param {State} state */
export const ownSeat = ({ me, game }) => game?.seats.find(({ seat }) => seat === me?.seat) ?? null;

/** Return whether it is the turn of this phone's player. @param {State} state */
export const isMyTurn = (state) => Boolean(ownSeat(state)?.is_turn);

/** Return whose turn it is, if it is somebody else's: then this phone does not answer by itself. @param {State} state @returns {Seat | null} */
export function otherTurn(state) {
  const { ask, game } = state;
  if (!ownSeat(state) || !ask?.is_first || ask.notice || isMyTurn(state)) return null;
  return game?.seats.find(({ is_turn: isTurn }) => isTurn) ?? null;
}

/** Return the seats of a game, partners beside each other. @param {Seat[]} seats */
export const byParty = (seats) => [...seats].sort((one, other) => one.party - other.party || one.seat - other.seat);

/** Return whether a match is on the table that is not over. @param {State} state */
export const isInPlay = ({ game }) => game !== null && !game.is_over;
