// The page: it keeps what the server told last, shows it in its views, and sends what people do.

import { makeAsk } from "./ask.js";
import { makeBox } from "./box.js";
import { byId, memory, swap } from "./dom.js";
import { listen } from "./feed.js";
import { makeHistory } from "./history.js";
import { makeLog } from "./log.js";
import { makePairing } from "./pair.js";
import { makeSender } from "./send.js";
import { makeTable } from "./table.js";
import { loadWords, word } from "./words.js";

const TOAST = 6_000;

const state = { box: null, ask: null, game: null, log: { lines: [] }, me: null };
let age = null; // seconds that the page is stale, null while it is fresh
let isHouseOpen = false;
let toastTimer = 0;
let feed = null;

const send = makeSender(() => state.me?.token, (why, status) => {
  toast(why ?? word("page.refused"));
  if (status === 401 || status === 403) feed.reconnect(); // the box began anew: it has another token for us
}, () => {
  toast(word("page.not-sent"));
  feed.lose();
});

/** Fetch with the session's token, for views that have addresses of their own. */
const fetchWithToken = (address, options = {}) =>
  fetch(address, { ...options, headers: { ...options.headers, "X-Sideline-Token": state.me?.token ?? "" } });

/** Ask once more before something that cannot be seen at a glance; true if the person is sure. */
function confirm(question, yes) {
  const dialog = byId("sure");
  byId("sure-question").textContent = question;
  dialog.querySelector("[value=yes]").textContent = yes;
  dialog.returnValue = "no";
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.addEventListener("close", () => resolve(dialog.returnValue === "yes"), { once: true });
  });
}

function toast(text) {
  clearTimeout(toastTimer);
  byId("toast").textContent = text;
  toastTimer = setTimeout(() => byId("toast").replaceChildren(), TOAST);
}

// --- views

const currentView = () => document.body.dataset.view;

function open(view, byHand = true) {
  document.body.dataset.view = view;
  for (const tab of document.querySelectorAll(".tabs button")) {
    if (tab.dataset.view === view) tab.setAttribute("aria-current", "page");
    else tab.removeAttribute("aria-current");
  }
  if (byHand) {
    memory.set("view", view);
    byId("main").scrollTop = 0;
  }
  if (view === "house") openHouse();
  parts.forEach((part) => part.opened?.(view));
}

async function openHouse() {
  if (isHouseOpen) return;
  isHouseOpen = true;
  try {
    const { show } = await import("./house.js");
    await show(byId("house"), word, fetchWithToken);
  } catch {
    isHouseOpen = false;
    swap(byId("house"), word("page.not-sent"));
  }
}

function showTabs() {
  const { box, me } = state;
  const tabs = document.querySelector(".tabs");
  tabs.querySelector("[data-view=box]").hidden = box === null;
  for (const view of ["history", "house"]) tabs.querySelector(`[data-view=${view}]`).hidden = !me?.is_paired; // they tell names
  tabs.hidden = tabs.querySelectorAll("button:not([hidden])").length < 2;
  const wished = memory.get("view", me?.is_virtual ? "box" : "table");
  const isThere = (view) => tabs.querySelector(`[data-view="${view}"]`)?.hidden === false;
  if (document.body.classList.contains("is-loading")) open(isThere(wished) ? wished : "table", false);
  else if (!isThere(currentView())) open("table", false);
}

// --- what the server tells

function take(changed, isFirst) {
  for (const part of Object.keys(state)) {
    if (part in changed) state[part] = changed[part];
  }
  document.body.classList.toggle("is-paired", Boolean(state.me?.is_paired));
  document.body.classList.toggle("has-box", state.box !== null);
  const title = state.game ? state.game.title : "";
  byId("match").textContent = title;
  document.title = title ? `${title} · Sideline` : "Sideline";
  if ("me" in changed || "box" in changed) showTabs();
  parts.forEach((part) => part.show(state, changed, isFirst));
  document.body.classList.remove("is-loading");
}

function tellFreshness(seconds) {
  const wasFresh = age === null;
  age = seconds;
  document.body.classList.toggle("is-stale", age !== null);
  byId("fresh-text").textContent = age === null ? word("page.live") : word("page.age", { seconds: age });
  const stale = byId("stale");
  stale.hidden = age === null;
  // The age ticks in the lamp's text; what is read aloud is said once.
  if (age !== null && (wasFresh || stale.textContent === "")) stale.textContent = word("page.stale");
}

await loadWords();
const tools = { send, confirm, toast, open, view: currentView };
const pairing = makePairing(() => feed.reconnect());
const parts = [makeTable(tools), makeAsk({ ...tools, pair: pairing.open }), makeLog(), makeBox(tools), makeHistory(tools), pairing];

for (const tab of document.querySelectorAll(".tabs button")) {
  tab.addEventListener("click", () => open(tab.dataset.view));
}
feed = listen(take, tellFreshness);
pairing.byAddress();
