// Decisions as the coach sees them, and where in the log a turn ends.
import type { Kit, View } from "../games/kit";
import type { GameEvent, State } from "../lib/wire";

/** A decision that somebody at this screen has to make. */
export interface Juncture {
  seq: number;
  seat: number;
  turn: number;
  is: string; // tells it from all others; the same again when what was chosen is taken back
  told: number; // events that were known
}

/** What tells where a match stands from everywhere else. */
export const standing = ({ view, ask }: State) => JSON.stringify([view, ask]);

/** The decision in which the coach may have a say; null: there is none. */
export function junctureOf<V extends View>(
  state: State,
  kit: Kit<V>,
  here: number[],
  told: number,
): Juncture | null {
  const { seq, ask, view } = state;
  if (!state.coach || !ask?.mine || ask.options.length < 2) return null;
  if (here.length > 1 && (ask.private || kit.secret?.(ask))) return null; // others may see what it says
  return { seq, seat: ask.seat, turn: (view as V).turn, is: standing(state), told };
}

/** The number of the last line of a turn of which so many events were known. */
export function endOf<V extends View>(log: GameEvent[], kit: Kit<V>, told: number): number {
  const begins = (event: GameEvent, at: number) =>
    kit.line?.(event) === "head" || (kit.opens?.(event, log[at - 1]) ?? null) !== null;
  const next = log.findIndex((event, at) => at >= told && begins(event, at));
  return log.slice(0, next < 0 ? log.length : next).findLastIndex((event) => event.text) + 1;
}
