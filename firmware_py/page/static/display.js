// One display of the virtual box, dot for dot as the program drew it.

import { make } from "./dom.js";
import { HEIGHT, pixelsOf, WIDTH } from "./dots.js";
import { word } from "./words.js";

/** Make a display. @param {string} role @param {(isIn: boolean) => void} onPlug is called when its switch is used */
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
    const dot = Math.max(Math.floor((glass.clientWidth * ratio) / WIDTH + 0.01), 1) / ratio;
    canvas.style.setProperty("width", `${WIDTH * dot}px`);
    canvas.style.setProperty("height", `${HEIGHT * dot}px`);
    glass.style.setProperty("--dot", `${dot}px`);
    glass.classList.toggle("is-fine", dot < 2.5);
  };
  new ResizeObserver(fit).observe(glass);

  /** @param {Display} display @param {string} text what it shows, for people who cannot see it */
  function show(display, text) {
    element.classList.toggle("is-dead", !display.is_plugged);
    plug.show(display.is_plugged, display.name);
    why.textContent = display.is_plugged ? "" : word("page.unplugged");
    canvas.setAttribute("aria-label", word("page.display", { name: display.name, text: display.is_plugged ? text : word("page.unplugged") }));
    ink?.putImageData(new ImageData(pixelsOf(display), WIDTH, HEIGHT), 0, 0);
  }

  return { element, show };
}

/** Make a switch that plugs a part in and out. @param {(isIn: boolean) => void} onPlug */
export function makePlug(onPlug) {
  const name = make("span", { class: "plug-name" });
  const element = make("button", { class: "plug", role: "switch", onclick: () => onPlug(element.getAttribute("aria-checked") !== "true") },
    make("span", { class: "plug-track", "aria-hidden": "true" }), name);
  return {
    element,
    /** @type {(isIn: boolean, label: string) => void} */
    show(isIn, label) {
      element.setAttribute("aria-checked", String(isIn));
      name.textContent = label;
    },
  };
}
