// House data: what an owner reads off their own box. The server's verdict counts; what is told here before is convenience.

import * as insider from "./house-insider.js";
import * as offline from "./house-offline.js";
import { allow, button, Draft, faultList, make } from "./house-parts.js";

const GAMES = { insider, offline };

/** Drafts outlive the view: whoever looks at the table meanwhile loses nothing. By game. */
const drafts = new Map();

const changed = () => [...drafts.values()].filter((draft) => draft.isChanged);

window.addEventListener("beforeunload", (event) => {
  if (changed().length) event.preventDefault();
});

function wearStyle() {
  const { href } = new URL("house.css", import.meta.url);
  if ([...document.querySelectorAll("link[rel=stylesheet]")].every((link) => link.href !== href)) {
    document.head.append(make("link", { rel: "stylesheet", href }));
  }
}

/** Why a request came to nothing, as the server tells it. */
async function reasons(answer, words) {
  const told = await answer.json().catch(() => ({}));
  return told.faults ?? [told.why ?? words("page.house-no-answer")];
}

/** Ask something with several ways out; gives the name of the one that was taken, the first if it is just closed. */
function ask(title, text, ways) {
  return new Promise((decide) => {
    const close = () => {
      dialog.remove();
      decide(dialog.returnValue || ways[0][0]);
    };
    const buttons = ways.map(([name, label]) => button(label, () => dialog.close(name), { class: name === ways.at(-1)[0] ? "main" : "plain" }));
    const dialog = make(
      "dialog", { class: "house house-dialog", "aria-label": title, close },
      make("h3", {}, title), make("p", {}, text), make("div", { class: "doing" }, ...buttons),
    );
    document.body.append(dialog);
    dialog.showModal();
  });
}

/**
 * Show the editors in a container. `words(key, values)` gives a text, `request(path, options)` is a fetch with the token.
 * Gives `hasChanges()`, and `mayLeave()`, which asks the person if there are any and gives a promise of true or false.
 */
