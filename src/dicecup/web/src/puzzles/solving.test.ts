import { beforeEach, describe, expect, test, vi } from "vitest";
import type { Kit, View } from "../games/kit";
import type { PuzzleInfo, PuzzleTried, PuzzleTry, Rules, SolverInfo, State } from "../lib/wire";

vi.stubGlobal("matchMedia", () => ({ matches: false, addEventListener: () => {} }));
vi.stubGlobal("localStorage", { getItem: () => null, setItem: () => {} });
vi.stubGlobal("document", { hidden: false });
const { Solving, tableOf } = await import("./solving.svelte");
const { puzzleWords } = await import("../lib/words_puzzles");
const { likes } = await import("../lib/settings.svelte");
likes.sound = likes.vibrate = false;
likes.guard = 0;

const kit: Kit<View> = { start: (view) => view, apply: () => [], pace: () => 0, thrown: () => null };
const options = ["stay", "yield", "hide", "fly"].map((name) => ({
  choice: [name],
  text: name,
  pick: name === "fly" ? { place: "sky" } : { yes: name === "stay" },
}));
const seat = (mine: boolean) => ({
  ...{
    name: "Ann",
    player: "computer" as const,
    level: null,
    temper: null,
    mine,
    stand_in: false,
    never_asked: [],
  },
});

function info(more: Partial<PuzzleInfo> = {}): PuzzleInfo {
  const ask = { seat: 1, kind: "yield", prompt: "Stay?", options, mine: true, forecast: "", private: false };
  const refused = [{ choice: ["swim"], text: "swim", reason: "There is no water.", pick: {} }];
  const state = { viewer: 1, number: 1, seats: [seat(false), seat(true)], view: { names: ["Ann", "Ben"] } };
  return {
    ...{ id: "p", game: "king-of-tokyo", theme: "yield or stay", rating: 1000, unit: "win" },
    ...{ day: null, tried: false, solver: rated(1200, 0) },
    state: { ...state, scores: [], prices: {}, ask, refused } as unknown as State,
    ...more,
  };
}

function rated(rating: number, tried: number): SolverInfo {
  return { rating, deviation: 200, tried };
}

/** A server that knows that flying is right. */
class Server {
  asked: PuzzleTry[] = [];
  broken = false;

  judge = (wish: PuzzleTry): Promise<PuzzleTried> => {
    if (this.broken) return Promise.reject(new Error("Nobody answers."));
    this.asked.push(wish);
    const right = wish.choice?.[0] === "fly";
    const lines = [
      { choice: ["fly"], text: "fly", loss: 0, reason: "up there", tempting: false },
      { choice: ["stay"], text: "stay", loss: 0.12, reason: "", tempting: true },
    ];
    const counted = this.asked.length === 1;
    return Promise.resolve({
      right,
      loss: wish.choice ? (right ? 0 : 0.12) : null,
      told: wish.choice?.[0] === "stay",
      counted,
      before: rated(1200, 5),
      after: rated(counted ? (right ? 1250 : 1150) : 1200, 6),
      streak: 3,
      hint: wish.hint ? "It is up there." : "",
      answer:
        right || !(wish.choice || wish.hint) ? { lines, tempting: "Staying is tempting.", proof: "exact" } : null,
    });
  };
}

let server: Server;
async function puzzle(more: Partial<PuzzleInfo> = {}) {
  const found = info(more);
  const solving = new Solving(found, tableOf(kit, {} as Rules, found), server.judge);
  await solving.begin();
  return solving;
}
const chosen = () => server.asked.map(({ choice, hint }) => choice?.[0] ?? (hint ? "hint" : "give up"));

beforeEach(() => {
  server = new Server();
});

describe("a puzzle on the table", () => {
  test("asks as in play: the seat's own decision, its options, and what cannot be done", async () => {
    const { replay } = await puzzle();
    expect(replay.asked?.options).toEqual(options);
    expect(replay.mine).toEqual([1]);
    expect(replay.refused.map(({ reason }) => reason)).toEqual(["There is no water."]);
    expect(replay.practising).toBe(true);
  });

  test("is solved by the right choice, made at the table", async () => {
    const solving = await puzzle();
    expect(solving.lit).toBeUndefined();
    solving.replay.answer(["fly"]);
    await vi.waitFor(() => expect(solving.right).toBe(true));
    expect(solving.said).toBe("Right! Your rating rises by 50 to 1250.");
    expect(solving.replay.asked).toBeNull();
    expect(solving.lit).toEqual({ place: "sky" });
    solving.pointed = ["stay"];
    expect(solving.lit).toEqual({ yes: true });
  });

  test("may be tried again after a wrong choice; the second one brings a hint", async () => {
    const solving = await puzzle();
    await solving.choose(["stay"]);
    expect(solving.said).toBe(
      "Not the best: it gives away about 12%. Try again. Your rating falls by 50 to 1150.",
    );
    expect([solving.open, solving.begun, solving.answer]).toEqual([true, true, null]);
    await solving.choose(["hide"]);
    expect(solving.said).toContain("more than 12%");
    expect(solving.said).toContain("A hint. It is up there.");
    await solving.choose(["fly"]);
    expect(solving.said).toBe("That is it.");
    expect(chosen()).toEqual(["stay", "hide", "hint", "fly"]);
    expect(server.asked[2]?.tried, "which the hint need not rule out").toEqual([["stay"], ["hide"]]);
    expect([solving.firstChoice, solving.lastChoice]).toEqual([["stay"], ["fly"]]);
  });

  test("gives a hint before the first try only to whoever knows what it costs", async () => {
    const solving = await puzzle();
    solving.replay.askHint();
    expect(solving.said).toBe(puzzleWords.ask.hintCosts);
    expect(chosen()).toEqual([]);
    await solving.hint();
    expect(chosen()).toEqual(["hint"]);
    expect(solving.said).toContain("Your rating falls by 50");
    expect([solving.open, solving.begun]).toEqual([true, true]);
  });

  test("can be given up", async () => {
    const solving = await puzzle();
    await solving.choose(["stay"]);
    await solving.tell();
    expect([solving.open, solving.right, solving.said]).toEqual([false, false, "The best choice: fly."]);
    await solving.choose(["fly"]);
    expect(chosen()).toEqual(["stay", "give up"]);
  });

  test("is practice the second time, and says so", async () => {
    server.asked.push({ choice: null, hint: false });
    const solving = await puzzle({ tried: true });
    expect(solving.said).toBe(puzzleWords.ask.practice);
    await solving.choose(["fly"]);
    expect(solving.said).toBe(puzzleWords.ask.practised);
  });

  test("of the day tells the streak", async () => {
    const solving = await puzzle({ day: "2026-11-16" });
    await solving.choose(["fly"]);
    expect(solving.said).toContain("Your streak: 3 days in a row.");
  });

  test("stays open when nobody answers", async () => {
    const solving = await puzzle();
    server.broken = true;
    await solving.choose(["fly"]);
    expect([solving.open, solving.said]).toEqual([true, "Nobody answers."]);
    server.broken = false;
    await solving.choose(["fly"]);
    expect(solving.right).toBe(true);
  });
});

describe("in words", () => {
  test("a rating says how sure it is", () => {
    expect(puzzleWords.rating(rated(1200, 0))).toBe("You have no rating yet.");
    expect(puzzleWords.rating(rated(1310, 1))).toContain("about 1310");
    expect(puzzleWords.rating({ rating: 1310, deviation: 62, tried: 40 })).toBe(
      "Your rating: 1310, give or take 62, after 40 puzzles.",
    );
  });
});
