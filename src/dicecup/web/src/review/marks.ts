// What stands out in a reviewed game: where somebody gave something away, and where chance gave or took much.
import type { Grade, Review, Step, Unit } from "./types";

export type Fault = "inaccuracy" | "mistake" | "blunder";
export type Kind = Fault | "lucky" | "unlucky";

/** Something at a step that is marked on the chart, for one of the players. */
export interface Mark {
  at: number; // the step
  kind: Kind;
  by: number; // what it was worth: above 0 what was won, below what was lost
}

export const FAULTS: readonly Grade[] = ["inaccuracy", "mistake", "blunder"];
/** From how much on chance is a stroke of luck. */
const MUCH: Record<Unit, number> = { win: 0.08, points: 8 };
const MOST = 6; // strokes of luck, and as many of bad luck: more would hide the line

export function faultOf(step: Step): Fault | null {
  return step.grade && FAULTS.includes(step.grade) ? (step.grade as Fault) : null;
}

/** The steps at which a seat gave something away. */
export function faultsOf(review: Review, seat: number): number[] {
  return review.steps.flatMap((step, at) => (step.seat === seat && faultOf(step) ? [at] : []));
}

/** What is marked for a seat, in the order of the game. */
export function marksOf(review: Review, seat: number): Mark[] {
  const faults = faultsOf(review, seat).map((at): Mark => {
    const step = review.steps[at] as Step;
    return { at, kind: faultOf(step) as Fault, by: -step.chosen.loss };
  });
  const fell = review.steps
    .map((step, at) => ({ at, by: step.luck[seat] ?? 0 }))
    .filter(({ by }) => Math.abs(by) >= MUCH[review.unit])
    .sort((a, b) => Math.abs(b.by) - Math.abs(a.by));
  const strokes = [fell.filter(({ by }) => by > 0), fell.filter(({ by }) => by < 0)]
    .flatMap((some) => some.slice(0, MOST))
    .map(({ at, by }): Mark => ({ at, by, kind: by > 0 ? "lucky" : "unlucky" }));
  return [...faults, ...strokes].sort((a, b) => a.at - b.at);
}

/** The next of these steps after one, or the last before it; none: null. */
export function beside(steps: number[], at: number, way: 1 | -1): number | null {
  const found = way > 0 ? steps.find((each) => each > at) : steps.findLast((each) => each < at);
  return found ?? null;
}

/** The step that belongs to a stop of the replay: the decision that is made there; after the last one, the end. */
export function stepAt(steps: Step[], stop: number): number {
  const asked = steps.findLastIndex((step) => step.stop === stop);
  if (asked >= 0) return asked;
  const next = steps.findIndex((step) => step.stop > stop); // what was decided here was taken back
  return next < 0 ? steps.length : next;
}
