// Elements, drawings that the server sends, and what this browser stores.

const SVG = "http://www.w3.org/2000/svg";

/** @type {(children: Child[]) => (Node | string)[]} */
const present = (children) => children.flatMap((child) => (Array.isArray(child) ? present(child) : child || []));

/** @template {Element} E @param {E} element @param {Record<string, Attribute>} attributes @param {Child[]} children */
function complete(element, attributes, children) {
  for (const [key, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(key.slice("on".length), value);
    else if (value === true) element.setAttribute(key, "");
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(key, String(value));
  }
  element.append(...present(children));
  return element;
}

/**
 * Make an element of HTML. Texts are always text, never markup; a function named "onclick" listens to clicks.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} name
 * @param {Record<string, Attribute>} [attributes]
 * @param {Child[]} children
 */
export const make = (name, attributes = {}, ...children) => complete(document.createElement(name), attributes, children);

/** Make a button; by its key the focus finds it again. @type {(style: string, key: string, onclick: () => void, ...face: Child[]) => HTMLElement} */
export const makeButton = (style, key, onclick, ...face) => make("button", { type: "button", class: style, "data-key": key, onclick }, ...face);

/**
 * Make an element of SVG, in the same way.
 * @template {keyof SVGElementTagNameMap} K
 * @param {K} name
 * @param {Record<string, Attribute>} [attributes]
 * @param {Child[]} children
 */
export const makeSvg = (name, attributes = {}, ...children) => complete(document.createElementNS(SVG, name), attributes, children);

/** Put new contents into a container. What had the focus there keeps it, if its `data-key` is there again. @type {(container: Element, ...children: Child[]) => void} */
export function setContents(container, ...children) {
  const active = focused();
  const key = active && container.contains(active) ? active.dataset.key : undefined;
  container.replaceChildren(...present(children));
  if (key !== undefined) find(container, `[data-key="${CSS.escape(key)}"]`)?.focus({ preventScroll: true });
}

/** Return the drawing that a text holds. The parser runs no scripts, and what could run one is left out. @param {string} text */
export function parseSvg(text) {
  const svg = new DOMParser().parseFromString(text, "text/html").querySelector("svg");
  if (svg === null) return makeSvg("svg");
  svg.querySelectorAll("script, foreignObject, a, style").forEach((element) => element.remove());
  return document.importNode(svg, true);
}

/** Give a part of a drawing a name that screen readers say: its title, which may say more than what is seen. @type {(part: Element, name: string) => void} */
export function nameSvg(part, name) {
  const title = part.querySelector(":scope > title") ?? makeSvg("title");
  title.textContent = name;
  part.prepend(title);
}

/** Make a drawing a picture, of which nothing can be pressed. @param {Element} svg @param {string} label if it is empty, screen readers leave it out */
export function asPicture(svg, label) {
  for (const part of [svg, ...svg.querySelectorAll("*")]) for (const name of ["tabindex", "role", "data-tap"]) part.removeAttribute(name);
  svg.setAttribute(label ? "role" : "aria-hidden", label ? "img" : "true");
  if (label) svg.setAttribute("aria-label", label);
}

/** Make a line icon of one path in a square of 24. @param {string} path */
export const icon = (path) => makeSvg("svg", { viewBox: "0 0 24 24", "aria-hidden": "true", class: "icon" }, makeSvg("path", { d: path }));

export const [BACK, UNDO] = ["M11 5l-7 7 7 7M4 12h16", "M8 5L4 9l4 4M4 9h9a6 6 0 0 1 0 11h-3"];

/** Make a seat's mark in its colour: the number of its key. @param {number} mark */
export const seatMark = (mark) => make("span", { class: "seat-mark", "data-seat": mark, "aria-hidden": "true" }, String(mark));

/**
 * Return the element with an id of index.html.
 * @template {HTMLElement} [E=HTMLElement]
 * @param {string} id
 * @param {new () => E} [type] needed where the script uses more than every element has
 */
export function byId(id, type) {
  const element = document.getElementById(id);
  if (!(element instanceof (type ?? HTMLElement))) throw new Error(`index.html has no #${id}`);
  return /** @type {E} */ (element);
}

/** @type {(root: ParentNode, selector: string) => PageElement | null} */
export const find = (root, selector) => root.querySelector(selector);

/** @type {(root: ParentNode, selector: string) => PageElement[]} */
export const findAll = (root, selector) => [.../** @type {NodeListOf<PageElement>} */ (root.querySelectorAll(selector))];

/** Return what has the focus. */
export const focused = () => /** @type {PageElement | null} */ (document.activeElement);

/** Return the element that an event happened on; null if it was the document or the window. @param {Event} event */
export const targetOf = (event) => (event.target instanceof Element ? event.target : null);

/** Make something that is not a button one: for the pointer, the keyboard and screen readers. @type {(element: PageElement, press: () => void) => void} */
export function makePressable(element, press) {
  element.setAttribute("role", "button");
  element.setAttribute("tabindex", "0");
  element.addEventListener("click", press);
  element.addEventListener("keydown", (event) => {
    const { key } = /** @type {KeyboardEvent} */ (event);
    if (key !== "Enter" && key !== " ") return;
    event.preventDefault();
    event.stopPropagation();
    press();
  });
}

/** Return whether an element takes room on the screen. @param {Element} element */
export const isVisible = (element) => element.getClientRects().length > 0;

/** What this browser keeps between visits, if it keeps anything. */
export const storage = {
  /** @type {(key: string, otherwise: string) => string} */
  get(key, otherwise) {
    try {
      return localStorage.getItem(`sideline.${key}`) ?? otherwise;
    } catch {
      return otherwise;
    }
  },
  /** @type {(key: string, value: string) => void} */
  set(key, value) {
    try {
      localStorage.setItem(`sideline.${key}`, value);
    } catch {
      // a private window
    }
  },
};

/** Load a style sheet that only some views need, once. @param {string} name */
export function loadStyle(name) {
  const { href } = new URL(name, import.meta.url);
  const links = /** @type {NodeListOf<HTMLLinkElement>} */ (document.querySelectorAll("link[rel=stylesheet]"));
  if ([...links].some((link) => link.href === href)) return Promise.resolve();
  return new Promise((resolve) => document.head.append(make("link", { rel: "stylesheet", href, onload: resolve, onerror: resolve })));
}

export const prefersReducedMotion = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
