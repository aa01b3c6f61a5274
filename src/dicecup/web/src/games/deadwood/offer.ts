// What a place next door has for an actor, in a few words: a role with its odds and pay, or why there is none.
import { OFFICE, sceneAt, type DeadwoodView } from "./kit";
import type { DeadwoodRules } from "./rules";
import { w } from "./words";

/** How likely it is to succeed, in per cent. */
export function chance(budget: number, chips: number): number {
  return Math.round((Math.min(6, Math.max(0, 7 - (budget - chips))) / 6) * 100);
}

export function offer(view: DeadwoodView, seat: number, area: string, rules: DeadwoodRules): string {
  const actor = view.actors[seat]!;
  const lot = view.sets[area];
  if (area === OFFICE) {
    const paid = Object.entries(rules.prices)
      .filter(([, price]) => actor.dollars >= price.dollars || actor.credits >= price.credits)
      .map(([rank]) => Number(rank));
    const best = Math.max(0, ...paid);
    return best > actor.rank ? w.canPay(best) : w.cannotPay;
  }
  if (!lot) return w.walkNote;
  if (lot.status === "wrapped") return w.wrapped;
  if (lot.status === "closed") return w.closed;
  const free = lot.roles.filter(([, , , player]) => player === null);
  const fit = free.filter(([, , rank]) => rank <= actor.rank);
  const scene = sceneAt(view, area, rules);
  if (!scene) return fit.length ? w.faceDownShort : w.faceDownNoExtra;
  if (!fit.length) return free.length ? w.noRole : w.allTaken;
  const percent = chance(scene.budget, 0);
  return fit.some(([on]) => on === "card") ? w.asStar(percent) : w.asExtra(percent);
}
