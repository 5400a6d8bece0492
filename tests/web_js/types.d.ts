// Types of the page's scripts, for the checker alone: nothing here is served.
// tests/firmware_py/page/test_types.py compares the first part with what the server really sends.

// --- JSON from the server (firmware_py/page/serialize.py, app.py, owner_forms.py)

interface Seat {
  seat: number;
  mark: number;
  name: string;
  /** Partners have the same number; 0 for who has none. */
  party: number;
  points: string;
  is_turn: boolean;
  is_winner: boolean;
}

/** The match on the table. */
interface Game {
  title: string;
  /** The seats of people: all but that of the box. */
  people: number[];
  /** In the journal. */
  number: number;
  svg: string;
  /** The box can read photos of it. */
  can_look: boolean;
  /** What a camera over the table sees; empty without one. */
  looks: string;
  /** How many lines the log has. */
  acts: number;
  notes: string[];
  /** How far the analysis is; null if there is nothing to analyse. */
  analysis: { is_asked: boolean; done: number; total: number } | null;
  /** Whether everything can be entered in one form. */
  has_form: boolean;
  clock: MatchClock | null;
  /** The totals of the series, from its second match on. */
  series: string[];
  waits: string;
  /** What points are called in this game. */
  points: string;
  seats: Seat[];
  is_over: boolean;
}

/** What the file holds that plays a match again: a drawing is a list of numbers of elements. */
interface Replay {
  moments: (Omit<Moment, "svg"> & { svg: number[] })[];
  elements: string[];
}

/** The table as it was: the answer to /moment/N. */
interface Moment {
  svg: string;
  text: string;
  points: string;
  seats: Seat[];
  is_over: boolean;
}

interface LogLine {
  place: number;
  /** Which move of the game it is; null for undo, redo, hints, names and corrections. */
  number: number | null;
  text: string;
  kind: "act" | "match" | "refused";
  rule: string | null;
  why: string | null;
  is_undone: boolean;
  /** The round that it has completed: /round/N has its tables. */
  round: number | null;
  /** What else it has brought about. */
  then: string[];
  /** If it was entered from a picture: `before` and `after`, as /seen/N/after. */
  pictures: string[];
}

interface Log {
  lines: LogLine[];
}

/** Whether backups can be exchanged now: the answer to /backup-state. */
interface BackupState {
  is_open: boolean;
  /** Bytes of the largest file. */
  most: number;
}

/** A line of the whole log: part of the answer to /history. */
interface HistoryLine {
  place: number;
  number: number | null;
  /** How many moves stand after it. */
  moves: number;
  text: string;
  kind: "act" | "match";
  is_undone: boolean;
  /** How many undos lead back to it; null if it does not stand. */
  undos: number | null;
  round: number | null;
  then: string[];
}

interface Chart {
  title: string;
  svg: string;
}

interface HistoryAnswer {
  acts: HistoryLine[];
  charts: Chart[];
  mistakes: Mistake[];
}

/** An act that gave the win away, and every act that would have kept it. */
interface Mistake {
  place: number;
  /** Which move of the game it is. */
  number: number;
  text: string;
  better: { label: string; taps: string[] }[];
}

interface AnswerOption {
  label: string;
  /** As in `data-tap` of a drawing: "spot:A3". */
  tap: string;
  is_hollow: boolean;
}

interface Notice {
  title: string;
  lines: string[];
  is_refusal: boolean;
  rule: string | null;
  yes: string;
  no: string | null;
  /** What it speaks of, as the values of taps: "A3". */
  marked: string[];
  /** What is allowed now, or instead of what was refused; without an act if a value has to be said first. */
  allowed: { act: string | null; seat: number | null; label: string }[];
  can_insist: boolean;
  /** The whole round, if it tells about one. */
  tables: ScoreTable[];
  /** It is the result of a match that is over. */
  is_end: boolean;
  /** What a hint proposes; null if it is no hint. */
  act: string | null;
  /** The table after what is proposed; empty if nothing is. */
  preview: string;
  /** What a picture of the table may mean. */
  choices: SeenActs[];
}

/** Acts that a picture shows, and what they do. */
interface SeenActs {
  acts: string[];
  label: string;
}

/** What a photo shows, and what follows from it. */
interface PhotoAnswer {
  title: string;
  lines: string[];
  /** The rule that forbids what the table shows. */
  rule: string | null;
  differs: boolean;
  /** Where what was read lies, in parts of the photo's width and height. */
  spots: { place: string; kind: "read" | "unsure" | "differs"; piece: string; x: number; y: number }[];
  answers: SeenActs[];
  /** How many lines the log has. */
  acts: number;
  /** What is tapped to show the box where the game lies. */
  taps: string[];
  /** It has to be shown first. */
  must_tap: boolean;
}

interface GridCell {
  act: string;
  label: string;
  name: string;
  is_hollow: boolean;
}

