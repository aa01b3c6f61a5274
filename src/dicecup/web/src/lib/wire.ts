// Made by `make wire` from what src/dicecup/server/wire/schema.py says: whatever is changed here is lost.
// docs/protocol.md has when and why each of these is said; what a game puts into its views, events and rules is
// typed in the game's own folder.

/** What became of one seat: start + luck + errors + rest = result. Moments are numbers of steps. */
export interface Account {
  seat: number;
  name: string;
  start: number;
  own_luck: number;
  others_luck: number;
  own_errors: number; // what it gave away: never more than 0
  others_errors: number;
  rest: number;
  result: number;
  decisions: number; // in which there was something to lose
  accuracy: number | null; // from 0 to 100; None: there was nothing to lose
  grades: Record<string, number>; // how many of each
  costliest: number[]; // up to three, the worst first
  luckiest: number | null;
  unluckiest: number | null;
}

/** The host puts one more chair at the table: for a computer player of this level, or for whoever comes. */
export interface AddChair {
  type: "add_chair";
  id: string;
  level?: string | null;
}

/** An option and what it is worth. */
export interface Advice {
  choice: (string | number)[];
  text: string;
  value: number;
  loss: number;
  reason: string;
  marks?: Mark[]; // of the reason
}

/** The next game, as soon as this one is over; whoever plays may ask for it. */
export interface Again {
  type: "again";
  id: string;
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

/** Play with anybody: a table that has a chair, or a new one that fills with computer players after a while. */
export interface AnybodyWish {
  game: string;
  name?: string;
  language?: string;
}

/** The pending decision. Options that are somebody else's secret are not there: `options` is empty. */
export interface Ask {
  seat: number;
  kind: string;
  prompt: string;
  options: Option[];
  mine: boolean;
  forecast: string; // for whoever is asked: what it would bring to leave things as they lie
  prompt_marks?: Mark[];
  forecast_marks?: Mark[];
  private: boolean; // at a screen with several players: this one sees what the others must not see
}

/** What the coach would choose. */
export interface Better {
  choice: (string | number)[];
  text: string;
  reason: string;
  marks?: Mark[]; // of the reason
  doing: string; // as it is told afterwards: "yielding"
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

/** A place at the table: somebody's, a computer player's, or nobody's yet. */
export interface ChairInfo {
  person: number | null; // by number
  level: string | null; // of a computer player
  temper: string | null; // of one: as it was chosen, and in a game as it has it
  own: string | null; // of one in the waiting room: the temper that it has if none is chosen
  name: string; // of a computer player, in the game or in the next one; and in a game of whoever sits there
  stand_in: boolean; // somebody's who is away: a computer player decides for them
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

/**
 * The time of a decision: first some that costs nothing, then what a seat has in reserve.
 * Seconds, as of the moment this is sent: a page counts down by its own clock from there.
 */
export interface ClockInfo {
  seat: number; // who is asked
  free: number; // left of what costs nothing
  reserves: number[]; // left to every seat
  runs: boolean; // False: it stands still, and says nothing but what is left
}

/** Is this a good choice? `seq` is where the match stands. */
export interface CoachWish {
  seq: number;
  choice: (string | number)[];
}

/** What the coach thinks of a choice. */
export interface Coached {
  loss: number;
  unit: "win" | "points";
  grade: "best" | "good" | "inaccuracy" | "mistake" | "blunder";
  better: Better | null; // None: nothing is, or a hint would have said the same
  warn: boolean; // it costs so much that it is worth another look
  matters: boolean; // there was something to lose
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

/** What is behind it, before one goes in. */
export interface Door {
  opens: "table" | "watching" | "seat";
  game: string;
  title: string;
  host: string; // by name
  people: string[];
  free: number; // chairs
  begun: boolean;
  characters: string[]; // that nobody has taken yet
  member: string | null; // one is in already: the id of the party
  name: string; // of whose seat it is
}

/** Begin, or begin again after a gap: `last_line` is the last line of the talk that was seen. */
export interface Enter {
  type: "enter";
  last_line?: number;
}

/** The score of an evening, to be kept: the games can be looked at again by the ids of their matches. */
export interface Evening {
  party: string;
  tally: Tally[];
  games: Played[];
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

/** Delete everything; said in full, so that nobody says it by mistake. */
export interface Forget {
  confirm: "delete everything";
}

/** What has been deleted, counted, and what stays. */
export interface Forgotten {
  matches: number; // that nobody else played
  shared: number; // that others keep
  results: number;
  attempts: number; // at puzzles
  parties: number;
  stays: string[]; // sentences
}

/** Whether others can come, and where to. */
export interface Friends {
  on: boolean;
  switch: boolean; // whether whoever asks may change it
  addresses: string[]; // such as http://192.168.1.5:8765, the likeliest first
  note: string; // what to do if they cannot get through, or why nobody can
  open_tables: boolean; // whether this server shows open tables to all its guests
}

/** Let others in over the network, or nobody any more. */
export interface FriendsWish {
  on: boolean;
}

/** A fact, numbered from 1 without holes. What is not the viewer's to know has the kind `hidden`. */
export interface GameEvent {
  n: number;
  kind: string;
  text: string;
  marks?: Mark[];
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
  tempers: Record<string, string>; // that computer players can have, and what one says who has it
  options: Setting[];
  interrupts: Record<string, string>; // optional questions, with a word on when they come
  lesson: boolean; // there is a guided first game
}

/** How strong this guest is in a game. */
export interface GameRating {
  game: string;
  title: string;
  games: number; // so many count
  left_out: number; // and so many do not
  mu: number | null; // None: no game counts
  sigma: number | null;
  low: number | null; // somewhere from here
  high: number | null; // up to here
  words: string;
  levels: RatedLevel[]; // the weakest first; none: nobody has measured them
  tables: RatedTable[];
}

/** The host lets somebody else be host. */
export interface GiveHost {
  type: "give_host";
  id: string;
  person: number;
}

/** Whoever has a moment to take their last choice back does not want to: computer players need not wait. */
export interface GoOn {
  type: "go_on";
  seq: number;
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

/** Go in. `character`: who one wants to be, if the game has any. */
export interface Join {
  code: string;
  name?: string;
  character?: string;
}

/** One is in. `key` is the long word of one's own seat: whoever has it gets the seat back. */
export interface Joined {
  party: string;
  person: number;
  key: string;
}

/** What is behind this code or link? */
export interface Knock {
  code: string;
}

/** Leave for good: a computer player takes the seat over. */
export interface Leave {
  type: "leave";
  id: string;
}

/** Where a lesson stands. It is over when `over` is said, and left when there is none any more. */
export interface LessonInfo {
  say: string; // the sentence of this moment
  step: number; // the how many-th decision of the learner it is
  steps: number;
  do: ((string | number)[])[]; // what the learner may choose now, the best first
  over: boolean; // all has been said; computer players wait until the lesson is left
}

/** A lesson for this guest. The dice that it does not arrange are sealed and added to as for a new match. */
export interface LessonWish {
  game: string;
  name?: string;
  seal?: string | null;
  nonce?: string | null;
}

/** Something that was said at the table, or a note of what happened there. */
export interface Line {
  n: number; // from 1, without holes for whoever may hear all
  kind: "said" | "phrase" | "note";
  person: number | null; // None: a note of the table's
  name: string;
  text: string; // of a phrase: its name
  spectators: boolean; // for those who look on alone
  match: string | null; // it was said during this game,
  seq: number; // when it stood here,
  told: number; // and so many events of it had been told: where it stands in the log
  at: string; // when, in UTC
}

/** What was said. */
export interface Lines {
  type: "lines";
  lines: Line[];
}

/** A way in: to be said aloud, sent, or scanned. */
export interface Link {
  code: string; // five letters; empty: there is only the link
  url: string;
  qr: string[]; // the same as rows of dots: "#" is dark
  until: string; // when it stops working, in UTC; empty: as long as there is a table
}

/** The ways into a party; None: there is none just now. */
export interface Links {
  table: Link | null;
  watching: Link | null;
  seat: Link | null; // one's own, to come back by
}

/** Load the save of this name, or the quick save of the game. */
export interface LoadWish {
  game?: string | null;
  name?: string | null;
  open?: number[];
}

/**
 * What in a sentence is more than words, to be drawn; neither dice nor a player: the name of a thing.
 * Characters are counted as Unicode does, not as JavaScript: `[...text].slice(start, end)`.
 */
export interface Mark {
  start: number;
  end: number;
  dice?: number[];
  seat?: number;
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
  party: string | null; // the party that plays it
}

/** What I am called, and who I am. */
export interface Me {
  type: "me";
  id: string;
  name?: string | null;
  character?: string | null; // "": whoever is left
}

/** All games of a guest, or those it wants to look at. Choices, feats and dice are those of all. */
export interface Mine {
  total: number; // games in all
  apart: Record<string, number>; // how many of them count for nothing, and why
  games: MineKind[];
  players: number[];
  levels: string[];
  found: number; // games that are as wanted
  history: MineGame[]; // the latest of them, the latest first
  figures: MineFigures; // of those that count
  groups: MineGroup[];
  course: MineMoment[]; // the latest that were reviewed, the earliest first
  records: MineRecord[];
  feats: MineFeat[];
  own: MineDice;
  others: MineDice;
}

/** Are they fair? `chance`: that fair dice are as uneven as these, or more so. */
export interface MineDice {
  dice: number;
  chance: number | null; // None: there are too few
  text: string;
  heaps: MineHeap[];
}

/** Something to have done once, for what one learns by it. */
export interface MineFeat {
  name: string;
  game: string; // in which it can be done; none: in any
  game_title: string;
  title: string;
  how: string;
  teaches: string;
  done: string | null; // when first
  match: string; // in which
  there: boolean;
}

/** Some games in numbers. */
export interface MineFigures {
  games: number;
  contested: number; // of them those that somebody could win
  wins: number;
  due: number; // so many would be won if all players were equally good
  average: number | null; // points; None where games are not alike
  best: number | null;
  reviewed: number;
  accuracy: number | null;
  luck: number | null; // of the own dice, all in all: in games won
}

/** A game of the history. Accuracy and luck are there once somebody has had it reviewed. */
export interface MineGame {
  match: string;
  game: string;
  title: string;
  ended: string;
  there: boolean; // it can still be looked at
  players: number;
  level: string; // of the computer players; mixed, or none
  people: boolean; // others than this guest
  seats: ResultSeat[];
  winners: number[];
  won: boolean | null; // None: there was nothing to win, or nobody can tell
  score: number | null;
  reason: string; // why it was over, in a few words
  apart: "" | "lesson" | "seeded" | "branch" | "shared"; // why it counts for nothing but this list
  unit: "win" | "points" | null;
  accuracy: number | null;
  luck: number | null;
}

/** The games of one kind. */
export interface MineGroup {
  game: string;
  title: string;
  players: number;
  level: string;
  people: boolean;
  figures: MineFigures;
}

/** How often each face came up. */
export interface MineHeap {
  game: string;
  title: string;
  faces: string[]; // what they are called
  counts: number[];
  text: string; // what to think of it
}

/** A game that there is something of. */
export interface MineKind {
  name: string;
  title: string;
}

/** How one has played in a game that was reviewed. */
export interface MineMoment {
  match: string;
  game: string;
  title: string;
  ended: string;
  there: boolean;
  won: boolean | null;
  unit: "win" | "points";
  accuracy: number | null;
  luck: number;
}

/** The most, or the least, there was in a game. */
export interface MineRecord {
  game: string;
  title: string;
  kind: "score" | "fastest" | "closest" | "widest" | "streak" | "accurate" | "comeback" | "unlucky";
  value: number;
  players: number;
  match: string;
  there: boolean;
  ended: string;
  house_rules: string[]; // in words, where they were not the usual ones
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

/** Open a table for friends. `match`: one that is being played already, by whoever opens it. */
export interface NewParty {
  game: string;
  name?: string;
  character?: string;
  options?: Record<string, boolean | number | string>;
  computers?: string[]; // levels
  match?: string | null;
  language?: string;
}

/** What to try next. No puzzle: this guest has tried all of them, or there are none. */
export interface NextPuzzle {
  puzzle: PuzzleInfo | null;
  left: number; // that have not been tried, this one included
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

/** Remind somebody that the table waits for them. */
export interface Nudge {
  type: "nudge";
  id: string;
  person: number;
}

/** Somebody reminds you that the table waits for you. */
export interface Nudged {
  type: "nudged";
  by: number;
  name: string;
}

/** A table that anybody may join. */
export interface OpenTable {
  code: string;
  game: string;
  title: string;
  host: string;
  people: number;
  free: number;
  house_rules: string[]; // in words, where they are not the usual ones
  clock: "none" | "relaxed" | "fast";
  language: string;
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

/** A command that is on the disk. */
export interface PartyDone {
  type: "done";
  id: string;
}

/** A party of this guest, as a list shows it. */
export interface PartyInfo {
  party: string;
  game: string;
  title: string;
  names: string[];
  stage: "waiting" | "playing" | "over";
  match: string | null;
  updated: string;
}

/** A command that changed nothing, and why. */
export interface PartyRefused {
  type: "refused";
  id: string;
  reason: string;
}

/** All that somebody of a party may know of it, after every change. */
export interface PartyState {
  type: "party";
  party: string;
  stage: "waiting" | "playing" | "over"; // over: the game has ended, and the next one has not begun
  you: number; // by number
  people: Person[];
  chairs: ChairInfo[];
  chairs_allowed: [number, number]; // so many at least, so many at most
  rules: TableRules;
  match: string | null; // the game that is being played, or was played last
  spectators: number;
  commitment: string | null; // pins the dice of the next game down
  stirred: number[]; // by number: who has added to them
  tally: Tally[];
  evening: Played[];
  starts_in: number | null; // seconds, if it begins by itself
  why_not: string; // why the host cannot begin; empty: it can be done
}

/** Somebody of the party, as all others see them. */
export interface Person {
  number: number; // within the party; the same as long as there is one
  name: string;
  character: string; // who they want to be; empty: whoever is left
  role: "player" | "spectator";
  chair: number | null; // where they sit, in the waiting room and at the table alike; None: they look on
  ready: boolean;
  host: boolean;
  presence: "here" | "away" | "gone";
  you: boolean;
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

/** A game of this evening. */
export interface Played {
  match: string;
  game: string;
  names: string[];
  scores: number[];
  winners: number[]; // seats
  best: string; // its best moment, in words
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

/** The solution. */
export interface PuzzleAnswer {
  lines: PuzzleLine[]; // the best first
  tempting: string; // a sentence about the tempting choice
  proof: string; // and one about how the answer is known
}

/** A game that there are puzzles of. */
export interface PuzzleGame {
  game: string;
  title: string;
  puzzles: number;
  tried: number;
  solved: number;
  themes: ThemeInfo[];
  solver: SolverInfo;
  daily: string; // today's puzzle
  daily_done: boolean; // it has been solved today, or given up
  daily_solved: boolean;
}

/** A puzzle, without its answer: find the choice. */
export interface PuzzleInfo {
  id: string;
  game: string;
  theme: string;
  rating: number;
  unit: "win" | "points";
  day: string | null; // it is the one of this day
  tried: boolean; // before: then it is for practice
  solver: SolverInfo;
  state: State; // as a match tells it to the seat that has to decide
}

/** A choice, and what it gives away. */
export interface PuzzleLine {
  choice: (string | number)[];
  text: string;
  loss: number;
  reason: string;
  marks?: Mark[]; // of the reason
  tempting: boolean;
}

/** What became of a try. */
export interface PuzzleTried {
  right: boolean;
  loss: number | null; // what the choice gives away; None: nothing was chosen
  told: boolean; // else it gives away more than `loss`
  counted: boolean; // it was the first try of this puzzle: the rating has changed
  before: SolverInfo;
  after: SolverInfo;
  streak: number;
  hint: string; // if one was wanted
  hint_marks?: Mark[];
  answer: PuzzleAnswer | null; // when it has been found, or given up
}

/** A choice; or none, and a hint is wanted; or neither, and the puzzle is given up. */
export interface PuzzleTry {
  choice?: (string | number)[] | null;
  hint?: boolean;
  tried?: ((string | number)[])[]; // and wrong: a hint says something else
}

/** All puzzles, and what a guest has made of them. Days are those of UTC. */
export interface Puzzles {
  day: string;
  streak: number; // days in a row, up to today or yesterday, on which one of the daily puzzles was solved
  longest: number;
  games: PuzzleGame[];
}

/** How likely this guest is to win against players of a level. */
export interface RatedChance {
  level: string;
  chance: number;
}

/** A level of a game, and where it stands on the scale. */
export interface RatedLevel {
  level: string;
  mu: number;
}

/** What may be expected at a table of so many, where all others are of one level. */
export interface RatedTable {
  seats: number;
  par: number; // the chance of everybody if all were equal
  aim: number; // as good as 60 % in a duel
  chances: RatedChance[];
  suggested: string | null; // the level against which the chance is nearest to that; None: too little is known
}

/** How strong this guest is. */
export interface Ratings {
  enough: number; // games, after which an opponent is suggested
  games: GameRating[];
}

/** Make a face. */
export interface React {
  type: "react";
  face: "laugh" | "cheer" | "gasp" | "cry" | "angry" | "love";
}

/** Somebody makes a face. */
export interface Reacted {
  type: "reacted";
  person: number;
  face: "laugh" | "cheer" | "gasp" | "cry" | "angry" | "love";
}

/** I am ready, or not any more. `nonce` is what I add to the dice of the next game, once. */
export interface Ready {
  type: "ready";
  id: string;
  ready: boolean;
  nonce?: string | null;
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

/** The host takes a chair away at which no person sits. */
export interface RemoveChair {
  type: "remove_chair";
  id: string;
  chair: number;
}

/** How a match of this guest ended. */
export interface Result {
  match: string;
  game: string;
  title: string;
  number: number;
  options: Record<string, boolean | number | string>; // the house rules, all of them
  winners: number[]; // seats
  seats: ResultSeat[];
  ended: string;
  there: boolean; // it can still be looked at; otherwise it has been cleared away
}

/** Who sat there when it ended, and what came of it. */
export interface ResultSeat {
  name: string;
  player: string; // person, computer or open
  level: string;
  temper: string; // of a computer player, in games that have such; in older results nobody knows it
  score: number;
  mine: boolean; // it is this guest's result
}

/** A finished game, gone through decision by decision, for the eyes of one guest. */
export interface Review {
  game: string;
  names: string[];
  unit: "win" | "points"; // what values are: chances to win, from 0 to 1, or points
  noise: number; // differences below it say nothing
  steps: ReviewStep[];
  result: number[];
  accounts: Account[];
  stories: string[]; // the game in a sentence or two, as each seat is told it
  watched: string; // and as somebody is who only watched
  eyes: number | null; // the seat of whoever asks; None: a spectator, or several people at one screen
}

/** A decision, and what happened before the next one. What others decided in private has no words. */
export interface ReviewStep {
  at: number; // its entry in the log
  stop: number; // where a replay stops for it, or next after it
  turn: number;
  seat: number;
  kind: string;
  prompt: string;
  private: boolean; // only whoever was asked knew the options
  options: Weighed[]; // the best first: six at most, and the one that was chosen
  chosen: Weighed;
  grade: "best" | "good" | "inaccuracy" | "mistake" | "blunder" | null; // None: there was nothing to lose, or nobody was asked
  hinted: boolean; // a hint would have named it first
  confirmed: boolean | null; // by playing on; None: nobody looked
  before: number[]; // if the best had been chosen; one for each seat, as all that follow
  error: number[]; // what the choice changed
  luck: number[]; // what chance changed
  rest: number[]; // what remains because the mind is not exact
  told: string[]; // what happened, in words
}

/** A review, or how much of it is done, from 0 to 1. */
export interface ReviewTold {
  progress: number;
  text: string; // what takes long, in words
  review: Review | null;
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
  marks?: Mark[];
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

/** Say something of one's own, where the table allows it. */
export interface Say {
  type: "say";
  id: string;
  text: string;
}

/** Say something that everybody hears in their own language. */
export interface SayPhrase {
  type: "phrase";
  id: string;
  phrase: "hello" | "good_luck" | "well_played" | "ouch" | "your_turn" | "one_moment" | "thanks" | "good_game";
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
  temper: string | null; // of a computer player, in games that have such
  mine: boolean;
  stand_in: boolean; // a computer player decides for whoever sits there, until they are back
  never_asked: string[]; // kinds of optional questions this seat does not want; of one's own seats only
}

/** A seat of a new match. No name, level or character: the game gives one. */
export interface SeatWish {
  name?: string;
  player?: "person" | "computer" | "open";
  level?: string | null;
  temper?: string | null; // none: its own; chance: drawn
  character?: string;
}

/** A piece of the rules in words. */
export interface Section {
  id: string;
  title: string;
  paragraphs: string[];
}

/** The host gives a chair at which nobody sits to a computer player, or (None) to whoever comes. */
export interface SetChair {
  type: "set_chair";
  id: string;
  chair: number;
  level?: string | null;
  temper?: string | null; // of a computer player; none: its own
}

/** The host settles what is played, and how; whatever is None stays as it is. */
export interface SetRules {
  type: "set_rules";
  id: string;
  game?: string | null;
  options?: Record<string, boolean | number | string> | null;
  absence?: "never" | "2 min" | "30 s" | "at once" | null;
  clock?: "none" | "relaxed" | "fast" | null;
  hints?: boolean | null;
  coach?: boolean | null;
  talk?: "faces" | "phrases" | "text" | null;
  late?: boolean | null;
  rotation?: "stay" | "rotate" | "shuffle" | null;
  watch?: boolean | null;
  take_over?: boolean | null;
  listed?: boolean | null;
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

/** How good a guest is at the puzzles of a game; the rating may well be off by `deviation`. */
export interface SolverInfo {
  rating: number;
  deviation: number;
  tried: number; // puzzles that counted
}

/** Only look on from now on. */
export interface StandUp {
  type: "stand_up";
  id: string;
}

/** The host begins the game. */
export interface Start {
  type: "start";
  id: string;
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
  party: string | null; // the party that plays it
  clock: ClockInfo | null; // whose time runs; None: nobody's
  hints: boolean; // whether one may ask for them here
  coach: boolean; // whether one may be coached here: POST /matches/{id}/coach
  no_coach: string; // why not, in words
  lesson: LessonInfo | null; // what it says now, if the match is one
  arranged: boolean; // it is a lesson, or began as one: some of its dice were arranged
}

/** Where a replay stops: a decision that somebody made, or where the match stands now. */
export interface Stop {
  view: object;
  ask: Ask | null; // without options
  chosen: string; // what came of it, if the viewer may know
  picked: Pick; // and what that picks
  prices: Record<string, [number, string][]>; // what things on show would have cost the viewer
}

/** A computer player failed: any of the options was taken for it, or another one plays on in its place. */
export interface Stumbled {
  type: "stumbled";
  seat: number;
  text: string;
}

/** What is played, and how. */
export interface TableRules {
  game: string;
  options: Record<string, string | number | boolean>;
  absence: "never" | "2 min" | "30 s" | "at once"; // after how long a computer player decides for somebody who is away
  clock: "none" | "relaxed" | "fast";
  hints: boolean; // whether players may ask for them
  coach: boolean; // whether they may be coached, although others play
  talk: "faces" | "phrases" | "text"; // what may be said: faces; phrases too; text of one's own too
  late: boolean; // empty chairs wait for late-comers; otherwise computer players take them
  rotation: "stay" | "rotate" | "shuffle"; // who sits where in the next game
  watch: boolean; // whether people may come to look on
  take_over: boolean; // whether those who look on may take a computer player's chair
  listed: boolean; // whether all guests of this server are shown it
}

/** Sit down there: an empty chair, or that of a computer player where the table allows it. Also in mid-game. */
export interface TakeChair {
  type: "take_chair";
  id: string;
  chair: number;
}

/** What somebody has done this evening. */
export interface Tally {
  name: string;
  person: number | null; // None: a computer player
  played: number;
  wins: number;
  points: number;
}

/** What puzzles are about, such as "buy or save": how many there are, and how far this guest has come. */
export interface ThemeInfo {
  theme: string;
  puzzles: number;
  tried: number;
  solved: number; // at the first try
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
  arranged: boolean; // by a lesson: it does not follow from the secret
}

/** The host brings everybody back to the waiting room, when no game is being played. */
export interface ToWaitingRoom {
  type: "to_waiting_room";
  id: string;
}

/** What that would have been worth. No `loss` and no `grade`: worse than all that the step tells of. */
export interface Tried {
  loss: number | null;
  grade: "best" | "good" | "inaccuracy" | "mistake" | "blunder" | null;
  text: string;
}

/** Another choice in a step of a review. */
export interface TryWish {
  step: number;
  choice: (string | number)[];
}

/** The host turns somebody away. */
export interface TurnAway {
  type: "turn_away";
  id: string;
  person: number;
}

/** Take the last choice back. */
export interface Undo {
  type: "undo";
  id: string;
  seq: number;
}

/** An option, and what it was worth to whoever was asked. */
export interface Weighed {
  choice: (string | number)[];
  text: string;
  value: number;
  loss: number; // how much less than the best
  reason: string;
  doing: string; // as it is told afterwards: "yielding"
  given: string; // and what it was chosen in view of: "at 7 hearts"
}

/** What a page needs first. `continue` is the match last played, if it is not over. */
export interface Welcome {
  version: string;
  protocol: number;
  games: GameInfo[];
  continue: MatchInfo | null;
  can_exit: boolean; // POST /exit ends the program
  again: string; // what starts it once more, as a person types it; for whoever may end it
  can_save: boolean; // saves on this computer's disk, if all games are its own: for whoever sits here
  can_set_up: boolean; // matches and tables of one's own; otherwise one plays where one is invited
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
  arranged: boolean; // it is a lesson, or began as one
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

export type Frame = Hello | Answer | Undo | GoOn | NeverAsk | Hint | Why | Ping;

export type Told = State | Events | Refused | Done | Thinking | Said | Stumbled | HintGiven | WhyGiven | Pong | Mistake | Bye;

export type PartyFrame = Enter | SetRules | Me | Ready | AddChair | SetChair | RemoveChair | TakeChair | StandUp | TurnAway | GiveHost | Start | Again | ToWaitingRoom | Leave | SayPhrase | Say | Nudge | React | Ping;

export type PartyTold = PartyState | Lines | Reacted | Nudged | PartyDone | PartyRefused | Pong | Mistake | Bye;

export type Choice = Answer["choice"];

export type Price = NonNullable<Pick["price"]>;
