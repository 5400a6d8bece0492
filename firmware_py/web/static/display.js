// One display of the virtual box, dot for dot as the program drew it.

import { make } from "./dom.js";
import { word } from "./words.js";

const WIDTH = 128;
const HEIGHT = 64;
const LIT = [205, 230, 255];
const DIMMEST = 0.35;

/** Make a display; `onPlug` is told when its switch is used. */
export function makeDisplay(role, onPlug) {
  const canvas = make("canvas", { width: WIDTH, height: HEIGHT, role: "img" });
  const why = make("p", { class: "display-why", role: "status" });
  const glass = make("div", { class: "glass" }, canvas, why);
  const plug = makePlug(onPlug);
  const element = make("div", { class: "display", "data-role": role }, glass, plug.element);
  const ink = canvas.getContext("2d");

  // Whole device dots for each dot of the display: nothing is blurred at any size.
  const fit = () => {
    const ratio = devicePixelRatio || 1;
    const dot = Math.max(Math.floor((glass.clientWidth * ratio) / WIDTH), 1) / ratio;
    canvas.style.setProperty("width", `${WIDTH * dot}px`);
    canvas.style.setProperty("height", `${HEIGHT * dot}px`);
    glass.style.setProperty("--dot", `${dot}px`);
    glass.classList.toggle("is-fine", dot < 2.5);
  };
  new ResizeObserver(fit).observe(glass);

  function show(display, says) {
    element.classList.toggle("is-dead", !display.is_plugged);
    plug.show(display.is_plugged, display.name);
    why.textContent = display.is_plugged ? "" : word("page.unplugged");
    canvas.setAttribute("aria-label", word("page.display", { name: display.name, text: display.is_plugged ? says : word("page.unplugged") }));
    paint(ink, display);
  }

  return { element, show };
}

function paint(ink, { dots, contrast, is_lit: isLit, is_plugged: isPlugged }) {
  const bytes = Uint8Array.from(atob(dots || ""), (letter) => letter.charCodeAt(0));
  const picture = ink.createImageData(WIDTH, HEIGHT);
  const strength = isLit && isPlugged ? Math.round(255 * (DIMMEST + (1 - DIMMEST) * (contrast / 255))) : 0;
  for (let index = 0; index < WIDTH * HEIGHT; index += 1) {
    if (bytes[index >> 3] & (128 >> (index & 7))) picture.data.set([...LIT, strength], index * 4);
  }
  ink.putImageData(picture, 0, 0);
}

/** A switch that plugs a part in and out. */
export function makePlug(onPlug) {
  const name = make("span", { class: "plug-name" });
  const element = make("button", { type: "button", class: "plug", role: "switch", onclick: () => onPlug(element.getAttribute("aria-checked") !== "true") },
    make("span", { class: "plug-track", "aria-hidden": "true" }), name);
  return {
    element,
    show(isIn, label) {
      element.setAttribute("aria-checked", String(isIn));
      name.textContent = label;
    },
  };
}
