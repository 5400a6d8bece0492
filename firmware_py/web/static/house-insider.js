// Insider's house data: the squares of every path, the depth of the cellar, and the evaluation cards.

import { allow, button, draw, faultLine, make, mark, pressable, printed, section, stepper, verify } from "./house-parts.js";

const FIELD = 100, HALF = 22, SQUARE = 7.6, GAP = 1.2;

const bySize = (one, other) => one.values.length - other.values.length;

/** Give a house the form in which it is edited: cards by size, so that their numbers are those that people see. */
export function opened(house) {
  const copy = structuredClone(house);
  copy.cards.sort(bySize);
  return copy;
}

/** Give it the form of the file. */
export const closed = (house) => house;

const face = (card) => `${card.values.join(" ")} / ${card.corner}`;

/** Tell what is wrong with it at this moment. */
export function faults(house, limits, words) {
  const faces = house.cards.map(face);
  const twice = faces.flatMap((one, at) => (faces.indexOf(one) < at ? [words("page.house-card-twice", { card: words("page.house-card", { number: at + 1 }) })] : []));
  const sizes = sizesOf(limits).filter((size) => ofSize(house, size).length > limits.of_each_size);
  return [...twice, ...sizes.map((size) => words("page.house-too-many", { size, most: limits.of_each_size }))];
}

function sizesOf({ tables: [least, most] }) {
  return Array.from({ length: most - least + 1 }, (_, at) => least + at);
}

const ofSize = (house, size) => house.cards.filter((card) => card.values.length === size);

/** Make the editor. `edit(change, part)` changes the draft; `say` tells who hears the page what has happened. */
export function editor(tools) {
  const { house, words, edit } = tools;
  const board = boardEditor(tools), cards = cardsEditor(tools);
  const verified = verify(words("page.house-board-verify"), () => house().board.verified, (is) => edit((now) => { now.board.verified = is; }));
  const first = section({
    words, title: words("page.house-board"), how: words("page.house-board-how"), verified: () => house().board.verified,
    inside: [board.element, make("div", { class: "foot" }, verified.element)],
  });
  const second = section({
    words, title: words("page.house-cards"), how: words("page.house-cards-how"),
    verified: () => house().cards.length > 0 && house().cards.every((card) => card.verified), inside: [cards.element],
  });
  const parts = [board, verified, first, cards, second];
  return { element: make("div", { class: "parts" }, first.element, second.element), update: () => parts.forEach((part) => part.update()) };
}

// --- the board

function position(place) {
  return [FIELD * (place.charCodeAt(0) - "a".charCodeAt(0) + 0.5), FIELD * (5.5 - Number(place[1]))];
}

function drawPlace(place, limits) {
  const [x, y] = position(place);
  const kind = place === limits.insider ? "insider" : limits.homes.includes(place) ? "home" : limits.inner.includes(place) ? "inner" : "outer";
  const shapes = {
    insider: [draw("circle", { cx: x, cy: y, r: HALF + 2 }), draw("circle", { cx: x, cy: y, r: HALF - 2 })],
    home: [draw("path", { d: `M${x - HALF} ${y + HALF}v${-HALF - 2}l${HALF} ${2 - HALF}l${HALF} ${HALF - 2}v${HALF + 2}z` })],
    inner: [draw("circle", { cx: x, cy: y, r: HALF })],
    outer: [draw("rect", { x: x - HALF, y: y - HALF, width: 2 * HALF, height: 2 * HALF, rx: 5 })],
  };
  return draw("g", { class: `place ${kind}`, "aria-hidden": "true" }, ...shapes[kind], draw("text", { x, y: kind === "home" ? y + 5 : y }, place));
}

