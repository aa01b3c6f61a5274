// The chart of a reviewed game: a line for each player over all decisions. Numbers only; Chart.svelte draws them.
import type { Review } from "./types";

export interface Frame {
  left: number;
  top: number;
  width: number; // of the plot itself
  height: number;
}

/** What everybody could hope for at each decision, and at last what they got. */
export function valuesOf(review: Review): number[][] {
  return [...review.steps.map((step) => step.before), review.result];
}

/** The lower and the upper end of the scale: all of it for chances, what is needed of it for points. */
export function boundsOf(review: Review): [number, number] {
  return review.unit === "win" ? [0, 1] : around(valuesOf(review).flat(), 5);
}

/** Round numbers below and above all of these, apart by a multiple of `finest`. */
export function around(all: number[], finest = 0.25): [number, number] {
  const [least, most] = [Math.min(...all), Math.max(...all)];
  const steps = [0.25, 0.5, 1, 2, 5, 10, 20, 25, 50, 100, 200, 500].filter((each) => each >= finest);
  const step = steps.find((each) => (most - least) / each <= 4) ?? 1000;
  const low = Math.floor(least / step) * step;
  return [low, Math.max(low + step, Math.ceil(most / step) * step)];
}

/** Where the lines of the scale are. */
export function scaleOf([low, high]: [number, number]): number[] {
  return [low, (low + high) / 2, high];
}

/** Lines over a row of moments, as numbers: where each value lies on the drawing. */
export class Lines {
  constructor(
    readonly values: number[][], // at each moment one for each line
    readonly bounds: [number, number],
    readonly frame: Frame,
  ) {}

  get last(): number {
    return this.values.length - 1;
  }

  x(at: number): number {
    return this.frame.left + (at / Math.max(1, this.last)) * this.frame.width;
  }

  y(value: number): number {
    const [low, high] = this.bounds;
    return this.frame.top + (1 - (value - low) / (high - low)) * this.frame.height;
  }

  /** The height of a line at a moment. */
  height(at: number, line: number): number {
    return this.y(this.values[at]?.[line] ?? 0);
  }

  path(line: number): string {
    return this.values
      .map((_, at) => `${at ? "L" : "M"}${this.x(at).toFixed(1)} ${this.height(at, line).toFixed(1)}`)
      .join("");
  }

  /** The moment that lies nearest to a place on the chart. */
  nearest(x: number): number {
    const at = Math.round(((x - this.frame.left) / Math.max(1, this.frame.width)) * this.last);
    return Math.max(0, Math.min(this.last, at));
  }
}

/** A line for each player over the steps of a review. */
export class Plot extends Lines {
  constructor(
    readonly review: Review,
    frame: Frame,
  ) {
    super(valuesOf(review), boundsOf(review), frame);
  }

  /** Where turns begin, as many as there is room to name; always the first. */
  turns(room: number): { at: number; turn: number }[] {
    const begins: { at: number; turn: number }[] = [];
    this.review.steps.forEach(({ turn }, at) => {
      if (turn > 0 && turn !== begins.at(-1)?.turn) begins.push({ at, turn });
    });
    const many = Math.max(1, Math.floor(this.frame.width / room));
    const every = [1, 2, 5, 10, 20, 25, 50, 100].find((each) => begins.length / each <= many) ?? begins.length;
    const first = begins[0]?.turn ?? 1;
    return begins.filter(({ turn }) => turn === first || turn % every === 0).filter(this.apart(room));
  }

  /** The first step of the next turn, or of this one and then of the one before. */
  turnBeside(at: number, way: 1 | -1): number {
    const { steps } = this.review;
    const turn = steps[Math.min(at, steps.length - 1)]?.turn ?? 0;
    if (way > 0) {
      const next = steps.findIndex((step, there) => there > at && step.turn !== turn);
      return next < 0 ? this.last : next;
    }
    const before = steps[at - 1]?.turn;
    return before === undefined ? 0 : steps.findIndex((step) => step.turn === before);
  }

  private apart(room: number) {
    let free = -Infinity;
    return ({ at }: { at: number }) => {
      if (this.x(at) < free) return false;
      free = this.x(at) + room;
      return true;
    };
  }
}
