// What is heard in Yahtzee besides the dice.
import { audio, noise } from "../../lib/sound";
import type { GameEvent } from "../../lib/wire";

/** A pencil on paper for every box. */
export function heard({ kind }: GameEvent): void {
  const to = kind === "filled" ? audio() : null;
  if (!to) return;
  for (let i = 0; i < 3; i++) noise(to, to.currentTime + i * 0.09, 0.08, 3200, 0.12);
}
