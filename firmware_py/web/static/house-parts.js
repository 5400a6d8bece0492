// What both editors of house data are made of: elements, steppers, the mark "verified", and a draft that can undo.
// Everything is built once and then brought up to date in place, so that a re-drawn page never takes the focus away.

const SVG = "http://www.w3.org/2000/svg";

function fill(node, attributes, inside) {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") node.addEventListener(name, value);
    else if (value === true) node.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) node.setAttribute(name, value);
  }
  node.append(...inside.filter((part) => part !== null));
  return node;
}

/** Make an element of HTML; functions among the attributes listen to the event of their name. */
export const make = (name, attributes = {}, ...inside) => fill(document.createElement(name), attributes, inside);

/** Make an element of SVG. */
export const draw = (name, attributes = {}, ...inside) => fill(document.createElementNS(SVG, name), attributes, inside);

/** Make a button. */
export function button(text, press, attributes = {}) {
  const element = make("button", { type: "button", click: () => { if (isAllowed(element)) press(); }, ...attributes }, text);
  return element;
}

/** Allow or forbid a button without taking the focus away from it, as `disabled` would. */
export const allow = (element, is) => element.setAttribute("aria-disabled", !is);

const isAllowed = (element) => element.getAttribute("aria-disabled") !== "true";

/** Make something that is no button by nature one: for the pointer, the keyboard and who hears the page. */
export function pressable(press) {
  const onKey = (event) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    press();
  };
  return { role: "button", tabindex: "0", click: press, keydown: onKey };
}

/** Write a number as printers do. */
export const printed = (number) => String(number).replace("-", "\u2212");

/** A number with a button on each side. `get` gives it, `set` takes it; it stays between the two `ends`. */
export function stepper({ words, name, label, ends, get, set }) {
  const [least, most] = ends;
  const input = make("input", {
    type: "number", min: least, max: most, step: 1, "aria-label": name, inputmode: least < 0 ? null : "numeric", change: typed,
  });
  const less = button("\u2212", () => set(get() - 1), { "aria-label": words("page.house-less-of", { name }) });
  const more = button("+", () => set(get() + 1), { "aria-label": words("page.house-more-of", { name }) });

  function typed() {
    const number = Math.round(Number(input.value));
    if (input.value !== "" && Number.isFinite(number)) set(Math.min(most, Math.max(least, number)));
    update();
  }
  function update() {
    const number = get();
    input.value = number;
    allow(less, number > least);
    allow(more, number < most);
  }
  const control = make("span", { class: "stepper", role: "group", "aria-label": name }, less, input, more);
  const element = label ? make("span", { class: "stepped" }, make("span", { class: "label" }, label), control) : control;
  update();
  return { element, update };
}

/** The mark whether somebody has compared something. */
export function mark(words) {
  const element = make("span", { class: "mark" });
  return {
    element,
    update(isVerified) {
      element.textContent = isVerified ? `✓ ${words("page.house-verified")}` : `○ ${words("page.house-not-verified")}`;
      element.classList.toggle("is-verified", isVerified);
    },
  };
}

/** The deliberate act: "I have compared this with my box". */
export function verify(text, get, set) {
  const box = make("input", { type: "checkbox", change: () => set(box.checked) });
  const update = () => { box.checked = get(); };
  update();
  return { element: make("label", { class: "verify" }, box, make("span", {}, text)), update };
}

/** A part of a house with its heading and its mark. */
export function section({ words, title, how, verified, inside }) {
  const chip = mark(words);
  const element = make(
    "section", { class: "part" },
    make("header", {}, make("h3", {}, title), chip.element),
    make("p", { class: "how" }, how),
    ...inside,
  );
  const update = () => chip.update(verified());
  update();
  return { element, update };
}

/** A list of what is wrong, under a title; nothing if nothing is. */
export function faultList(title, texts) {
  return texts.length ? [make("strong", {}, `✗ ${title}`), make("ul", {}, ...texts.map((text) => make("li", {}, text)))] : [];
}

/** Where faults of this very moment are told, beside what is wrong. */
export function faultLine() {
  const element = make("p", { class: "fault", hidden: true });
  return {
    element,
    update(text) {
      element.hidden = !text;
      element.textContent = text ? `✗ ${text}` : "";
    },
  };
}

/** House data in the making: what is saved, what is entered, and the way back. */
export class Draft {
  constructor(told, opened) {
    this.take(told, opened);
  }

  /** Begin with what the box has told. */
  take(told, opened) {
    this.told = told;
    this.house = opened;
    this.saved = JSON.stringify(opened);
    this.past = [];
    this.future = [];
  }

  get isChanged() {
    return JSON.stringify(this.house) !== this.saved;
  }

  /** Change something; `part` is what then has to be compared anew. */
  change(edit, part = () => null) {
    const before = JSON.stringify(this.house);
    edit(this.house);
    if (JSON.stringify(this.house) === before) return;
    const compared = part(this.house);
    if (compared) compared.verified = false;
    this.past.push(before);
    this.future = [];
  }

  /** Go one edit back or on; `from` and `to` are the two stacks. */
  #step(from, to) {
    if (!from.length) return;
    to.push(JSON.stringify(this.house));
    this.house = JSON.parse(from.pop());
  }

  undo() {
    this.#step(this.past, this.future);
  }

  redo() {
    this.#step(this.future, this.past);
  }
}
