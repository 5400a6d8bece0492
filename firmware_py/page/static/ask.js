// What the box asks, with every answer; a notice lies over the question.

import { changed } from "./calm.js";
import { BACK, byId, find, findAll, focused, icon, make, makeButton, setContents, UNDO } from "./dom.js";
import { noticeOf, remediesOf, SHORT_LABEL } from "./notice.js";
import { EMPTY, noticeText } from "./state.js";
import { word } from "./words.js";

/** While nobody knows whose phone it is. @type {Who} */
const NOBODY = { notice: () => {}, chooser: () => null, muted: () => null, banner: () => false };
const MANY_TAPS = 1.5; // for each answer: with more of them the drawing is the better list
const ICONS = {
  hint: "M9 18h6M10 21h4M8 14a6 6 0 1 1 8 0c-.7.6-1 1.2-1 2H9c0-.8-.3-1.4-1-2",
  back: BACK,
  menu: "M4 7h16M4 12h16M4 17h16",
  allowed: "M9.5 9a2.5 2.5 0 1 1 3.6 2.3c-.8.4-1.1.9-1.1 1.7v.5M12 17h.01M12 3a9 9 0 1 1 0 18 9 9 0 0 1 0-18",
  tap: "M9 11V5.5a1.5 1.5 0 0 1 3 0V10l5 1c1.3.3 2 1.2 1.8 2.5l-.8 4.5c-.2 1.2-1 2-2.3 2H12c-1 0-1.7-.4-2.3-1.2L6 14.5c-.8-1.3.7-2.5 1.8-1.5z",
  undo: UNDO,
  photo: "M4 8h3l2-3h6l2 3h3v11H4zM12 17a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7",
};

/** Return how the answers to a question are laid out: many small ones, two in a row, or one in a row. @param {Pick<Ask, "shape" | "options">} ask */
export function layoutOf({ shape, options }) {
  if (shape === "board" || shape === "number" || shape === "grid") return "numbers";
  if (shape === "cross") return "pairs";
  return shape === "list" && options.every(({ label }) => label.length <= SHORT_LABEL) ? "pairs" : "";
}

/** Return whether the drawing is the better list of answers: it asks for a place, or has all that the answers lead to. @param {Ask} ask */
function isOnTable({ shape, options }) {
  const ahead = new Set(findAll(byId("drawing"), ".ahead:not(.hollow)").map(({ dataset }) => dataset.tap));
  return shape === "board" || (shape === "cross" && ahead.size > MANY_TAPS * options.filter((option) => !option.is_hollow).length);
}

