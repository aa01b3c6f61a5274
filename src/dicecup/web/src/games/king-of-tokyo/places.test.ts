import { expect, test } from "vitest";
import type { KingView } from "./kit";
import { placeIn, spotsOf } from "./places";

const view = (...places: string[]) =>
  ({ order: [...places.keys()], monsters: places.map((place) => ({ place })) }) as unknown as KingView;

test("whoever has won comes forward, and beside whoever still stands in the middle", () => {
  const all = ["outside", "outside", "outside"];
  const [before, after] = [spotsOf(view(...all)), spotsOf(view(...all), 2)];
  expect(after.slice(0, 2)).toEqual(before.slice(0, 2)); // nobody else moves for it
  expect(after[2]!.size).toBeGreaterThan(2 * before[2]!.size);
  const [first, city] = spotsOf(view("outside", "city"), 0).map((spot) => placeIn(spot, 700, 260));
  expect(first!.x + first!.size / 2).toBeLessThan(city!.x);
  expect(spotsOf(view("outside", "city"), 1)[1]!.left).toBe(51);
});
