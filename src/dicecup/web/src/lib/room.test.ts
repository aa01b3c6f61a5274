import { expect, test } from "vitest";
import { linesFor } from "./room";

test("what has just happened takes the lines it needs, two to four, as far as the choices leave room", () => {
  const upTo = (room: number) => (lines: number) => lines <= room;
  expect([1, 2, 3, 4, 9].map((needed) => linesFor(needed, upTo(9)))).toEqual([2, 2, 3, 4, 4]);
  expect([1, 2, 3, 4, 9].map((needed) => linesFor(needed, upTo(3)))).toEqual([2, 2, 3, 3, 3]);
  expect(linesFor(4, upTo(0))).toBe(2); // the choices scroll, as they always did
});
