// How a computer player speaks: its reasons, which are a few words, as sentences in a voice of its own.

import { capital } from "./house";

/** What is said around a reason, which is a whole sentence by then. */
export type Way = (said: string) => string;

/** A number that looks like chance but is the same for the same numbers. */
export function mixed(...numbers: number[]): number {
  let hash = 2166136261;
  for (const number of numbers) hash = Math.imul(hash ^ (number + 1), 16777619);
  hash = Math.imul(hash ^ (hash >>> 15), 2246822507);
  return (hash ^ (hash >>> 13)) >>> 0;
}

/** A few words as a sentence; the words stay as they are. */
export const sentence = (words: string) => `${capital(words)}${/[.!?…]$/.test(words) ? "" : "."}`;

/** A reason in the ways in which somebody speaks, one after the other: the n-th is told. Its facts stay as they are. */
export function voiced(ways: readonly Way[], reason: string, n: number): string {
  const said = sentence(reason);
  return ways[n % (ways.length || 1)]?.(said) ?? said;
}

/** For whoever gives a reason in every turn of a long game: one of three in their own voice, the others plain. */
export function nowAndThen(ways: readonly Way[], reason: string, n: number): string {
  return mixed(n) % 3 ? sentence(reason) : voiced(ways, reason, mixed(n, 1));
}
