// What else the rules of Yahtzee bring along.
import type { Rules } from "../../lib/wire";

export interface BoxInfo {
  id: string;
  name: string;
  upper: boolean;
  text: string;
}

export interface YahtzeeRules extends Rules {
  boxes: BoxInfo[];
}
