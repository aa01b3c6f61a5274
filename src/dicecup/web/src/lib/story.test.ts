import { expect, test } from "vitest";
import { ceiling, fromChances, fromScores, highs, spread } from "./story";
import type { Whole } from "./wire";

const whole = {
  told: [0, 1, 2, 3, 4, 5, 6],
  turns: [0, 1, 1, 2, 3, 3, 3],
  scores: [
    [0, 0],
    [0, 0],
    [0, 0],
    [9, 0],
    [9, 20],
    [9, 20],
    [12, 20],
  ],
} as unknown as Whole;

test("a point for the start of each turn, and one for the end", () => {
  const points = fromScores(whole);
  expect(points.map((point) => point.stop)).toEqual([0, 1, 3, 4, 6]);
  expect(points.map((point) => point.turn)).toEqual([0, 1, 2, 3, 3]);
  expect(points.at(-1)?.values).toEqual([12, 20]);
});

test("the best and the worst turn count the lead over the others", () => {
  const { best, worst } = highs(fromScores(whole), 0, false);
  expect(best).toEqual({ at: 2, stop: 1, turn: 1, by: 9 });
  expect(worst).toEqual({ at: 3, stop: 3, turn: 2, by: -20 });
  expect(highs(fromScores(whole), 1, false).best?.by).toBe(20);
});

test("of chances the chance itself counts", () => {
  const points = fromChances(whole, {
    stops: [1, 3, 4, 6],
    chances: [
      [0.5, 0.5],
      [0.4, 0.6],
      [0.9, 0.1],
      [1, 0],
    ],
  });
  const { best, worst } = highs(points, 0, true);
  expect([best?.stop, best?.turn, worst?.stop]).toEqual([3, 2, 1]);
  expect(best?.by).toBeCloseTo(0.5);
});

test("alone, the worst turn is the one that gave the least; without turns there is none", () => {
  const alone = [0, 10, 12, 40].map((n, at) => ({ stop: at * 3, turn: at + 1, values: [n] }));
  const { best, worst } = highs(alone, 0, false);
  expect([best?.by, worst?.by]).toEqual([28, 2]);
  expect(highs(alone.slice(0, 1), 0, false)).toEqual({ best: null, worst: null });
});

test("the scale ends at a round number", () => {
  expect([0, 1, 17, 20, 21, 180, 251, 999].map(ceiling)).toEqual([1, 1, 20, 20, 30, 200, 300, 1000]);
});

test("labels do not lie upon each other, and stay inside", () => {
  const places = spread([50, 52, 51, 199, 200], 14, 0, 200);
  const sorted = [...places].sort((a, b) => a - b);
  for (let at = 1; at < sorted.length; at++) {
    expect((sorted[at] as number) - (sorted[at - 1] as number)).toBeGreaterThanOrEqual(13.9);
  }
  expect(sorted[0]).toBeGreaterThanOrEqual(0);
  expect(sorted.at(-1)).toBeLessThanOrEqual(200);
  expect(places[0]).toBeLessThan(places[1] as number);
});
