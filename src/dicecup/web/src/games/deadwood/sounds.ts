// What is heard in Deadwood besides the dice.
import { sound } from "../../lib/sound";
import type { GameEvent } from "../../lib/wire";

/** A clapperboard for every shot. */
export function heard({ kind }: GameEvent): void {
  if (kind === "wraps" || kind === "shot") sound.play("clapper");
}
