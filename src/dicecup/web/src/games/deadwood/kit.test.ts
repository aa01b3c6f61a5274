import { expect, test } from "vitest";
import type { Option, Pick } from "../../lib/wire";
import { aboutRole, optionsAt, payingIn } from "./kit";

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