function wayEditor({ path, limits, words, get, set, choose }) {
  const [[x1, y1], [x2, y2]] = path.split("-").map(position);
  const x = (x1 + x2) / 2, y = (y1 + y2) / 2, isLevel = y1 === y2;
  const length = FIELD - 2 * HALF, reach = 52;
  const [width, height] = isLevel ? [length, reach] : [reach, length];
  const squares = draw("g", { class: "squares" });
  const element = draw(
    "g", { class: "way", ...pressable(choose), focus: choose },
    draw("rect", { class: "touch", x: x - width / 2, y: y - height / 2, width, height, rx: 8 }),
    draw("line", { x1, y1, x2, y2 }), squares,
  );
  element.addEventListener("keydown", (event) => {
    const count = /^\d$/.test(event.key) ? Number(event.key) : get() + ({ "+": 1, "-": -1 }[event.key] ?? NaN);
    if (count >= limits.squares[0] && count <= limits.squares[1]) set(count);
  });
  let drawn = null;
  function update(isChosen) {
    const count = get();
    element.setAttribute("aria-label", words("page.house-path-squares", { path, count }));
    element.setAttribute("aria-pressed", isChosen);
    if (count === drawn) return;
    drawn = count;
    const side = count > 3 ? SQUARE : 1.4 * SQUARE, pitch = side + (count > 3 ? GAP : 2 * GAP), start = -((count - 1) * pitch) / 2;
    squares.replaceChildren(...Array.from({ length: count }, (_, at) => {
      const along = start + at * pitch;
      const [dx, dy] = isLevel ? [along, 0] : [0, along];
      return draw("rect", { x: (x + dx - side / 2).toFixed(1), y: (y + dy - side / 2).toFixed(1), width: side, height: side, rx: 1.5 });
    }));
  }
  return { element, update };
}

function boardEditor({ house, limits, words, edit, say }) {
  let chosen = null;
  const change = (what) => edit((now) => what(now.board), (now) => now.board);
  const get = (path) => house().board.links[path];
  const set = (path, count) => {
    change((board) => { board.links[path] = count; });
    say(words("page.house-path-squares", { path, count }));
  };
  const ways = Object.keys(house().board.links).map((path) => [path, wayEditor({
    path, limits, words, get: () => get(path), set: (count) => set(path, count),
    choose: () => { chosen = path; update(); },
  })]);
  const city = draw(
    "svg", { viewBox: "0 0 500 500", class: "city", role: "group", "aria-label": words("page.house-city") },
    ...ways.map(([, way]) => way.element), ...limits.places.map((place) => drawPlace(place, limits)),
  );
  const name = make("h4"), nothing = make("p", { class: "how" }, words("page.house-no-path"));
  const squares = stepper({
    words, name: words("page.house-squares"), label: words("page.house-squares"), ends: limits.squares,
    get: () => (chosen ? get(chosen) : limits.squares[0]), set: (count) => { if (chosen) set(chosen, count); },
  });
  const all = button(words("page.house-all-paths"), () => change((board) => {
    for (const path of Object.keys(board.links)) board.links[path] = get(chosen);
  }), { class: "plain" });
  const cellar = stepper({
    words, name: words("page.house-cellar"), ends: limits.cellar, get: () => house().board.cellar,
    set: (step) => change((board) => { board.cellar = step; }),
  });
  const one = make("div", { class: "card-like one-path" }, name, nothing, squares.element, all);
  const depth = make("div", { class: "card-like" }, make("h4", {}, words("page.house-cellar")), make("p", { class: "how" }, words("page.house-cellar-how")), cellar.element);
  const keys = make("p", { class: "how keys" }, words("page.house-board-keys"));
  function update() {
    for (const [path, way] of ways) way.update(path === chosen);
    name.textContent = chosen ? words("page.house-path", { path: chosen }) : "";
    name.hidden = squares.element.hidden = all.hidden = !chosen;
    nothing.hidden = Boolean(chosen);
    squares.update();
    cellar.update();
  }
  update();
  return { element: make("div", { class: "board" }, city, make("div", { class: "beside" }, one, depth, keys)), update };
}

// --- evaluation cards

