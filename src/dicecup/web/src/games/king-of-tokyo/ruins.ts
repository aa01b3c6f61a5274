// What the monsters have made of the city: told by the log and the hearts that are left, so that it is the same after
// a reload, an undo, and in a replay that goes backwards.
import type { GameEvent } from "../../lib/wire";
import { TOWER, type Stage } from "./skyline";

const BORN_WITH = 10; // hearts, of a monster that starts again

/** What an event made of the hearts of its seat. */
function hearts(event: GameEvent): { before: number; after: number } | null {
  const now = event["now"] as number;
  const amount = event["amount"] as number;
  if (event.kind === "hurt") return { before: now + amount, after: now };
  if (event.kind === "hearts") return { before: now - amount, after: now };
  if (event.kind === "rescued") return { before: 0, after: BORN_WITH };
  return null;
}

/**
 * All hearts that were lost so far. The log keeps what was taken back, and does not say which lines those were: whoever
 * has other hearts now than such a line left them never lost those.
 */
export function damageOf(log: readonly GameEvent[], left: readonly number[]): number {
  const now = [...left];
  let undone = false;
  let damage = 0;
  for (let at = log.length - 1; at >= 0; at--) {
    const event = log[at] as GameEvent;
    undone ||= event.kind === "took_back";
    const seat = event["seat"] as number;
    const change = hearts(event);
    if (!change || (undone && change.after !== now[seat])) continue;
    now[seat] = change.before;
    damage += Math.max(0, change.before - change.after);
  }
  return damage;
}

const BUILDINGS = TOWER + 1;
const LATER = 6; // buildings break before the first of them is in ruins
/** Which building gives way next: all over the city, each twice. */
const BLOWS: number[] = Array.from({ length: BUILDINGS + LATER }, (_, at) => [at, at - LATER])
  .flat()
  .filter((at) => at >= 0 && at < BUILDINGS)
  .map((at) => (at * 7) % BUILDINGS);
// Hearts lost for each rival at the table until nothing is left standing. An average game ends when about three quarters
// of it are broken: four monsters lose 44 hearts, half of all games between 36 and 57.
const PER_RIVAL = 20;

/** How every building stands after so much damage. */
export function stagesOf(damage: number, seats: number): Stage[] {
  const stages = new Array<Stage>(BUILDINGS).fill(0);
  const blows = Math.ceil((damage * BLOWS.length) / (PER_RIVAL * Math.max(1, seats - 1)));
  for (const at of BLOWS.slice(0, blows)) stages[at] = ((stages[at] ?? 0) + 1) as Stage;
  return stages;
}
