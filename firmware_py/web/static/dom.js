// Small tools: elements, drawings that the server sends, and what this browser remembers.

const flat = (parts) => parts.flat(Infinity).filter((part) => part !== null && part !== undefined && part !== false && part !== "");

/** Make an element. Texts are always text, never markup; what begins with "on" listens. */
export function make(name, attributes = {}, ...inside) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else if (value === true) element.setAttribute(key, "");
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(key, value);
  }
  element.append(...flat(inside));
  return element;
}

/** Put new contents into a container; whoever had the focus there keeps it, if its `data-key` is there again. */
export function swap(container, ...inside) {
  const key = container.contains(document.activeElement) ? document.activeElement.dataset.key : undefined;
  container.replaceChildren(...flat(inside));
  if (key !== undefined) container.querySelector(`[data-key="${CSS.escape(key)}"]`)?.focus({ preventScroll: true });
}

const SVG = "http://www.w3.org/2000/svg";

/** Read a drawing. The parser runs no scripts, and what could run one is left out. */
export function drawing(text) {
  const svg = new DOMParser().parseFromString(text, "text/html").querySelector("svg");
  if (svg === null) return document.createElementNS(SVG, "svg");
  svg.querySelectorAll("script, foreignObject, a, style").forEach((element) => element.remove());
  return document.importNode(svg, true);
}

/** Draw a line icon, made of one path in a square of 24. */
export function icon(path) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("aria-hidden", "true");
  svg.setAttribute("class", "icon");
  const line = document.createElementNS(SVG, "path");
  line.setAttribute("d", path);
  svg.append(line);
  return svg;
}

/** A seat's number in its colour. */
export function seatMark(seat) {
  return make("span", { class: "seat-mark", "data-seat": seat, "aria-hidden": "true" }, String(seat));
}

/** What this browser keeps between visits; a browser that keeps nothing is no fault. */
export const memory = {
  get(key, otherwise) {
    try {
      return localStorage.getItem(`sideline.${key}`) ?? otherwise;
    } catch {
      return otherwise;
    }
  },
  set(key, value) {
    try {
      localStorage.setItem(`sideline.${key}`, value);
    } catch {
      // a private window
    }
  },
};

export const byId = (id) => document.getElementById(id);

export const isCalm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
