import { expect, test } from "vitest";
import { dots } from "./qr";

/** What a path of bars covers, drawn again as rows. */
function drawn(path: string, side: number): string[] {
  const rows = Array.from({ length: side }, () => Array.from({ length: side }, () => " "));
  for (const [, x, y, length] of path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\3z/g))
    for (let at = 0; at < Number(length); at++) rows[Number(y)]![Number(x) + at] = "#";
  return rows.map((row) => row.join(""));
}

test("every dark dot is drawn, and no other", () => {
  const rows = ["## #", "    ", "#  #", " ## "];
  expect(drawn(dots(rows), 4)).toEqual(rows);
  expect(dots(rows).match(/M/g)).toHaveLength(5); // runs, not dots
});

test("where there is nothing, nothing is drawn", () => {
  expect(dots([])).toBe("");
  expect(dots(["  ", "  "])).toBe("");
});
