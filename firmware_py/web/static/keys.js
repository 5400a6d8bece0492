// Keys told apart by time, as on the box: short below 500 ms, long at 500 ms, then repeats every 150 ms.

const LONG = 500;
const REPEAT = 150;

/** Make the recogniser of one box; `onPress` gets a key and its kind, `onHeld` what a finger lies on. */
export function makeRecogniser(onPress, onHeld) {
  const held = new Map();

  function down(key) {
    if (held.has(key)) return;
    const press = { isLong: false, timer: 0 };
    const later = () => {
      onPress(key, press.isLong ? "repeat" : "long");
      press.isLong = true;
      press.timer = setTimeout(later, REPEAT);
    };
    press.timer = setTimeout(later, LONG);
    held.set(key, press);
    onHeld(key, true);
  }

  function up(key) {
    const press = held.get(key);
    if (!press) return;
    leave(key);
    if (!press.isLong) onPress(key, "short");
  }

  /** Let go without a press: the finger slid off, or the window lost its focus. */
  function leave(key) {
    clearTimeout(held.get(key)?.timer);
    held.delete(key);
    onHeld(key, false);
  }

  return { down, up, leave, leaveAll: () => [...held.keys()].forEach(leave) };
}

const KEYBOARD = { ArrowUp: "up", ArrowDown: "down", ArrowLeft: "left", ArrowRight: "right", Enter: "ok", Backspace: "back" };
const OWN_KEYS = "input, select, textarea, [contenteditable]";
const OWN_ENTER = "button, a[href], summary, [role=button]";

/** Tell which key of the box a key of the keyboard is, given what has the focus. */
export function keyOf(event) {
  if (event.ctrlKey || event.altKey || event.metaKey || document.querySelector("dialog[open]")) return null;
  if (event.target.matches?.(OWN_KEYS)) return null;
  if (event.key === "Enter" && event.target.matches?.(OWN_ENTER)) return null;
  return KEYBOARD[event.key] ?? (/^[1-6]$/.test(event.key) ? event.key : null);
}

/** Make an element a key: pressed by finger, mouse, or Enter and Space when it has the focus. */
export function listenTo(element, key, recogniser) {
  element.addEventListener("pointerdown", (event) => {
    if (event.button > 0) return;
    event.preventDefault(); // no text is selected, and the focus stays where it was
    element.setPointerCapture(event.pointerId);
    recogniser.down(key);
  });
  element.addEventListener("pointerup", () => recogniser.up(key));
  element.addEventListener("pointercancel", () => recogniser.leave(key));
  element.addEventListener("contextmenu", (event) => event.preventDefault());
  element.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    event.stopPropagation();
    recogniser.down(key);
  });
  element.addEventListener("keyup", (event) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    event.stopPropagation();
    recogniser.up(key);
  });
  element.addEventListener("blur", () => recogniser.leave(key));
  // Whoever speaks to the page, or hears it, clicks without a pointer.
  element.addEventListener("click", (event) => {
    if (event.detail !== 0 || event.pointerType) return;
    recogniser.down(key);
    recogniser.up(key);
  });
}
