import { expect, test } from "vitest";
import { codeIn, isLong } from "./codes";

test.each([
  ["bcdfg", "BCDFG"],
  [" B C D F G ", "BCDFG"],
  ["bcd-fg", "BCDFG"],
  ["", ""],
  ["http://192.168.1.5:8765/#/join/aB-c_9longword", "aB-c_9longword"],
  ["Come and play: http://x/#/join/BCDFG now", "BCDFG"],
])("%j is the code %j", (typed, code) => {
  expect(codeIn(typed)).toBe(code);
});

test("the long word of a link is told from five letters", () => {
  expect(isLong("BCDFG")).toBe(false);
  expect(isLong("aBc_9longwordlongword")).toBe(true);
});
