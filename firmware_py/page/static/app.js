// The page: it keeps what the server sent last, shows it in its views, and sends what people do.

import { makeAsk } from "./ask.js";
import { makeBox } from "./box.js";
import { calm, changed } from "./calm.js";
import { byId, find, findAll, focused, setContents, storage } from "./dom.js";
import { listen } from "./feed.js";
import { makeHistory } from "./history.js";
import { request } from "./http.js";
import { makeLog } from "./log.js";
import { makePairing } from "./pair.js";
import { makeSender } from "./send.js";
import { EMPTY, isMyTurn, merge, otherTurn } from "./state.js";
import { makeTable } from "./table.js";
import { languages, loadWords, word } from "./words.js";

const TOAST_MS = 6_000;

let state = EMPTY;
let isFresh = true;
let isMyCopyOpen = false;
let toastTimer = 0;
/** Why the box has ended the page, until it is there again: `off` or `stop`. */
let ended = "";
/** Parts of the tab "More" that follow the match while they are open. @type {Set<() => void>} */
const followers = new Set();

const token = () => state.me?.token;
const send = makeSender(token, (why, status) => {
  toast(why ?? word("page.refused"));
  if (status === 401 || status === 403) feed.reconnect(); // the box has restarted: it has another token for us
}, () => {
  toast(word("page.not-sent"));
  feed.lose();
});

/** Ask once more before something that cannot be seen at a glance. @type {Tools["confirm"]} */
function confirm(question, yes) {
  const dialog = byId("sure", HTMLDialogElement);
  byId("sure-question").textContent = question;
  find(dialog, "[value=yes]")?.replaceChildren(yes);
  dialog.returnValue = "no";
  dialog.showModal();
  changed();
  return new Promise((resolve) => {
    dialog.addEventListener("close", () => resolve(dialog.returnValue === "yes"), { once: true });
  });
}

/** Whether this phone answers for whoever is asked, until the next act. */
const speaking = { acts: -1, isOn: () => speaking.acts === state.game?.acts, begin: () => (speaking.acts = state.game?.acts ?? -1) };

/** Return whether this phone may answer: if it belongs to somebody else than who is asked, it is asked first. */
async function mayAnswer() {
  const other = otherTurn(state);
  if (!other || speaking.isOn()) return true;
  const isSure = await confirm(word("page.turn-of", { name: other.name }), word("page.speak-for", { name: other.name }));
  if (isSure) speaking.begin();
  return isSure;
}

/** @param {string} text */
function toast(text) {
  clearTimeout(toastTimer);
  byId("toast").textContent = text;
  toastTimer = setTimeout(() => byId("toast").replaceChildren(), TOAST_MS);
}

// --- views

const currentView = () => document.body.dataset.view ?? "";

const tabs = /** @type {HTMLElement} */ (find(document, ".tabs"));

/** @param {string} view */
const tabOf = (view) => /** @type {HTMLElement | null} */ (find(tabs, `[data-view="${view}"]`));

/** @param {string} view */
const hasTab = (view) => tabOf(view)?.hidden === false;

/** Make what is opened an entry of the browser's history, so that "back" leads to what was there before. @type {(view: string, part: string) => void} */
function remember(view, part) {
  const isFirst = document.body.classList.contains("is-loading");
  if (isFirst || history.state === null) history.replaceState({ view: isFirst ? view : currentView(), part: "" }, "");
  const { state: at } = history;
  if (at.view !== view || at.part !== part) history.pushState({ view, part }, "");
}

/** @type {(view: string, byHand?: boolean, part?: string) => void} */
function open(view, byHand = true, part = undefined) {
  remember(view, part ?? "");
  document.body.dataset.view = view;
  for (const tab of findAll(tabs, "button")) {
    if (tab.dataset.view === view) tab.setAttribute("aria-current", "page");
    else tab.removeAttribute("aria-current");
  }
  if (byHand) {
    storage.set("view", view);
    byId("main").scrollTop = 0;
  }
  if (view === "my-copy") openMyCopy();
  if (view === "more") openMore(part);
  views.forEach((one) => one.opened?.(view));
}

async function openMyCopy() {
  if (isMyCopyOpen) return;
  isMyCopyOpen = true;
  try {
    const { show } = await import("./my-copy.js");
    show(byId("my-copy"), token);
  } catch {
    isMyCopyOpen = false;
    setContents(byId("my-copy"), word("page.not-sent"));
  }
}

/** Open the tab of everything else, or one of its parts. @param {string} [part] */
async function openMore(part) {
  try {
    const { show } = await import("./more.js");
    await show(byId("more"), { ...tools, token, state: () => state, games, followers, openPart, leave: () => open("table") }, part);
  } catch {
    setContents(byId("more"), word("page.not-sent"));
  }
}

/** Return the games that the box knows. @type {MoreTools["games"]} */
const games = async () => (await (await request("/games")).json()).games;

/** @param {string} [part] */
const openPart = (part) => open("more", false, part);

addEventListener("popstate", (event) => {
  const { view = "table", part = "" } = event.state ?? {};
  if (hasTab(view)) open(view, false, part || undefined);
});

/** @type {(view: string, isHidden: boolean) => void} */
function hideTab(view, isHidden) {
  const tab = tabOf(view);
  if (tab) tab.hidden = isHidden;
}

