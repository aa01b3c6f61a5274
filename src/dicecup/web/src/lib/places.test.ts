import { expect, test } from "vitest";
import { marginOf, placed } from "./places";

const row = (who: string, won: number, lasted: number, stars: number) => ({ who, won, lasted, stars });
const places = (...rows: ReturnType<typeof row>[]) =>
  placed(rows, ({ won, lasted, stars }) => [won, lasted, stars]).map(({ who, place }) => [place, who]);

test("a winner stands first, then whoever is still standing, then those who fell: the last of them first", () => {
  expect(
    places(
      row("fell late", 0, 30, 2),
      row("alive", 0, Infinity, 9),
      row("fell early, with many stars", 0, 12, 18),
      row("winner", 1, Infinity, 20),
    ),
  ).toEqual([
    [1, "winner"],
    [2, "alive"],
    [3, "fell late"],
    [4, "fell early, with many stars"],
  ]);
});

test("whoever has the same in everything shares a place, and the next one is left out", () => {
  expect(places(row("a", 1, 9, 5), row("b", 1, 9, 5), row("c", 0, 9, 5), row("d", 0, 9, 5))).toEqual([
    [1, "a"],
    [1, "b"],
    [3, "c"],
    [3, "d"],
  ]);
});

test("how near it was is said to whoever sits there alone", () => {
  const names = ["Ann", "Bo", "Cy"];
  const of = (winners: number[], ...scores: number[]) => ({ winners, scores, reason: "" });
  expect(marginOf(of([1], 40, 44, 12), [0], names)).toBe("You were 4 points behind.");
  expect(marginOf(of([0], 45, 44, 12), [0], names)).toBe("1 point ahead of Bo.");
  for (const nothing of [
    marginOf(null, [0], names),
    marginOf(of([0, 1], 44, 44, 12), [0], names), // shared
    marginOf(of([1], 40, 44, 12), [0, 1], names), // which of them?
    marginOf(of([0], 40), [0], ["Ann"]),
    marginOf(of([1], 40, 44, 12), [], names),
  ]) {
    expect(nothing).toBe("");
  }
});
