import { expect, test, vi } from "vitest";

const kept: Record<string, string> = {};
vi.stubGlobal("localStorage", {
  getItem: (key: string) => kept[key] ?? null,
  setItem: (key: string, value: string) => void (kept[key] = value),
});
const { noteRead, wasRead } = await import("./read");

test("that one is out is read once, also after a reload; what happens after an undo is something new", () => {
  expect(wasRead("fallen", "m", 12)).toBe(false);
  noteRead("fallen", "m", 12);
  expect(wasRead("fallen", "m", 12)).toBe(true);
  expect(wasRead("fallen", "m", 15)).toBe(false);
  expect(wasRead("fallen", "other", 12)).toBe(false);
  expect(wasRead("else", "m", 12)).toBe(false);
});

test("the tables one came to last are remembered", () => {
  for (let at = 0; at < 30; at++) noteRead("many", `m${at}`, at);
  noteRead("many", "m15", 99);
  noteRead("many", "m30", 1);
  expect(wasRead("many", "m0", 0)).toBe(false);
  expect(wasRead("many", "m15", 99)).toBe(true);
  expect(Object.keys(JSON.parse(kept["dicecup.many"]!) as object)).toHaveLength(20);
});
