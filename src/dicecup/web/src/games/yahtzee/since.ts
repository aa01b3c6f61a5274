// What whoever plays Yahtzee should know of what the others have written down since their last turn.
import type { GameEvent } from "../../lib/wire";
import type { News } from "../kit";
import { BOXES, type Box, type YahtzeeView } from "./kit";
import { w } from "./words";

export function since(events: GameEvent[], view: YahtzeeView, seat: number): News[] {
  const filled = events.filter((event) => event.kind === "filled" && event["seat"] !== seat);
  const news: News[] = filled.map((event) => {
    const box = w.boxes[BOXES.indexOf(event["box"] as Box)] ?? "";
    return {
      n: event.n,
      text: w.since.filled(view.names[event["seat"] as number] ?? "", event["points"] as number, box),
    };
  });
  const totals = view.sheets.map((sheet) => sheet.total);
  const mine = totals[seat] ?? 0;
  const best = Math.max(...totals.filter((_, who) => who !== seat));
  const last = filled.at(-1);
  if (!last) return [];
  const leader = view.names[totals.findIndex((total, who) => who !== seat && total === best)] ?? "";
  const tone = mine > best ? "good" : mine < best ? "bad" : undefined;
  return [{ n: last.n, text: w.since.lead(mine - best, leader), ...(tone && { tone }) }, ...news];
}
