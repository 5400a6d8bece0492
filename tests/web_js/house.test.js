// Owner data: the draft, and the data of each game.

import assert from "node:assert/strict";
import { test } from "node:test";

import { Draft } from "../../firmware_py/web/static/house-draft.js";
import * as insider from "../../firmware_py/web/static/house-insider-data.js";
import * as offline from "../../firmware_py/web/static/house-offline-data.js";
import { words } from "./samples.js";

// --- the draft

const draftOf = (house) => new Draft({ game: "x", version: "1" }, house);

test("a draft is changed while it differs from what is saved", () => {
  const draft = draftOf({ cellar: -3 });
  assert.equal(draft.isChanged, false);
  draft.change((house) => { house.cellar = -4; });
  assert.equal(draft.isChanged, true);
  draft.change((house) => { house.cellar = -3; });
  assert.equal(draft.isChanged, false, "typed back");
  assert.equal(draft.canUndo, true);
});

test("every edit can be undone and redone, one by one", () => {
  const draft = draftOf({ n: 0 });
  for (const n of [1, 2, 3]) draft.change((house) => { house.n = n; });
  draft.undo();
  draft.undo();
  assert.equal(draft.house.n, 1);
  draft.redo();
  assert.equal(draft.house.n, 2);
  draft.undo();
  draft.undo();
  draft.undo();
  assert.deepEqual([draft.house.n, draft.canUndo, draft.canRedo, draft.isChanged], [0, false, true, false]);
});

test("a new edit ends what could be redone", () => {
  const draft = draftOf({ n: 0 });
  draft.change((house) => { house.n = 1; });
  draft.undo();
  draft.change((house) => { house.n = 2; });
  draft.redo();
  assert.deepEqual([draft.house.n, draft.canRedo], [2, false]);
});

test("what is edited has to be compared again; an edit that changes nothing does not count", () => {
  const draft = draftOf({ board: { verified: true, cellar: -3 } });
  draft.change((house) => { house.board.cellar = -3; }, (house) => house.board);
  assert.deepEqual([draft.house.board.verified, draft.canUndo], [true, false]);
  draft.change((house) => { house.board.cellar = -4; }, (house) => house.board);
  assert.equal(draft.house.board.verified, false);
  draft.undo();
  assert.equal(draft.house.board.verified, true, "undo brings the mark back");
});

test("saved while somebody went on: the rest is still unsaved, and can be undone", () => {
  const draft = draftOf({ n: 0 });
  draft.change((house) => { house.n = 1; });
  const sent = JSON.stringify(draft.house);
  draft.change((house) => { house.n = 2; });
  draft.noteSaved({ game: "x", version: "2" }, sent);
  assert.deepEqual([draft.isChanged, draft.data.version], [true, "2"]);
  draft.undo();
  assert.equal(draft.isChanged, false);
});

test("loading again forgets the edits", () => {
  const draft = draftOf({ n: 0 });
  draft.change((house) => { house.n = 1; });
  draft.load({ game: "x", version: "2" }, { n: 5 });
  assert.deepEqual([draft.house.n, draft.isChanged, draft.canUndo], [5, false, false]);
});

// --- Insider

const card = (...values) => ({ values, corner: -1, verified: true });
const insiderHouse = (...cards) => ({ board: { verified: false, cellar: -10, links: {} }, cards });
const sizes = (house) => house.cards.map(({ values }) => values.length);

test("Insider: cards are edited by size, and the house that came is left alone", () => {
  const house = insiderHouse(card(1, 2, 3, 4), card(1, 2, 3), card(9, 9, 9));
  assert.deepEqual(insider.opened(house).cards.map(({ values }) => values[0]), [1, 9, 1]);
  assert.deepEqual(sizes(house), [4, 3, 3]);
});

test("Insider: a card that changes its size finds its new place", () => {
  const house = insiderHouse(card(1, 1, 1), card(2, 2, 2), card(3, 3, 3, 3));
  const at = insider.changeCard(house, 0, (one) => insider.resizeCard(one, 5));
  assert.equal(at, 2);
  assert.deepEqual(house.cards[at].values, [1, 1, 1, 0, 0]);
  assert.deepEqual(sizes(house), [3, 4, 5]);
});

test("Insider: a card that becomes smaller loses its last tables", () => {
  const one = card(1, 2, 3, 4);
  insider.resizeCard(one, 3);
  assert.deepEqual(one.values, [1, 2, 3]);
});

