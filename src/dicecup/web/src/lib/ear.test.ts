import { beforeEach, expect, test, vi } from "vitest";
import type { Line } from "./wire";

const kept = new Map<string, string>();
vi.stubGlobal("localStorage", {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => kept.set(key, value),
});
const { Ear } = await import("./ear.svelte");
const { turns, worded } = await import("./talk");

const line = (n: number, person: number | null, text = "hm", more: Partial<Line> = {}): Line => ({
  n,
  kind: person === null ? "note" : "said",
  person,
  name: person === null ? "" : `Person ${person}`,
  text,
  spectators: false,
  match: null,
  seq: 0,
  told: 0,
  at: "",
  ...more,
});

beforeEach(() => kept.clear());

test("whoever is muted is not heard, at this table only, and still not after a reload", () => {
  const said = [line(1, 1), line(2, 2), line(3, null, "Ann is away.")];
  const ear = new Ear("one");
  expect(ear.heard(said).map((each) => each.n)).toEqual([1, 2]); // notes stand in the log
  ear.mute(2, true);
  expect(ear.heard(said).map((each) => each.n)).toEqual([1]);
  expect(new Ear("one").hears(2)).toBe(false);
  expect(new Ear("another").hears(2)).toBe(true);
  ear.mute(2, false);
  expect(new Ear("one").hears(2)).toBe(true);
});

test("unread is what others have said since one last looked", () => {
  const ear = new Ear("one");
  const said = [line(1, 1), line(2, 2), line(3, null), line(4, 3)];
  expect(ear.unread(said, 1)).toBe(2); // neither one's own nor notes
  ear.mute(3, true);
  expect(ear.unread(said, 1)).toBe(1);
  ear.see(said);
  expect(ear.unread(said, 1)).toBe(0);
  expect(ear.unread([...said, line(5, 2)], 1)).toBe(1);
  expect(new Ear("one").unread(said, 1)).toBe(0); // after a reload
});

test("what the browser keeps can be anything, and nobody is muted by it", () => {
  for (const nonsense of ["", "[", "null", '{"one": {"muted": "all", "seen": "x"}}', "7"]) {
    kept.set("dicecup.talk", nonsense);
    const ear = new Ear("one");
    expect(ear.hears(1)).toBe(true);
    expect(ear.seen).toBe(0);
  }
});

test("a phrase is said in the language of the page; what somebody wrote stays as it is", () => {
  expect(worded(line(1, 1, "good_luck", { kind: "phrase" }))).toBe("Good luck!");
  expect(worded(line(1, 1, "of a later version", { kind: "phrase" }))).toBe("of a later version");
  expect(worded(line(1, 1, "good_luck"))).toBe("good_luck");
});

test("what one person says in a row stands under one name; what only spectators hear stands apart", () => {
  const said = [line(1, 1), line(2, 1), line(3, 2), line(4, 1), line(5, 1, "psst", { spectators: true })];
  expect(turns(said).map((turn) => [turn.name, turn.lines.length, turn.spectators])).toEqual([
    ["Person 1", 2, false],
    ["Person 2", 1, false],
    ["Person 1", 1, false],
    ["Person 1", 1, true],
  ]);
});
