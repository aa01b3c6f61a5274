// Made by `make wire` from what src/dicecup/server/wire_schema.py says: whatever is changed here is lost.
// docs/protocol.md has when and why each of these is said; what a game puts into its views, events and rules is
// typed in the game's own folder.

/** An option and what it is worth. */
export interface Advice {
  choice: (string | number)[];
  text: string;
  value: number;
  loss: number;
  reason: string;
}

/**
 * Make the pending decision. `id` is the client's own name for this command; `seq` where it stood then.
 * `grace`: if the turn ends by itself, leave a moment to take this back before a computer player goes on.
 */
export interface Answer {
  type: "answer";
  id: string;
  seq: number;
  choice: (string | number)[];
  grace?: boolean;
}

/** The pending decision. Options that are somebody else's secret are not there: `options` is empty. */
export interface Ask {
  seat: number;
  kind: string;
  prompt: string;
  options: Option[];
  mine: boolean;
  forecast: string; // for whoever is asked: what it would bring to leave things as they lie
  private: boolean; // at a screen with several players: this one sees what the others must not see
}

/** A new match that goes on from a stop of a replay. Levels: of the other seats; none: as before. */
export interface BranchWish {
  seq: number;
  stop: number;
  seat: number;
  levels?: (string | null)[];
}

/**
 * The server closes this socket. `again`: it makes sense to come back.
 * `rescue`: the match is damaged, and this is from where it could go on: POST /matches/{id}/rescue.
 */
export interface Bye {
  type: "bye";
  reason: string;
  again: boolean;
  rescue: string;
}

/** Whether something is possible now, and if not, why. */
export interface Can {
  ok: boolean;
  reason: string;
}

/** The chances to win, by what the best computer player thinks, at some stops of a finished match. */
export interface Chances {
  stops: number[];
  chances: number[][];
}

/** The seat that an invite gave. */
export interface Claimed {
  match: string;
  seat: number;
}

/** A new match, and an invite for each open seat. */
export interface Created {
  match: string;
  invites: Record<string, string>;
  notice: string;
  commitment: string | null; // of a match that was made just now
}

/** A command that is on the disk; the state after it has this `seq`. */
export interface Done {
  type: "done";
  id: string;
  seq: number;
}

/** What has happened. An `n` that came before replaces it: another seat looks at the same screen now. */
export interface Events {
  type: "events";
  seq: number;
  events: GameEvent[];
}

/** What a finished match was made of: the seal shown before it, the secret, and every result. */
export interface Evidence {
  commitment: string | null;
  secret: string; // 64 hex digits; empty: the dice came from this seed, and from the number of the game
  seed: string;
  number: number;
  names: string[];
  nonces: NonceInfo[];
  taken_over: number; // so many of the results came from the game that this one branched off
  changed: number; // so many earlier ones cannot be played again: the rules have changed since
  throws: Throw[];
}

/** A fact, numbered from 1 without holes. What is not the viewer's to know has the kind `hidden`. */
export interface GameEvent {
  n: number;
  kind: string;
  text: string;
  [more: string]: unknown;
}

/** A game one can play here. */
export interface GameInfo {
  name: string;
  title: string;
  blurb: string;
  seats: [number, number];
  default_names: string[];
  levels: string[];
  default_level: string;
  options: Setting[];
  interrupts: Record<string, string>; // optional questions, with a word on when they come
}

/** Begin, or begin again after a gap: `last_seq` is the last one that was seen. */
export interface Hello {
  type: "hello";
  last_seq?: number | null;
}

/** What would the best player do? */
export interface Hint {
  type: "hint";
  id: string;
}

/** Every option that differs from the others, best first. */
export interface HintGiven {
  type: "hint";
  id: string;
  advice: Advice[];
  unit: "win" | "points"; // what values and losses are: chances to win, from 0 to 1, or points
  reason: string; // why there is no advice, if there is none
}

/** The text of a save, or of the record of a finished game. */
export interface ImportWish {
  text: string;
  open?: number[];
}

/** Load the save of this name, or the quick save of the game. */
export interface LoadWish {
  game?: string | null;
  name?: string | null;
  open?: number[];
}