function showTabs() {
  const { box, game, me } = state;
  hideTab("box", box === null);
  for (const view of ["my-copy", "more"]) hideTab(view, !me?.is_paired); // they have names in them
  hideTab("history", !me?.is_paired || game === null);
  tabs.hidden = findAll(tabs, "button:not([hidden])").length < 2;
  const wanted = storage.get("view", me?.is_virtual && game ? "box" : "table");
  if (document.body.classList.contains("is-loading")) open(hasTab(wanted) ? wanted : "table", false);
  else if (!hasTab(currentView())) open("table", false);
}

// --- what the server sends

/** Merge what has changed; another match is shown from its top. @param {Changes} news */
function take(news) {
  const before = state.game?.number;
  state = merge(state, news);
  if (state.game?.number !== before) byId("main").scrollTop = 0;
}

/** @param {Changes & { end?: string }} news */
function update(news) {
  take(news);
  ended = news.end ?? ended;
  document.body.classList.toggle("is-paired", Boolean(state.me?.is_paired));
  document.body.classList.toggle("has-box", state.box !== null);
  const title = state.game ? state.game.title : "";
  byId("match").textContent = title || "Sideline";
  byId("match").classList.toggle("unseen", !title);
  document.title = [isMyTurn(state) && `● ${word("page.your-turn")}`, title, "Sideline"].filter(Boolean).join(" · ");
  if ("me" in news || "box" in news || "game" in news) showTabs();
  const held = focused()?.closest("#drawing, #ask");
  views.forEach((part) => part.show(state, news));
  if (held && focused()?.closest("#drawing, #ask") === null) focusQuestion();
  followers.forEach((follow) => follow());
  if ("ask" in news) answerLanguage();
  document.body.classList.remove("is-loading");
  showEnd();
}

/** A new box asks for its language first: it takes that of this page. */
function answerLanguage() {
  const { ask, me } = state;
  const codes = Object.keys(languages());
  if (!me?.is_paired || ask?.options.map(({ tap }) => tap).join() !== codes.map((code) => `choice:${code}`).join()) return;
  send({ do: "choose", ask: ask.id, option: codes.indexOf(document.documentElement.lang) });
}

/** Put the focus where the question is answered, after what had it has gone. */
function focusQuestion() {
  const stop = state.ask?.shape === "board" && !state.ask.notice && find(document, '#drawing .asked[tabindex="0"]');
  (stop || find(document, "#ask h2"))?.focus({ preventScroll: true });
}

/** The end screen takes the place of the question. */
async function showEnd() {
  const isEnd = Boolean(state.ask?.notice?.is_end);
  const { classList } = document.body;
  if (isEnd && !classList.contains("is-end")) {
    byId("main").scrollTop = 0;
    changed();
  }
  classList.toggle("is-end", isEnd);
  if (!isEnd) return;
  try {
    const { show } = await import("./result.js");
    await show(byId("result"), () => state, send, openPart);
  } catch {
    document.body.classList.remove("is-end"); // the question says who has won, too
  }
}

/** Make a view that is loaded when it is needed for the first time. @type {(load: () => Promise<View>, isNeeded: (state: State) => boolean) => View} */
function lazy(load, isNeeded) {
  /** @type {View | null} */
  let view = null;
  let isLoading = false;
  return {
    show(now, news) {
      if (view) view.show(now, news);
      else if (isNeeded(now) && !isLoading) {
        isLoading = true;
        load().then((loaded) => (view = loaded).show(state, state), () => (isLoading = false));
      }
    },
  };
}

/** Show whether the page is up to date; if it is not, for how long. @param {number | null} seconds */
function showFreshness(seconds) {
  const isStale = seconds !== null;
  document.body.classList.toggle("is-stale", isStale);
  byId("fresh-text").textContent = isStale ? word("page.age", { seconds }) : word("page.live");
  const warning = byId("stale");
  warning.hidden = !isStale;
  // The age ticks in the lamp's text; screen readers say the warning once.
  if (isStale && (isFresh || warning.textContent === "")) warning.textContent = word(ended ? `page.stale-${ended}` : "page.stale");
  if (!isStale) ended = "";
  isFresh = !isStale;
}

await loadWords();
/** @type {Tools} */
const tools = { send, confirm, toast, view: currentView, speaking };
const clock = lazy(async () => (await import("./clock.js")).makeClock(tools), ({ game }) => Boolean(game?.clock && game.clock.mode !== "off"));
const sound = lazy(async () => (await import("./sound.js")).makeSound(), ({ me }) => Boolean(me?.is_paired));
const announcer = lazy(async () => (await import("./announcer.js")).makeAnnouncer(state), ({ game }) => game !== null);
const pairing = makePairing(() => feed.reconnect());
/** @type {View[]} */
const views = [makeTable({ ...tools, openPart, mayAnswer }), makeAsk({ ...tools, pair: pairing.open, token }), makeLog(tools), clock, announcer, sound, makeBox(tools), makeHistory(tools), pairing];

calm(byId("ask"), byId("drawing"), byId("result"), byId("sure"));
for (const tab of findAll(tabs, "button")) {
  tab.addEventListener("click", () => open(tab.dataset.view ?? "table"));
}
if (isSecureContext) import("./secure.js").then(({ begin }) => begin(), () => {});
const feed = listen(update, showFreshness);
pairing.pairByAddress();
