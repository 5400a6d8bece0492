// The virtual box: two displays, six keys, a key for each seat, the dice tray, and a plug for every part.

import { makeDisplay } from "./display.js";
import { BACK, byId, icon, make, targetOf } from "./dom.js";
import { keyOf, listenTo, makeRecogniser } from "./keys.js";
import { makePanel } from "./panel.js";
import { word } from "./words.js";

const ARROWS = {
  up: ["page.key-up", "M12 6l7 10H5z"],
  left: ["page.key-left", "M6 12l10-7v14z"],
  right: ["page.key-right", "M18 12L8 5v14z"],
  down: ["page.key-down", "M12 18L5 8h14z"],
};
const SEATS = ["1", "2", "3", "4", "5", "6"];
const KEEPS_FOCUS = "input, select, textarea, label, summary, a, dialog, #drawing, [data-piece]";

/** @param {Tools} tools @returns {View} */
export function makeBox({ send, view }) {
  const place = byId("box");
  /** @type {Map<string, HTMLElement>} */
  const caps = new Map();
  const recogniser = makeRecogniser(
    (key, kind) => send({ do: "press", key, kind }),
    (key, isDown) => caps.get(key)?.classList.toggle("is-down", isDown),
  );
  /** @type {Map<string, ReturnType<typeof makeDisplay>>} */
  const displays = new Map();
  const [tray, table] = ["reader", "camera"].map((part) => makePanel(send, part));
  let isBuilt = false;
  let isThere = false;

  /** @type {(key: string, label: string, ...face: Child[]) => HTMLElement} */
  function cap(key, label, ...face) {
    const element = make("button", { class: `cap cap-${key}`, "aria-label": label, "data-press": key }, ...face);
    caps.set(key, element);
    listenTo(element, key, recogniser);
    return element;
  }

  /** Plug the camera in when somebody wants to try it. @param {Event} event */
  function openTable({ target }) {
    if (target instanceof HTMLDetailsElement && target.open) send({ do: "plug", part: "camera", in: true });
  }

  /** @param {Box} box */
  function build(box) {
    for (const { role } of box.displays) {
      displays.set(role, makeDisplay(role, (isIn) => send({ do: "plug", part: role, in: isIn })));
    }
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
      make("details", { class: "keyboard", open: box.camera.is_plugged, ontoggle: openTable },
        make("summary", {}, word("page.table-camera")), make("p", {}, word("page.table-how")), table.element),
      make("details", { class: "keyboard" }, make("summary", {}, word("page.keyboard")), make("p", {}, word("page.keyboard-how"))),
    );
  }

  /** @type {View["show"]} */
  function show({ box, game }, changed) {
    isThere = box !== null;
    if (box === null || !("box" in changed || "game" in changed)) return;
    if (!isBuilt) build(box);
    isBuilt = true;
    for (const display of box.displays) {
      displays.get(display.role)?.show(display, display.role === "prompt" ? box.said : game?.waits ?? "");
    }
    tray.element.hidden = !box.has_dice;
    tray.show(box.tray);
    table.show(box.camera);
  }

  const isOpen = () => isThere && view() === "box";

  // After a click the keyboard works the box: Enter is ok then.
  document.addEventListener("click", (event) => {
    if (event.detail > 0 && !targetOf(event)?.closest(KEEPS_FOCUS) && isOpen()) place.focus({ preventScroll: true });
  });
  document.addEventListener("keydown", (event) => {
    const key = isOpen() ? keyOf(event) : null;
    if (key === null) return;
    event.preventDefault();
    if (!event.repeat) recogniser.down(key);
  });
  document.addEventListener("keyup", (event) => {
    const key = keyOf(event);
    if (key !== null) recogniser.up(key);
  });
  addEventListener("blur", recogniser.cancelAll);

  return { show, opened: recogniser.cancelAll };
}
