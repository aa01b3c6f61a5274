// What else the rules of King of Tokyo bring along.
import type { Rules } from "../../lib/wire";

export interface CardInfo {
  id: string;
  name: string;
  other_name: string;
  cost: number;
  kind: "keep" | "discard";
  about: string; // claws, dice, stars, hearts, energy, cards; empty: everything, or nobody knows
  text: string;
  detail?: string;
}

export interface KingRules extends Rules {
  cards: CardInfo[];
}