export function show(container, words, request) {
  wearStyle();
  const chooser = make("nav", { class: "games", "aria-label": words("page.house-games") });
  const stage = make("div", { class: "stage" });
  const heard = make("p", { class: "heard", role: "status" });
  const head = [make("h2", {}, words("page.house-title")), make("p", { class: "how" }, words("page.house-intro"))];
  container.replaceChildren(make("div", { class: "house" }, ...head, chooser, stage, heard));
  let games = [], shown = null, bar = null, refresh = () => {};
  const say = (text) => { heard.textContent = text; };

  async function json(path) {
    const answer = await request(path);
    if (!answer.ok) throw new Error((await reasons(answer, words)).join(" "));
    return answer.json();
  }

  /** Do what needs the server; if it fails, tell why and offer to try again. */
  async function attempt(what) {
    try {
      await what();
    } catch (error) {
      const why = error instanceof TypeError ? words("page.house-no-answer") : error.message;
      stage.replaceChildren(make("div", { class: "note is-bad", role: "alert" }, make("p", {}, why), button(words("page.house-again"), () => attempt(what), { class: "plain" })));
    }
  }

  async function begin() {
    stage.replaceChildren(make("p", { class: "how" }, words("page.house-loading")));
    games = (await json("/house")).filter((one) => one.game in GAMES);
    chooser.replaceChildren(...games.map((one) => button("", () => attempt(() => open(one.game)), { class: "game" })));
    await open(changed()[0]?.told.game ?? games[0].game);
  }

  function updateChooser() {
    games.forEach((one, at) => {
      const verified = `${one.verified ? "✓" : "○"} ${words(one.verified ? "page.house-verified" : "page.house-not-verified")}`;
      const unsaved = drafts.get(one.game)?.isChanged ? make("em", {}, `● ${words("page.house-unsaved")}`) : null;
      chooser.children[at].setAttribute("aria-pressed", one.game === shown);
      chooser.children[at].replaceChildren(...[make("strong", {}, one.name), make("span", {}, verified), unsaved].filter(Boolean));
    });
  }

  async function open(game) {
    shown = game;
    updateChooser();
    if (!drafts.get(game)?.isChanged) { // what is on the disk may have changed since
      const told = await json(`/house/${game}`);
      if (shown !== game) return;
      drafts.set(game, new Draft(told, GAMES[game].opened(told.house)));
    }
    showEditor(drafts.get(game));
  }

  // --- the editor of one game

  function showEditor(draft) {
    shown = draft.told.game;
    const form = GAMES[shown], notes = make("div", { class: "notes" });
    const edit = (change, part) => {
      draft.change(change, part);
      refresh();
    };
    const editor = form.editor({ house: () => draft.house, limits: draft.told.limits, words, edit, say });
    bar = saveBar(draft, form);
    stage.replaceChildren(notes, editor.element, bar.element);
    stage.onkeydown = (event) => {
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== "z" || event.target.type === "number") return;
      event.preventDefault();
      step(draft, event.shiftKey);
    };
    let noted = null;
    refresh = () => {
      if (noted !== draft.told) notes.replaceChildren(...notesOf(draft.told));
      noted = draft.told;
      editor.update();
      bar.update();
      updateChooser();
    };
    refresh();
  }

  function step(draft, isOn) {
    if (isOn) draft.redo();
    else draft.undo();
    refresh();
  }

  function notesOf(told) {
    const list = (texts) => make("ul", {}, ...texts.map((text) => make("li", {}, text)));
    const notes = [];
    if (told.faults.length) notes.push(make("div", { class: "note is-bad" }, make("p", {}, words("page.house-broken")), list(told.faults)));
    else if (told.is_stand_in) notes.push(make("p", { class: "note" }, words("page.house-is-stand-in")));
    if (told.unknown.length) {
      const title = `${words("page.house-unknown")} (${told.unknown.length})`;
      notes.push(make("details", { class: "note" }, make("summary", {}, title), list(told.unknown)));
    }
    return notes;
  }

  function saveBar(draft, form) {
    const state = make("p", { class: "state" });
    const wrong = make("div", { class: "wrong" }), refused = make("div", { class: "wrong", role: "alert" });
    const undo = button(words("page.house-undo"), () => step(draft, false), { class: "plain" });
    const redo = button(words("page.house-redo"), () => step(draft, true), { class: "plain" });
    const keep = button(words("page.house-save"), () => save(draft), { class: "main" });
    const row = make("div", { class: "row" }, state, make("span", { class: "doing" }, undo, redo, keep));
    const element = make("div", { class: "bar" }, wrong, refused, row);
    return {
      element,
      /** Tell that it is being saved, or what was refused. */
      tell({ isBusy = false, texts = [] }) {
        allow(keep, !isBusy && draft.isChanged);
        keep.textContent = words(isBusy ? "page.house-saving" : "page.house-save");
        refused.replaceChildren(...faultList(words("page.house-refused"), texts));
        wrong.hidden = texts.length > 0; // the server says it better
      },
      update() {
        state.textContent = draft.isChanged ? `● ${words("page.house-unsaved")}` : `✓ ${words("page.house-all-saved")}`;
        element.classList.toggle("is-changed", draft.isChanged);
        allow(undo, draft.past.length > 0);
        allow(redo, draft.future.length > 0);
        wrong.replaceChildren(...faultList(words("page.house-still-wrong"), form.faults(draft.house, draft.told.limits, words)));
        this.tell({});
      },
    };
  }

  // --- saving

  /** Send the draft that is shown; gives whether it was kept. */
  async function save(draft) {
    const { game, version } = draft.told, form = GAMES[game], path = `/house/${game}`;
    const sent = JSON.stringify(draft.house);
    bar.tell({ isBusy: true });
    try {
      const body = JSON.stringify({ version, house: form.closed(draft.house) });
      const answer = await request(path, { method: "POST", headers: { "Content-Type": "application/json" }, body });
      if (!answer.ok) {
        bar.tell({ texts: await reasons(answer, words) });
        const there = answer.status === 422 ? await json(path) : draft.told;
        return there.version !== version && (await settle(draft, there));
      }
      const told = await json(path);
      games = (await json("/house")).filter((one) => one.game in GAMES);
      if (JSON.stringify(draft.house) === sent) draft.take(told, form.opened(told.house));
      else Object.assign(draft, { told, saved: sent }); // somebody went on while the disk was busy
      refresh();
      say(words("page.house-saved"));
      return true;
    } catch {
      bar.tell({ texts: [words("page.house-no-answer")] });
      return false;
    }
  }

  /** Somebody else has saved meanwhile: the person decides what counts. */
  async function settle(draft, there) {
    const way = await ask(words("page.house-elsewhere"), words("page.house-elsewhere-text"), [
      ["stay", words("page.house-leave-stay")], ["theirs", words("page.house-load-theirs")], ["mine", words("page.house-keep-mine")],
    ]);
    if (way === "mine") {
      draft.told = { ...draft.told, version: there.version };
      return save(draft);
    }
    if (way === "theirs") {
      draft.take(there, GAMES[there.game].opened(there.house));
      refresh();
    }
    return way === "theirs";
  }

  async function mayLeave() {
    const unsaved = changed();
    if (!unsaved.length) return true;
    const names = unsaved.map((draft) => draft.told.name).join(", ");
    const way = await ask(words("page.house-unsaved"), words("page.house-leave-text", { games: names }), [
      ["stay", words("page.house-leave-stay")], ["discard", words("page.house-leave-discard")], ["save", words("page.house-leave-save")],
    ]);
    for (const draft of way === "stay" ? [] : unsaved) {
      if (way === "discard") drafts.delete(draft.told.game);
      else {
        if (draft.told.game !== shown) showEditor(draft);
        if (!(await save(draft))) return false;
      }
    }
    return way !== "stay";
  }

  attempt(begin);
  return { hasChanges: () => changed().length > 0, mayLeave };
}