/** A match of this guest, as a list shows it. */
export interface MatchInfo {
  match: string;
  game: string;
  title: string;
  players: SeatInfo[];
  number: number;
  turn: number;
  updated: string;
  finished: boolean;
  winners: number[]; // seats, of a finished match
  your_turn: boolean;
  rematch: string | null;
  owner: boolean; // this guest set it up, and may clear it away
  elsewhere: boolean; // it is played in another browser of this computer
  problem: string; // why it cannot be opened, as far as a look at it tells
}

/** The last frame was not one of the protocol's; it changed nothing. */
export interface Mistake {
  type: "mistake";
  reason: string;
}

/** Do not ask this kind of optional question any more (or do again). No `seat`: all seats of this guest. */
export interface NeverAsk {
  type: "never_ask";
  id: string;
  seat?: number | null;
  kind: string;
  never: boolean;
}

/** What a new match should be like. */
export interface NewMatch {
  game: string;
  seats: SeatWish[];
  options?: Record<string, boolean | number | string>;
  seed?: number | null;
  watch?: boolean; // anybody who knows the match's id may look on
  seal?: string | null; // of POST /seals: the match is made with the secret that was sealed there
  nonce?: string | null; // what this guest adds to it
}

/** What a seat added to the dice: it counts for all results after so many standing answers. */
export interface NonceInfo {
  seat: number;
  nonce: string;
  at: number;
}

/** Add this to the dice to come. */
export interface NonceWish {
  nonce: string;
}

/** One possible answer. A plain dict, as the engine makes it: there can be hundreds of them. */
export interface Option {
  choice: (string | number)[];
  text: string;
  pick: Pick;
}

/** How the game ended. */
export interface Outcome {
  winners: number[];
  scores: number[];
  reason: string;
}

/** What an option picks, as data: a page can draw it without knowing the game. Only what applies is there. */
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
  price?: [number, string][];
  gives?: string; // what it brings, in a few words
  label?: string; // for a button, where `text` is long for one
  main?: boolean; // what Enter takes
  quiet?: boolean; // of little weight beside the others
}

/** Is anybody there? */
export interface Ping {
  type: "ping";
}

/** Yes. */
export interface Pong {
  type: "pong";
}

/** Why a request was refused, in a person's words. `rescue`: from where a damaged match could go on. */
export interface Problem {
  reason: string;
  rescue: string;
}

/** Something one might want to do now and cannot: shown greyed, with the reason. */
export interface Refusal {
  choice: (string | number)[];
  text: string;
  reason: string;
  pick: Pick;
}

/** A command that changed nothing, and why. */
export interface Refused {
  type: "refused";
  id: string;
  reason: string;
  state: State;
}

/** The dice of the next game at a table, as for a new match. */
export interface RematchWish {
  seal?: string | null;
  nonce?: string | null;
}

/** A game in words, and whatever else about it never changes: cards, scenes, areas, as the game has them. */
export interface Rules {
  game: string;
  title: string;
  options: Record<string, string | number | boolean>; // the house rules of the table; empty: as usual
  sections: Section[];
  shown: Record<string, Shown>; // for a page without a screen for this game: how to draw fields of the view
  called: Record<string, string>; // what words of choices and views are called
  [more: string]: unknown;
}

/** Why a computer player did what it did. */
export interface Said {
  type: "said";
  seat: number;
  text: string;
}

/** A save on the disk. `problem` says why it cannot be loaded. */
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

/** Save under a name, or in the quick slot of the game. */
export interface SaveWish {
  name?: string | null;
}

/** Where a match was saved. */
export interface Saved {
  name: string;
  file: string;
  replaced: boolean;
}

/** A secret has been drawn for this guest's next match; this pins it down. */
export interface Sealed {
  seal: string;
  commitment: string;
}

/** Who sits there. An open seat waits for somebody with its invite. */
export interface SeatInfo {
  name: string;
  player: "person" | "computer" | "open";
  level: string | null;
  mine: boolean;
  never_asked: string[]; // kinds of optional questions this seat does not want; of one's own seats only
}

/** A seat of a new match. No name, level or character: the game gives one. */
export interface SeatWish {
  name?: string;
  player?: "person" | "computer" | "open";
  level?: string | null;
  character?: string;
}

/** A piece of the rules in words. */
export interface Section {
  id: string;
  title: string;
  paragraphs: string[];
}