interface GridRow {
  value: string;
  label: string;
  cells: GridCell[];
}

/** All values that can be said now. */
interface Grid {
  /** What is proposed where something else is asked for first, such as a place. */
  at: string;
  /** Every allowed answer to the question is in it. */
  is_whole: boolean;
  rows: GridRow[];
}

/** What the box asks. */
interface Ask {
  id: number;
  title: string;
  text: string;
  shape: "cross" | "grid" | "list" | "number" | "board" | "text" | "name" | "end";
  options: AnswerOption[];
  cursor: number;
  answered: string[];
  /** The taps of what was answered so far. */
  chosen: string[];
  /** All that a tap can mean now; true if nothing allowed lies behind it. */
  taps: Record<string, boolean>;
  grid: Grid | null;
  /** Acts that need no other word, such as the end of a turn. */
  quick: (SeatAnswer & { is_hollow: boolean; is_answer: boolean })[];
  /** How many letters can be typed. */
  longest: number;
  /** It is the first question of a turn: back leads to the menu. */
  is_first: boolean;
  can_back: boolean;
  can_hint: boolean;
  news: string;
  is_for_box: boolean;
  notice: Notice | null;
}

interface Display {
  role: string;
  name: string;
  /** Row by row, one bit a dot, as base64. */
  dots: string;
  contrast: number;
  is_lit: boolean;
  is_plugged: boolean;
}

interface Sound {
  name: string;
  /** How many sounds there have been. */
  number: number;
}

interface PanelButton {
  label: string;
  /** Of a switch. */
  is_on: boolean | null;
  action: Action;
}

/** A part of the virtual box that the server draws. */
interface Panel {
  name: string;
  /** The name of its plug. */
  plug: string;
  is_plugged: boolean;
  says: string;
  svg: string;
  buttons: PanelButton[];
}

/** The virtual box. */
interface Box {
  /** What the prompt says, for people who cannot see it. */
  said: string;
  displays: Display[];
  camera: Panel;
  tray: Panel;
  /** The game on the table has dice. */
  has_dice: boolean;
  sound: Sound;
}

interface SeatAnswer {
  act: string;
  label: string;
}

/** What this browser is to the box. */
interface Me {
  is_paired: boolean;
  is_virtual: boolean;
  token: string | null;
  seat: number | null;
  answers: SeatAnswer[];
  /** Another number when the box has chosen new codes; 0 if it is not paired. */
  codes: number;
  /** Why this browser is not paired any more: `removed`, `moved`, `unknown`; empty if it is, or never was. */
  lost: "" | "removed" | "moved" | "unknown";
  /** The time of the box when this connection began, in milliseconds. */
  now: number;
}

/** The answer to /words. */
interface Words {
  language: string;
  /** Names by code. */
  languages: Record<string, string>;
  words: Record<string, string>;
}

/** One game of the answer to /my-copy. */
interface OwnerSummary {
  game: string;
  name: string;
  verified: boolean;
}

/** Owner data of one game: the answer to /my-copy/GAME. */
interface OwnerData<Data = any, Limits = any> { // any: which of the two it is, `game` says
  game: string;
  version: string;
  is_placeholder: boolean;
  faults: string[];
  unknown: string[];
  limits: Limits;
  owner_data: Data;
}

interface InsiderCard {
  values: number[];
  corner: number;
  verified: boolean;
}

interface InsiderBoard {
  verified: boolean;
  cellar: number;
  /** How many squares each path has, by its name: "a1-b1"; "none" where neighbours have no path. */
  links: Record<string, number | "none">;
}

interface InsiderData {
  board: InsiderBoard;
  cards: InsiderCard[];
}

/** The least and the most. */
type Ends = [number, number];

interface InsiderLimits {
  places: string[];
  insider: string;
  homes: string[];
  inner: string[];
  squares: Ends;
  /** Squares of a new path. */
  usual_squares: number;
  /** Paths of a home. */
  home_paths: number;
  cellar: Ends;
  tables: Ends;
  of_each_size: number;
  values: Ends;
  corner: Ends;
}

interface OfflineNet {
  sites: number;
  /** "A1-A2"; a file has the links of all nets or of none. */
  links?: string[];
}

/** Nets by their letters, beside the mark of the whole map. */
type OfflineMap = { verified: boolean } & { [net: string]: OfflineNet };
/** Values of market cards by their letters, beside the mark of all. */
type OfflineMarket = { verified: boolean } & { [card: string]: number[] };

interface OfflineData {
  map: OfflineMap;
  market: OfflineMarket;
}

interface OfflineLimits {
  nets: string[];
  sites: Ends;
  market: string[];
  values: Ends;
}

/** Why the server said no. */
interface Refusal {
  why?: string;
  /** How long to wait before the next attempt. */
  seconds?: number;
  faults?: string[];
}

// --- JSON to the server (firmware_py/page/actions.py)

type PressKind = "short" | "long" | "repeat";

