// Types of the scripts of a club's pages, for the checker alone: nothing here is served.

interface ClubSeat {
  seat: number;
  /** The number of the seat key that has its colour. */
  mark: number;
  name: string;
  points: number | null;
  is_turn: boolean;
  is_winner: boolean;
}

interface ClubTable {
  /** The id of its box. */
  box: string;
  /** In the order of the names. */
  order: number;
  name: string;
  is_there: boolean;
  status: string;
  title: string;
  acts: number;
  /** In seconds of the clock of the server. */
  began: number;
  seats: ClubSeat[];
}

interface ClubMe {
  is_paired: boolean;
  token: string | null;
}

interface ClubFacts {
  /** Whether the server has its broker. */
  is_connected: boolean;
  /** How many results count. */
  results: number;
  /** How many messages were ignored. */
  ignored: number;
  /** The clock of the server, in seconds. */
  now: number;
}

interface ClubState {
  tables: Record<string, ClubTable>;
  me: ClubMe;
  club: ClubFacts;
  /** How far the clock of the server is ahead of this one, in seconds. */
  ahead: number;
  reconnect?: () => void;
}

/** Shows a page; returns what is called after each change. */
type ClubView = (main: HTMLElement, state: ClubState) => () => void;

interface StruckResult {
  id: string;
  day: string;
  title: string;
  table: string;
  names: string[];
  reason: string;
}

interface LeagueRow {
  name: string;
  games: number;
  wins: number;
  rating: number | null;
  uncertainty: number | null;
}

interface LeagueData {
  games: { id: string; title: string }[];
  seasons: string[];
  game: string;
  season: string;
  rows: LeagueRow[];
}

interface PlayerMatch {
  id: string;
  day: string;
  title: string;
  table: string;
  won: boolean;
  rank: number;
  score: number;
  with: string[];
  against: string[];
  rating: number | null;
}

interface PlayerData {
  name: string;
  games: number;
  wins: number;
  rating: number | null;
  uncertainty: number;
  ratings: number[];
  opponents: { name: string; games: number; lost: number }[];
  matches: PlayerMatch[];
}

interface RosterData {
  players: string[];
  others: string[];
}
