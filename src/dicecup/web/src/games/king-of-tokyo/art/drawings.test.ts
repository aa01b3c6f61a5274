import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { KingRules } from "../rules";
import { DRAWINGS, draw } from "./drawings";
import { SYMBOLS } from "./symbols";

const pieces = Object.keys(DRAWINGS).map((card) => [card, draw(card)!] as const);
const lines = (drawing: string) => drawing.trim().split(/\s*\n\s*/);

// Real games bring the rules along, and with them every card there is.
interface Recorded {
  game: string;
  rules: KingRules;
}
const file = process.env["DICECUP_RECORDED"];
const recorded = file ? (JSON.parse(readFileSync(file, "utf-8")) as Recorded[]) : [];

describe.skipIf(!file)("the cards of the rules", () => {
  test("each has a picture, and no picture is left over", () => {
    const rules = recorded.find(({ game, rules }) => game === "king-of-tokyo" && rules.cards.length)!.rules;
    expect(Object.keys(DRAWINGS).sort()).toEqual(rules.cards.map(({ id }) => id).sort());
  });
});

test("no two cards look alike, not even the two of the same name", () => {
  const seen = pieces.map(([, found]) => JSON.stringify(found));
  expect(seen).toHaveLength(66);
  expect(new Set(seen).size).toBe(66);
});

test("a card of another package has none: its emblem is shown", () => {
  expect(draw("a-card-from-elsewhere")).toBeNull();
});

test("every line is a piece that can be drawn, and every symbol one that exists", () => {
  for (const [card, drawing] of Object.entries(DRAWINGS)) {
    const named = lines(drawing).filter((line) => line.startsWith("@"));
    for (const line of named) expect(SYMBOLS, card).toHaveProperty(line.slice(1).split(" ")[0]!);
    for (const { d } of draw(card)!) expect(d, card).toMatch(/^M[-\d. MmLlHhVvCcSsQqTtAaZz]+$/);
  }
});

test("every paint is one that is mixed, for light and dark", () => {
  const style = readFileSync(new URL("./Art.svelte", import.meta.url), "utf-8");
  const used = new Set(pieces.flatMap(([, found]) => found.flatMap(({ fill, stroke }) => [fill, stroke])));
  used.delete("none");
  for (const paint of used) expect(style).toContain(`--${paint}: #`);
  expect(used.size).toBeLessThan(16); // one style: few colours
});

test("a picture is more than a sign: several pieces, but not so many that it is lost at 64 pixels", () => {
  for (const [card, found] of pieces) {
    expect(found.length, card).toBeGreaterThan(4);
    expect(found.length, card).toBeLessThan(45);
  }
});

test("what is turned is turned about its point, and what follows is not", () => {
  const found = draw("heal")!;
  expect(found[0]!.at).toBe("");
  expect(found.filter(({ at }) => at === "rotate(-28 50 38)")).toHaveLength(6);
});
