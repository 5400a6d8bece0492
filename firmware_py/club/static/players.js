// The roster: the players that every box offers at "Who plays?"; records of games that were played elsewhere; results that
// were struck out; boxes that are switched off.

import { askForCode, change } from "./changes.js";
import { dayOf, others } from "./club-data.js";
import { byId, make, setContents } from "./dom.js";
import { load } from "./figures.js";
import { refusalOf } from "./http.js";
import { word } from "./words.js";

/** @type {ClubView} */
export function showPlayers(main, state) {
  const why = make("p", { class: "why", role: "alert" });
  const names = make("ul", { class: "names" });
  const played = make("ul", { class: "names" });
  const playedTitle = make("h2", {}, word("club.others"));
  const typed = make("input", { "aria-label": word("club.new-name"), placeholder: word("club.new-name"), maxlength: "15", autocomplete: "off" });
  const record = make("textarea", { "aria-label": word("club.record"), spellcheck: "false" });
  const struck = make("ul", { class: "names" });
  const struckTitle = make("h2", {}, word("club.struck"));
  const away = make("ul", { class: "names" });
  const awayTitle = make("h2", {}, word("club.away-boxes"));
  let isPaired = false;

  /** @type {(address: string, body: object) => Promise<void>} */
  async function send(address, body) {
    const answer = await change(state, address, body);
    if (answer === null) return;
    why.textContent = answer.ok ? "" : (await refusalOf(answer)).why ?? "";
    if (answer.ok) await show();
  }

  /** @type {(name: string, label: string, body: object, address?: string) => HTMLElement} */
  function item(name, label, body, address = "/players") {
    const button = make("button", { class: "small", type: "button", "aria-label": `${label}: ${name}` }, label);
    button.addEventListener("click", () => void send(address, body));
    return make("li", {}, make("span", {}, name), button);
  }

  async function show() {
    /** @type {RosterData} */
    const data = await load("/data/players");
    setContents(names, ...data.players.map((name) => item(name, word("club.remove"), { remove: name })));
    setContents(played, ...data.others.map((name) => item(name, word("club.add"), { add: name })));
    playedTitle.hidden = played.hidden = data.others.length === 0;
    /** @type {{ results: StruckResult[] }} */
    const { results } = await load("/data/struck");
    setContents(struck, ...results.map((one) => item(`${dayOf(one.day)} · ${one.title} · ${one.names.join(", ")}: ${one.reason}`, word("club.bring-back"), { id: one.id, reason: null }, "/strike")));
    struckTitle.hidden = struck.hidden = results.length === 0;
  }

  function showAway() {
    const tables = others(Object.values(state.tables)).away;
    setContents(away, ...tables.map((table) => item(table.name, word("club.retire"), { box: table.box }, "/retire")));
    awayTitle.hidden = away.hidden = tables.length === 0;
  }

  async function sendRecord() {
    const answer = await change(state, "/import", { text: record.value });
    if (answer === null) return;
    const value = await refusalOf(answer);
    why.textContent = answer.ok ? "" : value.why ?? "";
    if (answer.ok) {
      const { added, known } = /** @type {{ added: number, known: number }} */ (/** @type {unknown} */ (value));
      byId("toast").textContent = word("club.imported", { added, known });
      record.value = "";
    }
  }

  const add = make("form", { class: "row" }, typed, make("button", { class: "accent", type: "submit" }, word("club.add")));
  add.addEventListener("submit", (event) => {
    event.preventDefault();
    void send("/players", { add: typed.value.trim() }).then(() => why.textContent || (typed.value = ""));
  });
  const take = make("button", { type: "button" }, word("club.import"));
  take.addEventListener("click", () => void sendRecord());
  const code = make("button", { type: "button", class: "accent" }, word("club.enter-code"));
  code.addEventListener("click", () => askForCode(state));
  const locked = make("p", { class: "row" }, make("span", {}, word("club.locked")), code);
  setContents(
    main,
    make("section", { class: "text", "aria-label": word("club.players") }, make("p", {}, word("club.about-players")), locked, add, why, names, playedTitle, played, make("h2", {}, word("club.elsewhere")), make("p", {}, word("club.about-import")), record, make("p", {}, take), struckTitle, struck, awayTitle, away),
  );
  void show();
  return () => {
    isPaired = state.me.is_paired;
    locked.hidden = isPaired;
    showAway();
  };
}
