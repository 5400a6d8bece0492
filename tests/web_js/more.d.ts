// Types of what the views beside the match get: results, set-up, people, rules. Like types.d.ts, for the checker alone.
// tests/firmware_py/page/test_more.py compares the interfaces with what the server really sends.

/** A table of plain texts; a cell of several lines has line breaks in it. */
interface ScoreTable {
  caption: string;
  /** The first one is above the names of the rows. */
  columns: string[];
  rows: string[][];
  totals: string[][];
  /** The arithmetic of each row. */
  details: string[];
}

/** The answer to /round/N. */
interface RoundAnswer {
  tables: ScoreTable[];
  corrections: Correction[];
}

/** An act that corrects something, with a * for each field. */
interface Correction {
  act: string;
  fields: Field[];
  /** What it is about, together with its neighbours. */
  group: string;
}

interface Field {
  label: string;
  value: string;
  /** Values and their labels; none if it is a number. */
  options: [string, string][];
  lowest: number;
  highest: number;
}

/** The answer to /result. */
interface Result {
  /** Who has won. */
  line: string;
  /** All of it as a text to share. */
  text: string;
  date: string;
  /** How long it was played; empty if that is not known. */
  duration: string;
  tables: ScoreTable[];
  charts: Chart[];
  /** The match, if it is not the one on the table. */
  game: Game | null;
}

interface Labelled {
  value: string;
  label: string;
}

interface SetupOption {
  tag: string;
  label: string;
  about: string;
  values: Labelled[];
  /** With how many players it is asked. */
  seats: number[];
  /** Another tag, and the value that it must have. */
  only_if: [string, string] | null;
  is_for_each: boolean;
}

interface SetupGame {
  name: string;
  title: string;
  about: string;
  /** How many can play. */
  seats: number[];
  usual: number;
  seat_names: string[];
  options: SetupOption[];
  levels: Labelled[];
  /** The seat that begins, if the rules say so. */
  begins: number | null;
  teams: Teams[];
}

/** Who plays together, with so many players and this value of an option. */
interface Teams {
  count: number;
  tag: string;
  value: string;
  /** The players, counted from 1. */
  parties: number[][];
}

interface SetupOpponent {
  seat: number;
  level: string;
}

/** What is entered, as it is sent to /setup. */
interface SetupDraft {
  game: string;
  players: string[];
  tags: Record<string, string>;
  first: number;
  opponent: SetupOpponent | null;
}

/** The answer to /setup. */
interface SetupForm {
  games: SetupGame[];
  players: string[];
  last: SetupDraft | null;
  is_playing: boolean;
}

/** How long each player has thought. */
interface MatchClock {
  /** Milliseconds of each seat, up to the last act. */
  spent: number[];
  /** Whose clock runs. */
  seat: number | null;
  /** The time of the box since which it runs, in milliseconds. */
  since: number;
  is_paused: boolean;
  /** `off`, `up`, or the minutes that each player has. */
  mode: string;
}

interface MatchEntry {
  number: number;
  title: string;
  /** Date and time, as far as they are known. */
  date: string;
  players: string;
  result: string;
  /** How long it was played; empty if that is not known. */
  duration: string;
  can_go_on: boolean;
}

interface PlayerGame {
  title: string;
  games: number;
  wins: number;
  best: number;
}

interface Player {
  name: string;
  /** Other names that are counted for the same player. */
  also: string[];
  games: number;
  wins: number;
  by_game: PlayerGame[];
}

/** The answer to /people. */
interface PeopleAnswer {
  players: Player[];
  matches: MatchEntry[];
  statistics: { title: string; lines: string[] }[];
}

interface GameName {
  name: string;
  title: string;
}

/** The answer to /games. */
interface GamesAnswer {
  games: GameName[];
}

/** The answer to /invite. */
interface Invitation {
  address: string;
  code: string;
  /** The address with the long code, as a QR code. */
  svg: string;
}

/** The answer to /moves. */
interface MovesAnswer {
  moves: SeatAnswer[];
}

interface Rule {
  id: string;
  text: string;
}

/** The answer to /rules/GAME. */
interface RulesAnswer {
  title: string;
  about: string;
  rules: Rule[];
}

// --- inside the page

interface MoreTools extends Tools {
  token: () => string | null | undefined;
  state: () => State;
  /** The games that the box knows. */
  games: () => Promise<GameName[]>;
  /** Called after every event, until they are taken out. */
  followers: Set<() => void>;
  /** Go back to the table. */
  leave: () => void;
  /** Open a part of "More", such as "people" or "match 12"; without a name their list. */
  openPart: (part?: string) => void;
}

/** A part of the tab "More": what loads it, and the path of its icon. */
type MorePart = [() => Promise<{ show: (place: HTMLElement, tools: MoreTools, about: string) => Promise<void> }>, string];

// --- games.js

/** A game with the picture of its sample match: part of the answer to /samples. */
interface SampleGame {
  name: string;
  title: string;
  about: string;
  /** How many usually play. */
  players: number;
  /** Of the sample match. */
  steps: number;
  svg: string;
}

/** A step of a sample match: the answer to /sample/GAME/N. */
interface SampleStep {
  svg: string;
  text: string;
  /** Of a refusal; else empty. */
  rule: string;
  why: string;
  waits: string;
  /** Dots of the table display and of the prompt. */
  displays: string[];
  is_over: boolean;
  points: string;
  seats: Seat[];
}

interface GamesTools {
  toast: (text: string) => void;
  openPart: (part: string) => void;
  token: () => string | null | undefined;
  /** Whether no match is played still. */
  isNeeded: () => boolean;
}
