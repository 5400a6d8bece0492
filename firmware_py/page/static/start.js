// The set-up form: game, players, options and who begins, on one screen; what was played last is proposed.

import { make, makeButton, seatMark, setContents } from "./dom.js";
import { post, request } from "./http.js";
import { isInPlay } from "./state.js";
import { word } from "./words.js";

const CHIPS = 12;

/** Return the form filled in with what was played last, or with the first game. @param {SetupForm} form @returns {SetupDraft} */
export function proposed({ games, last }) {
  const game = games.find(({ name }) => name === last?.game) ?? games[0];
  const players = last?.players ?? Array(game.usual).fill("");
  return { game: game.name, players, tags: { ...last?.tags }, first: last?.first ?? 1, opponent: last?.opponent ?? null };
}

/** Return a draft that fits its game: as many players as can play, nobody against a box that cannot. @param {SetupDraft} draft @param {SetupGame} game @returns {SetupDraft} */
export function fitted(draft, { seats, levels, begins }) {
  const count = Math.min(Math.max(draft.players.length, seats[0]), seats[seats.length - 1]);
  const players = Array.from({ length: count }, (_, at) => draft.players[at] ?? "");
  const opponent = levels.length > 0 ? draft.opponent : null;
  return { ...draft, players, opponent, first: begins ?? Math.min(draft.first, count) };
}

/** Return the options that are to be asked. @param {SetupDraft} draft @param {SetupGame} game */
export const asked = ({ players, tags }, { options }) =>
  options.filter(({ seats, only_if: onlyIf }) => seats.includes(players.length) && (!onlyIf || valueOf(tags, options, onlyIf[0]) === onlyIf[1]));

/** @type {(tags: Record<string, string>, options: SetupOption[], tag: string) => string | undefined} */
const valueOf = (tags, options, tag) => tags[tag] ?? options.find((option) => option.tag === tag)?.values[0].value;

/** Return the values of an option that every player chooses; no two have the same. @param {SetupOption} option @param {SetupDraft} draft */
export function valuesForEach({ tag, values }, { players, tags }) {
  const chosen = (tags[tag] ?? "").split(" ");
  const free = values.map(({ value }) => value).filter((value) => !chosen.slice(0, players.length).includes(value));
  return players.map((_, at) => (values.some(({ value }) => value === chosen[at]) && chosen.indexOf(chosen[at]) === at ? chosen[at] : free.shift() ?? ""));
}

/** Return the partners of each player, counted from 0; none where everybody plays alone. @param {SetupDraft} draft @param {SetupGame} game */
export function partnersOf({ players, tags }, { options, teams }) {
  const now = teams.find(({ count, tag, value }) => count === players.length && (tag === "" || value === valueOf(tags, options, tag)));
  return players.map((_, at) => (now?.parties ?? []).filter((party) => party.includes(at + 1)).flat().map((one) => one - 1).filter((one) => one !== at));
}

