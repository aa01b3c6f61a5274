import { describe, expect, test } from "vitest";
import type { DeadwoodView, Lot } from "./kit";
import type { DeadwoodRules } from "./rules";
import { offer } from "./offer";

const rules = {
  scenes: { west: { budget: 4, roles: [] } },
  prices: { 2: { dollars: 4, credits: 5 }, 3: { dollars: 10, credits: 10 } },
} as unknown as DeadwoodRules;

function at(lot: Partial<Lot>, more: { rank?: number; dollars?: number; card?: boolean } = {}): DeadwoodView {
  return {
    actors: [{ rank: more.rank ?? 2, dollars: more.dollars ?? 0, credits: 0, chips: 3 }],
    scenes: more.card === false ? {} : { bank: "west" },
    sets: { bank: { status: "open", roles: [], ...lot } },
  } as unknown as DeadwoodView;
}

describe("what a way leads to", () => {
  test.each<[string, DeadwoodView, string, string]>([
    [
      "a role on the card",
      at({
        roles: [
          ["card", 0, 2, null],
          ["set", 0, 1, null],
        ],
      }),
      "bank",
      "as a star: 50 % for 2 credits",
    ],
    [
      "an extra's",
      at({
        roles: [
          ["card", 0, 3, null],
          ["set", 0, 1, null],
        ],
      }),
      "bank",
      "as an extra: $1, 50 % for a credit",
    ],
    [
      "none for this rank",
      at({
        roles: [
          ["card", 0, 3, null],
          ["set", 0, 2, 1],
        ],
      }),
      "bank",
      "no role for your rank",
    ],
    [
      "none left",
      at({
        roles: [
          ["card", 0, 1, 1],
          ["set", 0, 1, 2],
        ],
      }),
      "bank",
      "all roles are taken",
    ],
    [
      "a card face down",
      at({ status: "face-down", roles: [["set", 0, 1, null]] }, { card: false }),
      "bank",
      "scene face down",
    ],
    [
      "and no extra's",
      at({ status: "face-down", roles: [["set", 0, 4, null]] }, { card: false }),
      "bank",
      "scene face down, no extra for your rank",
    ],
    ["a wrapped scene", at({ status: "wrapped" }), "bank", "Wrapped"],
    ["ranks that can be paid", at({}, { dollars: 12 }), "casting-office", "you can pay for rank 3"],
    ["ranks that cannot", at({}, { rank: 3, dollars: 12 }), "casting-office", "you cannot pay for a rank yet"],
    ["the trailers", at({}), "trailers", "no scene here"],
  ])("%s", (_, view, area, said) => {
    expect(offer(view, 0, area, rules)).toBe(said);
  });
});
