// Owner data: the draft, and the data of each game.

import assert from "node:assert/strict";
import { test } from "node:test";

import { Draft } from "../../firmware_py/page/static/my-copy-draft.js";
import * as insider from "../../firmware_py/page/static/my-copy-insider-data.js";
import * as offline from "../../firmware_py/page/static/my-copy-offline-data.js";
import { words } from "./samples.js";

// --- the draft

const draftOf = (ownerData) => new Draft({ game: "x", version: "1" }, ownerData);

test("a draft is changed while it differs from what is saved", () => {
  const draft = draftOf({ cellar: -3 });
  assert.equal(draft.isChanged, false);
  draft.change((ownerData) => { ownerData.cellar = -4; });
  assert.equal(draft.isChanged, true);
  draft.change((ownerData) => { ownerData.cellar = -3; });
  assert.equal(draft.isChanged, false, "typed back");
  assert.equal(draft.canUndo, true);
});

test("every edit can be undone and redone, one by one", () => {
  const draft = draftOf({ n: 0 });
  for (const n of [1, 2, 3]) draft.change((ownerData) => { ownerData.n = n; });
  draft.undo();
  draft.undo();
  assert.equal(draft.ownerData.n, 1);
  draft.redo();
  assert.equal(draft.ownerData.n, 2);
  draft.undo();
  draft.undo();
  draft.undo();
  assert.deepEqual([draft.ownerData.n, draft.canUndo, draft.canRedo, draft.isChanged], [0, false, true, false]);
});

test("a new edit ends what could be redone", () => {
  const draft = draftOf({ n: 0 });
  draft.change((ownerData) => { ownerData.n = 1; });
  draft.undo();
  draft.change((ownerData) => { ownerData.n = 2; });
  draft.redo();
  assert.deepEqual([draft.ownerData.n, draft.canRedo], [2, false]);
});

test("what is edited has to be compared again; an edit that changes nothing does not count", () => {
  const draft = draftOf({ board: { verified: true, cellar: -3 } });
  draft.change((ownerData) => { ownerData.board.cellar = -3; }, (ownerData) => ownerData.board);
  assert.deepEqual([draft.ownerData.board.verified, draft.canUndo], [true, false]);
  draft.change((ownerData) => { ownerData.board.cellar = -4; }, (ownerData) => ownerData.board);
  assert.equal(draft.ownerData.board.verified, false);
  draft.undo();
  assert.equal(draft.ownerData.board.verified, true, "undo brings the mark back");
});

test("saved while somebody went on: the rest is still unsaved, and can be undone", () => {
  const draft = draftOf({ n: 0 });
  draft.change((ownerData) => { ownerData.n = 1; });
  const sent = JSON.stringify(draft.ownerData);
  draft.change((ownerData) => { ownerData.n = 2; });
  draft.noteSaved({ game: "x", version: "2" }, sent);
  assert.deepEqual([draft.isChanged, draft.data.version], [true, "2"]);
  draft.undo();
  assert.equal(draft.isChanged, false);
});

test("loading again forgets the edits", () => {
  const draft = draftOf({ n: 0 });
  draft.change((ownerData) => { ownerData.n = 1; });
  draft.load({ game: "x", version: "2" }, { n: 5 });
  assert.deepEqual([draft.ownerData.n, draft.isChanged, draft.canUndo], [5, false, false]);
});

// --- Insider

const card = (...values) => ({ values, corner: -1, verified: true });
const PLACES = [..."abcde"].flatMap((column) => [..."12345"].map((row) => column + row));
const GRID = PLACES.flatMap((one) => PLACES.map((other) => `${one}-${other}`)).filter((path) => path < path.split("-").reverse().join("-") && insider.isStraight(path));
const LIMITS = { places: PLACES, homes: ["a1", "a5", "e5", "e1"], home_paths: 2, tables: [3, 5], of_each_size: 2 };
const boardOf = (links = {}) => ({ verified: false, cellar: -10, links: { ...Object.fromEntries(GRID.map((path) => [path, 2])), ...links } });
const insiderData = (...cards) => ({ board: boardOf(), cards });
const sizes = (ownerData) => ownerData.cards.map(({ values }) => values.length);

test("Insider: cards are edited by size, and the ownerData that came is left alone", () => {
  const ownerData = insiderData(card(1, 2, 3, 4), card(1, 2, 3), card(9, 9, 9));
  assert.deepEqual(insider.opened(ownerData).cards.map(({ values }) => values[0]), [1, 9, 1]);
  assert.deepEqual(sizes(ownerData), [4, 3, 3]);
});

