// How long dice tumble before one sees what they show, and before anything says it.
import { calm, likes } from "./settings.svelte";

const TUMBLE = { normal: 620, fast: 320, off: 0 }; // milliseconds
const LATER = 18.5; // each die lands a little after the one before

export function tumbling(slot: number): number {
  const ms = calm() ? 0 : TUMBLE[likes.speed];
  return ms && ms + slot * LATER;
}

const DRAWN = 60; // until the first of it is on the screen

/** When the last of them lies. */
export function landing(slots: number[]): number {
  const ms = Math.max(0, ...slots.map(tumbling));
  return ms && ms + DRAWN;
}
