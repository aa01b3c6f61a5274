// How long things have the table to themselves. Time is for what somebody does or suffers who is at this screen; what
// others do among themselves flows: their throws one into the next, small numbers one right after the other.
import type { GameEvent } from "./wire";

/** Milliseconds for an event that concerns somebody here, and for one that does not. */
export type Paces = Record<string, readonly [near: number, far: number]>;

const USUAL = [600, 400] as const;
/** Who begins: the rolls of others flow by, with every tie. */
export const WHO_BEGINS = [900, 150] as const;
/** A roll of somebody else, who rolls on at once. */
export const MIDDLE_ROLL = 560;

/** Whether an event happens to one of these seats, or is the doing of one of them. */
export function touches(event: GameEvent, seats: number[]): boolean {
  const { seat, seats: several, targets } = event;
  return [seat, several, targets].flat().some((each) => seats.includes(each as number));
}

export function paceOf(paces: Paces, kind: string, near: boolean): number {
  return (paces[kind] ?? USUAL)[near ? 0 : 1];
}
