// Owner data: what an owner reads off their own copy of a game. The server decides; what is said here before is a convenience.

import { loadStyle, make, setContents } from "./dom.js";
import { Draft } from "./my-copy-draft.js";
import * as insider from "./my-copy-insider.js";
import * as offline from "./my-copy-offline.js";
import { allow, button, faultList } from "./my-copy-parts.js";
import { refusalOf, request } from "./http.js";
import { word } from "./words.js";

/** @type {Record<string, OwnerForm<any, any>>} any: each game has its own data, and only its own module looks into it */
const FORMS = { insider, offline };
const TIMEOUT_MS = 15_000; // the disk may be slow; the server itself gives up after 10 seconds

/** Drafts by game; they outlive the view. @type {Map<string, Draft<any>>} */
const drafts = new Map();

const changedDraft = () => [...drafts.values()].find((draft) => draft.isChanged);

window.addEventListener("beforeunload", (event) => {
  if (changedDraft()) event.preventDefault();
});

/** The server refused; the message says why. */
class Refused extends Error {}

/** @type {(answer: Response) => Promise<string[]>} */
async function reasonsOf(answer) {
  const { faults, why } = await refusalOf(answer);
  return faults ?? [why ?? word("page.my-copy-no-answer")];
}

/**
 * Ask something with several ways out; return the name of the one that was taken, the first if the dialog is just closed.
 * @param {string} title
 * @param {string} text
 * @param {[string, string][]} ways names and labels
 * @returns {Promise<string>}
 */
function ask(title, text, ways) {
  return new Promise((decide) => {
    const onclose = () => {
      dialog.remove();
      decide(dialog.returnValue || ways[0][0]);
    };
    const buttons = ways.map(([name, label], at) => button(label, () => dialog.close(name), { class: at === ways.length - 1 && "accent" }));
    const dialog = make(
      "dialog", { class: "my-copy", "aria-label": title, onclose },
      make("h3", {}, title), make("p", {}, text), make("div", { class: "doing" }, buttons),
    );
    document.body.append(dialog);
    dialog.showModal();
  });
}

/** @param {OwnerData} data */
function notesOf(data) {
  /** @param {string[]} texts */
  const list = (texts) => make("ul", {}, texts.map((text) => make("li", {}, text)));
  const notes = [];
  if (data.faults.length) notes.push(make("div", { class: "note is-bad" }, make("p", {}, word("page.my-copy-broken")), list(data.faults)));
  else if (data.is_placeholder) notes.push(make("p", { class: "note" }, word("page.my-copy-is-stand-in")));
  if (data.unknown.length) {
    const title = `${word("page.my-copy-unknown")} (${data.unknown.length})`;
    notes.push(make("details", { class: "note" }, make("summary", {}, title), list(data.unknown)));
  }
  return notes;
}

/**
 * Show the editors in a container.
 * @param {HTMLElement} container
 *
 * @param {() => string | null | undefined} token the session's
 */
