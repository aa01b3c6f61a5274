import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { DeadwoodView } from "./kit";
import { atWrap, inOrder, percent, rollFor, shares } from "./odds";
import type { DeadwoodRules } from "./rules";
import { w } from "./words";

const pay = { card: { success: [0, 2], failure: [0, 0] }, set: { success: [1, 1], failure: [1, 0] } };
const rules = {
  pay,
  areas: { saloon: { roles: [] } },
  scenes: { hat: { budget: 4, roles: [] } },
} as unknown as DeadwoodRules;

const saloon = (bonus: string, ...seats: (number | null)[]) =>
  ({
    bonus,
    actors: [],
    scenes: { saloon: "hat" },
    sets: {
      saloon: {
        status: "open",
        roles: [...seats.map((seat, at) => ["card", 2 - at, 4 - at, seat]), ["set", 0, 2, null]],
      },
    },
  }) as unknown as DeadwoodView;

test("the die has to show the budget, less what was rehearsed", () => {
  expect(rollFor("card", 4, 0, rules)).toEqual({ needs: 4, chance: 1 / 2, success: [0, 2], failure: [0, 0] });
  expect(rollFor("set", 6, 1, rules)).toMatchObject({ needs: 5, chance: 1 / 3, success: [1, 1], failure: [1, 0] });
  expect(rollFor("card", 4, 3, rules)).toMatchObject({ needs: 1, chance: 1 });
  expect(percent(rollFor("card", 5, 0, rules).chance)).toBe("33%");
});

test("dice of a wrap go round the roles, the highest to the highest", () => {
  expect(shares(6, 3)).toEqual([[0, 3], [1, 4], [2, 5]]); // prettier-ignore
  expect(shares(4, 3)).toEqual([[0, 3], [1], [2]]);
  expect(shares(2, 0)).toEqual([]);
  expect(inOrder(2).map((mean) => mean * 36)).toEqual([expect.closeTo(161), expect.closeTo(91)]);
});

test("what a wrap brings counts on empty roles as the house rule says", () => {
  const roles = saloon("all", null, null, null).sets["saloon"]!.roles;
  const [first, , third, extra] = roles as [never, never, never, never];
  const mean = inOrder(4);
  expect(atWrap(saloon("all", null, null, null), "saloon", first, rules)).toBeCloseTo(mean[0]! + mean[3]!);
  expect(atWrap(saloon("occupied", null, null, null), "saloon", first, rules)).toBeCloseTo(14);
  expect(atWrap(saloon("occupied", 1, null, null), "saloon", third, rules)).toBeCloseTo(mean[1]! + mean[3]!);
  expect(atWrap(saloon("all", null, null, null), "saloon", extra, rules), "no star, no bonus").toBeNull();
  expect(atWrap(saloon("all", null, 0, null), "saloon", extra, rules)).toBe(2);
});

test("all of it can be read before a role is taken", () => {
  const star = rollFor("card", 4, 0, rules);
  expect(w.worth(star, "card", 7.0001, 3)).toBe("50% (4+) for 2 credits, otherwise nothing; about $7 at the wrap");
  const extra = rollFor("set", 4, 0, rules);
  expect(w.worth(extra, "set", null, 2)).toBe(
    "50% (4+) for $1 and 1 credit, otherwise $1; $2 at a wrap with a star",
  );
  expect(w.worth(rollFor("set", 4, 3, rules), "set", 2, 2)).toBe("cannot fail: $1 and 1 credit; $2 at the wrap");
});

// Real games, recorded from the engine with what its own rules say of every role.
type Worth = [area: string, on: "card" | "set", slot: number, chance: number, bonus: number];
interface Recorded {
  game: string;
  rules: DeadwoodRules;
  steps: { view: DeadwoodView; worth?: Worth[] }[];
}
const file = process.env["DICECUP_RECORDED"];
const games = (file ? (JSON.parse(readFileSync(file, "utf-8")) as Recorded[]) : []).filter(
  ({ game }) => game === "deadwood",
);

describe.skipIf(!file)("the page and the rules say the same of every role", () => {
  test.each(games.map((one, at) => [at, one] as const))("game %i", (_, { rules, steps }) => {
    let compared = 0;
    for (const { view, worth } of steps) {
      for (const [area, on, slot, chance, bonus] of worth ?? []) {
        const place = view.sets[area]!.roles.find(([where, at]) => where === on && at === slot)!;
        const chips = place[3] === null ? 0 : view.actors[place[3]]!.chips;
        expect(rollFor(on, rules.scenes[view.scenes[area]!]!.budget, chips, rules).chance).toBeCloseTo(chance, 12);
        expect(atWrap(view, area, place, rules) ?? place[2]).toBeCloseTo(bonus, 10);
        compared += 1;
      }
    }
    expect(compared).toBeGreaterThan(300);
  });
});
