// What is heard and felt of an event, by whom, and when: with a loudspeaker and a phone that only take notes.
import { afterAll, beforeEach, describe, expect, test, vi } from "vitest";
import type { GameEvent } from "../wire";

let calm = false;
vi.stubGlobal("matchMedia", () => ({
  get matches() {
    return calm;
  },
  addEventListener: () => {},
}));
vi.stubGlobal("localStorage", { getItem: () => null, setItem: () => {} });
const felt = vi.fn();
vi.stubGlobal("navigator", { vibrate: felt, userActivation: { hasBeenActive: true } });
vi.useFakeTimers();
vi.resetModules(); // what another file has loaded asks the system of that file

const { sound } = await import("./index");
const { bell, dice, hush, play } = await import("./cues");
const { strikes } = await import("./dice");
const { NAMES } = await import("./recipes");
const { likes } = await import("../settings.svelte");
const { heard: king } = await import("../../games/king-of-tokyo/sounds");
const { heard: deadwood } = await import("../../games/deadwood/sounds");
const { heard: yahtzee } = await import("../../games/yahtzee/sounds");
const played = vi.spyOn(sound, "play").mockImplementation(() => {});

const me = { seat: 0, mine: [0], part: 1, tempo: 1 };
const other = { ...me, seat: 1 };
const nowhere = { ...me, mine: [] };
const event = (kind: string, more: object = {}): GameEvent => ({ n: 1, kind, text: "", ...more });
const names = (cues: { name: string }[]) => cues.map(({ name }) => name);

afterAll(() => void vi.useRealTimers()); // others may run after it in the same thread

beforeEach(() => {
  played.mockClear();
  felt.mockClear();
  calm = false;
  likes.vibrate = true;
});

describe("how loud", () => {
  test("what happens to others is quieter than what happens to me", () => {
    for (const to of [me, other]) play([{ name: "hit" }], to);
    const [near, far] = played.mock.calls.map(([, how]) => how?.loud ?? 0);
    expect(near).toBe(1);
    expect(far).toBeLessThan(0.6);
  });

  test("whoever only watches hears everybody alike", () => {
    play([{ name: "hit" }], nowhere);
    expect(played.mock.calls[0]?.[1]?.loud).toBe(1);
  });

  test("what comes later comes sooner at a faster speed", () => {
    play([{ name: "stars", after: 300 }], { ...me, part: 0.5, tempo: 0.5 });
    expect(played.mock.calls[0]?.[1]?.after).toBe(150);
  });

  test("where nothing flies, nothing waits for it to arrive", () => {
    play([{ name: "stars", after: 300 }], { ...me, tempo: 0 });
    expect(played.mock.calls[0]?.[1]?.after).toBe(0);
  });
});

describe("where nothing moves", () => {
  const still = { ...me, part: 0, tempo: 0 };

  test("only what is great is heard, and one's own dice", () => {
    play([{ name: "stars" }, { name: "fanfare", great: true }], still);
    expect(played.mock.calls.map(([name]) => name)).toEqual(["fanfare"]);
    dice(5, 0, "dieOnWood", { ...still, seat: 1 });
    expect(played).toHaveBeenCalledOnce();
    dice(5, 0, "dieOnWood", still);
    expect(played).toHaveBeenCalledTimes(6);
  });
});

describe("dice", () => {
  test("each is heard landing, one after the other, and none lies after all of them do", () => {
    const ms = 60 + 480 + 4 * 58;
    const lies = strikes(5, ms).map((die) => die.at(-1)!);
    expect([...lies].sort((a, b) => a - b)).toEqual(lies);
    expect(new Set(lies).size).toBe(5);
    expect(lies.at(-1)).toBeLessThanOrEqual(ms);
    expect(lies.at(-1)).toBeGreaterThan(ms - 120);
  });

  test("quick ones keep to the time they have", () => {
    expect(
      strikes(6, 200)
        .flat()
        .every((at) => at <= 200),
    ).toBe(true);
    expect(
      strikes(6, 0)
        .flat()
        .every((at) => at < 150),
    ).toBe(true);
  });
});

