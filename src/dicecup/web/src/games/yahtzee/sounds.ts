// What is heard in Yahtzee besides the dice.
import { sound } from "../../lib/sound";
import type { GameEvent } from "../../lib/wire";

/** A pencil on paper for every box. */
export function heard({ kind }: GameEvent): void {
  if (kind === "filled") sound.play("pencil");
}
