// What the shell asks of a game: how an event changes what is seen, and how long it is looked at.
import type { Opens } from "../lib/reading";
import type { Name } from "../lib/sound";
import type { Cue } from "../lib/sound/cues";
import type { Ask, GameEvent, Rules } from "../lib/wire";
import type { Marks } from "../shell/marks";

/** What the views of all games have; each game has its own. */
export interface View {
  game: string;
  names: string[];
  seat: number | null;
  turn: number;
  phase: string;
}

/** A number that has just changed, for the place that shows it: `hearts:2` went up or down `by` so much. */
export interface Change {
  key: string;
  by: number;
}

/** Dice that are being thrown: all that lie there, and which of them tumble. */
export interface Throw {
  dice: number[];
  slots: number[];
  seat: number;
  /** They belong to no turn: they lie in the tray only until one goes on. */
  aside?: boolean;
  /** The card that lets them roll: it is seen before they lie. */
  card?: string;
}

/** What is around an event that is told. */
export interface Moment<V extends View = View> {
  view: V; // as it is once it has happened
  here: number[]; // the seats of whoever looks on: what happens to them gets its time
  next: GameEvent | null; // what is told right after it, if that is known yet
}

/** Something that has happened, in few words; `n` is the event that tells of it in the log. */
export interface News {
  n: number;
  text: string;
  tone?: "good" | "bad"; // for whoever reads it
}

export interface Kit<V extends View = View, R extends Rules = Rules> {
  /** The view as it was before anything happened, made from any later one. */
  start(view: V, rules: R): V;
  /** Let an event happen to a view; says which numbers have changed. */
  apply(view: V, event: GameEvent, rules: R): Change[];
  /**
   * How long an event has the table to itself, in milliseconds at normal speed; 0: it is told with the next one. What
   * moves may well go on after that, while the next thing happens. Dice land after three quarters of it at the latest.
   */
  pace(event: GameEvent, moment: Moment<V>): number;
  /** The dice an event throws; the view is what it has led to, null where that is not known. */
  thrown(event: GameEvent, view?: V | null): Throw | null;
  /** Whose turn it is: the turns of others are told at a speed of their own. */
  turnOf?(view: V): number;
  /** What is heard of an event besides its dice; `mine` are the seats at this screen. */
  heard?(event: GameEvent, mine: number[]): Cue[];
  /** What dice sound like here. */
  ground?: Name;
  /** What the dice show in a line of the log, instead of pips; and of what colour they are. */
  faces?(rules: R): Marks | undefined;
  skin?: "ivory" | "black";
  /** The colour of a seat, where a game has its own; as CSS. */
  colour?(view: V, seat: number): string | undefined;
  /** What begins with an event: the turn of a seat, a part of the game, or neither. The log is divided by it. */
  opens?: Opens;
  /** How a line of the log stands out: something new begins, which is nobody's doing, or somebody is hurt. */
  line?(event: GameEvent): "head" | "bad" | undefined;
  /** The reason of a computer player in the words of whoever it plays; facts stay as they are. `n` counts them. */
  voiced?(view: V, seat: number, reason: string, n: number): string;
  /** What a seat has left to lose, for questions that are only asked below so much. */
  left?(view: V, seat: number): number;
  /** Whether a seat is out of the game: it decides nothing any more. */
  out?(view: V, seat: number): boolean;
  /** Whether somebody does something in a turn of their own; else: whoever throws dice. */
  acts?(event: GameEvent): boolean;
  /** What a seat should know of what has happened since its last turn, the most important first; else: the last lines. */
  since?(events: GameEvent[], view: V, seat: number, rules: R): News[];
  /** What a round of the log was about, in few words, for whoever has folded it. */
  gist?(events: GameEvent[], view: V, rules: R): string;
  /** A decision, or an event, that tells its seat what others at the same screen must not know. */
  secret?(what: Ask | GameEvent): boolean;
}
