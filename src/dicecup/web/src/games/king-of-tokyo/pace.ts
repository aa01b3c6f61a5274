// How long what happens in Tokyo has the table to itself, in milliseconds at normal speed.
import { MIDDLE_ROLL, WHO_BEGINS, paceOf, touches, type Paces } from "../../lib/pace";
import type { GameEvent } from "../../lib/wire";
import type { Moment } from "../kit";
import type { KingView } from "./kit";

const PACES: Paces = {
  turn: [500, 200],
  rolled: [1250, 950],
  order_roll: WHO_BEGINS,
  rerolled: [900, 500],
  changed: [750, 450],
  camouflage: [1000, 700],
  attacks: [800, 700],
  hurt: [850, 550],
  eliminated: [1600, 1400],
  rescued: [1300, 1000],
  enters: [850, 700],
  leaves: [750, 600],
  stays: [650, 400],
  buys: [1100, 950],
  sweeps: [850, 600],
  takes_over: [1100, 800],
  revealed: [350, 150],
  begins: [800, 600],
  finished: [2100, 2100],
  hidden: [0, 0],
};
const TOGETHER = 130; // with the next of the same kind
const SCORES = ["stars", "hearts", "energy"];

export function pace(event: GameEvent, { view, here, next }: Moment<KingView>): number {
  const { kind } = event;
  const own = here.includes(view.active);
  const near = (own && kind !== "order_roll") || touches(event, here); // nobody's turn yet
  if (kind === "rolled" && !near && (next ? next.kind === "rolled" : view.rolls_left)) return MIDDLE_ROLL;
  if (SCORES.includes(kind) && next && SCORES.includes(next.kind)) return TOGETHER;
  if (kind === "eliminated" && next?.kind === "eliminated") return TOGETHER;
  if (kind === "hurt" && next?.kind === "hurt" && !touches(event, here)) return TOGETHER;
  return paceOf(PACES, kind, near);
}
