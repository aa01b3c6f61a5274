import { expect, test } from "vitest";
import { notesOf, placed } from "./notes";
import type { GameEvent, Line } from "./wire";

const event = (n: number): GameEvent => ({ n, kind: "told", text: `line ${n}` });
const note = (n: number, told: number, match: string | null = "here", kind: Line["kind"] = "note"): Line => ({
  n,
  kind,
  person: null,
  name: "",
  text: `note ${n}`,
  spectators: false,
  match,
  seq: 0,
  told,
  at: "",
});
const stands = (told: number) => [...placed([event(2), event(3), event(6)], [note(1, told)]).keys()][0];

test("a note stands below the last line that had been told by then", () => {
  expect(stands(3)).toBe(3);
  expect(stands(5)).toBe(3); // 4 and 5 have no words
  expect(stands(6)).toBe(6);
  expect(stands(90)).toBe(6); // what it belongs to is still being played back
  expect(stands(1)).toBe(0);
});

test("several at one place keep their order", () => {
  const found = placed([event(1)], [note(4, 1), note(7, 1)]);
  expect(found.get(1)?.map((each) => each.n)).toEqual([4, 7]);
});

test("only notes of this match are in its log, and no talk", () => {
  const lines = [note(1, 0), note(2, 0, "before"), note(3, 0, null), note(4, 0, "here", "said")];
  expect(notesOf(lines, "here").map((each) => each.n)).toEqual([1]);
});
