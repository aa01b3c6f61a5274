// What a rating is good for elsewhere in the page.
import type { GameRating, Ratings } from "./wire";

/** The level that would make a good game at a table of so many; none if too little is known. */
export function suggestedFor(ratings: Ratings | null, game: string, seats: number): string | null {
  const found = ratings?.games.find((each) => each.game === game);
  return found?.tables.find((each) => each.seats === seats)?.suggested ?? null;
}

export interface Scale {
  left: number; // of the range, in percent
  width: number;
  me: number;
  marks: { level: string; at: number }[];
}

/** Where everything is on a line that holds all levels and the whole range. */
export function scaleOf(rating: GameRating): Scale | null {
  if (rating.mu === null || rating.low === null || rating.high === null || !rating.levels.length) return null;
  const known = rating.levels.map((each) => each.mu);
  const gap = (Math.max(...known) - Math.min(...known)) / 4 || 5;
  const least = Math.min(...known) - gap;
  const most = Math.max(...known) + gap;
  const at = (mu: number) => (100 * (Math.min(Math.max(mu, least), most) - least)) / (most - least);
  return {
    left: at(rating.low),
    width: at(rating.high) - at(rating.low),
    me: at(rating.mu),
    marks: rating.levels.map(({ level, mu }) => ({ level, at: at(mu) })),
  };
}
