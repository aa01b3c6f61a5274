// What is seen over the city for a moment, each thing at its place in pixels, from the left and from below.
import type { CardInfo } from "./rules";

type Of = "hearts" | "stars" | "energy" | "poison" | "shrink";

export type What =
  | { kind: "slash"; x: number; y: number; w: number; claws: number; colour: string; way: number }
  | { kind: "loss"; x: number; y: number; by: number; seat: number }
  | { kind: "gain"; x: number; y: number; by: number; of: Of; seat: number }
  | { kind: "rubble"; x: number; y: number; w: number; h: number; foot: number; colour: string }
  | { kind: "dust"; x: number; y: number; w: number }
  | { kind: "waves"; x: number; y: number; w: number }
  | { kind: "card"; x: number; y: number; w: number; card: CardInfo; effect: string; seat: number }
  | { kind: "caption"; title: string; by: string; colour: string; fell?: number[] };

/** One of each: what has never been drawn takes several times as long, most of all its letters. */
export function samples(card: CardInfo | undefined): What[] {
  const at = { x: 0, y: 0 };
  const colour = "#fff";
  return [
    { kind: "loss", ...at, by: 1, seat: 0 },
    { kind: "gain", ...at, by: 1, of: "stars", seat: 0 },
    { kind: "caption", title: "A", by: "a", colour },
    { kind: "slash", ...at, w: 40, claws: 2, colour, way: 1 },
    { kind: "rubble", ...at, w: 40, h: 20, foot: 0, colour },
    { kind: "dust", ...at, w: 40 },
    ...(card ? [{ kind: "card", ...at, w: 120, card, effect: "a", seat: 0 } as const] : []),
  ];
}

/** With its usual milliseconds, how long it waits before, and how fast everything goes. */
export type Shown = What & { id: number; ms: number; after: number };

const MOST = 24; // things at a time
export const CARD_HIGH = 92; // pixels that a card at work has at most

type Card = { x: number; y: number; w: number; seat: number };
const apart = (one: Card, other: Card): boolean =>
  one.seat !== other.seat &&
  (Math.abs(one.x - other.x) >= Math.max(one.w, other.w) || Math.abs(one.y - other.y) >= CARD_HIGH);

export class Moments {
  shown = $state.raw<Shown[]>([]);
  private last = 0;

  add(what: What, ms: number, after = 0): void {
    if (ms <= 0) return;
    this.last += 1;
    // One caption at a time, one card beside each monster, and none over another.
    const stays = this.shown.filter(
      (each) =>
        each.kind !== what.kind ||
        (what.kind !== "caption" && (what.kind !== "card" || each.kind !== "card" || apart(each, what))),
    );
    this.shown = [...stays, { ...what, id: this.last, ms, after }].slice(-MOST);
  }

  /** Whether a card that comes here lies over none of another monster. */
  free(there: Card): boolean {
    return this.shown.every((each) => each.kind !== "card" || each.seat === there.seat || apart(each, there));
  }

  /** Whether a card is seen at work already: it does not come up once for each of its victims. */
  tells(card: string, seat: number): boolean {
    return this.shown.some((each) => each.kind === "card" && each.card.id === card && each.seat === seat);
  }

  /** Whether a number is seen over the head of somebody: what they have lost or got. */
  over(seat: number): boolean {
    return this.shown.some((each) => (each.kind === "loss" || each.kind === "gain") && each.seat === seat);
  }

  /** Who has just gone out, as it still stands over the city: whoever goes with them is told in the same breath. */
  get fell(): number[] {
    return this.shown.flatMap((each) => (each.kind === "caption" ? (each.fell ?? []) : []));
  }

  gone(id: number): void {
    this.shown = this.shown.filter((each) => each.id !== id);
  }

  clear(): void {
    if (this.shown.length) this.shown = [];
  }
}
