// What is heard in Yahtzee besides the dice.
import type { Cue } from "../../lib/sound/cues";
import { ended } from "../../lib/sound/ended";
import type { GameEvent } from "../../lib/wire";

export function heard(event: GameEvent, mine: number[]): Cue[] {
  switch (event.kind) {
    case "rolled": {
      const [first, ...rest] = event["dice"] as number[];
      return rest.every((die) => die === first) ? [{ name: "jubilation", great: true, buzz: 160 }] : [];
    }
    case "filled":
      if (!event["points"]) return [{ name: "crossedOut" }];
      return [{ name: "pencil" }, ...(event["box"] === "yahtzee" ? [{ name: "bonus", after: 350 } as const] : [])];
    case "upper_bonus":
    case "yahtzee_bonus":
      return [{ name: "bonus" }];
    case "column":
    case "new_card":
      return [{ name: "card" }];
    case "finished":
      return ended(event, mine);
    default:
      return [];
  }
}
