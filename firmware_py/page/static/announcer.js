// Says what changes: in one live region for screen readers, and aloud where somebody has switched that on.

import { byId, storage } from "./dom.js";
import { noticeText } from "./state.js";
import { word } from "./words.js";

/** Return what there is to say after a change, and whether it is said aloud too; null if it is nothing. @param {State} before @param {State} now @returns {{ text: string, isAloud: boolean } | null} */
export function newsOf(before, now) {
  const [old, notice] = [before.ask?.notice, now.ask?.notice];
  if (notice?.is_refusal && noticeText(notice, " ") !== (old ? noticeText(old, " ") : "")) return { text: noticeText(notice, ". "), isAloud: true };
  if (!now.game || now.game.waits === before.game?.waits) return null;
  const mine = now.me?.seat ?? null;
  /** @param {State} state */
  const isMine = (state) => Boolean(state.game?.seats.some(({ seat, is_turn: isTurn }) => isTurn && seat === mine));
  if (isMine(now) && !isMine(before)) return { text: `${word("page.your-turn")} ${now.game.waits}`, isAloud: true };
  return { text: now.game.waits, isAloud: mine === null && before.game !== null };
}

/** Say a text aloud, in the reader's language; the browser needs no secure connection for it. @param {string} text */
export function speak(text) {
  if (!window.speechSynthesis) return;
  const said = new SpeechSynthesisUtterance(text);
  said.lang = document.documentElement.lang;
  speechSynthesis.cancel();
  speechSynthesis.speak(said);
}

export const isAloud = () => storage.get("aloud", "no") === "yes";

/** Switch reading aloud on or off; the first words must follow a tap, or iPhones stay silent. @param {boolean} isOn */
export function setAloud(isOn) {
  storage.set("aloud", isOn ? "yes" : "no");
  if (isOn) speak(word("page.aloud-on"));
  else window.speechSynthesis?.cancel();
}

/** @param {State} first @returns {View} */
export function makeAnnouncer(first) {
  let before = first;
  return {
    show(now) {
      const news = newsOf(before, now);
      before = now;
      if (!news) return;
      if (!now.ask?.notice?.is_refusal) byId("announcer").textContent = news.text; // a refusal takes the focus, or has its own region
      if (news.isAloud && isAloud()) speak(news.text);
    },
  };
}
