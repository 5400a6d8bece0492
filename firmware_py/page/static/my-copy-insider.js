// Insider's owner data: the paths and their squares, the depth of the cellar, and the evaluation cards.

import { find, findAll, focused, make, makePressable, makeSvg } from "./dom.js";
import { addCard, bend, cardsOfSize, changeCard, gridPoint, isRepeated, isStraight, neighboursOf, pathFaults, pathsOf, resizeCard, sizesOf, squaresAfter, togglePath } from "./my-copy-insider-data.js";
import { allow, button, faultLine, mark, printed, section, stepper, verify } from "./my-copy-parts.js";
import { word } from "./words.js";

export { closed, faults, opened } from "./my-copy-insider-data.js";

const FIELD = 100, HALF = 22, SQUARE = 7.6, GAP = 1.2;
const REACH = 52; // how wide a path is for a finger

/** Make the editor. @param {InsiderTools} tools @returns {Part} */
export function editor(tools) {
  const { ownerData, edit } = tools;
  const board = boardEditor(tools), cards = cardsEditor(tools);
  const verified = verify(word("page.my-copy-board-verify"), () => ownerData().board.verified, (is) => edit((now) => { now.board.verified = is; }));
  const first = section({
    title: word("page.my-copy-board"), how: word("page.my-copy-board-how"), verified: () => ownerData().board.verified,
    inside: [board.element, make("div", { class: "foot" }, verified.element)],
  });
  const second = section({
    title: word("page.my-copy-cards"), how: word("page.my-copy-cards-how"),
    verified: () => ownerData().cards.length > 0 && ownerData().cards.every((card) => card.verified), inside: [cards.element],
  });
  const parts = [board, verified, first, cards, second];
  return { element: make("div", { class: "parts" }, first.element, second.element), update: () => parts.forEach((part) => part.update()) };
}

// --- the board

/** Return where the middle of a place is drawn. @param {string} place */
function position(place) {
  return gridPoint(place).map((at) => FIELD * (at + 0.5));
}

/** @type {(place: string, limits: InsiderLimits) => "insider" | "home" | "inner" | "outer"} */
function kindOf(place, limits) {
  if (place === limits.insider) return "insider";
  if (limits.homes.includes(place)) return "home";
  return limits.inner.includes(place) ? "inner" : "outer";
}

/** @type {(place: string, limits: InsiderLimits) => SVGElement} */
function drawPlace(place, limits) {
  const [x, y] = position(place);
  const kind = kindOf(place, limits);
  const shapes = {
    insider: [makeSvg("circle", { cx: x, cy: y, r: HALF + 2 }), makeSvg("circle", { cx: x, cy: y, r: HALF - 2 })],
    home: [makeSvg("path", { d: `M${x - HALF} ${y + HALF}v${-HALF - 2}l${HALF} ${2 - HALF}l${HALF} ${HALF - 2}v${HALF + 2}z` })],
    inner: [makeSvg("circle", { cx: x, cy: y, r: HALF })],
    outer: [makeSvg("rect", { x: x - HALF, y: y - HALF, width: 2 * HALF, height: 2 * HALF, rx: 5 })],
  };
  return makeSvg("g", { class: `place ${kind}` }, shapes[kind], makeSvg("text", { x, y: kind === "home" ? y + 5 : y }, place));
}

