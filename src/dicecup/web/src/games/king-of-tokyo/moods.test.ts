import { expect, test } from "vitest";
import type { Monster } from "./kit";
import { MOODS, moodOf } from "./moods";

const monster = (more: Partial<Monster> = {}) =>
  ({ character: "Kraken", hearts: 8, stars: 4, energy: 2, place: "outside", cards: [], ...more }) as Monster;

test("how a monster stands shows on its face", () => {
  expect(moodOf(monster())).toBe("calm");
  expect(moodOf(monster({ hearts: 3 }))).toBe("scared");
  expect(moodOf(monster({ hearts: 0 }))).toBe("out");
  expect(moodOf(monster({ place: "city", stars: 12 }))).toBe("smug");
  expect(moodOf(monster({ stars: 12 }))).toBe("calm"); // many stars alone are nothing to boast of
  expect(moodOf(monster({ place: "bay", stars: 12, hearts: 2 }))).toBe("scared");
});

test("what has just happened comes first", () => {
  expect(moodOf(monster({ hearts: 2 }), -2)).toBe("hurt");
  expect(moodOf(monster({ hearts: 2 }), 0, 1)).toBe("glad");
  expect(moodOf(monster({ hearts: 2 }), 1)).toBe("glad");
  expect(moodOf(monster({ hearts: 2 }), 0, 0, { attacks: true })).toBe("angry");
  expect(moodOf(monster(), -1, 0, { attacks: true })).toBe("hurt"); // its own cards can hurt it
});

test("it sleeps while whoever plays it is away, until something happens to it", () => {
  expect(moodOf(monster(), 0, 0, { away: true })).toBe("asleep");
  expect(moodOf(monster({ hearts: 1 }), 0, 0, { away: true })).toBe("asleep");
  expect(moodOf(monster(), -1, 0, { away: true })).toBe("hurt");
  expect(moodOf(monster({ hearts: 0 }), 0, 0, { away: true })).toBe("out");
});

test("no mood was drawn for nothing", () => {
  const low = [monster(), monster({ hearts: 2 }), monster({ hearts: 0 }), monster({ place: "city", stars: 10 })];
  const moved = [moodOf(low[0]!, -1), moodOf(low[0]!, 1)];
  const stirred = [{ attacks: true }, { away: true }].map((more) => moodOf(low[0]!, 0, 0, more));
  expect(new Set([...low.map((each) => moodOf(each)), ...moved, ...stirred])).toEqual(new Set(MOODS));
});
