// Offline's owner data: eight nets whose sites are linked by tapping pairs, and the values of the market cards.

import { make, makePressable, makeSvg } from "./dom.js";
import { hasNoLinks, isRising, linksOf, partnersOf, resizeNet, sitesOf, toggleLink, unreachableText } from "./my-copy-offline-data.js";
import { allow, button, faultLine, section, stepper, verify } from "./my-copy-parts.js";
import { word } from "./words.js";

export { closed, faults, opened } from "./my-copy-offline-data.js";

const MIDDLE = 100, AROUND = 74, SITE = 22, TOUCH = 30;
/** @type {Record<string, number>} */
const STEPS = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/** Make the editor. @param {OfflineTools} tools @returns {Part} */
export function editor(tools) {
  const { ownerData, limits, edit } = tools;
  const nets = limits.nets.map((name) => netEditor(name, tools));
  const market = limits.market.map((card) => marketEditor(card, tools));
  const unlinked = make("p", { class: "note" }, word("page.my-copy-map-unlinked"));
  const clear = button(word("page.my-copy-clear-map"), () => edit((now) => {
    for (const name of limits.nets) now.map[name].links = [];
  }, (now) => now.map));
  const mapVerified = verify(word("page.my-copy-map-verify"), () => ownerData().map.verified, (is) => edit((now) => { now.map.verified = is; }));
  const marketVerified = verify(word("page.my-copy-market-verify"), () => ownerData().market.verified, (is) => edit((now) => { now.market.verified = is; }));
  const map = section({
    title: word("page.my-copy-map"), how: word("page.my-copy-map-how"), verified: () => ownerData().map.verified,
    inside: [
      unlinked, make("div", { class: "nets" }, nets.map((net) => net.element)),
      make("div", { class: "foot" }, mapVerified.element, clear),
    ],
  });
  const cards = section({
    title: word("page.my-copy-market"), how: word("page.my-copy-market-how"), verified: () => ownerData().market.verified,
    inside: [
      make("div", { class: "market" }, market.map((card) => card.element)), make("div", { class: "foot" }, marketVerified.element),
    ],
  });
  const parts = [...nets, ...market, mapVerified, marketVerified, map, cards];
  function update() {
    const isUnlinked = hasNoLinks(ownerData());
    unlinked.hidden = !isUnlinked;
    allow(clear, !isUnlinked);
    for (const part of parts) part.update();
  }
  update();
  return { element: make("div", { class: "parts" }, map.element, cards.element), update };
}

// --- a net

