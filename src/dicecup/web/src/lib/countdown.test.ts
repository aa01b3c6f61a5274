import { expect, test } from "vitest";
import { left, passed, shown, type Clocked } from "./countdown";

const clock = (free: number, reserve: number, runs = true): Clocked => ({
  info: { seat: 1, free, reserves: [99, reserve], runs },
  at: 5_000,
});

test("first the free time goes, then the reserve of whoever is asked, and then nothing more", () => {
  expect(left(clock(20, 60), 5_000)).toEqual({ free: 20, reserve: 60, all: 80 });
  expect(left(clock(20, 60), 17_000)).toEqual({ free: 8, reserve: 60, all: 68 });
  expect(left(clock(20, 60), 40_000)).toEqual({ free: 0, reserve: 45, all: 45 });
  expect(left(clock(20, 60), 500_000)).toEqual({ free: 0, reserve: 0, all: 0 });
});

test("a clock that stands still, and one that is older than the page, lose nothing", () => {
  expect(left(clock(20, 60, false), 65_000).all).toBe(80);
  expect(left(clock(20, 60), 4_000).all).toBe(80);
});

test("a second that has begun is shown, and 0:00 is the end", () => {
  expect([300, 59.2, 10, 9.1, 0.4, 0].map(shown)).toEqual(["5:00", "1:00", "0:10", "0:10", "0:01", "0:00"]);
});

test("30 and 10 seconds are said once each, and only when they go by", () => {
  expect(passed(31, 30)).toBe(30);
  expect(passed(30, 29)).toBe(0);
  expect(passed(12, 9)).toBe(10);
  expect(passed(40, 5)).toBe(10); // the page slept: only what still helps
  expect(passed(8, 80)).toBe(0); // another decision
});
