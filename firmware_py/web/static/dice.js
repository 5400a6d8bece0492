// The dice tray of the virtual box: dice that roll, lean, are taken away, or show what you want them to show.

import { make, prefersReducedMotion, setContents } from "./dom.js";
import { makePlug } from "./display.js";
import { word } from "./words.js";

const DICE = 2;
const FACES = 6;
const ROLL_MS = 700;
const TUMBLE_MS = 90;
/** @type {Record<string, string>} */
const TEXTS = {
  settled: "page.tray-settled",
  rolling: "page.tray-rolling",
  cocked: "page.tray-cocked",
  handled: "page.tray-handled",
  few: "page.tray-few",
  unsure: "page.tray-unsure",
  turned: "page.tray-turned", // by hand, and the reader has not seen it yet
};
const PIPS = ["", "5", "19", "159", "1379", "13579", "134679"]; // places of three rows of three

const randomFace = () => {
  const [drawn] = crypto.getRandomValues(new Uint32Array(1));
  return 1 + (drawn % FACES);
};

/** Return the faces that the reader sees while the dice lie in this way. @param {string} state @param {number[]} faces */
export function visibleFaces(state, faces) {
  if (state === "settled") return faces;
  return state === "few" || state === "cocked" ? faces.slice(1) : [];
}

/** Return how the tray looks after the server's news. An empty tray means that nobody has put the dice down yet. @param {Tray} tray */
export const lookOf = ({ state, faces }) => (state === "few" && faces.length === 0 ? "turned" : state);

/** @param {Send} send */
export function makeTray(send) {
  let faces = [3, 5];
  let look = "settled";
  let tumbling = 0;
  const dice = make("div", { class: "dice" });
  const says = make("p", { class: "tray-says", role: "status" });
  const plug = makePlug((isIn) => send({ do: "plug", part: "reader", in: isIn }));
  /** @type {(name: string, action: () => void, style?: string) => HTMLElement} */
  const button = (name, action, style = "small") => make("button", { type: "button", class: style, onclick: action }, word(name));
  const element = make("div", { class: "tray", role: "group", "aria-label": word("page.tray") },
    make("div", { class: "tray-floor" }, dice, says),
    make("div", { class: "tray-does" },
      button("page.roll", roll, "small accent"),
      button("page.lay", () => report("settled")),
      button("page.cocked", () => report("cocked")),
      button("page.pick-up", () => report("handled")),
      button("page.take-one", () => report("few"))),
    plug.element);

  /** Tell the reader how the dice lie now. @param {string} state */
  function report(state) {
    stop();
    look = state;
    send({ do: "roll", state, faces: visibleFaces(state, faces) });
    draw();
  }

  function roll() {
    stop();
    const rolled = Array.from({ length: DICE }, randomFace);
    look = "rolling";
    send({ do: "roll", state: "rolling", faces: [] });
    const settle = () => {
      faces = rolled;
      report("settled");
    };
    if (prefersReducedMotion()) {
      settle();
      return;
    }
    const until = performance.now() + ROLL_MS;
    tumbling = setInterval(() => {
      faces = faces.map(randomFace);
      if (performance.now() > until) settle();
      else draw();
    }, TUMBLE_MS);
    draw();
  }

  function stop() {
    clearInterval(tumbling);
    tumbling = 0;
  }

  /** Turn a die by hand to its next face. The reader sees it when the dice are put down. @param {number} index */
  function turn(index) {
    stop();
    faces = faces.map((face, at) => (at === index ? (face % FACES) + 1 : face));
    look = "turned";
    draw();
  }

  function draw() {
    element.dataset.looks = look;
    setContents(dice, faces.map((face, index) =>
      make("button", { type: "button", class: "die", "data-key": `die ${index}`, "aria-label": word("page.die", { number: index + 1, face }), onclick: () => turn(index) },
        Array.from("123456789", (place) => make("span", { class: PIPS[face].includes(place) ? "pip" : "", "aria-hidden": "true" })))));
    says.textContent = word(TEXTS[look] ?? TEXTS.settled);
  }

  /** @type {(tray: Tray, reader: Reader) => void} */
  function show(tray, reader) {
    element.classList.toggle("is-dead", !reader.is_plugged);
    plug.show(reader.is_plugged, word("page.reader"));
    if (tumbling === 0 && look !== "turned" && tray.state) {
      look = lookOf(tray);
      if (tray.state === "settled" && tray.faces.length > 0) faces = [...tray.faces];
    }
    draw();
    if (!reader.is_plugged) says.textContent = word("page.unplugged");
  }

  draw();
  return { element, show };
}