/** @param {Tools & { pair: () => void, token: () => string | null | undefined }} tools @returns {View} */
export function makeAsk({ send, speaking, pair, view, token }) {
  const panel = byId("ask");
  const place = byId("asking");
  let state = EMPTY;
  /** As the person wants it; null for what suits the window. @type {boolean | null} */
  let isFolded = null;
  let isListOpen = false;
  let announced = "";
  let shownAsk = "";
  let shownKey = "";
  let shownShape = "";
  let who = NOBODY;
  const again = () => show(state, { ask: state.ask });

  /** @type {(key: string, kind?: PressKind) => void} */
  const press = (key, kind = "short") => send({ do: "press", key, kind, ask: state.ask?.id });

  /** @type {View["show"]} */
  function show(now, news) {
    state = now;
    if (!("ask" in news || "me" in news || "game" in news)) return;
    if (now.me?.is_paired && who === NOBODY) learnWho();
    who.notice(now);
    render(now.ask);
    announce(now.ask);
  }

  /** Show a question; what is typed stays, and a new question begins at its top. @param {Ask | null} ask */
  function render(ask) {
    const typed = place.querySelector("input")?.value;
    const asksWho = find(place, ".who");
    const folds = fold(ask);
    setContents(place, ask === null ? watching() : [head(ask, folds), make("div", { class: "ask-body" }, body(ask)), foot(ask)]);
    const input = place.querySelector("input");
    if (input && typed !== undefined && input.dataset.ask === shownAsk) input.value = typed;
    const key = [ask?.id, Boolean(find(place, ".who")), Boolean(find(place, ".muted-turn"))].join();
    if (key !== shownKey) changed();
    shownKey = key;
    if (shownAsk !== String(ask?.id) || (asksWho && !find(place, ".who"))) panel.scrollTop = 0;
    shownAsk = String(ask?.id);
    panel.dataset.ask = shownAsk;
  }

  /** Load what asks whose phone this is; who only looks on does not need it. */
  async function learnWho() {
    who = { ...NOBODY };
    try {
      const { makeWho } = await import("./who.js");
      who = makeWho({ send, speaking }, again);
      again();
    } catch {
      who = NOBODY; // with the next news once more
    }
  }

  /** Fold the sheet or unfold it; return whether it is folded. @param {Ask | null} ask */
  function fold(ask) {
    const shape = ask?.shape ?? "";
    if (shape !== shownShape) isFolded = null;
    shownShape = shape;
    const folds = ask !== null && shouldFold(ask);
    panel.classList.toggle("is-folded", folds);
    panel.classList.toggle("is-notice", Boolean(ask?.notice));
    panel.classList.toggle("is-refusal", Boolean(ask?.notice?.is_refusal));
    return folds;
  }

  const isSheet = () => getComputedStyle(panel).position === "sticky";

  /** A sheet that covers the board folds by itself while the board can answer. @param {Ask} ask */
  const shouldFold = (ask) => !ask.notice && (isFolded ?? (isSheet() && (!state.game || isOnTable(ask)) && !state.me?.answers.length && !who.chooser(state)));

  /** A new notice takes the focus, unless somebody types; in another view a screen reader says it. @param {Ask | null} ask */
  function announce(ask) {
    const notice = ask?.notice;
    const text = notice ? noticeText(notice, "\n") : "";
    if (text === announced) return;
    announced = text;
    panel.scrollTop = 0;
    /** @type {HTMLElement | null} */
    const heading = place.querySelector(".notice h2");
    const isTyping = focused()?.matches("input, select, textarea");
    if (heading && view() === "table" && !isTyping && !document.querySelector("dialog[open]")) {
      byId("verdict").textContent = "";
      heading.focus({ preventScroll: isSheet() });
    } else {
      byId("verdict").textContent = notice?.is_refusal ? text : "";
    }
  }

  /** Show what a browser that is not paired sees. */
  function watching() {
    const { me } = state;
    const why = me?.lost ? `page.lost-${me.lost}` : "page.look-on-why";
    return [
      make("div", { class: "ask-head" }, make("h2", {}, word("page.look-on"))),
      make("div", { class: "ask-body" },
        make("p", { class: me?.lost ? "why" : "muted" }, word(why)),
        me && !me.is_paired && makeButton("big accent", "pair", pair, word("page.pair"))),
    ];
  }

  /** @type {(ask: Ask, folds: boolean) => HTMLElement | null} */
  function head(ask, folds) {
    if (ask.notice && !ask.is_for_box) return null;
    const turn = () => {
      isFolded = !panel.classList.contains("is-folded");
      panel.classList.toggle("is-folded", isFolded);
      button.setAttribute("aria-expanded", String(!isFolded));
    };
    const button = make("button", { class: "fold quiet", "data-key": "fold", "aria-expanded": String(!folds), "aria-label": word("page.answers"), onclick: turn }, icon("M6 10l6 6 6-6"));
    return make("div", { class: "ask-head" },
      make("div", { class: "ask-said" },
        who.banner(state),
        ask.news && make("p", { class: "news" }, ask.news),
        make("h2", { tabindex: "-1" }, ask.title),
        ask.shape !== "text" && ask.text && make("p", { class: "question" }, ask.text)),
      claim(),
      button);
  }

  /** @param {Ask} ask */
  function body(ask) {
    if (ask.is_for_box && !state.me?.is_virtual) {
      return [make("p", { class: "at-box" }, word("page.at-box")), makeButton("big", "back", () => press("back"), word("page.back"))];
    }
    if (ask.notice) return noticeOf(ask.notice, press, ...remediesOf(ask.notice, ask.id, send, state.game?.acts ?? 0, state.me?.seat));
    return [who.chooser(state), seatAnswers(), who.muted(state) ?? [crumbs(ask), ask.grid && pickerOf(ask.grid, send), answers(ask)]];
  }

  /** Make what needs no other word, such as the end of a turn. @param {Ask} ask */
  function quick(ask) {
    if (who.muted(state)) return null;
    return ask.quick.map(({ act, label, is_hollow: isHollow, is_answer: isAnswer }) =>
      makeButton(`small quick${isHollow ? " is-hollow" : ""}${isAnswer ? " is-answer" : ""}`, `say ${act}`, () => send({ do: "say", act }), label));
  }

  /** Make what the claimed seat could say now, in turn or not: one tap each. */
  function seatAnswers() {
    const { me, game } = state;
    if (!me?.seat || me.answers.length === 0) return null;
    const own = game?.seats.find(({ seat }) => seat === me.seat);
    return make("div", { class: "mine", "data-seat": own?.mark },
      make("h3", {}, word("page.you-can", { name: own?.name ?? String(me.seat) })),
      make("div", { class: "answers" }, me.answers.map(({ label, act }) =>
        makeButton("big", `say ${act}`, () => send({ do: "say", act }), label))));
  }

  /** @param {Ask} ask */
  function crumbs({ answered }) {
    if (answered.length === 0) return null;
    return make("ol", { class: "crumbs", "aria-label": word("page.so-far") }, answered.map((answer) => make("li", {}, answer)));
  }

  /** @param {Ask} ask */
  function answers(ask) {
    switch (ask.shape) {
      case "board":
        return byTable(ask);
      case "name":
        return [typing(ask), buttons(ask)];
      case "text":
        return [ask.text.split("\n").map((line) => make("p", {}, line)), buttons(ask) ?? ok()];
      case "end":
        return buttons(ask) ?? ok();
      default:
        return ask.grid?.is_whole ? make("div", { class: "by-table" }, folded(ask)) : buttons(ask);
    }
  }

  /** Answers that one taps on the table; the same ones as a list that is folded away. @param {Ask} ask */
  const byTable = (ask) => make("div", { class: "by-table" }, make("p", { class: "tap-table" }, icon(ICONS.tap), word("page.tap")), folded(ask));

  /** @param {Ask} ask */
  function folded(ask) {
    const list = make("details", { open: isListOpen, ontoggle: () => (isListOpen = list.open) },
      make("summary", {}, word("page.all-answers", { number: ask.options.length })), buttons(ask));
    return list;
  }

  const ok = () => makeButton("big accent", "ok", () => press("ok"), word("page.ok"));

  /** @param {Ask} ask */
  function buttons({ id, options, cursor, shape }) {
    if (options.length === 0) return null;
    return make("div", { class: `answers ${layoutOf({ shape, options })}` }, options.map((option, index) =>
      make("button", {
        class: `big${option.is_hollow ? " is-hollow" : ""}${index === cursor && !option.is_hollow ? " is-cursor" : ""}`,
        "data-key": `option ${index}`,
        "data-answer": option.tap,
        onclick: () => send({ do: "choose", ask: id, option: index }),
      },
      make("span", {}, option.label),
      option.is_hollow && make("span", { class: "unseen" }, ` (${word("page.not-allowed")})`))));
  }

  /** @param {Ask} ask */
  function typing(ask) {
    const input = make("input", { id: "typed", "data-key": "typed", "data-ask": ask.id, autocomplete: "off", autocapitalize: "words", spellcheck: "false", maxlength: ask.longest, required: true });
    /** @param {Event} event */
    const submit = (event) => {
      event.preventDefault();
      if (input.value.trim()) send({ do: "type", ask: ask.id, text: input.value.trim() });
    };
    return make("form", { class: "typing", onsubmit: submit },
      make("label", { for: "typed" }, word("page.type")),
      make("span", { class: "row" }, input, make("button", { class: "accent", "data-key": "typed-ok" }, word("page.ok"))));
  }

  /** @param {Ask} ask */
  function foot(ask) {
    if (ask.notice || ask.is_for_box) return null;
    const { game } = state;
    const isMenu = ask.is_first;
    /** @type {(name: keyof typeof ICONS, label: string, action: () => void) => HTMLElement} */
    const button = (name, label, action) =>
      makeButton("small", name, action, icon(ICONS[name]), make("span", {}, label));
    return make("div", { class: "foot" },
      quick(ask),
      (ask.can_back || game) && button(isMenu ? "menu" : "back", word(isMenu ? "page.menu" : "page.back"), () => press("back")),
      ask.can_hint && button("hint", word("page.hint"), () => send({ do: "hint", ask: ask.id })),
      game && button("undo", word("page.undo"), () => press("back", "long")),
      game?.can_look && !game.is_over && button("photo", word("page.photo"), takePhoto),
      game && button("allowed", word("page.allowed"), () => press("ok", "long")));
  }

  /** Let somebody photograph the table. */
  async function takePhoto() {
    const { photograph } = await import("./photo.js");
    photograph({ send, token });
  }

  /** Make the list in which people say which seat is theirs: what that seat can say out of turn is one tap then. */
  function claim() {
    const { me, game } = state;
    if (!me?.is_paired || !game?.seats.length) return null;
    const own = game.seats.find(({ seat }) => seat === me.seat);
    const select = make("select", { class: "claim", "data-key": "claim", "data-seat": own?.mark, "aria-label": word("page.claim"), onchange: () => send({ do: "claim", seat: Number(select.value) || null }) },
      make("option", { value: "0", selected: !me.seat }, word("page.claim")),
      game.seats.map(({ seat, mark, name }) => make("option", { value: seat, selected: me.seat === seat }, `${mark} · ${name}`)));
    return select;
  }

  return { show };
}

/** Make all values that can be said now, such as the tiles of a game: one tap says one. @param {Grid} grid @param {Send} send */
function pickerOf({ at, rows }, send) {
  return make("div", { class: "picker" },
    at && make("h3", {}, word("page.next-place", { place: at })),
    rows.map(({ value, label, cells }) => make("div", { class: "picker-row", role: "group", "aria-label": label, "data-value": value }, cells.map(({ act, label: short, name, is_hollow: isHollow }) =>
      make("button", { class: `cell${isHollow ? " is-hollow" : ""}`, "data-key": `say ${act}`, "aria-label": isHollow ? word("page.hollow", { answer: name }) : name, title: name, onclick: () => send({ do: "say", act }) }, short)))));
}
