// The roster: the players that every box offers at "Who plays?"; and records of games that were played elsewhere.

import { byId, make, setContents } from "./dom.js";
import { load } from "./figures.js";
import { refusalOf, request } from "./http.js";
import { word } from "./words.js";

/** Send a change; ask for the code first if this browser is not known. @type {(state: ClubState, address: string, body: object) => Promise<Response | null>} */
async function change(state, address, body) {
  if (!state.me.is_paired) {
    askForCode(state);
    return null;
  }
  return request(address, { body, token: state.me.token ?? undefined });
}

/** @param {ClubState} state */
function askForCode(state) {
  const dialog = byId("pairing", HTMLDialogElement);
  const code = byId("code", HTMLInputElement);
  const why = byId("pairing-why");
  why.textContent = "";
  byId("pairing-leave").onclick = () => dialog.close();
  dialog.onsubmit = async (event) => {
    event.preventDefault();
    const answer = await request("/pair", { body: { code: code.value } });
    if (!answer.ok) {
      why.textContent = (await refusalOf(answer)).why ?? "";
      return;
    }
    code.value = "";
    dialog.close();
    state.reconnect?.();
  };
  dialog.showModal();
}

/** @type {ClubView} */
export function showPlayers(main, state) {
  const why = make("p", { class: "why", role: "alert" });
  const names = make("ul", { class: "names" });
  const others = make("ul", { class: "names" });
  const othersTitle = make("h2", {}, word("club.others"));
  const typed = make("input", { "aria-label": word("club.new-name"), placeholder: word("club.new-name"), maxlength: "15", autocomplete: "off" });
  const record = make("textarea", { "aria-label": word("club.record"), spellcheck: "false" });
  let isPaired = false;

  /** @param {object} body */
  async function send(body) {
    const answer = await change(state, "/players", body);
    if (answer === null) return;
    why.textContent = answer.ok ? "" : (await refusalOf(answer)).why ?? "";
    if (answer.ok) await show();
  }

  /** @type {(name: string, label: string, body: object) => HTMLElement} */
  function item(name, label, body) {
    const button = make("button", { class: "small", type: "button", "aria-label": `${label}: ${name}` }, label);
    button.addEventListener("click", () => void send(body));
    return make("li", {}, make("span", {}, name), button);
  }

  async function show() {
    /** @type {RosterData} */
    const data = await load("/data/players");
    setContents(names, ...data.players.map((name) => item(name, word("club.remove"), { remove: name })));
    setContents(others, ...data.others.map((name) => item(name, word("club.add"), { add: name })));
    othersTitle.hidden = others.hidden = data.others.length === 0;
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
    void send({ add: typed.value.trim() }).then(() => why.textContent || (typed.value = ""));
  });
  const take = make("button", { type: "button" }, word("club.import"));
  take.addEventListener("click", () => void sendRecord());
  const code = make("button", { type: "button", class: "accent" }, word("club.enter-code"));
  code.addEventListener("click", () => askForCode(state));
  const locked = make("p", { class: "row" }, make("span", {}, word("club.locked")), code);
  setContents(
    main,
    make("section", { class: "text", "aria-label": word("club.players") }, make("p", {}, word("club.about-players")), locked, add, why, names, othersTitle, others, make("h2", {}, word("club.elsewhere")), make("p", {}, word("club.about-import")), record, make("p", {}, take)),
  );
  void show();
  return () => {
    isPaired = state.me.is_paired;
    locked.hidden = isPaired;
  };
}
