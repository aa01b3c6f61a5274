// Accuracy and luck over many games, as numbers to draw.
import type { MineMoment } from "../lib/wire";

const LATELY = 10; // games of which an average says something

const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** At each game its accuracy, and the average of the last ten up to it. */
export function accuracies(course: MineMoment[]): number[][] {
  const all = course.flatMap(({ accuracy }) => (accuracy === null ? [] : [accuracy]));
  return all.map((value, at) => [value, mean(all.slice(Math.max(0, at + 1 - LATELY), at + 1))]);
}

/** How accurate one was lately, and in as many games before; null where there are too few of those. */
export function lately(course: MineMoment[]): { now: number; before: number | null } | null {
  const all = accuracies(course).map(([value = 0]) => value);
  if (!all.length) return null;
  const before = all.slice(-2 * LATELY, -LATELY);
  return { now: mean(all.slice(-LATELY)), before: before.length === LATELY ? mean(before) : null };
}

/** All luck up to each game, beginning with none. */
export function lucks(course: MineMoment[], unit: MineMoment["unit"]): number[][] {
  let sum = 0;
  return [[0], ...course.filter((one) => one.unit === unit).map(({ luck }) => [(sum += luck)])];
}
