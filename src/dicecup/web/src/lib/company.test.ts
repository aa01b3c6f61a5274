import { expect, test, vi } from "vitest";
import type { PartyState, Person } from "./wire";

vi.stubGlobal("matchMedia", () => ({ matches: false, addEventListener: () => {} }));
vi.stubGlobal("localStorage", { getItem: () => null, setItem: () => {} });
vi.stubGlobal("document", { hidden: false });
const { news, whereTo } = await import("./company.svelte");

const at = (stage: PartyState["stage"], match: string | null) => ({ party: "P", stage, match }) as PartyState;

test("the party is at the match that is played or was played last, at the next one, or in its waiting room", () => {
  expect(whereTo(at("playing", "one"), "one")).toBe("");
  expect(whereTo(at("over", "one"), "one")).toBe("");
  expect(whereTo(at("playing", "two"), "one")).toBe("/match/two");
  expect(whereTo(at("waiting", "one"), "one")).toBe("/party/P");
  expect(whereTo(at("waiting", null), "one")).toBe("/party/P");
});

test("it is news who came, went away or left, but not that one is here oneself", () => {
  const person = (number: number, presence: Person["presence"], you = false) =>
    ({ number, presence, you }) as Person;
  const before = new Map([1, 2, 3].map((number) => [number, "here" as Person["presence"]]));
  const now = [person(1, "away", true), person(2, "away"), person(3, "here"), person(4, "here")];
  expect(news(before, now).map((each) => each.number)).toEqual([2, 4]);
  expect(news(new Map(now.map((each) => [each.number, each.presence])), now)).toEqual([]);
});
