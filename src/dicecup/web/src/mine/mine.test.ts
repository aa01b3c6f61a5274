import { describe, expect, test } from "vitest";
import type { MineFigures, MineGame, MineMoment, MineRecord } from "../lib/wire";
import { mineWords } from "../lib/words_mine";
import { around, Lines } from "../review/plot";
import { ALL, isAll, query } from "./asking";
import { accuracies, lately, lucks } from "./trend";

const moment = (accuracy: number | null, luck = 0, unit: "win" | "points" = "win"): MineMoment => ({
  match: "m",
  game: "g",
  title: "G",
  ended: "2026-11-01T10:00:00Z",
  there: false,
  won: null,
  unit,
  accuracy,
  luck,
});

describe("over time", () => {
  test("a game without anything to lose has no accuracy, and the average is that of the last ten", () => {
    const course = [moment(null), ...Array.from({ length: 12 }, (_, n) => moment(n))];
    expect(accuracies(course)).toHaveLength(12);
    expect(accuracies(course).at(-1)).toEqual([11, 6.5]);
    expect(accuracies(course)[1]).toEqual([1, 0.5]);
  });

  test("lately is compared with as many games before, if there are so many", () => {
    expect(lately([])).toBeNull();
    expect(lately([moment(50), moment(70)])).toEqual({ now: 60, before: null });
    const course = Array.from({ length: 20 }, (_, n) => moment(n < 10 ? 40 : 80));
    expect(lately(course)).toEqual({ now: 80, before: 40 });
  });

  test("luck adds up, each unit by itself", () => {
    const course = [moment(1, 0.5), moment(1, 30, "points"), moment(1, -0.25)];
    expect(lucks(course, "win")).toEqual([[0], [0.5], [0.25]]);
    expect(lucks(course, "points")).toEqual([[0], [30]]);
  });

  test("the drawing holds all of it, however little that is", () => {
    const values = lucks([moment(1, -0.3), moment(1, 0.9)], "win");
    const [low, high] = around(values.flat());
    expect([low, high]).toEqual([-0.5, 0.75]);
    const plot = new Lines(values, [low, high], { left: 0, top: 0, width: 100, height: 50 });
    expect(plot.path(0)).toBe("M0.0 30.0L50.0 42.0L100.0 6.0");
  });
});

test("only what is wanted is asked for", () => {
  expect(isAll(ALL)).toBe(true);
  expect(query(ALL, 30)).toBe("most=30");
  expect(query({ ...ALL, game: "yahtzee", won: "false" }, 30)).toBe("game=yahtzee&won=false&most=30");
  expect(isAll({ ...ALL, level: "none" })).toBe(false);
});

describe("in words", () => {
  const figures = (wins: number, due: number): MineFigures => ({
    games: 10,
    contested: 10,
    wins,
    due,
    average: null,
    best: null,
    reviewed: 0,
    accuracy: null,
    luck: null,
  });

  test("wins beside what equal players would win", () => {
    expect(mineWords.compared(figures(7, 5))).toBe("2 more than equal players would win (5).");
    expect(mineWords.compared(figures(3, 5))).toBe("2 fewer than equal players would win (5).");
    expect(mineWords.compared(figures(5, 4.8))).toBe("About as many as equal players would win (4.8).");
    expect(mineWords.compared({ ...figures(0, 0), contested: 0 })).toBe("");
  });

  test("whom one has played against", () => {
    expect(mineWords.against("hard", false)).toBe("Hard");
    expect(mineWords.against("hard", true)).toBe("people and Hard");
    expect(mineWords.against("", true)).toBe("people");
    expect(mineWords.against("", false)).toBe("alone");
  });

  test("luck, without a sign where there is none", () => {
    expect(mineWords.luck(-1.04, "win")).toBe("−1 win");
    expect(mineWords.luck(2.26, "win")).toBe("+2.3 wins");
    expect(mineWords.luck(-0.01, "win")).toBe("0 wins");
    expect(mineWords.luck(-149.3, "points")).toBe("−149.3 points");
  });

  test("how a game ended", () => {
    const one = { won: true, winners: [0], score: 20 } as MineGame;
    expect(mineWords.ending(one)).toBe("won, 20 points");
    expect(mineWords.ending(one, "star")).toBe("won, 20 stars");
    expect(mineWords.records.told({ kind: "closest", value: 1, players: 3 } as MineRecord, "star")).toBe(
      "by 1 star",
    );
    expect(mineWords.ending({ ...one, winners: [0, 1] })).toBe("shared the win, 20 points");
    expect(mineWords.ending({ ...one, won: false, winners: [1] })).toBe("lost, 20 points");
    expect(mineWords.ending({ ...one, won: false, winners: [] })).toBe("nobody won, 20 points");
    expect(mineWords.ending({ ...one, won: null, winners: [] })).toBe("20 points");
  });
});
