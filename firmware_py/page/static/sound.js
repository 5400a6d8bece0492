// The buzzer in the browser: short square notes, as small boxes make them.

import { byId, icon, setContents, storage } from "./dom.js";
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

export function makeSound() {
  let isMuted = storage.get("mute", "no") === "yes";
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
    isMuted = !isMuted;
    storage.set("mute", isMuted ? "yes" : "no");
    label();
  });
  label();

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

  /** Play what is new. What sounded before this page was opened is not repeated. @param {Sound} sound */
  function show(sound) {
    button.hidden = false;
    if (heard !== null && sound.number !== heard) play(sound.name);
    heard = sound.number;
  }

  return { show, hide: () => (button.hidden = true) };
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
