// The shapes of marks, on a field from -8 to 8: they are told apart without colours.
import type { Kind } from "./marks";
import type { Grade } from "./types";

export const SHAPES: Record<Kind | Grade, string> = {
  best: "M-6 0 -2 4.500 6 -4.500 4 -6 -2 1 -4 -2z", // a tick
  good: "M0 -4A4 4 0 1 1 0 4A4 4 0 1 1 0 -4z", // a dot
  inaccuracy: "M-7 -2.200H7V2.200H-7z", // a bar
  mistake: "M0 -7 7 0 0 7 -7 0z", // a diamond
  blunder: "M-7 -4.500-4.500-7 0-2.500 4.500-7 7-4.500 2.500 0 7 4.500 4.500 7 0 2.500-4.500 7-7 4.500-2.500 0z", // a cross
  lucky: "M0 -7 7 5.500H-7z", // up
  unlucky: "M0 7 7 -5.500H-7z", // down
};

/** How a mark is coloured: what was given away, what chance did, what was well done. */
export const TONES: Record<Kind | Grade, string> = {
  best: "var(--good)",
  good: "var(--good)",
  inaccuracy: "var(--star)",
  mistake: "var(--accent)",
  blunder: "var(--bad)",
  lucky: "var(--good)",
  unlucky: "var(--ink-2)",
};