/** Show the form. @param {HTMLElement} place @param {MoreTools} tools */
export async function show(place, { token, state, confirm, leave }) {
  const answer = await request("/setup");
  if (!answer.ok) throw new Error("no form");
  /** @type {SetupForm} */
  const form = await answer.json();
  let draft = proposed(form);

  const gameOf = () => /** @type {SetupGame} */ (form.games.find(({ name }) => name === draft.game));

  /** @param {Partial<SetupDraft>} changes */
  function change(changes) {
    draft = { ...draft, ...changes };
    draw();
  }

  /** @type {(name: string, value: string | number, label: Child, isChosen: boolean, choose: () => void) => HTMLElement} */
  const radio = (name, value, label, isChosen, choose) =>
    make("label", { class: "chip" }, make("input", { type: "radio", name, value, checked: isChosen, "data-key": `${name} ${value}`, onchange: choose }), make("span", {}, label));

  /** @type {(legend: string, about: string, ...inside: Child[]) => HTMLElement} */
  const group = (legend, about, ...inside) =>
    make("fieldset", {}, make("legend", {}, legend), about && make("p", { class: "muted" }, about), make("div", { class: "chips" }, inside));

  /** @param {SetupGame} game */
  function seats(game) {
    const each = asked(draft, game).filter((option) => option.is_for_each); // the colours: the mark is that of the key
    const marks = each.map((option) => valuesForEach(option, draft).map((value) => 1 + option.values.findIndex((one) => one.value === value)))[0];
    const partners = partnersOf(draft, game);
    const together = partners.map(() => make("span", { class: "partners" }));
    const tellPartners = () => together.forEach((line, at) => {
      line.textContent = partners[at].length > 0 ? word("page.plays-with", { names: partners[at].map((one) => draft.players[one] || game.seat_names[one]).join(", ") }) : "";
    });
    tellPartners();
    const order = partners.some(({ length }) => length > 0) && make("p", { class: "muted" }, word("page.seating"));
    return [order, make("ol", { class: "seat-rows" }, draft.players.map((name, at) => {
      const isBox = draft.opponent?.seat === at + 1;
      const input = make("input", {
        value: isBox ? "" : name, placeholder: isBox ? word("page.the-box") : game.seat_names[at], disabled: isBox, list: "known", autocomplete: "off",
        "data-key": `name ${at}`, "aria-label": `${word("page.seat")} ${at + 1}: ${game.seat_names[at]}`,
        oninput: () => {
          draft.players[at] = input.value;
          setContents(beginner, first(gameOf()));
          tellPartners();
        },
      });
      return make("li", {}, seatMark(marks?.[at] ?? at + 1), input, each.map((option) => choice(option, valuesForEach(option, draft), at)), together[at]);
    }))];
  }

  /** @type {(option: SetupOption, values: string[], at: number) => HTMLElement} */
  function choice(option, values, at) {
    const select = make("select", { "aria-label": `${option.about} ${at + 1}`, "data-key": `${option.tag} ${at}`, onchange: () => {
      const other = values.indexOf(select.value);
      const next = [...values];
      if (other >= 0) next[other] = values[at]; // the two change places
      next[at] = select.value;
      change({ tags: { ...draft.tags, [option.tag]: next.join(" ") } });
    } }, option.values.map(({ value, label }) => make("option", { value, selected: value === values[at] }, label)));
    return select;
  }

  /** Names to tap: they go into the first empty place. */
  function known() {
    const free = form.players.filter((name) => !draft.players.includes(name)).slice(0, CHIPS);
    const take = (/** @type {string} */ name) => {
      const at = draft.players.findIndex((taken, seat) => !taken.trim() && draft.opponent?.seat !== seat + 1);
      if (at >= 0) change({ players: draft.players.map((old, seat) => (seat === at ? name : old)) });
    };
    return [
      make("datalist", { id: "known" }, form.players.map((name) => make("option", { value: name }))),
      free.length > 0 && draft.players.some((name) => !name) && make("p", { class: "row", role: "group", "aria-label": word("page.known-players") }, free.map((name) => makeButton("small", `known ${name}`, () => take(name), name))),
    ];
  }

  /** @param {SetupGame} game */
  function first({ begins, seat_names: names }) {
    if (begins !== null) return null;
    const count = draft.players.length;
    return group(word("page.first"), "",
      draft.players.map((name, at) => radio("first", at + 1, name || names[at], draft.first === at + 1, () => change({ first: at + 1 }))),
      makeButton("small", "lots", () => change({ first: 1 + Math.floor(Math.random() * count) }), word("page.draw-lots")));
  }

  /** @param {SetupGame} game */
  function opponent({ levels }) {
    if (levels.length === 0) return null;
    const now = draft.opponent;
    const level = now?.level ?? levels[Math.floor(levels.length / 2)].value;
    return [
      group(word("page.against"), "",
        radio("box", 0, word("page.against-people"), now === null, () => change({ opponent: null })),
        [1, 2].map((seat) => radio("box", seat, word("page.against-box", { seat }), now?.seat === seat, () => change({ opponent: { seat, level } })))),
      now && group(word("page.level"), "", levels.map(({ value, label }) => radio("level", value, label, now.level === value, () => change({ opponent: { ...now, level: value } })))),
    ];
  }

  function draw() {
    const game = gameOf();
    draft = fitted(draft, game);
    setContents(body,
      group(word("page.game"), game.about, form.games.map(({ name, title }) => radio("game", name, title, name === game.name, () => change({ game: name, tags: {} })))),
      opponent(game),
      game.seats.length > 1 && group(word("page.how-many"), "", game.seats.map((count) => radio("count", count, String(count), count === draft.players.length, () => change({ players: Array.from({ length: count }, (_, at) => draft.players[at] ?? "") })))),
      make("fieldset", {}, make("legend", {}, word("page.players")), seats(game), known()),
      asked(draft, game).filter((option) => !option.is_for_each).map((option) =>
        group(option.label, option.about, option.values.map(({ value, label }) =>
          radio(option.tag, value, label, value === valueOf(draft.tags, game.options, option.tag), () => change({ tags: { ...draft.tags, [option.tag]: value } }))))),
      beginner);
    setContents(beginner, first(game));
  }

  /** @param {Event} event */
  async function begin(event) {
    event.preventDefault();
    if (isInPlay(state()) && !(await confirm(word("page.parks-sure"), word("page.begin")))) return;
    const each = asked(draft, gameOf()).filter((option) => option.is_for_each);
    const tags = { ...draft.tags, ...Object.fromEntries(each.map((option) => [option.tag, valuesForEach(option, draft).join(" ")])) };
    const refused = await post("/setup", { ...draft, tags }, token());
    why.textContent = refused ?? "";
    if (refused === null) leave();
  }

  const body = make("div", { class: "setup-body" });
  const beginner = make("div"); // who begins, by the names that are typed above
  const why = make("p", { class: "why", role: "alert" });
  draw();
  setContents(place, make("form", { class: "setup", onsubmit: begin }, body,
    form.is_playing && make("p", { class: "muted" }, word("page.parks")), why,
    make("p", { class: "row setup-go" }, make("button", { class: "big accent", "data-key": "begin" }, word("page.begin")))));
}
