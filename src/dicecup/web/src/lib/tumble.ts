// How long dice tumble before one sees what they show, and before anything says it. `tempo` is that of the throw: a
// part of the usual time; 0: they do not tumble.

const TUMBLE = 620; // milliseconds
const LATER = 18.5; // each die lands a little after the one before

export function tumbling(slot: number, tempo: number): number {
  return tempo * (TUMBLE + slot * LATER);
}

const DRAWN = 60; // until the first of it is on the screen

/** When the last of them lies. */
export function landing(slots: number[], tempo: number): number {
  const ms = Math.max(0, ...slots.map((slot) => tumbling(slot, tempo)));
  return ms && ms + DRAWN;
}