/** Make one path of the drawing. @param {PathOptions} options */
function pathEditor({ path, ends, get, set, choose }) {
  const [[x1, y1], [x2, y2]] = path.split("-").map(position);
  const [aside, down] = bend(path).map((away) => away * FIELD);
  const x = (x1 + x2) / 2, y = (y1 + y2) / 2;
  const line = `M${x1} ${y1}Q${(x + 2 * aside).toFixed(1)} ${(y + 2 * down).toFixed(1)} ${x2} ${y2}`;
  const squares = makeSvg("g", { class: "squares" });
  const element = makeSvg("g", { class: "way", onfocus: choose }, touchArea(path, line), makeSvg("path", { class: "line", d: line }), squares);
  makePressable(element, choose);
  element.addEventListener("keydown", (event) => {
    const count = squaresAfter(event.key, get(), ends);
    if (count !== null) set(count);
  });
  let drawn = -1;
  /** @param {boolean} isChosen */
  function update(isChosen) {
    const count = get();
    element.setAttribute("aria-label", word("page.my-copy-path-squares", { path, count }));
    element.setAttribute("aria-pressed", String(isChosen));
    if (count === drawn) return;
    drawn = count;
    const side = count > 3 ? SQUARE : 1.4 * SQUARE, pitch = side + (count > 3 ? GAP : 2 * GAP);
    squares.replaceChildren(...Array.from({ length: count }, (_, at) => {
      const share = ((at - (count - 1) / 2) * pitch) / Math.hypot(x2 - x1, y2 - y1), bent = 1 - 4 * share * share;
      const left = x + (x2 - x1) * share + aside * bent - side / 2, top = y + (y2 - y1) * share + down * bent - side / 2;
      return makeSvg("rect", { x: left.toFixed(1), y: top.toFixed(1), width: side, height: side, rx: 1.5 });
    }));
  }
  return { element, update };
}

/** Return where a finger finds a path: beside it, or along it if it is bent. @type {(path: string, line: string) => SVGElement} */
function touchArea(path, line) {
  if (!isStraight(path)) return makeSvg("path", { class: "touch bent", d: line });
  const [[x1, y1], [x2, y2]] = path.split("-").map(position), length = FIELD - 2 * HALF;
  const [width, height] = y1 === y2 ? [length, REACH] : [REACH, length];
  return makeSvg("rect", { class: "touch", x: (x1 + x2 - width) / 2, y: (y1 + y2 - height) / 2, width, height, rx: 8 });
}

