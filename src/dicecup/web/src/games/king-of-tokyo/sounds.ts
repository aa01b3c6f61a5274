// What is heard in King of Tokyo besides the dice.
import { sound } from "../../lib/sound";
import type { GameEvent } from "../../lib/wire";

/** A monster that is hurt growls. */
export function heard({ kind }: GameEvent): void {
  if (kind === "hurt" || kind === "eliminated") sound.play("growl");
}