/** @type {(name: string, tools: OfflineTools) => Part} */
function netEditor(name, { ownerData, limits, edit, say }) {
  /** The site that was tapped first. @type {number | null} */
  let chosen = null;
  let drawnSites = 0;
  const net = () => ownerData().map[name];
  const title = word("page.my-copy-net", { net: name });
  /** @param {(net: OfflineNet) => void} what */
  const change = (what) => edit((now) => what(now.map[name]), (now) => now.map);
  const sites = stepper({ name: `${title}, ${word("page.my-copy-sites")}`, label: word("page.my-copy-sites"), ends: limits.sites, get: () => net().sites, set: resize });
  const lines = makeSvg("g"), dots = makeSvg("g");
  const picture = makeSvg("svg", { viewBox: "-4 -4 208 208", class: "net-picture", role: "group", "aria-label": title }, lines, dots);
  const list = make("p", { class: "links" }), hint = make("p", { class: "hint" }), fault = faultLine();
  const clear = button(word("page.my-copy-clear-net"), () => { chosen = null; change((now) => { now.links = []; }); }, {
    class: "plain clear", "aria-label": `${title}: ${word("page.my-copy-clear-net")}`,
  });

  /** Return where the middle of a site is drawn. @param {number} site */
  function position(site) {
    const turn = (2 * Math.PI * (site - 1)) / net().sites;
    return [MIDDLE + AROUND * Math.sin(turn), MIDDLE - AROUND * Math.cos(turn)].map((number) => number.toFixed(1));
  }

  /** @param {number} size */
  function resize(size) {
    chosen = null;
    change((now) => resizeNet(now, size));
  }

  /** @param {number} site */
  function tap(site) {
    if (chosen === null) chosen = site;
    else if (chosen === site) chosen = null;
    else join(chosen, site);
    update();
  }

  /** @type {(one: number, other: number) => void} */
  function join(one, other) {
    chosen = null;
    let link = "", isNew = false;
    change((now) => { ({ link, isNew } = toggleLink(now, name, [one, other])); });
    say(word(isNew ? "page.my-copy-linked" : "page.my-copy-unlinked", { link }));
  }

  /** @type {(event: KeyboardEvent, site: number) => void} */
  function move(event, site) {
    const step = STEPS[event.key];
    if (event.key === "Escape" && chosen !== null) {
      chosen = null;
      update();
    }
    if (!step) return;
    event.preventDefault();
    focusOn((site - 1 + step + net().sites) % net().sites);
  }

  /** @param {number} at */
  const focusOn = (at) => /** @type {SVGElement} */ (dots.children[at]).focus();

  /** @param {number} site */
  function drawSite(site) {
    const [x, y] = position(site);
    const element = makeSvg(
      "g", { class: "site" },
      makeSvg("circle", { class: "touch", cx: x, cy: y, r: TOUCH }), makeSvg("circle", { class: "ring", cx: x, cy: y, r: SITE + 4.5 }),
      makeSvg("circle", { class: "dot", cx: x, cy: y, r: SITE }), makeSvg("text", { x, y }, String(site)),
    );
    makePressable(element, () => tap(site));
    element.addEventListener("keydown", (event) => move(event, site));
    return element;
  }

  /** @param {string} link */
  function drawLink(link) {
    const [[x1, y1], [x2, y2]] = sitesOf(link).map(position);
    return makeSvg("line", { class: "link", x1, y1, x2, y2 });
  }

  function update() {
    const { sites: size } = net(), links = linksOf(net());
    if (size !== drawnSites) {
      dots.replaceChildren(...Array.from({ length: size }, (_, place) => drawSite(place + 1)));
      drawnSites = size;
      chosen = null;
    }
    lines.replaceChildren(...links.map(drawLink));
    [...dots.children].forEach((element, place) => {
      const site = place + 1;
      const others = partnersOf(net(), site).map((other) => `${name}${other}`);
      const text = others.length ? "page.my-copy-site" : "page.my-copy-site-alone";
      element.setAttribute("aria-label", word(text, { site: `${name}${site}`, sites: others.join(", ") }));
      element.setAttribute("aria-pressed", String(chosen === site));
    });
    picture.classList.toggle("is-choosing", chosen !== null);
    list.textContent = links.length ? word("page.my-copy-links", { links: links.map((link) => sitesOf(link).join("\u2060–\u2060")).join("  ") }) : word("page.my-copy-no-links");
    hint.textContent = chosen === null ? "" : word("page.my-copy-site-chosen", { site: `${name}${chosen}` });
    list.hidden = chosen !== null;
    hint.hidden = chosen === null;
    fault.update(hasNoLinks(ownerData()) ? "" : unreachableText(name, net(), word));
    allow(clear, links.length > 0);
    sites.update();
  }
  const element = make(
    "article", { class: "net" },
    make("header", {}, make("h4", {}, title), clear), sites.element, picture, list, hint, fault.element,
  );
  return { element, update };
}

// --- a market card

/** @type {(card: string, tools: OfflineTools) => Part} */
function marketEditor(card, { ownerData, limits, edit }) {
  const title = word("page.my-copy-market-card", { card });
  const values = ownerData().market[card].map((_, at) => {
    const label = word("page.my-copy-value", { number: at + 1 });
    return stepper({
      name: `${title}, ${label}`, label, ends: limits.values,
      get: () => ownerData().market[card][at],
      set: (value) => edit((now) => { now.market[card][at] = value; }, (now) => now.market),
    });
  });
  const fault = faultLine();
  const element = make("article", { class: "market-card" }, make("h4", {}, title), make("div", { class: "values" }, values.map((value) => value.element)), fault.element);
  function update() {
    for (const value of values) value.update();
    fault.update(isRising(ownerData().market[card]) ? "" : word("page.my-copy-not-rising"));
  }
  return { element, update };
}