describe("what is felt", () => {
  test("my dice tick as they land; those of others do not", () => {
    dice(3, 700, "dieOnWood", other);
    vi.runAllTimers();
    expect(felt).not.toHaveBeenCalled();
    dice(3, 700, "dieOnWood", me);
    expect(felt).not.toHaveBeenCalled();
    vi.runAllTimers();
    expect(felt).toHaveBeenCalledOnce();
  });

  test("what is skipped is not felt later", () => {
    dice(3, 700, "dieOnWood", me);
    hush();
    vi.runAllTimers();
    expect(felt).not.toHaveBeenCalled();
  });

  test("a hit buzzes for whoever is hit, my turn for me", () => {
    const hurt = (seat: number) => king(event("hurt", { seat, amount: 3 }), [0]);
    play(hurt(1), other);
    expect(felt).not.toHaveBeenCalled();
    play(hurt(0), me);
    expect(felt).toHaveBeenCalledOnce();
    bell();
    expect(felt).toHaveBeenCalledTimes(2);
  });

  test("nothing, for whoever does not like it or wants little motion", () => {
    likes.vibrate = false;
    bell();
    likes.vibrate = true;
    calm = true;
    bell();
    expect(felt).not.toHaveBeenCalled();
    expect(played).toHaveBeenCalledTimes(2);
  });
});

describe("what is heard", () => {
  test("of King of Tokyo", () => {
    expect(names(king(event("attacks", { claws: 2 }), [0]))).toEqual(["claws"]);
    expect(names(king(event("attacks", { claws: 5 }), [0]))).toEqual(["roar", "claws"]);
    expect(names(king(event("hurt", { amount: 1 }), [0]))).toEqual(["hit"]);
    expect(names(king(event("enters"), [0]))).toEqual(["stomps"]);
    expect(names(king(event("energy", { amount: -2 }), [0]))).toEqual([]);
    expect(names(king(event("buys"), [0]))).toContain("card");
  });

  test("of Deadwood", () => {
    expect(names(deadwood(event("acts", { success: false }), [0]))).toEqual(["clapper", "aww"]);
    expect(names(deadwood(event("acts", { success: true }), [0]))).toEqual(["clapper"]);
    expect(names(deadwood(event("paid", { dollars: 1, credits: 0 }), [0]))).toEqual(["coins"]);
    expect(names(deadwood(event("paid", { dollars: 0, credits: 2 }), [0]))).toEqual(["credits"]);
    expect(names(deadwood(event("wraps"), [0]))).toEqual(["applause", "reel"]);
    expect(names(deadwood(event("bonus", { seat: 1, dollars: 5 }), [0]))).toEqual(["coins"]);
    expect(names(deadwood(event("bonus", { seat: null, dollars: 5 }), [0]))).toEqual([]); // nobody plays that role
  });

  test("of Yahtzee", () => {
    expect(names(yahtzee(event("rolled", { dice: [1, 2, 3, 4, 5] }), [0]))).toEqual([]);
    expect(names(yahtzee(event("rolled", { dice: [4, 4, 4, 4, 4] }), [0]))).toEqual(["jubilation"]);
    expect(names(yahtzee(event("filled", { box: "chance", points: 20 }), [0]))).toEqual(["pencil"]);
    expect(names(yahtzee(event("filled", { box: "chance", points: 0 }), [0]))).toEqual(["crossedOut"]);
  });

  test("how it ended, to whoever sits here", () => {
    for (const heard of [king, deadwood, yahtzee]) {
      const finished = event("finished", { winners: [1] });
      expect(names(heard(finished, [0])).at(-1)).toBe("sad");
      expect(names(heard(finished, [0, 1])).at(-1)).toBe("fanfare");
      expect(names(heard(finished, [])).at(-1)).toBe("fanfare");
    }
  });

  test("before dice lie nothing is heard that follows from them", () => {
    const first = (success: boolean) =>
      deadwood(event("acts", { success, die: success ? 6 : 1 }), [0]).filter((cue) => cue.first);
    expect(first(true)).toEqual(first(false));
    expect(yahtzee(event("rolled", { dice: [4, 4, 4, 4, 4] }), [0]).some((cue) => cue.first)).toBe(false);
  });

  test("nothing by a name that there is not", () => {
    const kinds = [
      "attacks",
      "hurt",
      "marked",
      "wings",
      "eliminated",
      "rescued",
      "hearts",
      "cured",
      "energy",
      "stars",
    ];
    kinds.push("enters", "leaves", "stays", "buys", "sold", "sweeps", "revealed", "extra_turn", "moves", "takes");
    kinds.push("rehearses", "shot", "wraps", "no_bonus", "upgrades", "day_over", "day", "scoring", "upper_bonus");
    for (const heard of [king, deadwood, yahtzee]) {
      for (const kind of kinds) for (const name of names(heard(event(kind), [0]))) expect(NAMES).toContain(name);
    }
  });
});
