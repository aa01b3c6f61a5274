// What the server says and hears: src/dicecup/server/wire.py in TypeScript. docs/protocol.md says when and why.

export type Atom = string | number;
export type Choice = Atom[];
export type PlayerKind = "person" | "computer" | "open";

// --- HTTP ---

export interface Setting {
  name: string;
  words: string;
  group: string;
  says: string[];
  kind: "choice" | "flag" | "number";
  default: string | number | boolean;
  choices: Atom[];
  implies: Record<string, Record<string, string | number | boolean>>;
  min: number | null;
  max: number | null;
}

export interface GameInfo {
  name: string;
  title: string;
  blurb: string;
  seats: [number, number];
  default_names: string[];
  levels: string[];
  default_level: string;
  options: Setting[];
  interrupts: Record<string, string>;
}

export interface SeatInfo {
  name: string;
  player: PlayerKind;
  level: string | null;
  mine: boolean;
  never_asked: string[];
}

export interface MatchInfo {
  match: string;
  game: string;
  title: string;
  players: SeatInfo[];
  number: number;
  turn: number;
  updated: string;
  finished: boolean;
  winners: number[];
  your_turn: boolean;
  rematch: string | null;
  owner: boolean;
  elsewhere: boolean;
  problem: string;
}

export interface Welcome {
  version: string;
  protocol: number;
  games: GameInfo[];
  continue: MatchInfo | null;
  can_exit: boolean;
  again: string;
  can_save: boolean;
}

export interface SeatWish {
  name: string;
  player: PlayerKind;
  level?: string | null;
  character?: string; // who somebody plays, whatever the name
}

export interface Created {
  match: string;
  invites: Record<string, string>;
  notice: string;
  commitment: string | null;
}

export interface Sealed {
  seal: string;
  commitment: string;
}

export interface SaveInfo {
  name: string;
  game: string;
  title: string;
  players: SeatInfo[];
  number: number;
  turn: number;
  saved: string;
  finished: boolean;
  quick: boolean;
  problem: string;
}

export interface Saved {
  name: string;
  file: string;
  replaced: boolean;
}

export interface CardInfo {
  id: string;
  name: string;
  other_name: string;
  cost: number;
  kind: "keep" | "discard";
  text: string;
  detail?: string;
}

export interface RoleInfo {
  name: string;
  rank: number;
  line: string;
}

export interface AreaInfo {
  slug: string;
  name: string;
  called: string;
  kind: "set" | "trailers" | "office";
  neighbours: string[];
  row: number;
  col: number;
  rows: number;
  cols: number;
  shots: number;
  roles: RoleInfo[];
}

export interface SceneInfo {
  slug: string;
  title: string;
  number: number;
  budget: number;
  text: string;
  roles: RoleInfo[];
}

export interface Rules {
  game: string;
  title: string;
  options: Record<string, string | number | boolean>;
  sections: { id: string; title: string; paragraphs: string[] }[];
  cards?: CardInfo[];
  areas?: Record<string, AreaInfo>;
  scenes?: Record<string, SceneInfo>;
  prices?: Record<string, { dollars: number; credits: number }>;
  boxes?: { id: string; name: string; upper: boolean; text: string }[];
}

// --- looking back ---

export interface Stop {
  view: View;
  ask: Ask | null;
  chosen: string;
}

/** A match as it was played: for each stop so many events had been told, it was this turn, and so they stood. */
export interface Whole {
  match: string;
  game: string;
  number: number;
  seq: number;
  viewer: number | null;
  seats: SeatInfo[];
  outcome: Outcome | null;
  commitment: string | null;
  told: number[];
  turns: number[];
  scores: number[][];
  events: GameEvent[];
}

export interface Chances {
  stops: number[];
  chances: number[][];
}

export interface Nonce {
  seat: number;
  nonce: string;
  at: number;
}

export interface Throw {
  at: number;
  key: string;
  result: Atom | number[];
  sides: number | null;
  slots: number[];
  pool: Atom[];
}

export interface Evidence {
  commitment: string | null;
  secret: string;
  seed: string;
  number: number;
  names: string[];
  nonces: Nonce[];
  taken_over: number;
  throws: Throw[];
}

export interface BranchWish {
  seq: number;
  stop: number;
  seat: number;
  levels: (string | null)[];
}

// --- the socket ---

/** What an option picks: all that is needed to draw it, whatever the game. Only what applies is there. */
export interface Pick {
  dice?: number[]; // by slot: those that are kept, rolled or changed
  held?: boolean; // these dice are kept, and all others rolled
  face?: number; // what the die becomes
  card?: string;
  by?: string; // the card of one's own that makes it possible
  place?: string;
  box?: string; // what is filled or taken: a box of a scorecard, a role
  seat?: number; // the player it is done to
  amount?: number;
  yes?: boolean; // an answer to a question of yes or no
  price?: Price;
  gives?: string; // what it brings, in a few words
  label?: string; // for a button, where the text is long for one
  main?: boolean; // what Enter takes
  quiet?: boolean; // of little weight beside the others
}

/** So much of this and so much of that. */
export type Price = [amount: number, what: string][];

export interface Option {
  choice: Choice;
  text: string;
  pick: Pick;
}

export interface Refusal extends Option {
  reason: string;
}

export interface Ask {
  seat: number;
  kind: string;
  prompt: string;
  options: Option[];
  mine: boolean;
  forecast?: string; // what it would bring to leave things as they lie; for whoever is asked
}

export interface Outcome {
  winners: number[];
  scores: number[];
  reason: string;
}

/** A fact of the game. Besides these three it carries the data of its kind. */
export interface GameEvent {
  n: number;
  kind: string;
  text: string;
  [data: string]: unknown;
}

/** The part of a view that all games share. */
export interface View {
  game: string;
  names: string[];
  seat: number | null;
  turn: number;
  phase: string;
}

export interface State {
  type: "state";
  seq: number;
  viewer: number | null;
  game: string;
  number: number;
  seats: SeatInfo[];
  view: View;
  ask: Ask | null;
  refused: Refusal[];
  prices: Record<string, Price>; // what things on show would cost the viewer, by name
  outcome: Outcome | null;
  can_undo: { ok: boolean; reason: string };
  paused: boolean;
  notice: string;
  commitment: string | null;
  nonces: Nonce[];
  older: number;
  rematch: string | null;
}

export interface Advice {
  choice: Choice;
  text: string;
  value: number;
  loss: number;
  reason: string;
}

export interface Hint {
  type: "hint";
  id: string;
  advice: Advice[];
  unit: "win" | "points";
  reason: string;
}

export type Told =
  | State
  | Hint
  | { type: "events"; seq: number; events: GameEvent[] }
  | { type: "refused"; id: string; reason: string; state: State }
  | { type: "done"; id: string; seq: number }
  | { type: "why"; id: string; reason: string | null }
  | { type: "thinking"; seat: number; name: string; text: string }
  | { type: "said"; seat: number; text: string }
  | { type: "stumbled"; seat: number; text: string }
  | { type: "pong" }
  | { type: "bye"; reason: string; again: boolean; rescue?: string };

export type Frame =
  | { type: "hello"; last_seq: number | null }
  | { type: "answer"; id: string; seq: number; choice: Choice; grace: boolean }
  | { type: "undo"; id: string; seq: number }
  | { type: "never_ask"; id: string; seat?: number; kind: string; never: boolean }
  | { type: "hint"; id: string }
  | { type: "why"; id: string; choice: Choice }
  | { type: "ping" };

export function same(one: Choice, other: Choice): boolean {
  return one.length === other.length && one.every((part, at) => part === other[at]);
}
