// A part of the virtual box that the server draws: the dice tray. What is drawn is tapped or dragged.

import { make, parseSvg, setContents, targetOf } from "./dom.js";
import { makePlug } from "./display.js";

/** @type {Record<string, number[]>} */
const MOVES = { ArrowUp: [0, -4], ArrowDown: [0, 4], ArrowLeft: [-4, 0], ArrowRight: [4, 0] }; // millimetres

/** @param {Send} send @param {string} part its name in the wiring */
export function makePanel(send, part) {
  /** @type {Panel | null} */
  let panel = null;
  let drawn = "";
  /** @type {SVGGElement | null | undefined} */
  let held = null;
  const mat = make("div", { class: "mat" });
  const says = make("p", { class: "tray-says", role: "status" });
  const buttons = make("div", { class: "tray-does" });
  const plug = makePlug((isIn) => send({ do: "plug", part, in: isIn }));
  const element = make("div", { class: "tray", role: "group", "data-part": part }, make("div", { class: "tray-floor" }, mat, says), buttons, plug.element);

  /** Return what was meant in the drawing. @type {(event: Event) => SVGGElement | null | undefined} */
  const pieceOf = (event) => targetOf(event)?.closest("[role=button]");

  /** Put a thing somewhere. @type {(piece: SVGGElement, x: number, y: number) => void} */
  const put = ({ dataset }, x, y) => send({ do: "put", piece: dataset.piece ?? "", x: Math.round(x), y: Math.round(y) });

  /** Do what a tap on something does, if it does something. @param {SVGGElement | null | undefined} piece */
  function tap(piece) {
    if (piece?.dataset.send) send(JSON.parse(piece.dataset.send));
  }

  /** @type {(event: PointerEvent, use: (piece: SVGGElement, x: number, y: number) => void) => void} */
  function drag({ clientX, clientY }, use) {
    const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(held?.ownerSVGElement?.getScreenCTM()?.inverse());
    if (held) use(held, x, y);
  }

  function draw() {
    if (panel === null || held || panel.svg === drawn) return;
    drawn = panel.svg;
    setContents(mat, parseSvg(drawn));
  }

  mat.addEventListener("click", (event) => tap(pieceOf(event)));
  mat.addEventListener("pointerdown", (event) => {
    held = pieceOf(event)?.dataset.piece ? pieceOf(event) : null;
    if (held) mat.setPointerCapture(event.pointerId);
  });
  mat.addEventListener("pointermove", (event) => drag(event, (piece, x, y) => piece.setAttribute("transform", `translate(${x} ${y})`)));
  mat.addEventListener("pointerup", (event) => drag(event, put));
  mat.addEventListener("lostpointercapture", () => {
    held = null;
    drawn = ""; // until the server has seen it
    draw();
  });
  mat.addEventListener("keydown", (event) => {
    const piece = pieceOf(event);
    const isTap = event.key === "Enter" || event.key === " ";
    const [right, down] = MOVES[event.key] ?? [0, 0];
    if (!piece || !(isTap || (MOVES[event.key] && piece.dataset.piece))) return;
    event.preventDefault();
    event.stopPropagation(); // it is no key of the box
    const [x, y] = String(isTap ? piece.dataset.next : piece.dataset.at).split(" ");
    if (piece.dataset.piece) put(piece, Number(x) + right, Number(y) + down);
    else tap(piece);
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
      make("button", { class: isOn ?? at === 0 ? "small accent" : "small", "data-key": label, "aria-pressed": isOn, onclick: () => send(action) }, label)));
  }

  return { element, show };
}
