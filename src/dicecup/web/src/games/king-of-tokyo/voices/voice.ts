// What every monster has to say, and when.
import type { Way } from "../../../lib/voice";

export type Occasion =
  | "great" // dice that could not be better
  | "bad" // ... or worse
  | "attacks"
  | "hurt" // badly
  | "low" // on the last hearts
  | "enters"
  | "leaves"
  | "stays"
  | "buys"
  | "knocks" // somebody out
  | "dies"
  | "wins"
  | "waits"; // for somebody who takes a long time

export interface Voice {
  /** Short, and true whatever the numbers are. */
  remarks: Record<Occasion, readonly string[]>;
  /** How it gives a reason. */
  reasons: readonly Way[];
}