function cardsEditor({ house, limits, words, edit, say }) {
  const element = make("div", { class: "sizes" });
  let open = null, built = "", rows = [];
  const numbered = (at) => words("page.house-card", { number: at + 1 });

  /** Change a card and find it again: its number may have changed with its size. */
  function change(at, what) {
    let card = null;
    edit((now) => {
      card = now.cards[at];
      what(card);
      now.cards.sort(bySize);
      open = now.cards.indexOf(card);
    }, () => card);
  }

  function resize(at, size) {
    change(at, (card) => { card.values = Array.from({ length: size }, (_, table) => card.values[table] ?? 0); });
  }

  function add(size) {
    const card = { values: Array(size).fill(0), corner: 0, verified: false };
    edit((now) => {
      now.cards = [...now.cards, card].sort(bySize);
      open = now.cards.indexOf(card);
    });
    rows[open].focus();
  }

  function remove(at) {
    open = null;
    const told = `${numbered(at)}: ${words("page.house-card-delete")} ✓`;
    const size = house().cards[at].values.length;
    edit((now) => { now.cards.splice(at, 1); });
    element.querySelector(`[data-size="${size}"] .add`).focus();
    say(told);
  }

  function row(at) {
    const card = () => house().cards[at];
    const title = numbered(at), isOpen = open === at;
    const tables = make("span", { class: "faces" }), chip = mark(words), fault = faultLine();
    const toggle = button(words(isOpen ? "page.house-card-done" : "page.house-card-edit"), () => {
      open = isOpen ? null : at;
      update();
      rows[at].focus();
    }, { class: "plain", "aria-expanded": String(isOpen), "aria-label": `${title}: ${words(isOpen ? "page.house-card-done" : "page.house-card-edit")}` });
    const bin = button(words("page.house-card-delete"), () => remove(at), { class: "plain", "aria-label": `${title}: ${words("page.house-card-delete")}` });
    const form = isOpen ? cardForm(at, title, card) : null;
    const item = make(
      "li", { class: "card" },
      make("div", { class: "card-head" }, make("h5", {}, title), tables, chip.element, make("span", { class: "doing" }, toggle, bin)),
      form && form.element, fault.element,
    );
    return {
      element: item, focus: () => toggle.focus(),
      update() {
        tables.setAttribute("role", "img");
        tables.setAttribute("aria-label", words("page.house-card-told", { card: title, values: card().values.map(printed).join(", "), corner: printed(card().corner) }));
        tables.replaceChildren(...card().values.map((value) => make("b", {}, printed(value))), make("i", {}, printed(card().corner)));
        chip.update(card().verified);
        if (form) form.update();
        const faces = house().cards.map(face);
        fault.update(faces.indexOf(faces[at]) < at ? words("page.house-card-twice", { card: title }) : "");
      },
    };
  }

  function cardForm(at, title, card) {
    const field = (label, ends, get, set) => stepper({ words, name: `${title}, ${label}`, label, ends, get, set });
    const size = field(words("page.house-tables"), limits.tables, () => card().values.length, (count) => resize(at, count));
    const values = card().values.map((_, table) => field(
      words("page.house-table", { number: table + 1 }), limits.values, () => card().values[table],
      (value) => change(at, (now) => { now.values[table] = value; }),
    ));
    const corner = field(words("page.house-corner"), limits.corner, () => card().corner, (value) => change(at, (now) => { now.corner = value; }));
    const seen = verify(words("page.house-card-verify"), () => card().verified, (is) => edit((now) => { now.cards[at].verified = is; }));
    const parts = [size, ...values, corner, seen];
    return {
      element: make("div", { class: "card-form" }, size.element, make("div", { class: "values" }, ...values.map((value) => value.element), corner.element), seen.element),
      update: () => parts.forEach((part) => part.update()),
    };
  }

  function group(size) {
    const known = house().cards.flatMap((card, at) => (card.values.length === size ? [at] : []));
    const most = limits.of_each_size, told = words("page.house-of-size", { size, known: known.length, most });
    const more = button(`+ ${words("page.house-card-add")}`, () => add(size), { class: "plain add", "aria-label": `${told}: ${words("page.house-card-add")}` });
    allow(more, known.length < most);
    const list = known.length ? make("ul", {}, ...known.map((at) => rows[at].element)) : null;
    return make("div", { class: "size", "data-size": size }, make("h4", {}, told), list, more);
  }

  const fieldsOfForm = () => [...element.querySelectorAll(".card-form :is(button, input)")];

  /** Build the list anew only if cards have come, gone or changed their size, or another one is open. */
  function update() {
    if (open !== null && open >= house().cards.length) open = null;
    const shape = JSON.stringify([open, house().cards.map((card) => card.values.length)]);
    if (shape !== built) {
      const focused = fieldsOfForm().indexOf(document.activeElement);
      built = shape;
      rows = house().cards.map((_, at) => row(at));
      element.replaceChildren(...sizesOf(limits).map(group));
      if (focused >= 0) fieldsOfForm()[focused]?.focus();
    }
    for (const one of rows) one.update();
  }
  update();
  return { element, update };
}
