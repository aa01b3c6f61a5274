import { expect, test } from "vitest";
import { WAYS as actors } from "../games/deadwood/voices";
import { VOICES } from "../games/king-of-tokyo/voices/cast";
import { WAYS as neighbours } from "../games/yahtzee/voices";
import { within } from "./reading";
import { nowAndThen, sentence, voiced, type Way } from "./voice";

const everybody: [string, readonly Way[]][] = [
  ...Object.entries(VOICES).map(([name, { reasons }]): [string, readonly Way[]] => [name, reasons]),
  ...actors.map((ways, at): [string, readonly Way[]] => [`actor ${at}`, ways]),
  ...neighbours.map((ways, at): [string, readonly Way[]] => [`neighbour ${at}`, ways]),
];
const reason = "keep the three claws: 45% to knock out Ann";

test("a few words become a sentence, and a sentence stays one", () => {
  expect(sentence("that wins")).toBe("That wins.");
  expect(sentence("45% to win now")).toBe("45% to win now.");
  expect(sentence("why not?")).toBe("Why not?");
});

test.each(everybody)("%s gives reasons in a voice of its own, in whole sentences and whole", (_, ways) => {
  const said = new Set(Array.from({ length: ways.length }, (_, n) => voiced(ways, reason, n)));
  expect(said.size).toBe(ways.length);
  expect(said.size).toBeGreaterThan(3);
  for (const each of said) {
    expect(each).toMatch(/^[A-Z].*[.!?]$/);
    expect(each).toContain(sentence(reason));
    expect(each.length).toBeGreaterThan(reason.length + 2); // there is a voice in it
    expect(each).not.toContain("'");
    const [mark] = within(each, reason, [{ start: 5, end: 20, dice: [6, 6, 6] }]);
    expect([...each].slice(mark?.start, mark?.end).join("")).toBe("the three claws");
  }
});

test("nobody sounds like somebody else", () => {
  const ways = everybody.flatMap(([, each]) => each.map((way) => way("")));
  expect(new Set(ways).size).toBe(ways.length);
});

test("reasons are plain where nobody has a voice", () => {
  expect(voiced([], reason, 17)).toBe(sentence(reason));
});

test("a long game does not hear the same four sayings in every turn, and hears all of them", () => {
  const ways = actors[2] ?? [];
  // Two or three computer players take turns, so each of them has every second or third reason.
  for (const [step, first] of [
    [2, 0],
    [2, 1],
    [3, 0],
    [3, 1],
    [3, 2],
  ] as const) {
    const said = Array.from({ length: 60 }, (_, turn) => nowAndThen(ways, reason, first + step * turn));
    const plain = said.filter((each) => each === sentence(reason)).length;
    expect(plain).toBeGreaterThan(30);
    expect(plain).toBeLessThan(50);
    expect(new Set(said).size).toBe(ways.length + 1);
  }
});