/** A house rule. */
export interface Setting {
  name: string;
  words: string; // what it is about
  group: string; // the heading it stands under
  says: string[]; // a sentence for each choice; of a flag: for no, then for yes
  kind: "choice" | "flag" | "number";
  default: string | number | boolean;
  choices: (string | number)[];
  implies: Record<string, Record<string, string | number | boolean>>; // of a preset, by choice: the rules it changes
  min: number | null;
  max: number | null;
}

/** How to draw a field of the view, in a page that does not know the game: `dicecup.table.Shown`. */
export interface Shown {
  kind: "dice" | "cards" | "per seat" | "table" | "track" | "fact" | "hidden";
  title?: string; // above it, in words
  upto?: number | string; // where a track ends: a number, or the field that has it
  labels?: string[]; // what the faces of dice are called, or the entries that every seat has
  says?: Record<string, string>; // what values are called, written as JSON writes them
  [more: string]: unknown;
}

/** Where the match stands, as this guest may see it. */
export interface State {
  type: "state";
  seq: number;
  viewer: number | null; // whose view this is; None: a spectator's
  game: string;
  number: number; // the how many-th game of this table
  seats: SeatInfo[];
  view: object;
  scores: number[]; // how everybody stands, as far as everybody may know
  ask: Ask | null;
  refused: Refusal[];
  prices: Record<string, [number, string][]>; // what things on show would cost the viewer, by name
  outcome: Outcome | null;
  can_undo: Can;
  paused: boolean; // waiting for an open seat, or for the disk; `notice` says why
  notice: string;
  commitment: string | null; // pins the dice down; None: they come from a seed and cannot be verified
  nonces: NonceInfo[]; // what players added to the dice, in the order they did
  older: number; // so many answers are older than the seal: the match goes on from a save or from another match
  rematch: string | null; // the next match at this table, once somebody wants one
}

/** Where a replay stops: a decision that somebody made, or where the match stands now. */
export interface Stop {
  view: object;
  ask: Ask | null; // without options
  chosen: string; // what came of it, if the viewer may know
  prices: Record<string, [number, string][]>; // what things on show would have cost the viewer
}

/** A computer player failed, twice: any of the options was taken for it. */
export interface Stumbled {
  type: "stumbled";
  seat: number;
  text: string;
}

/** A computer player makes up its mind; `text` says what takes long. */
export interface Thinking {
  type: "thinking";
  seat: number;
  name: string;
  text: string;
}

/** A result of chance with all that is needed to compute it from the secret: `docs/fair-dice.md`. */
export interface Throw {
  key: string;
  result: number[] | number | string;
  sides: number | null; // dice: in these slots
  slots: number[];
  pool: (number | string)[]; // a draw: out of these
  at: number; // so many answers stood before it
}

/** Take the last choice back. */
export interface Undo {
  type: "undo";
  id: string;
  seq: number;
}

/** What a page needs first. `continue` is the match last played, if it is not over. */
export interface Welcome {
  version: string;
  protocol: number;
  games: GameInfo[];
  continue: MatchInfo | null;
  can_exit: boolean; // POST /exit ends the program
  again: string; // what starts it once more, as a person types it; for whoever may end it
  can_save: boolean; // saves on this computer's disk are for whoever sits here
}

/** A match as it was played, for one viewer. The views come later, some at a time. */
export interface Whole {
  match: string;
  game: string;
  number: number;
  seq: number; // of the log that this tells of
  viewer: number | null;
  seats: SeatInfo[];
  outcome: Outcome | null;
  commitment: string | null;
  told: number[]; // for each stop: so many events there were
  turns: number[];
  scores: number[][];
  events: GameEvent[];
}

/** Why can this not be done now? */
export interface Why {
  type: "why";
  id: string;
  choice: (string | number)[];
}

/** Why something cannot be done; None: it can. */
export interface WhyGiven {
  type: "why";
  id: string;
  reason: string | null;
}

export type Frame = Hello | Answer | Undo | NeverAsk | Hint | Why | Ping;

export type Told = State | Events | Refused | Done | Thinking | Said | Stumbled | HintGiven | WhyGiven | Pong | Mistake | Bye;

export type Choice = Answer["choice"];

export type Price = NonNullable<Pick["price"]>;
