// The way from one lot to another: through the doors, by as few of them as can be.
import type { AreaInfo } from "./rules";

/** A point on the lot, in cells of its grid of four by four. */
export interface Point {
  x: number;
  y: number;
}

export interface Door extends Point {
  between: [string, string];
  upright: boolean; // in a wall that runs up and down
}

/** A door in the middle of every wall that two areas share. */
export function doorsOf(areas: AreaInfo[]): Door[] {
  const found: Door[] = [];
  for (const a of areas) {
    for (const b of areas) {
      if (a.slug >= b.slug || !a.neighbours.includes(b.slug)) continue;
      const top = Math.max(a.row, b.row);
      const bottom = Math.min(a.row + a.rows, b.row + b.rows);
      const left = Math.max(a.col, b.col);
      const right = Math.min(a.col + a.cols, b.col + b.cols);
      const between: [string, string] = [a.slug, b.slug];
      if (bottom > top) found.push({ x: left, y: (top + bottom) / 2, upright: true, between });
      else found.push({ x: (left + right) / 2, y: top, upright: false, between });
    }
  }
  return found;
}

export function middleOf({ row, col, rows, cols }: AreaInfo): Point {
  return { x: col + cols / 2, y: row + rows / 2 };
}

/** Which way an arrow in a door points that leads into an area, in degrees from the right. */
export function pointsTo({ x, y, upright }: Door, into: AreaInfo): number {
  const middle = middleOf(into);
  if (upright) return middle.x > x ? 0 : 180;
  return middle.y > y ? 90 : -90;
}

/** The points one walks through from one area to another: doors, and the middle of every area in between. */
export function wayThrough(areas: Record<string, AreaInfo>, doors: Door[], from: string, to: string): Point[] {
  const came: Record<string, string> = { [from]: from };
  const queue = [from];
  for (const slug of queue) {
    for (const next of areas[slug]?.neighbours ?? []) {
      if (next in came) continue;
      came[next] = slug;
      queue.push(next);
    }
  }
  if (!(to in came)) return [];
  const points: Point[] = [];
  for (let at = to; at !== from; at = came[at]!) {
    const before = came[at]!;
    const door = doors.find(({ between }) => between.includes(at) && between.includes(before));
    if (door) points.unshift({ x: door.x, y: door.y });
    const area = areas[before];
    if (before !== from && area) points.unshift(middleOf(area));
  }
  return points;
}

const STEP = 16; // pixels
const MOST = 28; // steps that are drawn

/** The frames of a walk along these points, in pixels from where it ends; it ends at 0, 0. */
export function gait(points: Point[]): Keyframe[] {
  const legs = points.slice(1).map((point, at) => {
    const from = points[at]!;
    return { from, to: point, long: Math.hypot(point.x - from.x, point.y - from.y) };
  });
  const whole = legs.reduce((sum, leg) => sum + leg.long, 0);
  if (!whole) return [];
  const steps = Math.min(MOST, Math.max(2, Math.round(whole / STEP)));
  return Array.from({ length: steps + 1 }, (_, step) => {
    let gone = (step / steps) * whole;
    const leg = legs.find((one) => gone <= one.long || ((gone -= one.long), false)) ?? legs.at(-1)!;
    const part = leg.long ? Math.min(1, gone / leg.long) : 1;
    const x = leg.from.x + (leg.to.x - leg.from.x) * part;
    const y = leg.from.y + (leg.to.y - leg.from.y) * part;
    const resting = step === 0 || step === steps;
    const tilt = resting ? 0 : step % 2 ? 9 : -9;
    const bob = step % 2 && !resting ? -4 : 0;
    return { transform: `translate(${x.toFixed(1)}px, ${(y + bob).toFixed(1)}px) rotate(${tilt}deg)` };
  });
}