export function show(container, token) {
  loadStyle("my-copy.css");
  const chooser = make("nav", { class: "games", "aria-label": word("page.my-copy-games") });
  const stage = make("div", { class: "stage" });
  const status = make("p", { class: "unseen", role: "status" });
  const head = [make("h2", {}, word("page.my-copy-title")), make("p", { class: "how" }, word("page.my-copy-intro"))];
  container.replaceChildren(make("div", { class: "my-copy" }, head, chooser, stage, status));
  /** @type {OwnerSummary[]} */
  let games = [];
  let shown = "";
  let refresh = () => {};
  /** @param {string} text */
  const say = (text) => { status.textContent = text; };

  /** @type {(path: string, body?: unknown) => Promise<Response>} */
  const ownerRequest = (path, body) => request(path, { body, token: token(), timeout: TIMEOUT_MS });

  /** @param {string} path */
  async function load(path) {
    const answer = await ownerRequest(path);
    if (!answer.ok) throw new Refused((await reasonsOf(answer)).join(" "));
    return answer.json();
  }

  /** @returns {Promise<OwnerSummary[]>} */
  const loadGames = async () => (await load("/my-copy")).filter((/** @type {OwnerSummary} */ { game }) => game in FORMS);

  /** @type {(game: string) => Promise<OwnerData>} */
  const loadData = (game) => load(`/my-copy/${game}`);

  /** Do what needs the server; if it fails, say why and offer to try again. @param {() => Promise<void>} what */
  async function attempt(what) {
    try {
      await what();
    } catch (error) {
      const why = error instanceof Refused ? error.message : word("page.my-copy-no-answer");
      stage.replaceChildren(make("div", { class: "note is-bad", role: "alert" }, make("p", {}, why), button(word("page.my-copy-again"), () => attempt(what))));
    }
  }

  async function begin() {
    stage.replaceChildren(make("p", { class: "how" }, word("page.my-copy-loading")));
    games = await loadGames();
    chooser.replaceChildren(...games.map(({ game }) => button("", () => attempt(() => open(game)), { class: "game" })));
    await open(changedDraft()?.data.game ?? games[0].game);
  }

  function updateChooser() {
    games.forEach(({ game, name, verified }, at) => {
      const state = `${verified ? "✓" : "○"} ${word(verified ? "page.my-copy-verified" : "page.my-copy-not-verified")}`;
      /** @type {Child} */
      const unsaved = drafts.get(game)?.isChanged && make("em", {}, `● ${word("page.my-copy-unsaved")}`);
      chooser.children[at].setAttribute("aria-pressed", String(game === shown));
      setContents(chooser.children[at], make("strong", {}, name), make("span", {}, state), unsaved);
    });
  }

  /** @param {string} game */
  async function open(game) {
    shown = game;
    updateChooser();
    let draft = drafts.get(game);
    if (!draft?.isChanged) { // what is on the disk may have changed since
      const data = await loadData(game);
      if (shown !== game) return;
      draft = new Draft(data, FORMS[game].opened(data.owner_data));
      drafts.set(game, draft);
    }
    showEditor(draft);
  }

  // --- the editor of one game

  /** @param {Draft<any>} draft */
  function showEditor(draft) {
    const form = FORMS[draft.data.game], notes = make("div", { class: "notes" });
    const editor = form.editor({
      ownerData: () => draft.ownerData, limits: draft.data.limits, say,
      edit(change, part) {
        draft.change(change, part);
        refresh();
      },
    });
    const bar = saveBar(draft);
    stage.replaceChildren(notes, editor.element, bar.element);
    stage.onkeydown = (event) => {
      const isNumber = event.target instanceof HTMLInputElement && event.target.type === "number";
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== "z" || isNumber) return;
      event.preventDefault();
      step(draft, event.shiftKey);
    };
    /** @type {OwnerData | null} */
    let noted = null;
    refresh = () => {
      if (noted !== draft.data) notes.replaceChildren(...notesOf(draft.data));
      noted = draft.data;
      editor.update();
      bar.update();
      updateChooser();
    };
    refresh();
  }

  /** Undo or redo one edit. @type {(draft: Draft<any>, isRedo: boolean) => void} */
  function step(draft, isRedo) {
    if (isRedo) draft.redo();
    else draft.undo();
    refresh();
  }

  /** @param {Draft<any>} draft */
  function saveBar(draft) {
    const state = make("p", { class: "state" });
    const wrong = make("div", { class: "wrong" }), refused = make("div", { class: "wrong", role: "alert" });
    const undo = button(word("page.my-copy-undo"), () => step(draft, false));
    const redo = button(word("page.my-copy-redo"), () => step(draft, true));
    const keep = button(word("page.my-copy-save"), () => save(draft, report), { class: "accent" });
    const row = make("div", { class: "row" }, state, make("span", { class: "doing" }, undo, redo, keep));
    const element = make("div", { class: "bar" }, wrong, refused, row);
    const form = FORMS[draft.data.game];

    /** Say that it is being saved, or what was refused. @type {Report} */
    function report({ isBusy = false, texts = [] }) {
      allow(keep, !isBusy && draft.isChanged);
      keep.textContent = word(isBusy ? "page.my-copy-saving" : "page.my-copy-save");
      refused.replaceChildren(...faultList(word("page.my-copy-refused"), texts));
      wrong.hidden = texts.length > 0; // the server says it better
    }
    function update() {
      state.textContent = draft.isChanged ? `● ${word("page.my-copy-unsaved")}` : `✓ ${word("page.my-copy-all-saved")}`;
      element.classList.toggle("is-changed", draft.isChanged);
      allow(undo, draft.canUndo);
      allow(redo, draft.canRedo);
      wrong.replaceChildren(...faultList(word("page.my-copy-still-wrong"), form.faults(draft.ownerData, draft.data.limits, word)));
      report({});
    }
    return { element, update };
  }

  // --- saving

  /** @typedef {(news: { isBusy?: boolean, texts?: string[] }) => void} Report */

  /** Send a draft. @type {(draft: Draft<any>, report: Report) => Promise<void>} */
  async function save(draft, report) {
    const { game, version } = draft.data, form = FORMS[game];
    const sent = JSON.stringify(draft.ownerData);
    report({ isBusy: true });
    try {
      const answer = await ownerRequest(`/my-copy/${game}`, { version, owner_data: form.closed(draft.ownerData) });
      if (!answer.ok) {
        report({ texts: await reasonsOf(answer) });
        const there = answer.status === 422 ? await loadData(game) : draft.data;
        if (there.version !== version) await settle(draft, there, report);
        return;
      }
      const data = await loadData(game);
      games = await loadGames();
      if (JSON.stringify(draft.ownerData) === sent) draft.load(data, form.opened(data.owner_data));
      else draft.noteSaved(data, sent); // somebody went on while the disk was busy
      refresh();
      say(word("page.my-copy-saved"));
    } catch {
      report({ texts: [word("page.my-copy-no-answer")] });
    }
  }

  /** Let the person decide what counts: somebody else has saved in between. @type {(draft: Draft<any>, there: OwnerData, report: Report) => Promise<void>} */
  async function settle(draft, there, report) {
    const way = await ask(word("page.my-copy-elsewhere"), word("page.my-copy-elsewhere-text"), [
      ["stay", word("page.my-copy-leave-stay")], ["theirs", word("page.my-copy-load-theirs")], ["mine", word("page.my-copy-keep-mine")],
    ]);
    if (way === "mine") {
      draft.data = { ...draft.data, version: there.version };
      await save(draft, report);
    } else if (way === "theirs") {
      draft.load(there, FORMS[there.game].opened(there.owner_data));
      refresh();
    }
  }

  attempt(begin);
}
