// A part of the virtual box that the server draws: the dice tray. What is drawn is tapped.

import { make, parseSvg, setContents, targetOf } from "./dom.js";
import { makePlug } from "./display.js";

/** @param {Send} send @param {string} part its name in the wiring */
export function makePanel(send, part) {
  /** @type {Panel | null} */
  let panel = null;
  let drawn = "";
  const mat = make("div", { class: "mat" });
  const says = make("p", { class: "tray-says", role: "status" });
  const buttons = make("div", { class: "tray-does" });
  const plug = makePlug((isIn) => send({ do: "plug", part, in: isIn }));
  const element = make("div", { class: "tray", role: "group", "data-part": part }, make("div", { class: "tray-floor" }, mat, says), buttons, plug.element);

  /** Return what was meant in the drawing. @type {(event: Event) => SVGGElement | null | undefined} */
  const pieceOf = (event) => targetOf(event)?.closest("[role=button]");

  /** Do what a tap on something does, if it does something. @param {SVGGElement | null | undefined} piece */
  function tap(piece) {
    if (piece?.dataset.send) send(JSON.parse(piece.dataset.send));
  }

  function draw() {
    if (panel === null || panel.svg === drawn) return;
    drawn = panel.svg;
    setContents(mat, parseSvg(drawn));
  }

  mat.addEventListener("click", (event) => tap(pieceOf(event)));
  mat.addEventListener("keydown", (event) => {
    const piece = pieceOf(event);
    if (!piece || (event.key !== "Enter" && event.key !== " ")) return;
    event.preventDefault();
    event.stopPropagation(); // it is no key of the box
    tap(piece);
  });

  /** @param {Panel} shown */
  function show(shown) {
    panel = shown;
    element.setAttribute("aria-label", panel.name);
    element.classList.toggle("is-dead", !panel.is_plugged);
    plug.show(panel.is_plugged, panel.plug);
    says.textContent = panel.says;
    draw();
    setContents(buttons, panel.buttons.map(({ label, is_on: isOn, action }, at) =>
      make("button", { class: isOn || at === 0 ? "small accent" : "small", "data-key": label, "aria-pressed": isOn, onclick: () => send(action) }, label)));
  }

  return { element, show };
}
