// How much time is left for a decision: counted down here from what the server said last.
import type { ClockInfo } from "./wire";
import { talkWords } from "./words_talk";

/** What the server said, and when that was by this page's clock, in milliseconds. */
export interface Clocked {
  info: ClockInfo;
  at: number;
}

export interface Left {
  free: number; // seconds that cost nothing
  reserve: number;
  all: number;
}

export function left({ info, at }: Clocked, now: number): Left {
  const gone = info.runs ? Math.max(0, now - at) / 1000 : 0;
  const free = Math.max(0, info.free - gone);
  const reserve = Math.max(0, (info.reserves[info.seat] ?? 0) - Math.max(0, gone - info.free));
  return { free, reserve, all: free + reserve };
}

/** As on a clock; what has begun counts, so that 0:00 is the end. */
export function shown(seconds: number): string {
  const whole = Math.ceil(seconds - 1e-6);
  return talkWords.time(Math.floor(whole / 60), String(whole % 60).padStart(2, "0"));
}

const SAID = [30, 10];

/** Which of the moments that are said aloud has just gone by, in seconds; 0: none. */
export function passed(before: number, now: number): number {
  return SAID.findLast((each) => before > each && now <= each) ?? 0;
}

export const LAST = 10; // seconds that are marked
