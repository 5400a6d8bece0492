// The virtual box: two displays, six keys, a key for each seat, the dice tray, and a plug for every part.

import { makeDisplay } from "./display.js";
import { makeTray } from "./dice.js";
import { byId, icon, make } from "./dom.js";
import { keyOf, listenTo, makeRecogniser } from "./keys.js";
import { makeSound } from "./sound.js";
import { word } from "./words.js";

const ARROWS = {
  up: ["page.key-up", "M12 6l7 10H5z"],
  left: ["page.key-left", "M6 12l10-7v14z"],
  right: ["page.key-right", "M18 12L8 5v14z"],
  down: ["page.key-down", "M12 18L5 8h14z"],
};
const BACK = "M9 6l-5 5 5 5M4 11h10a5 5 0 0 1 5 5v2";
const SEATS = ["1", "2", "3", "4", "5", "6"];

export function makeBox({ send, view }) {
  const place = byId("box");
  const caps = new Map();
  const sound = makeSound();
  const recogniser = makeRecogniser(
    (key, kind) => send({ do: "press", key, kind }),
    (key, isDown) => caps.get(key)?.classList.toggle("is-down", isDown),
  );
  const displays = new Map();
  let tray = null;
  let isThere = false;

  function cap(key, label, ...face) {
    const element = make("button", { type: "button", class: `cap cap-${key}`, "aria-label": label, "data-press": key }, ...face);
    caps.set(key, element);
    listenTo(element, key, recogniser);
    return element;
  }

  function build(box) {
    for (const { role } of box.displays) {
      displays.set(role, makeDisplay(role, (isIn) => send({ do: "plug", part: role, in: isIn })));
    }
    tray = makeTray(send);
    const arrows = Object.entries(ARROWS).map(([key, [name, path]]) => cap(key, word(name), icon(path)));
    const seats = SEATS.map((seat) => {
      const element = cap(seat, word("page.key-seat", { seat }), seat);
      element.dataset.seat = seat;
      return element;
    });
    place.replaceChildren(
      make("div", { class: "case" },
        make("div", { class: "screens" }, [...displays.values()].map(({ element }) => element)),
        make("div", { class: "keys" },
          make("div", { class: "cross" }, arrows, make("span", { class: "hub", "aria-hidden": "true" })),
          make("div", { class: "seat-caps", role: "group", "aria-label": word("page.seat-keys") }, seats),
          make("div", { class: "pair" }, cap("back", word("page.key-back"), icon(BACK)), cap("ok", word("page.key-ok"), "OK"))),
        make("p", { class: "badge", "aria-hidden": "true" }, "Sideline")),
      tray.element,
      make("details", { class: "keyboard" }, make("summary", {}, word("page.keyboard")), make("p", {}, word("page.keyboard-how"))),
    );
  }

  function show({ box, ask, game }, changed) {
    isThere = box !== null;
    if (!isThere) sound.hide();
    if (!isThere || !("box" in changed || "ask" in changed)) return;
    if (tray === null) build(box);
    for (const display of box.displays) {
      const notice = ask?.notice;
      const question = notice ? [notice.title, ...notice.lines].join(" ") : `${ask?.title ?? ""} ${ask?.text ?? ""}`;
      displays.get(display.role).show(display, display.role === "prompt" ? question.trim() : game?.waits ?? "");
    }
    tray.show(box.tray, box.reader);
    sound.show(box.sound);
  }

  /** Whoever opens the box, or clicks something in it, goes on with the keyboard: Enter is ok then. */
  function takeFocus() {
    if (isThere && view() === "box") place.focus({ preventScroll: true });
  }
  document.addEventListener("click", (event) => {
    const isOwn = event.target.closest?.("input, select, textarea, label, summary, a, dialog, #drawing");
    if (event.detail > 0 && !isOwn) takeFocus();
  });
  document.addEventListener("keydown", (event) => {
    const key = isThere && view() === "box" ? keyOf(event) : null;
    if (key === null) return;
    event.preventDefault();
    if (!event.repeat) recogniser.down(key);
  });
  document.addEventListener("keyup", (event) => {
    const key = keyOf(event);
    if (key !== null) recogniser.up(key);
  });
  addEventListener("blur", recogniser.leaveAll);

  return { show, opened: recogniser.leaveAll };
}
