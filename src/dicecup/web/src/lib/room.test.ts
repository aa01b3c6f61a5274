import { expect, test } from "vitest";
import { fitting, linesFor } from "./room";

test("what has just happened takes the lines it needs, two to four, as far as the choices leave room", () => {
  const upTo = (room: number) => (lines: number) => lines <= room;
  expect([1, 2, 3, 4, 9].map((needed) => linesFor(needed, upTo(9)))).toEqual([2, 2, 3, 4, 4]);
  expect([1, 2, 3, 4, 9].map((needed) => linesFor(needed, upTo(3)))).toEqual([2, 2, 3, 3, 3]);
  expect(linesFor(4, upTo(0))).toBe(2); // the choices scroll, as they always did
});

test("of things in a row as many are shown as there is room for, and then how many more there are", () => {
  const strip = { before: [50], things: [100, 100, 100], more: 40 };
  const room = (wide: number, rows: number) => ({ wide, gap: 10, rows });
  expect(fitting(strip, room(380, 1))).toBe(3);
  expect(fitting(strip, room(320, 1))).toBe(2); // 50, 100, 100 and 40 with three gaps
  expect(fitting(strip, room(319, 1))).toBe(1);
  expect(fitting(strip, room(210, 2))).toBe(3); // 50 and 100, 100 and 100
  expect(fitting({ ...strip, others: true }, room(380, 1))).toBe(2); // there are more than these three
  expect(fitting(strip, room(60, 1))).toBe(1); // one in any case
  expect(fitting({ ...strip, things: [] }, room(60, 1))).toBe(0);
});