test("Insider: a card that changes its size finds its new place", () => {
  const ownerData = insiderData(card(1, 1, 1), card(2, 2, 2), card(3, 3, 3, 3));
  const at = insider.changeCard(ownerData, 0, (one) => insider.resizeCard(one, 5));
  assert.equal(at, 2);
  assert.deepEqual(ownerData.cards[at].values, [1, 1, 1, 0, 0]);
  assert.deepEqual(sizes(ownerData), [3, 4, 5]);
});

test("Insider: a card that becomes smaller loses its last tables", () => {
  const one = card(1, 2, 3, 4);
  insider.resizeCard(one, 3);
  assert.deepEqual(one.values, [1, 2, 3]);
});

test("Insider: a new card lies behind those of its size and is not verified", () => {
  const ownerData = insiderData(card(1, 1, 1), card(3, 3, 3, 3));
  assert.equal(insider.addCard(ownerData, 3), 1);
  assert.deepEqual(ownerData.cards[1], { values: [0, 0, 0], corner: 0, verified: false });
  assert.deepEqual(insider.cardsOfSize(ownerData, 3), [0, 1]);
});

test("Insider: the second of two equal cards is a fault, and so are too many of a size", () => {
  const limits = LIMITS;
  const good = insiderData(card(1, 2, 3), card(1, 2, 4), { ...card(1, 2, 3, 4), corner: -2 });
  assert.deepEqual(insider.faults(good, limits, words), []);
  const bad = insiderData(card(1, 2, 3), card(1, 2, 3), card(3, 2, 1));
  assert.deepEqual(insider.faults(bad, limits, words), ["page.my-copy-card-twice card=page.my-copy-card number=2", "page.my-copy-too-many size=3 most=2"]);
  const corners = insiderData(card(1, 2, 3), { ...card(1, 2, 3), corner: -5 });
  assert.equal(insider.isRepeated(corners, 1), false, "another corner is another card");
});

test("Insider: digits, plus and minus change a path between its ends", () => {
  const after = (key, count = 3) => insider.squaresAfter(key, count, [0, 6]);
  assert.deepEqual([after("6"), after("0"), after("+"), after("-")], [6, 0, 4, 2]);
  assert.deepEqual([after("7"), after("+", 6), after("-", 0), after("x"), after("Enter"), after(" "), after("12")], Array(7).fill(null));
});

test("Insider: two places that are tapped get a path, or lose it", () => {
  const board = boardOf();
  assert.deepEqual(insider.togglePath(board, "b3", "a2", 2), { path: "a2-b3", isNew: true });
  assert.deepEqual(insider.togglePath(board, "a2", "a3", 2), { path: "a2-a3", isNew: false });
  assert.deepEqual([board.links["a2-b3"], board.links["a2-a3"]], [2, "none"], "what the grid has is told to be missing");
  assert.deepEqual(insider.neighboursOf(board, "a2"), ["a1", "b2", "b3"]);
  insider.togglePath(board, "a2", "b3", 2);
  insider.togglePath(board, "a3", "a2", 2);
  assert.deepEqual(board, boardOf(), "tapped back");
});

test("Insider: a home without two paths and a place without a way are faults", () => {
  const faults = (links) => insider.pathFaults(boardOf(links), LIMITS, words);
  assert.deepEqual(faults({}), []);
  assert.deepEqual(faults({ "a1-a2": "none" }), ["page.my-copy-home-paths home=a1 count=1 needs=2"]);
  assert.deepEqual(faults({ "a1-a2": "none", "a1-c3": 0 }), []);
  assert.deepEqual(faults({ "a2-b2": "none", "b1-b2": "none", "b2-b3": "none", "b2-c2": "none" }), ["page.my-copy-no-way-to start=a1 places=b2"]);
});

// --- Offline

const net = (sites, ...links) => ({ sites, links });
const offlineData = (map = {}, market = {}) => ({
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
  assert.deepEqual(offline.faults(offlineData(), limits, words), []);
  const ownerData = offlineData({ A: net(4, ...linked("A")), B: net(4, "B1-B2") }, { A: [3, 3, 4] });
  assert.deepEqual(offline.faults(ownerData, limits, words), [
    "page.my-copy-net net=B: page.my-copy-apart net=B sites=B3, B4",
    "page.my-copy-market-card card=A: page.my-copy-not-rising",
  ]);
});
