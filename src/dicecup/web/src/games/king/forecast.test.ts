import { describe, expect, test } from "vitest";
import { foresee, inWords } from "./forecast";
import type { KingView, Monster } from "./kit";

const monster = (over: Partial<Monster> = {}): Monster => ({
  character: "Kraken",
  hearts: 7,
  max_hearts: 10,
  stars: 0,
  energy: 0,
  place: "outside",
  poison: 0,
  shrink: 0,
  untouchable: false,
  cards: [],
  ...over,
});
const view = (dice: number[], ...monsters: Monster[]): KingView =>
  ({
    active: 0,
    dice,
    monsters,
    names: monsters.map((_, at) => `M${at}`),
    order: [0, 1, 2],
  }) as unknown as KingView;
const holding = (...cards: string[]) => cards.map((card) => ({ card, acts_as: "", counters: 0, used: false }));

describe("what the dice would bring", () => {
  test("numbers, hearts and energy count as the rules say", () => {
    const seen = foresee(view([2, 2, 2, 2, 4, 5], monster(), monster({ place: "city" })));
    expect(seen).toMatchObject({ stars: 3, hearts: 1, energy: 1, claws: 0, targets: [], enters: "" });
  });

  test("claws from outside hit Tokyo, claws from Tokyo hit everybody outside", () => {
    const dice = [6, 6, 1, 1, 2, 3];
    expect(foresee(view(dice, monster(), monster({ place: "city" }), monster())).targets).toEqual([1]);
    expect(foresee(view(dice, monster({ place: "city" }), monster(), monster())).targets).toEqual([1, 2]);
    expect(foresee(view(dice, monster({ place: "city" }), monster({ hearts: 0 }), monster())).targets).toEqual([
      2,
    ]);
  });

  test("an empty Tokyo is entered, and hearts do not heal in it", () => {
    expect(foresee(view([1, 1, 2, 2, 3, 3], monster(), monster())).enters).toBe("city");
    expect(foresee(view([4, 4, 1, 1, 2, 2], monster({ place: "city" }), monster()))).toMatchObject({
      hearts: 0,
      healsInVain: true,
    });
  });

  test("hearts stop at the most one can have", () => {
    expect(foresee(view([4, 4, 4, 4, 4, 4], monster({ hearts: 9 }), monster({ place: "city" }))).hearts).toBe(1);
  });

  test("cards that change it for certain are counted, copied ones too", () => {
    const cards = [
      ...holding("acid-attack", "spiked-tail"),
      { card: "mimic", acts_as: "nova-breath", counters: 0, used: false },
    ];
    const seen = foresee(view([1, 1, 2, 2, 3, 3], monster({ cards }), monster(), monster({ place: "city" })));
    expect(seen).toMatchObject({ claws: 2, targets: [1, 2] });
  });

  test("with counters to take off hearts wait for a decision", () => {
    expect(foresee(view([4, 4, 1, 1, 2, 2], monster({ poison: 1 }), monster({ place: "city" })))).toMatchObject({
      hearts: 0,
      heartsToUse: 2,
    });
  });

  test("in words", () => {
    const table = view([3, 3, 3, 6, 4, 1], monster(), monster({ place: "city", hearts: 4 }));
    expect(inWords(table, foresee(table))).toBe("3 stars, 1 heart, 1 damage to M1 (4)");
    const nothing = view([1, 1, 2, 2, 3, 3], monster({ place: "city" }), monster());
    expect(inWords(nothing, foresee(nothing))).toBe("nothing");
  });
});
