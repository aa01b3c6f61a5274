// The books of a game: what was expected at the start, and what luck and errors made of it, line by line.

const LINES = ["start", "own_luck", "others_luck", "own_errors", "others_errors", "rest"] as const;

export type Row = (typeof LINES)[number] | "result";

/** The rows that are shown, the sum last: whoever plays alone has no others. */
export function rowsOf(seats: number): Row[] {
  return [...LINES.filter((line) => seats > 1 || !line.startsWith("others")), "result"];
}

/** Luck as everything else tells it, which is one's own; what the others' luck did is a row of its own. */
export function luckOf(seats: number): ("own_luck" | "others_luck")[] {
  return seats > 1 ? ["own_luck", "others_luck"] : ["own_luck"];
}
