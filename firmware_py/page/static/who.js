// Who this phone belongs to: it asks once, mutes what others are asked, and says when it is one's turn.

import { make, makeButton, seatMark, storage } from "./dom.js";
import { isMyTurn, otherTurn, ownSeat } from "./state.js";
import { word } from "./words.js";

const VIBRATE_MS = [120, 80, 120];
const ALL = "all"; // the phone lies on the table, for everybody

/** Return who plays, in any order: a rematch is played by the same. @param {Game} game */
const playersOf = ({ seats }) => seats.map(({ name }) => name).sort().join("\n");

/** Return what to remember when everybody shares this phone. @param {Game} game */
export const sharedBy = (game) => `${ALL} ${playersOf(game)}`;

/** Return whether to ask whose phone this is: not if one person plays alone, nor again of those who share it. @param {State} state @param {string} known what was answered */
export function isUnknown({ me, game, ask }, known) {
  if (!me?.is_paired || me.is_virtual || me.seat || !game || game.is_over || ask?.notice) return false;
  return game.people.length > 1 && known !== sharedBy(game);
}

/** @param {Pick<Tools, "send" | "speaking">} tools @param {() => void} onChange is called if something else is to be shown */
export function makeWho({ send, speaking }, onChange) {
  let wasMine = false;

  /** Say that it is one's turn, once. @param {State} state */
  function notice(state) {
    const isMine = isMyTurn(state);
    if (isMine && !wasMine) {
      navigator.vibrate?.(VIBRATE_MS);
    }
    wasMine = isMine;
  }

  /** Make the question whose phone this is. @param {State} state */
  function chooser(state) {
    const { game } = state;
    if (!game || !isUnknown(state, storage.get("who", ""))) return null;
    const all = () => {
      storage.set("who", sharedBy(game));
      onChange();
    };
    return make("div", { class: "who" },
      make("h3", {}, word("page.who-title")),
      make("div", { class: "answers pairs" },
        game.seats.filter(({ seat }) => game.people.includes(seat)).map(({ seat, mark, name }) => make("button", { class: "big", "data-key": `who ${seat}`, "data-seat": mark, onclick: () => send({ do: "claim", seat }) }, seatMark(mark), make("span", {}, name))),
        makeButton("big", "who all", all, word("page.who-all"))));
  }

  /** Make what stands in place of the answers while somebody else is asked. @param {State} state */
  function muted(state) {
    const other = otherTurn(state);
    if (!other || speaking.isOn()) return null;
    const speak = () => {
      speaking.begin();
      onChange();
    };
    return make("div", { class: "muted-turn", "data-seat": other.mark },
      make("p", {}, seatMark(other.mark), word("page.turn-of", { name: other.name })),
      makeButton("small", "speak-for", speak, word("page.speak-for", { name: other.name })));
  }

  /** Say that it is one's turn. @param {State} state */
  function banner(state) {
    return isMyTurn(state) && make("p", { class: "your-turn", "data-seat": ownSeat(state)?.mark }, word("page.your-turn"));
  }

  return { notice, chooser, muted, banner };
}
