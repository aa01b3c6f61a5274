// When dice are heard: each touches the table two or three times and comes to lie a little after the one before.
const FLIGHT = 480; // milliseconds from the hand to where a die lies, if there is time for that
const LATER = 58;
const DRAWN = 60;
const TOUCHES = [0.4, 0.69, 0.88]; // of its flight

/** For each of so many dice, in the order in which they land: milliseconds until it touches the table. */
export function strikes(count: number, ms: number): number[][] {
  const part = Math.max(0, ms - DRAWN) / (FLIGHT + (count - 1) * LATER);
  return Array.from({ length: count }, (_, die) =>
    part ? TOUCHES.map((touch) => DRAWN / 2 + (die * LATER + touch * FLIGHT) * part) : [die * 22],
  );
}
