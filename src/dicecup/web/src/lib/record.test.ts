import { describe, expect, it } from "vitest";
import { sentence } from "../games/yahtzee/best";
import { standing } from "./record";
import type { Result } from "./wire";

let count = 0;
function ended(scores: Record<string, number>, mine: string[] = ["Ann"], more: Partial<Result> = {}): Result {
  count += 1;
  return {
    match: `m${count}`,
    game: "yahtzee",
    title: "Yahtzee",
    number: 1,
    options: { rules: "standard" },
    winners: [0],
    seats: Object.entries(scores).map(([name, score]) => ({
      name,
      player: "person",
      level: "",
      temper: "",
      score,
      mine: mine.includes(name),
    })),
    ended: "2026-01-01T00:00:00Z",
    there: true,
    ...more,
  };
}
const rules = (a: Result, b: Result) => a.options["rules"] === b.options["rules"];

describe("where a game stands among one's own", () => {
  it("is the first, the best, the third", () => {
    const first = ended({ Ann: 200 });
    expect(standing([first], first.match, 0)).toEqual({ score: 200, place: 1, games: 1, ties: false, best: null });
    const better = ended({ Ann: 250 });
    expect(standing([better, first], better.match, 0)).toMatchObject({ place: 1, games: 2, best: 200 });
    const worse = ended({ Ann: 150 });
    expect(standing([worse, better, first], worse.match, 0)).toMatchObject({ place: 3, games: 3, best: 250 });
    const again = ended({ Ann: 250 });
    expect(standing([again, better], again.match, 0)).toMatchObject({ place: 1, ties: true });
  });

  it("has nothing to do with what others or computer players have scored", () => {
    const before = ended({ Ann: 100, Robot: 400, Bo: 390 });
    const now = ended({ Ann: 120, Robot: 300 });
    expect(standing([now, before], now.match, 0)).toMatchObject({ place: 1, games: 2, best: 100 });
    expect(standing([now, before], now.match, 1)).toBeNull();
    expect(standing([before], "another", 0)).toBeNull();
  });

  it("compares like with like", () => {
    const official = ended({ Ann: 500 }, ["Ann"], { options: { rules: "official" } });
    const other = ended({ Ann: 20 }, ["Ann"], { game: "king-of-tokyo" });
    const now = ended({ Ann: 210 });
    expect(standing([now, official, other], now.match, 0, rules)).toMatchObject({ games: 1, best: null });
  });

  it("keeps apart who shares a browser, by name; alone one may be called anything", () => {
    const both = ended({ Ann: 300, Ben: 100 }, ["Ann", "Ben"]);
    const alone = ended({ Annie: 200 }, ["Annie"]);
    const now = ended({ ann: 250, Ben: 180 }, ["ann", "Ben"]);
    expect(standing([now, both, alone], now.match, 1)).toMatchObject({ place: 1, games: 2, best: 100 });
    expect(standing([now, both, alone], now.match, 0)).toMatchObject({ place: 2, games: 2, best: 300 });
    const me = ended({ Ann: 260 });
    expect(standing([me, both, alone, now], me.match, 0)).toMatchObject({ place: 2, games: 4, best: 300 });
  });
});

describe("in words", () => {
  const said = (facts: Partial<Parameters<typeof sentence>[0]>) =>
    sentence({ score: 254, place: 1, games: 27, ties: false, best: 240, ...facts });

  it("says what it is worth", () => {
    expect(said({ games: 1, best: null })).toBe("Your first game by these rules: 254 is the score to beat.");
    expect(said({})).toBe("Your best of 27 games, 14 more than ever before!");
    expect(said({ ties: true, best: 254 })).toBe("As good as your best of 27 games.");
    expect(said({ place: 2, best: 300 })).toBe("Your 2nd best of 27 games. The best is 300.");
    expect(said({ place: 13, best: 300 })).toBe("Your 13th best of 27 games. The best is 300.");
    expect(said({ place: 27, best: 300 })).toBe("27th of your 27 games. The best is 300.");
  });

  it("names whoever is meant where several share a browser", () => {
    const facts = { score: 254, place: 1, games: 27, ties: false, best: 240 };
    expect(sentence(facts, "Ann")).toBe("Ann’s best of 27 games, 14 more than ever before!");
    expect(sentence({ ...facts, ties: true, best: 254 }, "Ann")).toBe("As good as Ann’s best of 27 games.");
  });
});
