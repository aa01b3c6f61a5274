// How a game compares with those one has played before, by the same rules.
import { isBranch } from "../../lib/branched";
import { standing, type Standing } from "../../lib/record";
import type { Result } from "../../lib/wire";
import { w } from "./words";

const alike = (a: Result, b: Result) => a.options["rules"] === b.options["rules"];

export function sentence(found: Standing, name: string | null = null): string {
  const { score, place, games, ties, best } = found;
  const whose = w.whose(name);
  if (best === null) return w.firstGame(whose, score);
  if (place > 1) return w.placed(whose, place, games, best);
  return ties ? w.asGood(whose, games) : w.best(whose, games, score - best);
}

/** What there is to say to the seats at this screen; with a name where there are several. */
export function compared(results: Result[], match: string, mine: number[], names: string[]): string[] {
  const whole = results.filter((each) => !isBranch(each.match)); // what was played on from a replay is no game of its own
  return mine.flatMap((seat) => {
    const found = standing(whole, match, seat, alike);
    return found ? sentence(found, mine.length > 1 ? (names[seat] ?? "") : null) : [];
  });
}
