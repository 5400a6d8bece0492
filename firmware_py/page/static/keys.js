// Key presses told apart by time, as on the box: short below 500 ms, long at 500 ms, then repeats every 250 ms.

import { targetOf } from "./dom.js";

const LONG_MS = 500;
const REPEAT_MS = 250;

/** @typedef {ReturnType<typeof makeRecogniser>} Recogniser */

/** Make the recogniser of one box. @param {(key: string, kind: PressKind) => void} onPress @param {(key: string, isDown: boolean) => void} onHeld */
export function makeRecogniser(onPress, onHeld) {
  /** @type {Map<string, { isLong: boolean, timer: number }>} */
  const held = new Map();

  /** @param {string} key */
  function down(key) {
    if (held.has(key)) return;
    const press = { isLong: false, timer: 0 };
    const later = () => {
      onPress(key, press.isLong ? "repeat" : "long");
      press.isLong = true;
      press.timer = setTimeout(later, REPEAT_MS);
    };
    press.timer = setTimeout(later, LONG_MS);
    held.set(key, press);
    onHeld(key, true);
  }

  /** @param {string} key */
  function up(key) {
    const press = held.get(key);
    if (!press) return;
    cancel(key);
    if (!press.isLong) onPress(key, "short");
  }

  /** Let go without a press: the finger slid off, or the window lost its focus. @param {string} key */
  function cancel(key) {
    clearTimeout(held.get(key)?.timer);
    held.delete(key);
    onHeld(key, false);
  }

  return { down, up, cancel, cancelAll: () => [...held.keys()].forEach(cancel) };
}

/** @type {Record<string, string>} */
const KEYBOARD = { ArrowUp: "up", ArrowDown: "down", ArrowLeft: "left", ArrowRight: "right", Enter: "ok", Backspace: "back" };
const OWN_KEYS = "input, select, textarea, [contenteditable]";
const OWN_ENTER = "button, a[href], summary, [role=button]";

/** Return the key of the box that a key of the keyboard stands for; null if there is none. @param {string} key */
export const boxKey = (key) => KEYBOARD[key] ?? (/^[1-6]$/.test(key) ? key : null);

/** Return the key of the box that was meant, given what has the focus; null if none was. @param {KeyboardEvent} event */
export function keyOf(event) {
  if (event.ctrlKey || event.altKey || event.metaKey || document.querySelector("dialog[open]")) return null;
  const target = targetOf(event);
  if (target?.matches(OWN_KEYS)) return null;
  if (event.key === "Enter" && target?.matches(OWN_ENTER)) return null;
  return boxKey(event.key);
}

/**
 * Make an element a key: pressed by finger, mouse, or Enter and Space when it has the focus.
 * @param {HTMLElement} element
 * @param {string} key
 * @param {Recogniser} recogniser
 */
export function listenTo(element, key, recogniser) {
  element.addEventListener("pointerdown", (event) => {
    if (event.button > 0) return;
    event.preventDefault(); // no text is selected, and the focus stays where it was
    element.setPointerCapture(event.pointerId);
    recogniser.down(key);
  });
  element.addEventListener("pointerup", () => recogniser.up(key));
  element.addEventListener("pointercancel", () => recogniser.cancel(key));
  element.addEventListener("contextmenu", (event) => event.preventDefault());
  /** @type {(event: KeyboardEvent, react: (key: string) => void) => void} */
  const onKey = (event, react) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    event.stopPropagation();
    react(key);
  };
  element.addEventListener("keydown", (event) => onKey(event, recogniser.down));
  element.addEventListener("keyup", (event) => onKey(event, recogniser.up));
  element.addEventListener("blur", () => recogniser.cancel(key));
  // Screen readers and voice control click without a pointer.
  element.addEventListener("click", (event) => {
    if (event.detail !== 0 || /** @type {PointerEvent} */ (event).pointerType) return;
    recogniser.down(key);
    recogniser.up(key);
  });
}
