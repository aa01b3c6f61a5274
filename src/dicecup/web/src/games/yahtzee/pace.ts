// How long what happens in Yahtzee has the table to itself, in milliseconds at normal speed.
import { MIDDLE_ROLL, WHO_BEGINS, paceOf, touches, type Paces } from "../../lib/pace";
import type { GameEvent } from "../../lib/wire";
import type { Moment } from "../kit";
import { ROLLS, type YahtzeeView } from "./kit";

const PACES: Paces = {
  rolled: [1150, 900],
  order_roll: WHO_BEGINS,
  filled: [1000, 750],
  new_card: [500, 500],
  stopped: [300, 0],
  yahtzee_bonus: [1000, 900],
  upper_bonus: [900, 800],
  hidden: [0, 0],
};

export function pace(event: GameEvent, { view, here, next }: Moment<YahtzeeView>): number {
  const near = touches(event, here);
  if (event.kind === "rolled" && !near && (next ? next.kind === "rolled" : view.rolls < ROLLS)) return MIDDLE_ROLL;
  return paceOf(PACES, event.kind, near);
}
