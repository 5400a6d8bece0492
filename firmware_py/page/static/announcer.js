// Says what was played and what is asked now: in one live region for screen readers, and aloud where somebody has switched that on.

import { byId, storage } from "./dom.js";
import { isMyTurn, noticeText } from "./state.js";
import { word } from "./words.js";

/** Return what there is to say after a change, and whether it is said aloud too; null if it is nothing. @param {State} before @param {State} now @returns {{ text: string, isAloud: boolean } | null} */
export function newsOf(before, now) {
  const refused = [before, now].map(({ ask }) => (ask?.notice?.is_refusal ? noticeText(ask.notice, ". ") : ""));
  if (refused[1] && refused[0] !== refused[1]) return { text: refused[1], isAloud: true };
  if (!now.game) return null;
  const told = isNewer(before, now) ? now.log?.lines.at(-1)?.text ?? "" : "";
  const asked = questionOf(now);
  if (!told && asked === questionOf(before)) return null;
  const isMine = isMyTurn(now) && !isMyTurn(before);
  const isAloud = isMine || (!now.me?.seat && before.game !== null);
  return { text: [told, isMine && word("page.your-turn"), asked].filter(Boolean).join(". ").replace("!.", "!"), isAloud };
}

/** Return whether an act was played since then, in the same match. @param {State} before @param {State} now */
const isNewer = (before, now) => before.game !== null && before.game.number === now.game?.number && now.game.acts > before.game.acts;

/** Return what is asked now, with what was answered already. @param {State} state */
const questionOf = ({ ask, game }) => (ask && !ask.notice ? [...ask.answered, ask.title, ask.text].filter(Boolean).join(" ") : game?.waits ?? "");

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
