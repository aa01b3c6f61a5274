import { describe, expect, it } from "vitest";
import { CHASES } from "../games/yahtzee/odds";
import { Chase, moreOf } from "./odds";

/** All results of so many dice, in order: slow, and not to be argued with. */
function* throws(dice: number): Generator<number[]> {
  if (!dice) return void (yield []);
  for (const rest of throws(dice - 1)) for (let face = 1; face <= 6; face++) yield [...rest, face];
}

/** What dice are worth to somebody who tries out every way to keep some, and every roll that may follow. */
function tried(worth: (faces: number[]) => number, faces: number[], rolls: number, only?: number[]): number {
  if (!rolls) return worth(faces);
  let most = 0;
  const ways = only
    ? [only]
    : [...Array(2 ** faces.length).keys()].map((way) => faces.filter((_, at) => (way >> at) & 1));
  for (const kept of ways) {
    let [sum, count] = [0, 0];
    for (const rolled of throws(faces.length - kept.length)) {
      sum += tried(worth, [...kept, ...rolled], rolls - 1);
      count += 1;
    }
    most = Math.max(most, sum / count);
  }
  return most;
}

describe("more of a face", () => {
  it("is what counting all rolls says", () => {
    for (const [dice, rolls] of [
      [1, 1],
      [3, 1],
      [2, 2],
      [3, 2],
    ] as const) {
      const chances = moreOf(dice, rolls);
      expect(chances).toHaveLength(dice);
      chances.forEach((chance, at) => {
        const enough = (faces: number[]) => Number(faces.filter((face) => face === 6).length > at);
        // Keep every six and roll the rest: nothing is better for it.
        expect(chance).toBeCloseTo(tried(enough, Array<number>(dice).fill(1), rolls, []), 10);
      });
    }
  });

  it("is nothing without dice, and nothing without rolls", () => {
    expect(moreOf(0, 2)).toEqual([]);
    expect(moreOf(3, 0)).toEqual([0, 0, 0]);
  });
});

describe("going for something", () => {
  const pair = (counts: readonly number[]) => Number(counts.some((count) => count >= 2));
  const asFaces = (faces: number[]) =>
    pair([1, 2, 3, 4, 5, 6].map((side) => faces.filter((face) => face === side).length));

  it("is what trying everything says", () => {
    for (const faces of [
      [1, 2, 3],
      [4, 4, 6],
      [5, 1, 6],
    ]) {
      expect(new Chase(pair, 3).best(faces, 1)).toBeCloseTo(tried(asFaces, faces, 1), 10);
      expect(new Chase(pair, 3).best(faces, 2)).toBeCloseTo(tried(asFaces, faces, 2), 10);
      expect(new Chase(pair, 3).keeping([faces[2]!], 2)).toBeCloseTo(tried(asFaces, faces, 2, [faces[2]!]), 10);
    }
  });

  it("is no better for keeping the wrong dice", () => {
    const large = CHASES.large_straight!;
    expect(large.keeping([2, 3, 4, 5], 1)).toBeCloseTo(1 / 3, 10);
    expect(large.keeping([1, 3, 4, 5], 1)).toBeCloseTo(1 / 6, 10);
    expect(large.keeping([6, 6], 1)).toBe(0);
    expect(large.best([6, 6, 1, 2, 3], 1)).toBeGreaterThan(0);
  });
});

describe("the boxes of Yahtzee", () => {
  it("are made from scratch as often as everybody knows", () => {
    const scratch = (box: keyof typeof CHASES) => CHASES[box]!.keeping([], 3);
    expect(scratch("yahtzee")).toBeCloseTo(0.046029, 6);
    expect(scratch("large_straight")).toBeCloseTo(0.2611, 3);
    expect(scratch("small_straight")).toBeGreaterThan(0.6);
  });

  it("are made as often as trying everything says", () => {
    const hand = [2, 2, 3, 5, 6];
    for (const chase of Object.values(CHASES)) {
      const made = (faces: number[]) => chase.best(faces, 0);
      expect(chase.best(hand, 1)).toBeCloseTo(tried(made, hand, 1), 10);
      expect(chase.keeping([2, 2], 1)).toBeCloseTo(tried(made, hand, 1, [2, 2]), 10);
    }
  });

  it("are made for certain by dice that make them", () => {
    expect(CHASES.full_house!.best([2, 2, 3, 3, 3], 2)).toBe(1);
    expect(CHASES.full_house!.best([3, 3, 3, 3, 3], 0)).toBe(0); // five of a kind is no full house here
    expect(CHASES.small_straight!.best([1, 3, 4, 5, 6], 0)).toBe(1);
    expect(CHASES.large_straight!.best([1, 3, 4, 5, 6], 0)).toBe(0);
    expect(CHASES.chance).toBeUndefined();
  });

  it("are worked out in no time", () => {
    const began = performance.now();
    for (const chase of Object.values(CHASES)) chase.keeping([5, 5], 2);
    expect(performance.now() - began).toBeLessThan(1500);
  });
});
