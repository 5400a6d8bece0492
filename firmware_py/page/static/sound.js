// The buzzer in the browser: short square notes, as small boxes make them. The virtual box says what sounds; other
// phones sound when something happens, if somebody has switched that on.

import { byId, icon, setContents, storage } from "./dom.js";
import { EMPTY, isMyTurn, noticeText } from "./state.js";
import { word } from "./words.js";

/** Each note: hertz, milliseconds; 0 hertz is a rest. @type {Record<string, [number, number][]>} */
const TUNES = {
  accepted: [[1760, 50]],
  refused: [[330, 110], [0, 50], [247, 170]],
  "your-turn": [[1175, 70], [0, 30], [1568, 90]],
  evaluation: [[1047, 80], [1319, 80], [1568, 120]],
  over: [[1047, 110], [1319, 110], [1568, 110], [2093, 260]],
};
const VOLUME = 0.05;
const SPEAKER = "M4 9.5v5h3.5L12 18V6L7.5 9.5zM15.5 9a4 4 0 0 1 0 6M18 6.5a8 8 0 0 1 0 11";
const SILENT = "M4 9.5v5h3.5L12 18V6L7.5 9.5zM16 9.5l5 5M21 9.5l-5 5";

/** Return the name of the sound for what has happened; null if nothing has. @param {State} before @param {State} now */
export function soundOf(before, now) {
  const refused = [before, now].map(({ ask }) => (ask?.notice?.is_refusal ? noticeText(ask.notice, " ") : ""));
  if (refused[1] && refused[0] !== refused[1]) return "refused";
  const [was, is] = [before.game, now.game];
  if (!was || !is || is.number !== was.number || is.acts <= was.acts) return null;
  if (is.is_over && !was.is_over) return "over";
  if (now.log?.lines.at(-1)?.round) return "evaluation";
  return isMyTurn(now) && !isMyTurn(before) ? "your-turn" : "accepted";
}

/** @returns {View} */
export function makeSound() {
  let isMuted = true;
  let before = EMPTY;
  /** How many sounds there were when this page last looked; null before it did. @type {number | null} */
  let heard = null;
  /** @type {AudioContext | null} */
  let audio = null;
  const button = byId("mute");

  const wake = () => {
    // Browsers let a page sound only after somebody touched it.
    audio ??= window.AudioContext ? new AudioContext() : null;
    if (audio?.state === "suspended") audio.resume();
  };
  addEventListener("pointerdown", wake, { passive: true });
  addEventListener("keydown", wake);

  function label() {
    button.setAttribute("aria-pressed", String(isMuted));
    button.setAttribute("aria-label", word("page.mute"));
    button.title = word("page.mute");
    setContents(button, icon(isMuted ? SILENT : SPEAKER));
  }
  button.addEventListener("click", () => {
    wake();
    isMuted = !isMuted;
    storage.set("mute", isMuted ? "yes" : "no");
    label();
    if (!isMuted) play("accepted");
  });

  /** @param {string} name */
  function play(name) {
    if (isMuted || audio?.state !== "running") return;
    let at = audio.currentTime + 0.01;
    for (const [hertz, milliseconds] of TUNES[name] ?? TUNES.accepted) {
      const end = at + milliseconds / 1000;
      if (hertz > 0) note(audio, hertz, at, end);
      at = end;
    }
  }

  /** Play what is new. What sounded before this page was opened is not repeated. @type {View["show"]} */
  function show(now, changed) {
    const { box, me } = now;
    if (before === EMPTY || "me" in changed) {
      isMuted = storage.get("mute", me?.is_virtual ? "no" : "yes") === "yes";
      button.hidden = !me?.is_paired;
      label();
    }
    const name = box ? heard !== null && box.sound.number !== heard && box.sound.name : soundOf(before, now);
    if (name) play(name);
    heard = box?.sound.number ?? null;
    before = now;
  }

  return { show };
}

/** @type {(audio: AudioContext, hertz: number, from: number, to: number) => void} */
function note(audio, hertz, from, to) {
  const tone = audio.createOscillator();
  const volume = audio.createGain();
  tone.type = "square";
  tone.frequency.value = hertz;
  volume.gain.setValueAtTime(VOLUME, from);
  volume.gain.setTargetAtTime(0, to - 0.012, 0.004); // no click at the end
  tone.connect(volume).connect(audio.destination);
  tone.start(from);
  tone.stop(to + 0.02);
}
