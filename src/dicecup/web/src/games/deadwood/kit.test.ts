import { expect, test } from "vitest";
import type { GameEvent, Option, Pick } from "../../lib/wire";
import { aboutRole, kit, optionsAt, payingIn, type DeadwoodView } from "./kit";
import type { DeadwoodRules } from "./rules";

const options = (...picks: Pick[]): Option[] => picks.map((pick, at) => ({ choice: ["any", at], text: "", pick }));

test("what can be done lies where it is done", () => {
  const all = options(
    { place: "jail" },
    { place: "saloon", card: "west-4", box: "Faro Player" },
    { place: "saloon", box: "Faro Player" },
    { place: "casting-office", amount: 2, price: [[4, "dollars"]] },
    { place: "casting-office", amount: 2, price: [[5, "credits"]] },
    { quiet: true },
  );
  expect(optionsAt(all, "jail")).toEqual({ move: all[0], roles: [], ranks: [] });
  const { move, roles } = optionsAt(all, "saloon");
  expect(move).toBeUndefined();
  const role = { name: "Faro Player", rank: 2, line: "" };
  expect(aboutRole(roles, "card", role)).toBe(all[1]);
  expect(aboutRole(roles, "set", role)).toBe(all[2]);
  expect(aboutRole(roles, "set", { ...role, name: "Preacher" })).toBeUndefined();
  const { ranks } = optionsAt(all, "casting-office");
  expect(payingIn(ranks, "2", "credits")).toBe(all[4]);
  expect(payingIn(ranks, "3", "dollars")).toBeUndefined();
});

test("a round is told in few words", () => {
  const rules = { areas: { bank: { called: "the Bank" } } } as unknown as DeadwoodRules;
  const view = { names: ["Ann", "Bo"] } as DeadwoodView;
  const events = (...kinds: string[]) =>
    kinds.map((kind, at) => ({ n: at + 1, kind, seat: 1, area: "bank", rank: 3, day: 1 }) as unknown as GameEvent);
  const gist = (...kinds: string[]) => kit.gist?.(events(...kinds), view, rules);
  expect(gist("turn", "acts", "shot", "wraps", "turn", "upgrades", "day_over")).toBe(
    "wrap at the Bank, Bo rank 3, end of day 1",
  );
  expect(gist("turn", "acts", "shot", "turn", "shot")).toBe("2 shots");
  expect(gist("turn", "moves")).toBe("");
});

test("what happens on one lot leaves the others as they are, so that nothing of them is drawn again", () => {
  const role = (name: string) => ({ name, rank: 1, line: "" });
  const set = (slug: string) => ({
    slug,
    kind: "set",
    shots: 2,
    roles: [role("Crusty Prospector"), role("Preacher")],
  });
  const rules = {
    starts: {},
    points_per_rank: 5,
    areas: { jail: set("jail"), saloon: set("saloon") },
    scenes: { "west-4": { slug: "west-4", budget: 4, roles: [role("Faro Player")] } },
  } as unknown as DeadwoodRules;
  const view = kit.start({ names: ["Ann", "Bo"], days: 2 } as DeadwoodView, rules);
  const [jail, saloon] = [view.sets["jail"]!, view.sets["saloon"]!];
  const [first, second] = jail.roles;
  kit.apply(view, { n: 1, kind: "turned_up", area: "saloon", scene: "west-4" } as unknown as GameEvent, rules);
  kit.apply(view, { n: 2, kind: "moves", seat: 0, area: "jail" } as unknown as GameEvent, rules);
  kit.apply(
    view,
    { n: 3, kind: "takes", seat: 0, area: "jail", on: "set", slot: 1 } as unknown as GameEvent,
    rules,
  );
  expect(view.sets["saloon"]).toBe(saloon);
  expect(saloon).toEqual({
    status: "open",
    roles: [
      ["card", 0, 1, null],
      ["set", 0, 1, null],
      ["set", 1, 1, null],
    ],
  });
  expect(view.sets["jail"]).toBe(jail);
  expect(jail.roles[0]).toBe(first);
  expect(jail.roles[1]).toBe(second);
  expect(second).toEqual(["set", 1, 1, 0]);
});
