// The dice tray of the virtual box: dice that roll, lean, are taken away, or show what one wants them to show.

import { isCalm, make, swap } from "./dom.js";
import { makePlug } from "./display.js";
import { word } from "./words.js";

const DICE = 2;
const FACES = 6;
const TUMBLING = 700;
const TUMBLE = 90;
const SAYS = {
  settled: "page.tray-settled",
  rolling: "page.tray-rolling",
  cocked: "page.tray-cocked",
  handled: "page.tray-handled",
  few: "page.tray-few",
  unsure: "page.tray-unsure",
  turned: "page.tray-turned", // by hand, and the reader has not seen it yet
};
const PIPS = ["", "5", "19", "159", "1379", "13579", "134679"]; // places of three rows of three

const random = () => {
  const [drawn] = crypto.getRandomValues(new Uint32Array(1));
  return 1 + (drawn % FACES);
};

export function makeTray(send) {
  let faces = [3, 5];
  let looks = "settled";
  let tumbling = 0;
  const dice = make("div", { class: "dice" });
  const says = make("p", { class: "tray-says", role: "status" });
  const plug = makePlug((isIn) => send({ do: "plug", part: "reader", in: isIn }));
  const does = (name, action, look = "small") => make("button", { type: "button", class: look, onclick: action }, word(name));
  const element = make("div", { class: "tray", role: "group", "aria-label": word("page.tray") },
    make("div", { class: "tray-floor" }, dice, says),
    make("div", { class: "tray-does" },
      does("page.roll", roll, "small accent"),
      does("page.lay", () => lie("settled")),
      does("page.cocked", () => lie("cocked")),
      does("page.pick-up", () => lie("handled")),
      does("page.take-one", () => lie("few"))),
    plug.element);

  /** Tell the reader how the dice lie now. */
  function lie(state) {
    stop();
    looks = state;
    const seen = { settled: faces, few: faces.slice(1), cocked: faces.slice(1) }[state] ?? [];
    send({ do: "roll", state, faces: seen });
    draw();
  }

  function roll() {
    stop();
    const rolled = Array.from({ length: DICE }, random);
    looks = "rolling";
    send({ do: "roll", state: "rolling", faces: [] });
    const settle = () => {
      faces = rolled;
      lie("settled");
    };
    if (isCalm()) {
      settle();
      return;
    }
    const until = performance.now() + TUMBLING;
    tumbling = setInterval(() => {
      faces = faces.map(random);
      if (performance.now() > until) settle();
      else draw();
    }, TUMBLE);
    draw();
  }

  function stop() {
    clearInterval(tumbling);
    tumbling = 0;
  }

  /** A die in the hand shows the next face; the reader sees it when it is laid down. */
  function turn(index) {
    stop();
    faces = faces.map((face, at) => (at === index ? (face % FACES) + 1 : face));
    looks = "turned";
    draw();
  }

  function draw() {
    element.dataset.looks = looks;
    swap(dice, faces.map((face, index) =>
      make("button", { type: "button", class: "die", "data-key": `die ${index}`, "aria-label": word("page.die", { number: index + 1, face }), onclick: () => turn(index) },
        Array.from("123456789", (place) => make("span", { class: PIPS[face].includes(place) ? "pip" : "", "aria-hidden": "true" })))));
    says.textContent = word(SAYS[looks] ?? SAYS.settled);
  }

  function show(tray, reader) {
    element.classList.toggle("is-dead", !reader.is_plugged);
    plug.show(reader.is_plugged, word("page.reader"));
    if (tumbling === 0 && looks !== "turned" && tray.state) {
      looks = tray.state === "few" && tray.faces?.length === 0 ? "turned" : tray.state; // an empty tray: they are not laid down yet
      if (tray.state === "settled" && tray.faces?.length) faces = [...tray.faces];
    }
    draw();
    if (!reader.is_plugged) says.textContent = word("page.unplugged");
  }

  draw();
  return { element, show };
}