test("Insider: a new card lies behind those of its size and is not verified", () => {
  const house = insiderHouse(card(1, 1, 1), card(3, 3, 3, 3));
  assert.equal(insider.addCard(house, 3), 1);
  assert.deepEqual(house.cards[1], { values: [0, 0, 0], corner: 0, verified: false });
  assert.deepEqual(insider.cardsOfSize(house, 3), [0, 1]);
});

test("Insider: the second of two equal cards is a fault, and so are too many of a size", () => {
  const limits = { tables: [3, 5], of_each_size: 2 };
  const good = insiderHouse(card(1, 2, 3), card(1, 2, 4), { ...card(1, 2, 3, 4), corner: -2 });
  assert.deepEqual(insider.faults(good, limits, words), []);
  const bad = insiderHouse(card(1, 2, 3), card(1, 2, 3), card(3, 2, 1));
  assert.deepEqual(insider.faults(bad, limits, words), ["page.house-card-twice card=page.house-card number=2", "page.house-too-many size=3 most=2"]);
  const corners = insiderHouse(card(1, 2, 3), { ...card(1, 2, 3), corner: -5 });
  assert.equal(insider.isRepeated(corners, 1), false, "another corner is another card");
});

test("Insider: digits, plus and minus change a path between its ends", () => {
  const after = (key, count = 3) => insider.squaresAfter(key, count, [0, 6]);
  assert.deepEqual([after("6"), after("0"), after("+"), after("-")], [6, 0, 4, 2]);
  assert.deepEqual([after("7"), after("+", 6), after("-", 0), after("x"), after("Enter"), after(" "), after("12")], Array(7).fill(null));
});

// --- Offline

const net = (sites, ...links) => ({ sites, links });
const offlineHouse = (map = {}, market = {}) => ({
  map: { verified: false, A: net(4), B: net(4), ...map },
  market: { verified: false, A: [1, 2, 3], ...market },
});
const limits = { nets: ["A", "B"], market: ["A"] };
const linked = (name) => [1, 2, 3].map((site) => `${name}${site}-${name}${site + 1}`);

test("Offline: nets without links get an empty list to edit; a file has the links of all nets or of none", () => {
  const opened = offline.opened({ map: { verified: true, A: { sites: 4 }, B: { sites: 5 } }, market: { verified: true } });
  assert.deepEqual(opened.map, { verified: true, A: net(4), B: net(5) });
  assert.deepEqual(offline.closed(opened).map, { verified: true, A: { sites: 4 }, B: { sites: 5 } });
  opened.map.A.links.push("A1-A2");
  assert.deepEqual(offline.closed(opened).map.B, net(5), "one link, so all are written");
  assert.deepEqual(opened.map.B.links, [], "the draft is left alone");
});

test("Offline: every site is reached from site 1, however the links are ordered", () => {
  assert.deepEqual(offline.unreachable(net(4, "A3-A4", "A2-A3", "A1-A2")), []);
  assert.deepEqual(offline.unreachable(net(5, "A1-A2", "A3-A4")), [3, 4, 5]);
  assert.deepEqual(offline.unreachable(net(4)), [2, 3, 4]);
});

test("Offline: two taps link two sites in either order, two more take the link away", () => {
  const one = net(4, "A2-A3");
  assert.deepEqual(offline.toggleLink(one, "A", [4, 1]), { link: "A1-A4", isNew: true });
  assert.deepEqual(one.links, ["A1-A4", "A2-A3"]);
  assert.deepEqual(offline.partnersOf(one, 4), [1]);
  assert.deepEqual(offline.partnersOf(one, 1), [4]);
  assert.deepEqual(offline.toggleLink(one, "A", [1, 4]), { link: "A1-A4", isNew: false });
  assert.deepEqual(one.links, ["A2-A3"]);
});

test("Offline: links to sites that are gone go too", () => {
  const one = net(6, "A1-A2", "A1-A6", "A5-A6", "A4-A5");
  offline.resizeNet(one, 5);
  assert.deepEqual(one, net(5, "A1-A2", "A4-A5"));
});

test("Offline: values have to rise, equal ones do not", () => {
  assert.deepEqual([[1, 2, 3], [1, 1, 3], [3, 2, 9], [5]].map(offline.isRising), [true, false, false, true]);
});

test("Offline: what is wrong is told net by net and card by card; a map without links is not a fault", () => {
  assert.deepEqual(offline.faults(offlineHouse(), limits, words), []);
  const house = offlineHouse({ A: net(4, ...linked("A")), B: net(4, "B1-B2") }, { A: [3, 3, 4] });
  assert.deepEqual(offline.faults(house, limits, words), [
    "page.house-net net=B: page.house-apart net=B sites=B3, B4",
    "page.house-market-card card=A: page.house-not-rising",
  ]);
});
