import { describe, expect, it } from "vitest";
import type { SeatInfo } from "./wire";
import { levelCalled, whoPlays, words } from "./words";

const seat = (level: string | null) => ({ player: "computer", level, mine: false }) as SeatInfo;

describe("computer players by name", () => {
  it("has words for levels, and lets the players of other packages keep their names", () => {
    expect(["easy", "random", "thrifty", "score-max"].map(levelCalled)).toEqual([
      "Easy",
      "Any move",
      "Thrifty",
      "Score-max",
    ]);
  });

  it("says who sits there", () => {
    expect([whoPlays(seat("hard")), whoPlays(seat("thrifty")), whoPlays(seat(null))]).toEqual([
      "Hard",
      "Thrifty",
      words.computer,
    ]);
  });
});
