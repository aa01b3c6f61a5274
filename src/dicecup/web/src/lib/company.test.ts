import { expect, test, vi } from "vitest";
import type { Party } from "./party.svelte";
import type { PartyState, Person } from "./wire";

vi.stubGlobal("matchMedia", () => ({ matches: false, addEventListener: () => {} }));
vi.stubGlobal("localStorage", { getItem: () => null, setItem: () => {} });
vi.stubGlobal("document", { hidden: false });
const { Company, news, roomFor, whereTo } = await import("./company.svelte");

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

test("whoever was at a match is taken along; whoever looks at an older one is left alone", () => {
  const seen = (...states: PartyState[]) => {
    const company = new Company(() => null);
    return states.map((state) => {
      company.party = { state } as Party;
      return company.goesOn("one");
    });
  };
  expect(seen(at("playing", "one"), at("over", "one"), at("playing", "two"))).toEqual(["", "", "/match/two"]);
  expect(seen(at("over", "one"), at("waiting", "one"))).toEqual(["", "/party/P"]);
  expect(seen(at("playing", "two"), at("over", "two"))).toEqual(["", ""]);
});

test("whoever watches may take an empty chair, and a computer player's where the table allows it", () => {
  const company = new Company(() => null);
  const free = (role: Person["role"], take_over: boolean) => {
    const chairs = [
      { person: 1, level: null },
      { person: null, level: "easy" },
      { person: null, level: null },
    ];
    const people = [{ number: 2, role }];
    company.party = { state: { you: 2, people, chairs, rules: { take_over } } } as unknown as Party;
    return company.free;
  };
  expect(free("spectator", true)).toEqual([1, 2]);
  expect(free("spectator", false)).toEqual([2]);
  expect(free("player", true)).toEqual([]);
});

test("the room says of how many more can come what its door says", () => {
  const room = (stage: PartyState["stage"], take_over: boolean) =>
    roomFor({
      stage,
      chairs_allowed: [2, 6],
      rules: { take_over },
      chairs: [
        { person: 1, level: null },
        { person: null, level: null },
        { person: null, level: "easy" },
      ],
    } as unknown as PartyState);
  expect(room("waiting", false)).toBe(4); // the empty chair, and three that are put there as people come
  expect(room("waiting", true)).toBe(5);
  expect(room("playing", true)).toBe(2);
  expect(room("playing", false)).toBe(1);
});
