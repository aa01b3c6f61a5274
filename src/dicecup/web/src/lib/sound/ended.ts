// How the end of a game sounds to whoever sits at this screen.
import type { GameEvent } from "../wire";
import type { Cue } from "./cues";

/** A fanfare for whoever has won, and for whoever only watched; a sad horn for everybody else. */
export function ended(event: GameEvent, mine: number[], after = 0): Cue[] {
  const winners = Array.isArray(event["winners"]) ? (event["winners"] as number[]) : [];
  const lost = mine.length > 0 && !mine.some((seat) => winners.includes(seat));
  return [{ name: lost ? "sad" : "fanfare", after, great: true }];
}
