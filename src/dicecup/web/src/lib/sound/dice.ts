// When dice are heard: each touches the table two or three times and comes to lie a little after the one before.
import { DRAWN, FLIGHT, LATER, TOUCHES } from "../tumble";

/** For each of so many dice, in the order in which they land: milliseconds until it touches the table. */
export function strikes(count: number, ms: number): number[][] {
  const part = Math.max(0, ms - DRAWN) / (FLIGHT + (count - 1) * LATER);
  return Array.from({ length: count }, (_, die) =>
    part ? TOUCHES.map((touch) => DRAWN / 2 + (die * LATER + touch * FLIGHT) * part) : [die * 22],
  );
}
