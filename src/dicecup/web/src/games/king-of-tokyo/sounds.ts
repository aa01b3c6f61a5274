// What is heard in King of Tokyo besides the dice.
import { audio, hum } from "../../lib/sound";
import type { GameEvent } from "../../lib/wire";

/** A monster that is hurt growls. */
export function heard({ kind }: GameEvent): void {
  const to = kind === "hurt" || kind === "eliminated" ? audio() : null;
  if (to) hum(to, to.currentTime, 0.5, 95, 48, 0.22);
}
