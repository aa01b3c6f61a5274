// How long what happens on the lot has the table to itself, in milliseconds at normal speed.
import { paceOf, touches, type Paces } from "../../lib/pace";
import type { GameEvent } from "../../lib/wire";
import type { Moment } from "../kit";
import type { DeadwoodView } from "./kit";

const PACES: Paces = {
  turn: [450, 200],
  moves: [750, 550],
  turned_up: [1000, 600],
  takes: [900, 650],
  acts: [1300, 950],
  shot: [600, 350],
  paid: [700, 350],
  rehearses: [800, 500],
  upgrades: [900, 700],
  ends: [300, 150],
  wraps: [1000, 800],
  bonus_dice: [1300, 1000],
  bonus: [800, 450],
  freed: [500, 300],
  day_over: [1300, 1300],
  day: [1000, 1000],
  score: [750, 750],
  finished: [1500, 1500],
  hidden: [0, 0],
};
const LOST = 150; // a bonus that nobody gets

export function pace(event: GameEvent, { view, here }: Moment<DeadwoodView>): number {
  const near = here.includes(view.active) || touches(event, here);
  if (event.kind === "bonus" && typeof event["seat"] !== "number") return LOST;
  return paceOf(PACES, event.kind, near);
}
