// More: a new match, people, rules, and what this device shall do. Each part is loaded when somebody opens it.

import { isAloud, setAloud } from "./announcer.js";
import { icon, loadStyle, make, makeButton, setContents } from "./dom.js";
import { canInstall, canStayAwake, setAwake, staysAwake } from "./secure.js";
import { languages, word } from "./words.js";

/** The parts: module, icon. @type {Record<string, MorePart>} */
const PARTS = {
  "new-match": [() => import("./start.js"), "M12 5v14M5 12h14"],
  people: [() => import("./people.js"), "M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7M3 20c0-4 2.5-6 6-6s6 2 6 6M16 5a3 3 0 0 1 0 6M18 14c2 .8 3 2.6 3 6"],
  write: [() => import("./write.js"), "M4 20l4-1L19 8l-3-3L5 16zM14 7l3 3"],
  backup: [() => import("./backup.js"), "M5 4h11l3 3v13H5zM8 4v5h7V4M8 20v-7h8v7"],
  rules: [() => import("./rules.js"), "M6 4h10l3 3v13H6zM9 10h7M9 14h7M9 18h4"],
};

/** Parts that others lead to: module, where back leads. @type {Record<string, MorePart>} */
const INNER = {
  match: [async () => ({ show: (await import("./result.js")).showStored }), "people"],
  "fill-in": [async () => ({ show: (await import("./tables.js")).showForm }), ""],
};

/** Make a switch with a label. @type {(label: string, isOn: boolean, change: (isOn: boolean) => void) => HTMLElement} */
function toggle(label, isOn, change) {
  const box = make("input", { type: "checkbox", id: label, checked: isOn, onchange: () => change(box.checked) });
  return make("p", {}, box, make("label", { for: label }, word(label)));
}

const MINUTES = [5, 10, 15, 20, 30, 45, 60];

/** Make what this device and this table shall do: language, clocks. @param {MoreTools} tools */
function device({ send, state }) {
  const mode = state().game?.clock?.mode ?? "off";
  const language = make("select", { id: "language", onchange: () => {
    document.cookie = `sideline-language=${language.value}; path=/; max-age=${language.value ? 31536000 : 0}; SameSite=Strict`;
    location.reload();
  } }, make("option", { value: "" }, word("page.language-auto")), Object.entries(languages()).map(([code, name]) =>
    make("option", { value: code, lang: code, selected: document.cookie.includes(`sideline-language=${code}`) }, name)));
  const clock = make("select", { id: "clock-mode", onchange: () => send({ do: "clock", mode: clock.value }) },
    ["off", "up"].map((value) => make("option", { value, selected: mode === value }, word(`page.clock-${value}`))),
    MINUTES.map((minutes) => make("option", { value: minutes, selected: mode === String(minutes) }, word("page.clock-minutes", { minutes }))));
  const install = make("p", { class: "muted" });
  if (location.protocol === "https:") canInstall().then((key) => (install.textContent = word(key)));
  return [make("section", { class: "device" }, make("h2", {}, word("page.device")),
    make("p", {}, make("label", { for: "language" }, word("page.language")), language),
    window.speechSynthesis && toggle("page.aloud", isAloud(), setAloud),
    canStayAwake() ? toggle("page.awake", staysAwake(), setAwake) : make("p", { class: "muted" }, word("page.needs-https")), install),
  state().game && make("section", { class: "device" }, make("h2", {}, word("page.whole-table")), make("p", {}, make("label", { for: "clock-mode" }, word("page.clock")), clock, make("span", { class: "muted" }, word("page.clock-about"))))];
}

/** Show the list of parts, or one of them. @param {HTMLElement} place @param {MoreTools} tools @param {string} [part] */
export async function show(place, tools, part) {
  await loadStyle("more.css");
  const inside = make("div", { class: "more-part" });
  const [name, about = ""] = part?.split(" ") ?? [""];
  const opened = { ...PARTS, ...INNER }[name];
  if (!opened) {
    setContents(place, make("div", { class: "more-list" }, Object.entries(PARTS).map(([each, [, path]]) =>
      makeButton("big", each, () => tools.openPart(each), icon(path), word(`page.${each}`))),
      make("a", { class: "button big", href: "/tv", target: "_blank", rel: "noopener" }, icon("M3 6h18v11H3zM8 21h8"), word("page.television"))),
      device(tools));
    return;
  }
  const back = INNER[name]?.[1] || undefined;
  const title = make("h2", { tabindex: "-1" }, word(`page.${name}`, { number: about }));
  setContents(place,
    make("p", { class: "more-head" }, makeButton("small", "more-back", () => tools.openPart(back), icon("M15 6l-6 6 6 6"), word(`page.${back ?? "more"}`)), title),
    inside);
  title.focus({ preventScroll: true });
  try {
    const { show: open } = await opened[0]();
    await open(inside, tools, about);
  } catch {
    setContents(inside, word("page.not-sent"));
  }
}
