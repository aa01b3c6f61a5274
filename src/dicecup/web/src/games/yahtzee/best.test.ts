import { expect, test, vi } from "vitest";
import type { Result } from "../../lib/wire";

const kept: Record<string, string> = {};
vi.stubGlobal("localStorage", {
  getItem: (key: string) => kept[key] ?? null,
  setItem: (key: string, value: string) => void (kept[key] = value),
});
const { noteBranch } = await import("../../lib/branched");
const { compared } = await import("./best");

const result = (match: string, score: number) =>
  ({
    match,
    game: "yahtzee",
    options: { rules: "standard" },
    seats: [{ name: "Ann", score, mine: true }],
  }) as unknown as Result;

test("what was played on from a replay is compared with nothing, and nothing with it", () => {
  const results = [result("first", 200), result("again", 320), result("second", 180)];
  expect(compared(results, "second", [0], ["Ann"])[0]).toContain("320");
  noteBranch("again");
  expect(compared(results, "again", [0], ["Ann"])).toEqual([]);
  expect(compared(results, "second", [0], ["Ann"])[0]).toContain("200");
  expect(compared(results, "second", [0], ["Ann"])[0]).not.toContain("320");
});
