// What an event of King of Tokyo is like to look at: who strikes whom, what flies where, which card is at work, and
// whose doing it was.
import type { GameEvent, SeatInfo } from "../../lib/wire";
import { ENERGY, HEART } from "./kit";
import type { CardInfo } from "./rules";
import { w } from "./words";

export const CLAWS = "claws"; // what the rules call damage by dice

/** What has just happened, one event after the other: not what is read back, nor where somebody has gone in a replay. */
export class Happening {
  private log: readonly GameEvent[] | null = null;
  private told = 0;

  since(log: readonly GameEvent[]): GameEvent[] {
    const fresh = log === this.log && log.length > this.told ? log.slice(this.told) : [];
    this.log = log;
    this.told = log.length;
    return fresh;
  }
}

export interface Blame {
  by: number | null; // nobody: poison
  source: string;
}

/** Who or what took the last heart of somebody. */
export function blameOf(log: readonly GameEvent[], seat: number): Blame | null {
  for (let at = log.length - 1; at >= 0; at--) {
    const event = log[at] as GameEvent;
    if (event.kind !== "hurt" || event["seat"] !== seat || (event["now"] as number) > 0) continue;
    return { by: (event["dealer"] as number | null) ?? null, source: event["source"] as string };
  }
  return null;
}

/** In which turn everybody who is out went out. */
export function fallsOf(log: readonly GameEvent[]): Map<number, number> {
  const found = new Map<number, number>();
  let turn = 0;
  for (const event of log) {
    if (event.kind === "turn") turn = event["turn"] as number;
    if (event.kind === "eliminated") found.set(event["seat"] as number, turn);
  }
  return found;
}

/** Whose doing it was that somebody is out, in words; empty: nobody knows. */
export function doingOf(log: readonly GameEvent[], seat: number, names: readonly string[]): string {
  const blame = blameOf(log, seat);
  if (!blame) return "";
  return w.fellTo(blame.by === null ? null : blame.by === seat ? "" : (names[blame.by] ?? ""), blame.source);
}

const DICE = "dice"; // what the rules call hearts and energy that were rolled

/** The dice that an event comes from, by slot: those that were counted for it. */
export function paidBy(event: GameEvent, dice: readonly number[]): number[] {
  const showing = (face: number) => [...dice.keys()].filter((slot) => dice[slot] === face);
  const source = event["source"];
  if (event.kind === "stars") {
    const counted = [1, 2, 3].find((face) => source === `${showing(face).length} x ${face}`);
    return counted ? showing(counted) : [];
  }
  if (source !== DICE) return [];
  return showing(event.kind === "energy" ? ENERGY : HEART);
}

/** Whether whoever sits here may begin another game in its place: not at a table with others, who play on. */
export function mayBegin(party: string | null, seats: readonly SeatInfo[]): boolean {
  return !party && seats.every(({ mine, player }) => mine || player === "computer");
}

// What tells of a card and is no work of it: it changes hands, or lies there.
const IDLE = ["buys", "takes_over", "revealed", "peeked", "sweeps", "sold", "used_up", "copy_ends"];
// What happens to others than whoever has the card: that is whoever's turn it is.
const TO_OTHERS = ["energy_lost", "marked"];

export interface CardAct {
  seat: number;
  card: CardInfo;
  effect: string;
}

/** The card that is at work in an event, whose it is, and what it does. */
export function cardAct(event: GameEvent, cards: Iterable<CardInfo>, active: number): CardAct | null {
  if (IDLE.includes(event.kind)) return null;
  const name = event["card"] ?? (event["cards"] as string[] | undefined)?.[0] ?? event["source"];
  if (typeof name !== "string") return null;
  for (const card of cards) {
    if (card.name !== name) continue;
    const owner =
      event.kind === "hurt" ? event["dealer"] : TO_OTHERS.includes(event.kind) ? active : event["seat"];
    if (typeof owner !== "number") return null;
    // What is used up at once does all that its text says; of the others it is told what they do this time.
    const once = card.kind === "discard" ? undefined : w.does[event.kind];
    return { seat: owner, card, effect: once?.((event["amount"] ?? event["slot"]) as number) ?? card.text };
  }
  return null;
}
