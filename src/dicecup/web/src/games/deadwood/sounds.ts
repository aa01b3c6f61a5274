// What is heard in Deadwood besides the dice.
import { audio, noise } from "../../lib/sound";
import type { GameEvent } from "../../lib/wire";

/** A clapperboard for every shot. */
export function heard({ kind }: GameEvent): void {
  const to = kind === "wraps" || kind === "shot" ? audio() : null;
  if (!to) return;
  noise(to, to.currentTime, 0.06, 1800, 0.5);
  noise(to, to.currentTime + 0.03, 0.08, 700, 0.35);
}
