// Notes of what happened at the table besides the game, each at its place in the log.
import type { GameEvent, Line } from "./wire";

/** By the number of the line of the log below which they stand; 0: above the first one. */
export function placed(shown: GameEvent[], notes: Line[]): Map<number, Line[]> {
  const found = new Map<number, Line[]>();
  for (const note of notes) {
    const below = shown.findLast((event) => event.n <= note.told)?.n ?? 0;
    found.set(below, [...(found.get(below) ?? []), note]);
  }
  return found;
}

/** Those of a match that everybody is told, oldest first. */
export const notesOf = (lines: Line[], match: string) =>
  lines.filter((line) => line.kind === "note" && line.match === match);
