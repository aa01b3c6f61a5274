// What this browser keeps of the tables it sits at: the key of its own seat, and what it adds to the dice of the next
// game, so that a reload changes nothing.
import { putBack, shelf } from "./shelf";

export interface Kept {
  key?: string; // of one's own seat
  seal?: string; // of the next game's dice,
  nonce?: string; // what this browser adds to them,
  added?: boolean; // and whether the server has it
  games?: number; // so many had been played before
  match?: string; // the last one that this browser was at
}

const KEY = "dicecup.parties";
const MOST = 60;

const book = () => shelf<Kept>(KEY);

export const keptOf = (party: string): Kept => book()[party] ?? {};

/** Keep this of a party too; the tables one came to last are kept. */
export function keepOf(party: string, more: Kept): void {
  const { [party]: before, ...others } = book();
  // A browser that keeps nothing has its cookie, and the link of the seat.
  putBack(KEY, { ...others, [party]: { ...before, ...more } }, MOST);
}

/** The party with which this browser was at a match, if it knows one. */
export function partyOf(match: string): string {
  return Object.entries(book()).find(([, kept]) => kept.match === match)?.[0] ?? "";
}

export function forgetOf(party: string): void {
  const { [party]: gone, ...others } = book();
  if (gone) putBack(KEY, others, MOST);
}
