import { expect, test } from "vitest";
import { codeIn, isLong, seatLink } from "./codes";

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

test("the way back to a seat is at the address at which friends come", () => {
  const link = (url: string) => ({ code: "", url, qr: [], until: "" });
  const links = { table: link("http://192.168.1.5:8765/#/join/theirs"), watching: null, seat: null };
  expect(seatLink(links, "mine")?.url).toBe("http://192.168.1.5:8765/#/join/mine");
  expect(seatLink({ ...links, seat: link("http://x/#/join/given") }, "mine")?.url).toBe("http://x/#/join/given");
  expect(seatLink(links, "")).toBeNull(); // a browser that keeps nothing knows none
});
