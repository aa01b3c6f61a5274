import { expect, test } from "vitest";
import { CARD_HIGH, Moments } from "./moments.svelte";
import type { CardInfo } from "./rules";

const card = { id: "jets", name: "Jets" } as CardInfo;
const at = (seat: number, x: number, y: number) => ({
  kind: "card" as const,
  x,
  y,
  w: 200,
  card,
  effect: "",
  seat,
});
const seats = (moments: Moments) => moments.shown.map((each) => (each.kind === "card" ? each.seat : -1));

test("no card at work lies over another: it takes its place, unless there is room above or below", () => {
  const moments = new Moments();
  moments.add(at(0, 100, 20), 1000);
  moments.add(at(1, 320, 20), 1000);
  expect(seats(moments)).toEqual([0, 1]);
  expect(moments.free(at(2, 150, 30))).toBe(false);
  expect(moments.free(at(2, 150, 20 + CARD_HIGH))).toBe(true);
  moments.add(at(2, 150, 20 + CARD_HIGH), 1000);
  expect(seats(moments)).toEqual([0, 1, 2]);
  moments.add(at(3, 110, 30), 1000); // over the first and the third
  expect(seats(moments)).toEqual([1, 3]);
  moments.add(at(1, 320, 120), 1000); // one beside each monster
  expect(seats(moments)).toEqual([3, 1]);
});
