// Offline's house data: eight nets whose sites are linked by tapping pairs, and the values of the market cards.

import { allow, button, draw, faultLine, make, pressable, section, stepper, verify } from "./house-parts.js";

const MIDDLE = 100, AROUND = 74, SITE = 22, TOUCH = 30;

const pair = (link) => link.match(/\d/g).map(Number);

/** Give a house the form in which it is edited: every net has links, if only none. */
export function opened(house) {
  const copy = structuredClone(house);
  for (const net of Object.values(copy.map)) if (net.sites) net.links ??= [];
  return copy;
}

/** Give it the form of the file: links of all nets, or of none. */
export function closed(house) {
  const copy = structuredClone(house);
  const nets = Object.values(copy.map).filter((net) => net.sites);
  if (nets.every((net) => !net.links.length)) for (const net of nets) delete net.links;
  return copy;
}

const hasNoLinks = (house, nets) => nets.every((name) => !house.map[name].links.length);

/** List the sites of a net that no way leads to from site 1. */
export function apart({ sites, links }) {
  const reached = new Set([1]);
  for (let round = 0; round < sites; round += 1) {
    for (const [a, b] of links.map(pair)) {
      if (reached.has(a)) reached.add(b);
      else if (reached.has(b)) reached.add(a);
    }
  }
  return Array.from({ length: sites }, (_, at) => at + 1).filter((site) => !reached.has(site));
}

const isRising = (values) => values.every((value, at) => at === 0 || value > values[at - 1]);

/** Tell what is wrong with it at this moment. */
export function faults(house, limits, words) {
  const unlinked = hasNoLinks(house, limits.nets);
  const nets = unlinked ? [] : limits.nets.filter((name) => apart(house.map[name]).length);
  const cards = limits.market.filter((card) => !isRising(house.market[card]));
  return [
    ...nets.map((net) => `${words("page.house-net", { net })}: ${apartText(net, house.map[net], words)}`),
    ...cards.map((card) => `${words("page.house-market-card", { card })}: ${words("page.house-not-rising")}`),
  ];
}

function apartText(name, net, words) {
  const sites = apart(net).map((site) => `${name}${site}`).join(", ");
  return sites && words("page.house-apart", { net: name, sites });
}

/** Make the editor. `edit(change, part)` changes the draft; `say` tells who hears the page what has happened. */
export function editor({ house, limits, words, edit, say }) {
  const nets = limits.nets.map((name) => netEditor({ name, house, limits, words, edit, say }));
  const market = limits.market.map((card) => marketEditor({ card, house, limits, words, edit }));
  const unlinked = make("p", { class: "note" }, words("page.house-map-unlinked"));
  const clear = button(words("page.house-clear-map"), () => edit((now) => {
    for (const name of limits.nets) now.map[name].links = [];
  }, (now) => now.map), { class: "plain" });
  const mapVerified = verify(words("page.house-map-verify"), () => house().map.verified, (is) => edit((now) => { now.map.verified = is; }));
  const marketVerified = verify(words("page.house-market-verify"), () => house().market.verified, (is) => edit((now) => { now.market.verified = is; }));
  const map = section({
    words, title: words("page.house-map"), how: words("page.house-map-how"), verified: () => house().map.verified,
    inside: [
      unlinked, make("div", { class: "nets" }, ...nets.map((net) => net.element)),
      make("div", { class: "foot" }, mapVerified.element, clear),
    ],
  });
  const cards = section({
    words, title: words("page.house-market"), how: words("page.house-market-how"), verified: () => house().market.verified,
    inside: [
      make("div", { class: "market" }, ...market.map((card) => card.element)), make("div", { class: "foot" }, marketVerified.element),
    ],
  });
  const parts = [...nets, ...market, mapVerified, marketVerified, map, cards];
  function update() {
    const isUnlinked = hasNoLinks(house(), limits.nets);
    unlinked.hidden = !isUnlinked;
    allow(clear, !isUnlinked);
    for (const part of parts) part.update();
  }
  update();
  return { element: make("div", { class: "parts" }, map.element, cards.element), update };
}

// --- a net

