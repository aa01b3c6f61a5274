import { expect, test } from "vitest";
import { scaleOf, suggestedFor } from "./rating";
import type { GameRating, Ratings } from "./wire";

const RATING: GameRating = {
  game: "yahtzee",
  title: "Yahtzee",
  games: 7,
  left_out: 0,
  mu: 25,
  sigma: 4,
  low: 17,
  high: 33,
  words: "",
  levels: [
    { level: "easy", mu: 20 },
    { level: "hard", mu: 30 },
  ],
  tables: [
    { seats: 2, par: 0.5, aim: 0.6, chances: [], suggested: "easy" },
    { seats: 3, par: 0.33, aim: 0.43, chances: [], suggested: null },
  ],
};
const RATINGS: Ratings = { enough: 5, games: [RATING] };

test("a level is suggested for this game and this number of players, if one is", () => {
  expect(suggestedFor(RATINGS, "yahtzee", 2)).toBe("easy");
  expect(suggestedFor(RATINGS, "yahtzee", 3)).toBe(null);
  expect(suggestedFor(RATINGS, "yahtzee", 4)).toBe(null);
  expect(suggestedFor(RATINGS, "deadwood", 2)).toBe(null);
  expect(suggestedFor(null, "yahtzee", 2)).toBe(null);
});

test("the line holds all levels, with room beside them, and what is beyond stands at its end", () => {
  const scale = scaleOf(RATING);
  expect(scale?.me).toBe(50);
  expect(scale?.marks.map(({ at }) => Math.round(at))).toEqual([17, 83]);
  expect(scale?.left).toBe(0);
  expect(scale?.width).toBe(100);
  expect(scaleOf({ ...RATING, mu: 99, low: 98, high: 100 })?.me).toBe(100);
  expect(scaleOf({ ...RATING, mu: null, low: null, high: null })).toBe(null);
  expect(scaleOf({ ...RATING, levels: [] })).toBe(null);
});
