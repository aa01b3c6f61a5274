// The story of a game in numbers: how everybody stood turn by turn, and when it went best and worst for somebody.
import type { Chances, Whole } from "./wire";

/** How everybody stood when a turn began; the last one is the end. */
export interface Point {
  stop: number;
  turn: number;
  values: number[];
}

/** A turn that changed much, and where in the replay it begins. */
export interface High {
  at: number; // the point after it
  stop: number;
  turn: number;
  by: number;
}

export function fromScores(whole: Whole): Point[] {
  const points: Point[] = [];
  const last = whole.told.length - 1;
  whole.turns.forEach((turn, stop) => {
    if (stop === last || turn !== points.at(-1)?.turn) {
      points.push({ stop, turn, values: whole.scores[stop] ?? [] });
    }
  });
  return points;
}

export function fromChances(whole: Whole, { stops, chances }: Chances): Point[] {
  return stops.map((stop, at) => ({ stop, turn: whole.turns[stop] ?? 0, values: chances[at] ?? [] }));
}

/** What counts for a seat: its chance, or how far it is ahead of the best of the others. */
function worth(values: number[], seat: number, chance: boolean): number {
  const own = values[seat] ?? 0;
  const others = values.filter((_, at) => at !== seat);
  return chance || !others.length ? own : own - Math.max(...others);
}

export function highs(points: Point[], seat: number, chance: boolean): { best: High | null; worst: High | null } {
  let best: High | null = null;
  let worst: High | null = null;
  const alone = (points[0]?.values.length ?? 0) < 2;
  for (let at = 1; at < points.length; at++) {
    const [before, after] = [points[at - 1] as Point, points[at] as Point];
    const by = worth(after.values, seat, chance) - worth(before.values, seat, chance);
    const high = { at, stop: before.stop, turn: before.turn, by };
    if (before.turn === 0) continue; // rolling for the first turn is nobody's doing
    if (by > (best?.by ?? 0)) best = high;
    if (by < (worst?.by ?? (alone ? Infinity : 0))) worst = high;
  }
  return { best, worst };
}

/** A round number at or above the largest value, for the upper end of the scale. */
export function ceiling(largest: number): number {
  const unit = 10 ** Math.floor(Math.log10(Math.max(1, largest)));
  return unit * ([1, 2, 3, 4, 5, 6, 8].find((n) => n * unit >= largest) ?? 10);
}

/** Places for labels as near to where they belong as their height allows. */
export function spread(wanted: number[], height: number, top: number, bottom: number): number[] {
  const order = wanted.map((y, at) => ({ y, at })).sort((a, b) => a.y - b.y);
  const room = Math.min(height, (bottom - top) / Math.max(1, order.length - 1));
  let free = top;
  for (const one of order) {
    one.y = Math.max(one.y, free);
    free = one.y + room;
  }
  let limit = bottom;
  for (const one of order.reverse()) {
    one.y = Math.min(one.y, limit);
    limit = one.y - room;
  }
  const places = wanted.slice();
  for (const { y, at } of order) places[at] = y;
  return places;
}
