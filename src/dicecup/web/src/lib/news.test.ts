import { describe, expect, test } from "vitest";
import { newsOf } from "./news";
import type { PartyState, Person } from "./wire";

const person = (number: number, more: Partial<Person> = {}): Person => ({
  ...{ number, name: `P${number}`, character: "", role: "player", chair: number - 1, ready: false },
  ...{ host: number === 1, presence: "here", you: number === 2 },
  ...more,
});

const state = (people: Person[], rules: object = {}): PartyState =>
  ({ people, rules: { game: "yahtzee", clock: "none", ...rules } }) as PartyState;

const told = (before: Person[], after: Person[], rules = {}) =>
  newsOf(state(before), state(after, rules), (game) => `the ${game}`);

describe("whoever does not see the table hears", () => {
  const ann = person(1);
  const me = person(2);

  test.each<[string, Person[], Person[], string[]]>([
    ["who has come", [ann, me], [ann, me, person(3)], ["P3 has come."]],
    ["who looks on", [ann], [ann, person(3, { role: "spectator", chair: null })], ["P3 is watching."]],
    ["who has left", [ann, me], [person(1, { presence: "gone" }), me], ["P1 has left."]],
    ["who is not there any more at all", [ann, me], [me], ["P1 has left."]],
    ["who is away", [ann], [person(1, { presence: "away" })], ["P1 is away."]],
    ["who is here again, or at last", [person(1, { presence: "away" })], [ann], ["P1 is here."]],
    ["nothing yet of who is on the way", [ann], [ann, person(3, { presence: "away" })], []],
    ["who comes again", [person(1, { presence: "gone" })], [ann], ["P1 has come."]],
    ["who is ready", [ann], [person(1, { ready: true })], ["P1 is ready."]],
    ["who is not ready after all", [person(1, { ready: true })], [ann], ["P1 is not ready any more."]],
    ["who has another name", [ann], [person(1, { name: "Ann" })], ["P1 is called Ann now."]],
    [
      "who is the host now",
      [ann, person(3)],
      [person(1, { host: false }), person(3, { host: true })],
      ["P3 is the host now."],
    ],
    [
      "that one is the host oneself",
      [ann, me],
      [person(1, { host: false }), person(2, { host: true })],
      ["You are the host now."],
    ],
    ["nothing of what one does oneself", [me], [person(2, { ready: true, name: "Me" })], []],
    ["nothing of those who left long ago", [person(1, { presence: "gone" })], [], []],
  ])("%s", (_, before, after, expected) => {
    expect(told(before, after)).toEqual(expected);
  });

  test("another game, or other rules", () => {
    expect(told([ann], [ann], { game: "deadwood" })).toEqual(["The game is the deadwood now."]);
    expect(told([ann], [ann], { clock: "fast" })).toEqual(["The rules of the table have changed."]);
    expect(told([ann], [ann])).toEqual([]);
  });
});