function netEditor({ name, house, limits, words, edit, say }) {
  let chosen = null, drawnSites = 0;
  const net = () => house().map[name];
  const title = words("page.house-net", { net: name });
  const change = (what) => edit((now) => what(now.map[name]), (now) => now.map);
  const sites = stepper({ words, name: `${title}, ${words("page.house-sites")}`, label: words("page.house-sites"), ends: limits.sites, get: () => net().sites, set: resize });
  const lines = draw("g"), dots = draw("g");
  const picture = draw("svg", { viewBox: "-4 -4 208 208", class: "net-picture", role: "group", "aria-label": title }, lines, dots);
  const told = make("p", { class: "links" }), hint = make("p", { class: "hint" }), fault = faultLine();
  const clear = button(words("page.house-clear-net"), () => { chosen = null; change((now) => { now.links = []; }); }, {
    class: "plain clear", "aria-label": `${title}: ${words("page.house-clear-net")}`,
  });

  function at(site) {
    const turn = (2 * Math.PI * (site - 1)) / net().sites;
    return [MIDDLE + AROUND * Math.sin(turn), MIDDLE - AROUND * Math.cos(turn)].map((number) => number.toFixed(1));
  }

  function resize(size) {
    chosen = null;
    change((now) => {
      now.sites = size;
      now.links = now.links.filter((link) => pair(link)[1] <= size);
    });
  }

  function tap(site) {
    if (chosen === null) chosen = site;
    else if (chosen === site) chosen = null;
    else join(...[chosen, site].sort());
    update();
  }

  function join(a, b) {
    const link = `${name}${a}-${name}${b}`;
    chosen = null;
    const isNew = !net().links.includes(link);
    change((now) => { now.links = isNew ? [...now.links, link].sort() : now.links.filter((other) => other !== link); });
    say(words(isNew ? "page.house-linked" : "page.house-unlinked", { link }));
  }

  function move(event, site) {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (event.key === "Escape" && chosen !== null) {
      chosen = null;
      update();
    }
    if (!step) return;
    event.preventDefault();
    dots.children[(site - 1 + step + net().sites) % net().sites].focus();
  }

  function drawSite(site) {
    const [x, y] = at(site);
    const element = draw(
      "g", { class: "site", ...pressable(() => tap(site)) },
      draw("circle", { class: "touch", cx: x, cy: y, r: TOUCH }), draw("circle", { class: "ring", cx: x, cy: y, r: SITE + 4.5 }),
      draw("circle", { class: "dot", cx: x, cy: y, r: SITE }), draw("text", { x, y }, String(site)),
    );
    element.addEventListener("keydown", (event) => move(event, site));
    return element;
  }

  function drawLink(link) {
    const [[x1, y1], [x2, y2]] = pair(link).map(at);
    return draw("line", { class: "link", x1, y1, x2, y2 });
  }

  function update() {
    const { sites: size, links } = net();
    if (size !== drawnSites) {
      dots.replaceChildren(...Array.from({ length: size }, (_, place) => drawSite(place + 1)));
      drawnSites = size;
      chosen = null;
    }
    lines.replaceChildren(...links.map(drawLink));
    [...dots.children].forEach((element, place) => {
      const site = place + 1;
      const others = links.map(pair).filter((two) => two.includes(site)).map(([a, b]) => `${name}${a === site ? b : a}`);
      const said = others.length ? "page.house-site" : "page.house-site-alone";
      element.setAttribute("aria-label", words(said, { site: `${name}${site}`, sites: others.join(", ") }));
      element.setAttribute("aria-pressed", chosen === site);
    });
    picture.classList.toggle("is-choosing", chosen !== null);
    told.textContent = links.length ? words("page.house-links", { links: links.map((link) => pair(link).join("\u2060–\u2060")).join("  ") }) : words("page.house-no-links");
    hint.textContent = chosen === null ? "" : words("page.house-site-chosen", { site: `${name}${chosen}` });
    told.hidden = chosen !== null;
    hint.hidden = chosen === null;
    fault.update(hasNoLinks(house(), limits.nets) ? "" : apartText(name, net(), words));
    allow(clear, links.length > 0);
    sites.update();
  }
  const element = make(
    "article", { class: "net" },
    make("header", {}, make("h4", {}, title), clear), sites.element, picture, told, hint, fault.element,
  );
  return { element, update };
}

// --- a market card

function marketEditor({ card, house, limits, words, edit }) {
  const title = words("page.house-market-card", { card });
  const values = house().market[card].map((_, at) => {
    const label = words("page.house-value", { number: at + 1 });
    return stepper({
      words, name: `${title}, ${label}`, label, ends: limits.values,
      get: () => house().market[card][at],
      set: (value) => edit((now) => { now.market[card][at] = value; }, (now) => now.market),
    });
  });
  const fault = faultLine();
  const element = make("article", { class: "market-card" }, make("h4", {}, title), make("div", { class: "values" }, ...values.map((value) => value.element)), fault.element);
  function update() {
    for (const value of values) value.update();
    fault.update(isRising(house().market[card]) ? "" : words("page.house-not-rising"));
  }
  return { element, update };
}
