// What is heard in King of Tokyo besides the dice.
import type { Cue } from "../../lib/sound/cues";
import { ended } from "../../lib/sound/ended";
import type { GameEvent } from "../../lib/wire";

const MANY_CLAWS = 5;
const STRIKES = 270; // milliseconds into a leap
const ARRIVES = 560; // ... into a flight from the dice to whoever gets it

export function heard(event: GameEvent, mine: number[]): Cue[] {
  const amount = typeof event["amount"] === "number" ? event["amount"] : 1;
  switch (event.kind) {
    case "begins":
      return [{ name: "growl" }];
    case "rerolled":
      return [{ name: "dieOnTable" }];
    case "changed":
      return [{ name: "kept" }];
    case "attacks":
      return (event["claws"] as number) >= MANY_CLAWS
        ? [{ name: "roar" }, { name: "claws", after: STRIKES, pitch: 0.85 }]
        : [{ name: "claws", after: STRIKES }];
    case "hurt":
      return [{ name: "hit", pitch: amount > 2 ? 0.82 : 1, buzz: Math.min(200, 40 + amount * 25) }];
    case "burns":
    case "marked":
      return [{ name: "hiss" }];
    case "shielded":
    case "untouched":
    case "escaped":
    case "wings":
      return [{ name: "shield" }];
    case "eliminated":
      return [
        { name: "fall", great: true, buzz: 300 },
        { name: "crumble", after: 620, great: true },
      ];
    case "rescued":
      return [{ name: "hearts" }, { name: "stars", after: 250 }];
    case "hearts":
      return amount > 0 ? [{ name: "hearts", after: ARRIVES }] : [{ name: "hiss" }];
    case "cured":
      return [{ name: "hearts", loud: 0.7 }];
    case "energy":
    case "filled":
    case "staked":
      return amount > 0 ? [{ name: "energy", after: ARRIVES }] : [];
    case "stars":
      return amount > 0 ? [{ name: "stars", after: ARRIVES }] : [{ name: "stars", pitch: 0.6 }];
    case "enters":
    case "moves":
    case "moves_up":
      return [{ name: "stomps" }];
    case "leaves":
      return [{ name: "stomps", pitch: 1.15, loud: 0.8 }];
    case "stays":
      return [{ name: "growl" }];
    case "buys":
    case "takes_over":
      return [{ name: "card" }, { name: "energy", after: 90, pitch: 0.7, loud: 0.6 }];
    case "sold":
      return [{ name: "card" }, { name: "energy", after: 90 }];
    case "sweeps":
    case "reshuffled":
      return [{ name: "cards" }];
    case "revealed":
    case "peeked":
      return [{ name: "card", loud: 0.7 }];
    case "extra_turn":
    case "frozen_turn":
      return [{ name: "tally" }];
    case "finished":
      return [{ name: "roar", after: 300, great: true }, ...ended(event, mine, 1000)];
    default:
      return [];
  }
}
