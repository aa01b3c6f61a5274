import { describe, expect, it } from "vitest";
import type { SeatInfo } from "./wire";
import { botCalled, isYou, levelCalled, whoPlays, words } from "./words";

const seat = (level: string | null) => ({ player: "computer", level, mine: false }) as SeatInfo;

describe("computer players by name", () => {
  it("has words for levels, and lets the players of other packages keep their names", () => {
    expect(["easy", "random", "even", "even-23", "thrifty", "score-max"].map(levelCalled)).toEqual([
      "Easy",
      "Any move",
      "About as good as you",
      "Rated 23",
      "Thrifty",
      "Score-max",
    ]);
  });

  it("says who sits there", () => {
    const seats = [seat("hard"), seat("thrifty"), seat(null)];
    expect(seats.map((_, at) => whoPlays(seats, at))).toEqual(["Hard", "Thrifty", words.computer]);
    const tempered = ["brawler", "plain", "grumpy"].map((temper) => ({ ...seat("hard"), temper }));
    expect(tempered.map((_, at) => whoPlays(tempered, at))).toEqual(["Hard, a brawler", "Hard", "Hard, grumpy"]);
    expect(botCalled({ level: "hard", temper: "chance" })).toBe("Hard, its temper to be drawn");
    expect(tempered.map(botCalled)).toEqual(["Hard, a brawler", "Hard", "Hard, grumpy"]);
  });

  it("calls nobody you where two people share a screen", () => {
    const sits = (mine: boolean) => ({ player: "person", level: null, mine }) as SeatInfo;
    const called = (seats: SeatInfo[]) => seats.map((_, at) => whoPlays(seats, at));
    expect(called([sits(true), sits(false), seat("hard")])).toEqual([words.you, words.person, "Hard"]);
    const shared = [sits(true), sits(true), seat("hard")];
    expect(called(shared)).toEqual([words.person, words.person, "Hard"]);
    expect(shared.map((_, at) => isYou(shared, at))).toEqual([false, false, false]);
  });
});

describe("a hint", () => {
  it("compares each choice with the advised one, which need not look best", () => {
    expect(words.table.hintLoss(0, "win", 0, true)).toBe("best");
    expect(words.table.hintLoss(0.006, "win", 0.006, true)).toBe("advised");
    expect(words.table.hintLoss(0, "win", 0.006, false)).toBe("+0.6%");
    expect(words.table.hintLoss(0.0061, "win", 0.006, false)).toBe("as good");
    expect(words.table.hintLoss(0.026, "win", 0.006, false)).toBe("−2.0%");
    expect(words.table.hintLoss(1.5, "points", 0, false)).toBe("−1.5");
  });
});
