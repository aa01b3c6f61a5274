import { expect, test } from "vitest";
import type { GameEvent } from "../../lib/wire";
import { damageOf, stagesOf } from "./ruins";

let n = 0;
const event = (kind: string, seat: number, more: object = {}): GameEvent =>
  ({ n: ++n, kind, text: "", seat, ...more }) as GameEvent;
const hurt = (seat: number, amount: number, now: number) => event("hurt", seat, { amount, now });
const heal = (seat: number, amount: number, now: number) => event("hearts", seat, { amount, now });

test("every heart that was lost counts, whoever lost it, and healing builds nothing up again", () => {
  const log = [hurt(0, 3, 7), event("turn", 1), hurt(1, 2, 8), heal(0, 2, 9), hurt(0, 1, 8)];
  expect(damageOf(log, [8, 8])).toBe(6);
  expect(damageOf([], [10, 10])).toBe(0);
});

test("what was taken back was never done", () => {
  const log = [hurt(1, 2, 8), hurt(0, 3, 7), hurt(1, 3, 5), event("took_back", 2)];
  expect(damageOf(log, [10, 8])).toBe(2);
});

test("and may be done again, or done otherwise", () => {
  const again = [hurt(0, 3, 7), event("took_back", 1), hurt(0, 3, 7)];
  expect(damageOf(again, [7])).toBe(3);
  const other = [hurt(0, 3, 7), event("took_back", 1), hurt(0, 1, 9)];
  expect(damageOf(other, [9])).toBe(1);
  const twice = [hurt(0, 1, 9), hurt(0, 3, 6), event("took_back", 1), hurt(0, 3, 6), event("took_back", 1)];
  expect(damageOf(twice, [9])).toBe(1);
});

test("an undo of something else leaves the ruins as they are", () => {
  const log = [hurt(0, 3, 7), event("buys", 1), event("took_back", 1)];
  expect(damageOf(log, [7, 10])).toBe(3);
});

test("a monster that starts again has lost what it had", () => {
  const log = [hurt(0, 10, 0), event("rescued", 0), hurt(0, 4, 6)];
  expect(damageOf(log, [6])).toBe(14);
  expect(damageOf([...log, event("took_back", 1)], [6])).toBe(14);
});

test("the same damage leaves the same ruins, more damage never fewer", () => {
  let before = stagesOf(0, 4);
  expect(before.every((stage) => stage === 0)).toBe(true);
  for (let damage = 1; damage <= 60; damage++) {
    const now = stagesOf(damage, 4);
    expect(now).toEqual(stagesOf(damage, 4));
    expect(now.every((stage, at) => stage >= before[at]!)).toBe(true);
    before = now;
  }
  expect(before.every((stage) => stage === 2)).toBe(true);
});

test("at the end of an average game much is broken, and something is left to break", () => {
  // What computer players lost in thirty games for each number of seats: half of them less, half of them more.
  for (const [seats, damage] of [
    [2, 10],
    [3, 34],
    [4, 44],
    [5, 57],
    [6, 75],
  ] as const) {
    const stages = stagesOf(damage, seats);
    const blows = stages.reduce<number>((sum, stage) => sum + stage, 0) / (2 * stages.length);
    expect(blows).toBeGreaterThan(0.4);
    expect(blows).toBeLessThan(0.9);
  }
});

test("the first heart already costs a building something, at any table", () => {
  for (const seats of [2, 3, 4, 5, 6]) expect(stagesOf(1, seats).some((stage) => stage > 0)).toBe(true);
});