/** @type {(tools: InsiderTools) => Part} */
function boardEditor({ ownerData, limits, edit, say }) {
  /** The path whose squares are set, and the place that was tapped first. @type {string | null} */
  let chosen = null, first = /** @type {string | null} */ (null);
  /** @param {(board: InsiderBoard) => void} what */
  const change = (what) => edit((now) => what(now.board), (now) => now.board);
  /** @param {string} path */
  const get = (path) => Number(ownerData().board.links[path]);
  /** @type {(path: string, count: number) => void} */
  const set = (path, count) => {
    change((board) => { board.links[path] = count; });
    say(word("page.my-copy-path-squares", { path, count }));
  };
  /** @param {string} path */
  const way = (path) => ({ path, ...pathEditor({
    path, ends: limits.squares, get: () => get(path), set: (count) => set(path, count),
    choose: () => { chosen = path; first = null; update(); },
  }) });

  /** @param {string} place */
  function tap(place) {
    if (first === null) first = place;
    else if (first === place) first = null;
    else join(first, place);
    update();
  }

  /** @type {(one: string, other: string) => void} */
  function join(one, other) {
    first = null;
    let path = "", isNew = false;
    change((board) => { ({ path, isNew } = togglePath(board, one, other, limits.usual_squares)); });
    if (isNew) chosen = path;
    say(word(isNew ? "page.my-copy-path-added" : "page.my-copy-path-removed", { path }));
  }

  const places = limits.places.map((place) => {
    const element = drawPlace(place, limits);
    makePressable(element, () => tap(place));
    return { place, element };
  });
  /** @type {ReturnType<typeof way>[]} */
  let paths = [];
  const ways = makeSvg("g");
  const city = makeSvg(
    "svg", { viewBox: "0 0 500 500", class: "city", role: "group", "aria-label": word("page.my-copy-city") },
    ways, places.map(({ element }) => element),
  );
  const name = make("h4"), nothing = make("p", { class: "how" }, word("page.my-copy-no-path")), hint = make("p", { class: "hint" }), fault = faultLine();
  const chosenSquares = () => (chosen ? get(chosen) : limits.squares[0]);
  const squares = stepper({
    name: word("page.my-copy-squares"), label: word("page.my-copy-squares"), ends: limits.squares,
    get: chosenSquares, set: (count) => { if (chosen) set(chosen, count); },
  });
  const all = button(word("page.my-copy-all-paths"), () => change((board) => {
    for (const path of chosen ? pathsOf(board) : []) board.links[path] = chosenSquares();
  }), { class: "plain" });
  const cellar = stepper({
    name: word("page.my-copy-cellar"), ends: limits.cellar, get: () => ownerData().board.cellar,
    set: (step) => change((board) => { board.cellar = step; }),
  });
  const one = make("div", { class: "card-like one-path" }, name, nothing, hint, squares.element, all, fault.element);
  const depth = make("div", { class: "card-like" }, make("h4", {}, word("page.my-copy-cellar")), make("p", { class: "how" }, word("page.my-copy-cellar-how")), cellar.element);
  const keys = make("p", { class: "how keys" }, word("page.my-copy-board-keys"));

  /** Draw the paths again only if some have come or gone. */
  function drawPaths() {
    const now = pathsOf(ownerData().board);
    if (chosen && !now.includes(chosen)) chosen = null;
    if (now.join() === paths.map(({ path }) => path).join()) return;
    const known = new Map(paths.map((each) => [each.path, each]));
    paths = now.map((path) => known.get(path) ?? way(path));
    ways.replaceChildren(...paths.map(({ element }) => element));
  }

  function update() {
    const { board } = ownerData();
    drawPaths();
    for (const each of paths) each.update(each.path === chosen);
    for (const { place, element } of places) {
      element.setAttribute("aria-label", word("page.my-copy-place", { place, places: neighboursOf(board, place).join(", ") }));
      element.setAttribute("aria-pressed", String(place === first));
    }
    city.classList.toggle("is-choosing", first !== null);
    hint.textContent = first === null ? "" : word("page.my-copy-place-chosen", { place: first });
    hint.hidden = first === null;
    name.textContent = chosen ? word("page.my-copy-path", { path: chosen }) : "";
    name.hidden = squares.element.hidden = all.hidden = !chosen || first !== null;
    nothing.hidden = Boolean(chosen) || first !== null;
    fault.update(pathFaults(board, limits, word).join(" "));
    squares.update();
    cellar.update();
  }
  update();
  return { element: make("div", { class: "board" }, city, make("div", { class: "beside" }, one, depth, keys)), update };
}

// --- evaluation cards

