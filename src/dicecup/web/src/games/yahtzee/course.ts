// On course for the bonus: three of each number make 63.
import { OPEN, UPPER_GOAL, type Sheet } from "./kit";

const PAR = 3; // of each number
const MOST = 5;

export interface Course {
  state: "fresh" | "reached" | "lost" | "open";
  ahead: number; // of three of each number so far; below 0: behind
  missing: number;
}

export function courseOf({ boxes, upper }: Pick<Sheet, "boxes" | "upper">): Course {
  const filled = boxes.slice(0, 6).map((points) => points !== OPEN);
  const sum = (which: boolean) => filled.reduce((all, is, at) => (is === which ? all + at + 1 : all), 0);
  const missing = UPPER_GOAL - upper;
  const ahead = upper - PAR * sum(true);
  if (missing <= 0) return { state: "reached", ahead, missing: 0 };
  if (upper + MOST * sum(false) < UPPER_GOAL) return { state: "lost", ahead, missing };
  return { state: filled.some(Boolean) ? "open" : "fresh", ahead, missing };
}