type Action =
  | { do: "press"; key: string; kind: PressKind; ask?: number }
  | { do: "choose"; ask: number; option: number }
  | { do: "type"; ask: number; text: string }
  | { do: "put"; piece: string; x: number; y: number }
  | { do: "trouble"; name: string; on: boolean }
  | { do: "enter-seen"; acts: string[]; count: number }
  | { do: "tap"; taps: string[]; acts?: number; at?: "box" }
  | { do: "say"; act: string }
  | { do: "hint"; ask: number }
  | { do: "insist"; ask: number }
  | { do: "analyse-match" }
  | { do: "rematch" }
  | { do: "write"; acts: string[] }
  | { do: "clock"; mode: string }
  | { do: "pause"; is_paused: boolean }
  | { do: "open-match"; number: number }
  | { do: "undo-to"; place: number }
  | { do: "roll"; state: string; faces: number[] }
  | { do: "turn"; die: number }
  | { do: "plug"; part: string; in: boolean }
  | { do: "claim"; seat: number | null };

// --- inside the page

/** Whose phone this is: see who.js. */
interface Who {
  notice(state: State): void;
  chooser(state: State): Node | null;
  muted(state: State): Node | null;
  banner(state: State): Node | false;
}

/** What the server has sent last, by part; null where there is nothing. */
interface State {
  box: Box | null;
  ask: Ask | null;
  game: Game | null;
  log: Log | null;
  me: Me | null;
}

/** One event: the parts that have changed. */
type Changes = Partial<State>;

type Send = (action: Action) => void;

/** What lines of a log use; `query` names a match that is not on the table. */
interface LineTools {
  send: Send;
  /** The number of the match. */
  match: number | undefined;
  query?: string;
}

/** What every view gets. */
interface Tools {
  send: Send;
  confirm: (question: string, yes: string) => Promise<boolean>;
  toast: (text: string) => void;
  view: () => string;
  /** Whether this phone answers for whoever is asked, until the next act. */
  speaking: { isOn: () => boolean; begin: () => void };
}

interface View {
  show: (state: State, changed: Changes) => void;
  opened?: (view: string) => void;
}

/** What can be put into an element; what is empty is left out. */
type Child = Node | string | null | undefined | false | Child[];

type PageElement = HTMLElement | SVGElement;

type Attribute = string | number | boolean | null | undefined | ((event: any) => void); // any: each event has its own type

type Translate = (key: string, values?: Record<string, string | number>) => string;

/** Something that is built once and brought up to date in place. */
interface Part {
  element: Element;
  update: () => void;
}

interface RequestOptions {
  /** Sent as JSON. */
  body?: unknown;
  /** The session's; the server wants it where something changes. */
  token?: string | null;
  signal?: AbortSignal;
  /** In milliseconds. */
  timeout?: number;
}

/** Where a drawing goes. */
interface Room {
  width: number;
  height: number;
  /** The height of the window. */
  screen: number;
  /** Whether the place has a height of its own; else the page scrolls. */
  isOwn: boolean;
}

/** A piece of a drawing, and where its middle is in that. */
interface Piece {
  name: string;
  x: number;
  y: number;
  element: PageElement;
  /** From its parent's units to those of the drawing. */
  matrix: DOMMatrix;
}

/** On the screen. */
interface Rectangle {
  left: number;
  top: number;
  width: number;
  height: number;
}

// --- the editors of owner data

interface StepperOptions {
  /** For screen readers. */
  name: string;
  /** Beside it. */
  label?: string;
  ends: Ends;
  get: () => number;
  set: (number: number) => void;
}

interface SectionOptions {
  title: string;
  how: string;
  verified: () => boolean;
  inside: Child[];
}

/** One path of Insider's board. */
interface PathOptions {
  path: string;
  ends: Ends;
  get: () => number;
  set: (count: number) => void;
  choose: () => void;
}

/** What can carry the mark "compared with my copy". */
interface Verified {
  verified: boolean;
}

/** Change the draft; `part` finds what has to be compared again afterwards. */
type Edit<Data> = (change: (ownerData: Data) => void, part?: (ownerData: Data) => Verified | null) => void;

interface EditorTools<Data, Limits> {
  ownerData: () => Data;
  limits: Limits;
  edit: Edit<Data>;
  say: (text: string) => void;
}

/** The module of one game's owner data. */
interface OwnerForm<Data, Limits> {
  opened: (ownerData: Data) => Data;
  closed: (ownerData: Data) => Data;
  faults: (ownerData: Data, limits: Limits, words: Translate) => string[];
  editor: (tools: EditorTools<Data, Limits>) => Part;
}

type InsiderTools = EditorTools<InsiderData, InsiderLimits>;
type InsiderForm = OwnerForm<InsiderData, InsiderLimits>;
type OfflineTools = EditorTools<OfflineData, OfflineLimits>;
type OfflineForm = OwnerForm<OfflineData, OfflineLimits>;