/** @type {(tools: InsiderTools) => Part} */
function cardsEditor({ ownerData, limits, edit, say }) {
  const element = make("div", { class: "sizes" });
  /** The index of the card whose form is open. @type {number | null} */
  let open = null;
  let built = "";
  /** @type {ReturnType<typeof row>[]} */
  let rows = [];
  /** @param {number} at */
  const numbered = (at) => word("page.my-copy-card", { number: at + 1 });

  /** Change a card; its number may change with its size. @type {(at: number, what: (card: InsiderCard) => void) => void} */
  function change(at, what) {
    let moved = at;
    edit((now) => { open = moved = changeCard(now, at, what); }, (now) => now.cards[moved]);
  }

  /** @param {number} size */
  function add(size) {
    let added = 0;
    edit((now) => { open = added = addCard(now, size); });
    rows[added].focus();
  }

  /** @param {number} at */
  function remove(at) {
    open = null;
    const done = `${numbered(at)}: ${word("page.my-copy-card-delete")} ✓`;
    const size = ownerData().cards[at].values.length;
    edit((now) => { now.cards.splice(at, 1); });
    find(element, `[data-size="${size}"] .add`)?.focus();
    say(done);
  }

  /** @param {number} at */
  function row(at) {
    const card = () => ownerData().cards[at];
    const title = numbered(at), isOpen = open === at;
    const tables = make("span", { class: "faces" }), chip = mark(), fault = faultLine();
    const toggle = button(word(isOpen ? "page.my-copy-card-done" : "page.my-copy-card-edit"), () => {
      open = isOpen ? null : at;
      update();
      rows[at].focus();
    }, { "aria-expanded": String(isOpen), "aria-label": `${title}: ${word(isOpen ? "page.my-copy-card-done" : "page.my-copy-card-edit")}` });
    const bin = button(word("page.my-copy-card-delete"), () => remove(at), { "aria-label": `${title}: ${word("page.my-copy-card-delete")}` });
    const form = isOpen ? cardForm(at, title, card) : null;
    const item = make(
      "li", { class: "card" },
      make("div", { class: "card-head" }, make("h5", {}, title), tables, chip.element, make("span", { class: "doing" }, toggle, bin)),
      form?.element, fault.element,
    );
    return {
      element: item, focus: () => toggle.focus(),
      update() {
        tables.setAttribute("role", "img");
        tables.setAttribute("aria-label", word("page.my-copy-card-told", { card: title, values: card().values.map(printed).join(", "), corner: printed(card().corner) }));
        tables.replaceChildren(...card().values.map((value) => make("b", {}, printed(value))), make("i", {}, printed(card().corner)));
        chip.update(card().verified);
        form?.update();
        fault.update(isRepeated(ownerData(), at) ? word("page.my-copy-card-twice", { card: title }) : "");
      },
    };
  }

  /** @type {(at: number, title: string, card: () => InsiderCard) => Part} */
  function cardForm(at, title, card) {
    /** @type {(label: string, ends: Ends, get: () => number, set: (number: number) => void) => ReturnType<typeof stepper>} */
    const field = (label, ends, get, set) => stepper({ name: `${title}, ${label}`, label, ends, get, set });
    const size = field(word("page.my-copy-tables"), limits.tables, () => card().values.length, (count) => change(at, (now) => resizeCard(now, count)));
    const values = card().values.map((_, table) => field(
      word("page.my-copy-table", { number: table + 1 }), limits.values, () => card().values[table],
      (value) => change(at, (now) => { now.values[table] = value; }),
    ));
    const corner = field(word("page.my-copy-corner"), limits.corner, () => card().corner, (value) => change(at, (now) => { now.corner = value; }));
    const seen = verify(word("page.my-copy-card-verify"), () => card().verified, (is) => edit((now) => { now.cards[at].verified = is; }));
    const parts = [size, ...values, corner, seen];
    return {
      element: make("div", { class: "card-form" }, size.element, make("div", { class: "values" }, values.map((value) => value.element), corner.element), seen.element),
      update: () => parts.forEach((part) => part.update()),
    };
  }

  /** @param {number} size */
  function group(size) {
    const known = cardsOfSize(ownerData(), size);
    const most = limits.of_each_size, title = word("page.my-copy-of-size", { size, known: known.length, most });
    const more = button(`+ ${word("page.my-copy-card-add")}`, () => add(size), { class: "plain add", "aria-label": `${title}: ${word("page.my-copy-card-add")}` });
    allow(more, known.length < most);
    const list = known.length > 0 && make("ul", {}, known.map((at) => rows[at].element));
    return make("div", { class: "size", "data-size": size }, make("h4", {}, title), list, more);
  }

  const fieldsOfForm = () => findAll(element, ".card-form :is(button, input)");

  /** Build the list again only if cards have come, gone or changed their size, or another one is open. */
  function update() {
    if (open !== null && open >= ownerData().cards.length) open = null;
    const shape = JSON.stringify([open, ownerData().cards.map((card) => card.values.length)]);
    if (shape !== built) {
      const active = focused();
      const field = active ? fieldsOfForm().indexOf(active) : -1;
      built = shape;
      rows = ownerData().cards.map((_, at) => row(at));
      element.replaceChildren(...sizesOf(limits).map(group));
      if (field >= 0) fieldsOfForm()[field]?.focus();
    }
    for (const one of rows) one.update();
  }
  update();
  return { element, update };
}
