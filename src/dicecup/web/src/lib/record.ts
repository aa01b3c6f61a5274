// Where a game stands among one's own: the same game by the same rules, with the same name where several share a browser.
import type { Result } from "./wire";

export interface Standing {
  score: number;
  place: number; // 1: none was better
  games: number; // with this one
  ties: boolean; // another one was as good
  best: number | null; // of the others; null: there are none
}

const same = (a: string, b: string) => a.trim().toLowerCase() === b.trim().toLowerCase();

/** How a seat's score in a match compares with the games before and after it; null: nothing is known of it. */
export function standing(
  results: Result[],
  match: string,
  seat: number,
  alike: (a: Result, b: Result) => boolean = () => true,
): Standing | null {
  const here = results.find((each) => each.match === match);
  const mine = here?.seats[seat];
  if (!here || !mine?.mine) return null;
  const shared = here.seats.filter((each) => each.mine).length > 1;
  const others = results
    .filter((each) => each !== here && each.game === here.game && alike(each, here))
    .flatMap(({ seats }) => {
      const own = seats.filter((each) => each.mine);
      // Alone at a browser one is who one is, whatever the name; of several only the one of that name is meant.
      return shared || own.length > 1 ? own.filter((each) => same(each.name, mine.name)) : own;
    })
    .map((each) => each.score);
  return {
    score: mine.score,
    place: 1 + others.filter((score) => score > mine.score).length,
    games: 1 + others.length,
    ties: others.includes(mine.score),
    best: others.length ? Math.max(...others) : null,
  };
}
