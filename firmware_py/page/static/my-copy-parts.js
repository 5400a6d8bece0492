// What both editors of owner data are made of: buttons, steppers, the mark "verified", lists of faults.
// Everything is built once and then brought up to date in place, so that the focus stays where it is.

import { make } from "./dom.js";
import { word } from "./words.js";

/** Make a button. @param {string} text @param {() => void} press @param {Record<string, Attribute>} [attributes] */
export function button(text, press, attributes = {}) {
  const element = make("button", { type: "button", onclick: () => { if (isAllowed(element)) press(); }, ...attributes }, text);
  return element;
}

/** Allow or forbid a button without taking the focus away from it, as `disabled` would. @type {(element: Element, is: boolean) => void} */
export const allow = (element, is) => element.setAttribute("aria-disabled", String(!is));

/** @param {Element} element */
const isAllowed = (element) => element.getAttribute("aria-disabled") !== "true";

/** Return a number with a real minus sign. @param {number} number */
export const printed = (number) => String(number).replace("-", "\u2212");

/** Return the whole number that somebody typed, moved between two ends; null if it is not a number. @type {(text: string, ends: Ends) => number | null} */
export function typedNumber(text, [least, most]) {
  const number = Math.round(Number(text));
  return text !== "" && Number.isFinite(number) ? Math.min(most, Math.max(least, number)) : null;
}

/** Make a number with a button on each side; it stays between two ends. @param {StepperOptions} options */
export function stepper({ name, label, ends, get, set }) {
  const [least, most] = ends;
  const input = make("input", {
    type: "number", min: least, max: most, step: 1, "aria-label": name, inputmode: least < 0 ? null : "numeric", onchange: read,
  });
  const less = button("\u2212", () => set(get() - 1), { "aria-label": word("page.my-copy-less-of", { name }) });
  const more = button("+", () => set(get() + 1), { "aria-label": word("page.my-copy-more-of", { name }) });

  function read() {
    const number = typedNumber(input.value, ends);
    if (number !== null) set(number);
    update();
  }
  function update() {
    const number = get();
    input.value = String(number);
    allow(less, number > least);
    allow(more, number < most);
  }
  const control = make("span", { class: "stepper", role: "group", "aria-label": name }, less, input, more);
  const element = label ? make("span", { class: "stepped" }, make("span", { class: "label" }, label), control) : control;
  update();
  return { element, update };
}

/** Make the mark whether somebody has compared something with the game. */
export function mark() {
  const element = make("span", { class: "mark" });
  return {
    element,
    /** @param {boolean} isVerified */
    update(isVerified) {
      element.textContent = isVerified ? `✓ ${word("page.my-copy-verified")}` : `○ ${word("page.my-copy-not-verified")}`;
      element.classList.toggle("is-verified", isVerified);
    },
  };
}

/** Make the box to tick: "I have compared this with my copy". @type {(text: string, get: () => boolean, set: (is: boolean) => void) => Part} */
export function verify(text, get, set) {
  const box = make("input", { type: "checkbox", onchange: () => set(box.checked) });
  const update = () => { box.checked = get(); };
  update();
  return { element: make("label", { class: "verify" }, box, make("span", {}, text)), update };
}

/** Make a part of the editor with its heading and its mark. @type {(options: SectionOptions) => Part} */
export function section({ title, how, verified, inside }) {
  const chip = mark();
  const element = make(
    "section", { class: "part" },
    make("header", {}, make("h3", {}, title), chip.element),
    make("p", { class: "how" }, how),
    inside,
  );
  const update = () => chip.update(verified());
  update();
  return { element, update };
}

/** Make a list of what is wrong, under a title; nothing if nothing is. @param {string} title @param {string[]} texts */
export function faultList(title, texts) {
  return texts.length ? [make("strong", {}, `✗ ${title}`), make("ul", {}, texts.map((text) => make("li", {}, text)))] : [];
}

/** Make a line for a fault, beside what is wrong. */
export function faultLine() {
  const element = make("p", { class: "fault", hidden: true });
  return {
    element,
    /** @param {string} text */
    update(text) {
      element.hidden = !text;
      element.textContent = text ? `✗ ${text}` : "";
    },
  };
}
