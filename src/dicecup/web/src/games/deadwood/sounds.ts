// What is heard in Deadwood besides the dice.
import type { Cue } from "../../lib/sound/cues";
import { ended } from "../../lib/sound/ended";
import type { GameEvent } from "../../lib/wire";

const SHUTS = 320; // milliseconds until the clapperboard does
const ARRIVES = 450; // ... and until money does

export function heard(event: GameEvent, mine: number[]): Cue[] {
  switch (event.kind) {
    case "moves":
      return [{ name: "steps" }];
    case "turned_up":
      return [{ name: "card" }];
    case "takes":
      return [{ name: "tally" }];
    case "rehearses":
      return [{ name: "rehearse" }];
    case "acts":
      return [
        { name: "clapper", first: true, after: SHUTS },
        ...(event["success"] ? [] : [{ name: "aww" } as const]),
      ];
    case "shot":
      return [{ name: "crossedOut" }];
    case "paid": {
      const { dollars, credits } = event as GameEvent & { dollars: number; credits: number };
      return [
        ...(dollars ? [{ name: "coins", after: ARRIVES } as const] : []),
        ...(credits ? [{ name: "credits", after: ARRIVES + (dollars ? 200 : 0) } as const] : []),
      ];
    }
    case "wraps":
      return [{ name: "applause" }, { name: "reel", loud: 0.8 }];
    case "bonus":
      return event["dollars"] && typeof event["seat"] === "number" ? [{ name: "coins", after: ARRIVES }] : [];
    case "no_bonus":
    case "stalled":
      return [{ name: "aww", loud: 0.7 }];
    case "upgrades":
      return [
        { name: "coins", loud: 0.8 },
        { name: "rank", after: 180 },
      ];
    case "day_over":
      return [{ name: "night" }];
    case "day":
      return [{ name: "day" }];
    case "scoring":
      return [{ name: "reel" }];
    case "finished":
      return ended(event, mine);
    default:
      return [];
  }
}
