// What the box asks, with every answer; a notice lies over the question.

import { byId, icon, make, swap } from "./dom.js";
import { noticeOf } from "./notice.js";
import { word } from "./words.js";

const LOW = matchMedia("(max-height: 40rem)");
const SHORT_LABEL = 18;
const ICONS = {
  back: "M9 6l-5 5 5 5M4 11h10a5 5 0 0 1 5 5v2",
  menu: "M4 7h16M4 12h16M4 17h16",
  lawful: "M9.5 9a2.5 2.5 0 1 1 3.6 2.3c-.8.4-1.1.9-1.1 1.7v.5M12 17h.01M12 3a9 9 0 1 1 0 18 9 9 0 0 1 0-18",
  undo: "M8 5L4 9l4 4M4 9h9a6 6 0 0 1 0 11h-3",
};

export function makeAsk({ send, pair, view }) {
  const panel = byId("ask");
  const place = byId("asking");
  let state = null;
  let isFolded = null; // as the person wants it; null: as there is room
  let isListOpen = false;
  let noticed = "";
  let shownAsk = "";

  const press = (key, kind = "short") => send({ do: "press", key, kind, ask: state.ask.id });
  const choose = (option) => send({ do: "choose", ask: state.ask.id, option });

  function show(now, changed) {
    state = now;
    if (!("ask" in changed || "me" in changed || "game" in changed)) return;
    const { ask } = now;
    const typed = place.querySelector("input")?.value;
    const folds = Boolean(ask) && !ask.notice && (isFolded ?? (ask.shape === "board" && LOW.matches));
    panel.classList.toggle("is-folded", folds);
    panel.classList.toggle("is-notice", Boolean(ask?.notice));
    panel.classList.toggle("is-refusal", Boolean(ask?.notice?.is_refusal));
    swap(place, ask === null ? lookOn() : [head(ask, folds), make("div", { class: "ask-body" }, body(ask))]);
    const input = place.querySelector("input");
    if (input && typed !== undefined && input.dataset.ask === shownAsk) input.value = typed;
    shownAsk = String(ask?.id);
    panel.dataset.ask = shownAsk;
    announce(ask);
  }

  /** A new notice takes the focus, unless somebody types; whoever is elsewhere hears it. */
  function announce(ask) {
    const notice = ask?.notice;
    const said = notice ? [notice.title, ...notice.lines].join("\n") : "";
    if (said === noticed) return;
    noticed = said;
    panel.scrollTop = 0;
    const heading = place.querySelector(".notice h2");
    const isTyping = document.activeElement?.matches("input, select, textarea");
    if (heading && view() === "table" && !isTyping && !document.querySelector("dialog[open]")) {
      byId("verdict").textContent = "";
      heading.focus({ preventScroll: getComputedStyle(panel).position === "sticky" });
    } else {
      byId("verdict").textContent = notice?.is_refusal ? said : "";
    }
  }

  function lookOn() {
    const { me } = state;
    return [
      make("div", { class: "ask-head" }, make("h2", {}, word("page.look-on"))),
      make("div", { class: "ask-body" },
        make("p", { class: "muted" }, word("page.look-on-why")),
        me && !me.is_paired && make("button", { type: "button", class: "big accent", "data-key": "pair", onclick: pair }, word("page.pair"))),
    ];
  }

  function head(ask, folds) {
    if (ask.notice && !ask.is_for_box) return null;
    const fold = () => {
      isFolded = !panel.classList.contains("is-folded");
      panel.classList.toggle("is-folded", isFolded);
      button.setAttribute("aria-expanded", String(!isFolded));
    };
    const button = make("button", { type: "button", class: "fold quiet", "data-key": "fold", "aria-expanded": String(!folds), "aria-label": word("page.answers"), onclick: fold }, icon("M6 10l6 6 6-6"));
    return make("div", { class: "ask-head" },
      make("div", { class: "ask-said" },
        ask.news && make("p", { class: "news", "aria-live": "polite" }, ask.news),
        make("h2", {}, ask.title),
        ask.shape !== "text" && ask.text && ask.text !== ask.title && make("p", { class: "question" }, ask.text)),
      claim(),
      button);
  }

  function body(ask) {
    if (ask.is_for_box && !state.me?.is_virtual) return make("p", { class: "at-box" }, word("page.at-box"));
    if (ask.notice) return noticeOf(ask.notice, press);
    return [mine(), crumbs(ask), answers(ask), foot(ask)];
  }

  /** What the claimed seat could say now, in turn or not: one tap each. */
  function mine() {
    const { me, game } = state;
    if (!me?.seat || !me.answers?.length) return null;
    const who = game?.seats.find(({ seat }) => seat === me.seat)?.name ?? String(me.seat);
    return make("div", { class: "mine", "data-seat": me.seat },
      make("h3", {}, word("page.you-can", { name: who })),
      make("div", { class: "answers" }, me.answers.map(({ label, act }) =>
        make("button", { type: "button", class: "big", "data-key": `say ${act}`, onclick: () => send({ do: "say", act }) }, label))));
  }

  function crumbs({ answered }) {
    if (!answered?.length) return null;
    return make("ol", { class: "crumbs", "aria-label": word("page.so-far") }, answered.map((answer) => make("li", {}, answer)));
  }

  function answers(ask) {
    switch (ask.shape) {
      case "board":
        return make("div", { class: "by-table" },
          make("p", { class: "tap-table" }, icon("M9 11V5.5a1.5 1.5 0 0 1 3 0V10l5 1c1.3.3 2 1.2 1.8 2.5l-.8 4.5c-.2 1.2-1 2-2.3 2H12c-1 0-1.700-.4-2.300-1.200L6 14.5c-.8-1.3.7-2.5 1.8-1.5z"), word("page.tap")),
          make("details", { open: isListOpen, ontoggle: (event) => (isListOpen = event.target.open) }, make("summary", {}, word("page.all-answers", { number: ask.options.length })), buttons(ask, "numbers")));
      case "number":
        return buttons(ask, "numbers");
      case "name":
        return [typing(ask), buttons(ask, "")];
      case "text":
        return [ask.text.split("\n").map((line) => make("p", {}, line)), ask.options?.length ? buttons(ask, "") : ok()];
      case "end":
        return ask.options?.length ? buttons(ask, "") : ok();
      default:
        return buttons(ask, ask.shape === "compass" || ask.options.every(({ label }) => label.length <= SHORT_LABEL) ? "pairs" : "");
    }
  }

  const ok = () => make("button", { type: "button", class: "big accent", "data-key": "ok", onclick: () => press("ok") }, word("page.ok"));

  function buttons({ options, cursor, shape }, layout) {
    if (!options?.length) return null;
    return make("div", { class: `answers ${layout}` }, options.map((option, index) =>
      make("button", {
        type: "button",
        class: `big${option.is_hollow ? " is-hollow" : ""}${index === cursor ? " is-cursor" : ""}`,
        "data-key": `option ${index}`,
        "data-answer": option.tap,
        onclick: () => choose(index),
      },
      make("span", {}, option.label),
      option.is_hollow && make("span", { class: "unseen" }, ` (${word("page.unlawful")})`))));
  }

  function typing(ask) {
    const input = make("input", { id: "typed", "data-key": "typed", "data-ask": ask.id, autocomplete: "off", autocapitalize: "words", spellcheck: "false", maxlength: 40, required: true });
    const submit = (event) => {
      event.preventDefault();
      if (input.value.trim()) send({ do: "type", ask: ask.id, text: input.value.trim() });
    };
    return make("form", { class: "typing", onsubmit: submit },
      make("label", { for: "typed" }, word("page.type")),
      make("span", { class: "row" }, input, make("button", { class: "accent", "data-key": "typed-ok" }, word("page.ok"))));
  }

  function foot(ask) {
    const isRoot = !ask.answered?.length;
    const does = (name, label, action) =>
      make("button", { type: "button", class: "small", "data-key": name, onclick: action }, icon(ICONS[name]), label);
    return make("div", { class: "foot" },
      ask.can_back || state.game ? does(isRoot && state.game ? "menu" : "back", word(isRoot && state.game ? "page.menu" : "page.back"), () => press("back")) : null,
      state.game && does("lawful", word("page.lawful"), () => press("ok", "long")),
      state.game && does("undo", word("page.undo"), () => press("back", "long")));
  }

  /** Which seat is whose phone: what that seat can say out of turn is one tap then. */
  function claim() {
    const { me, game } = state;
    if (!me?.is_paired || !game?.seats?.length) return null;
    const take = (event) => send({ do: "claim", seat: Number(event.target.value) || null });
    return make("select", { class: "claim", "data-key": "claim", "data-seat": me.seat, "aria-label": word("page.claim"), onchange: take },
      make("option", { value: "0", selected: !me.seat }, word("page.claim")),
      game.seats.map(({ seat, name }) => make("option", { value: seat, selected: me.seat === seat }, `${seat} · ${name}`)));
  }

  return { show };
}
