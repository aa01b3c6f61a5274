import { expect, test } from "vitest";
import type { GameEvent } from "../../lib/wire";
import { cueOf, sums, type Told } from "./cue";
import { earnings } from "./money";
import type { DeadwoodRules } from "./rules";

const role = (name: string, rank: number) => ({ name, rank, line: `I am ${name}.` });
const rules = {
  areas: { saloon: { roles: [role("Farmer", 1)], shots: 2 } },
  scenes: {
    hat: { budget: 4, number: 7, roles: [role("Priest", 2), role("Marshal", 3), role("One-Eyed Man", 4)] },
  },
} as unknown as DeadwoodRules;

let n = 0;
const event = (kind: string, more: object = {}): GameEvent => ({ n: ++n, kind, text: "", ...more }) as GameEvent;
const acts = (success: boolean) =>
  event("acts", {
    seat: 0,
    area: "saloon",
    scene: "hat",
    on: "card",
    slot: 1,
    die: 3,
    chips: 1,
    budget: 4,
    success,
  });

function told(log: GameEvent[], more: Partial<Told> = {}): Told {
  const roles = [
    ["card", 2, 4, null],
    ["card", 1, 3, 0],
    ["card", 0, 2, null],
    ["set", 0, 1, 1],
  ];
  const view = {
    names: ["Ann", "Ben"],
    bonus: "all",
    scenes: { saloon: "hat" },
    sets: { saloon: { status: "open", roles } },
    actors: [
      { area: "saloon", on: "card", slot: 1, chips: 1, rank: 3 },
      { area: "saloon", on: "set", slot: 0, chips: 0, rank: 1 },
    ],
  } as unknown as Told["view"];
  return { view, log, now: log.at(-1) ?? null, thrown: null, changes: {}, playing: true, ...more };
}

const landed = { dice: [3], slots: [0], seat: 0, count: 4, ms: 540, landed: true };

test("the clapper claps when the die is thrown, and says nothing of it before it has landed", () => {
  const before = [acts(false), event("paid"), event("turn")];
  const rolling = { ...landed, landed: false };
  const cue = cueOf(told(before, { thrown: rolling, now: null }), rules);
  expect(cue).toMatchObject({ kind: "act", take: 2, role: "Marshal", line: "I am Marshal.", landed: false });
  expect(cue).toMatchObject({ success: false, chips: 1, budget: 4 });
  const untold = cueOf(told(before, { thrown: landed, now: null }), rules);
  expect(untold, "landed, but not told").toEqual({ ...cue, rolls: null });
  expect(cue).toMatchObject({ rolls: { count: 4, slots: [0] } });
});

test("it is the same take until what it paid has been told", () => {
  const log = [acts(true), event("shot", { area: "saloon", left: 1 }), event("paid")];
  for (const upto of [1, 2, 3]) {
    const cue = cueOf(told(log.slice(0, upto), { thrown: landed }), rules);
    expect(cue).toMatchObject({ kind: "act", key: "hat 1", landed: true, success: true, die: 3 });
  }
  expect(cueOf(told([...log, event("turn")], { thrown: landed }), rules)).toBeNull();
});

test("where nothing is being told nothing is played", () => {
  expect(cueOf(told([acts(true)], { thrown: landed, playing: false }), rules)).toBeNull();
});

test("bonus dice lie in a row, and each goes to its role when that is paid", () => {
  const at = { area: "saloon", scene: "hat" };
  const dice = [6, 5, 3, 1];
  const log = [event("wraps", at)];
  const thrown = { dice, slots: [0, 1, 2, 3], seat: 0, count: 9, ms: 700, landed: false };
  expect(cueOf(told(log), rules)).toMatchObject({ kind: "wrap", dice: [], landed: true, unpaid: false });
  expect(cueOf(told(log, { thrown, now: null }), rules)).toMatchObject({ kind: "wrap", dice, landed: false });
  const bonus = { seat: null, ...at, on: "card", slot: 2, dice: [6, 1], dollars: 7 };
  log.push(event("bonus_dice", { seat: 0, ...at, dice }), event("bonus", bonus));
  const cue = cueOf(told(log, { thrown: { ...thrown, landed: true } }), rules);
  expect(cue).toMatchObject({ kind: "wrap", dice, landed: true });
  expect(cue?.kind === "wrap" && cue.shares).toEqual([
    { on: "card", slot: 2, role: "One-Eyed Man", seat: null, dice: [0, 3], dollars: 7 },
    { on: "card", slot: 1, role: "Marshal", seat: 0, dice: [1], dollars: null },
    { on: "card", slot: 0, role: "Priest", seat: null, dice: [2], dollars: null },
    { on: "set", slot: 0, role: "Farmer", seat: 1, dice: [], dollars: null },
  ]);
});

test("a day ends, and the next one dawns", () => {
  expect(cueOf(told([event("day_over", { day: 3, days: 3 })]), rules)).toMatchObject({
    kind: "night",
    last: true,
  });
  expect(cueOf(told([event("day", { day: 2, days: 3 })]), rules)).toMatchObject({ kind: "dawn", day: 2 });
});

test("a die turns from the rank before", () => {
  const rank = event("upgrades", { seat: 0, rank: 5, paid: 20, currency: "credits" });
  const changes = { "rank:0": { by: 3 }, "credits:0": { by: -20 } };
  expect(cueOf(told([rank], { changes }), rules)).toMatchObject({ kind: "rank", from: 2, rank: 5 });
});

test("the final reckoning adds up dollars, credits and ranks", () => {
  const score = { seat: 1, dollars: 23, credits: 7, rank: 4, points: 50 };
  const log = [event("scoring"), event("score", score)];
  expect(cueOf(told(log), rules)).toMatchObject({ kind: "reckoning", counted: [score], winners: [] });
  expect(sums(score, 5)).toEqual([23, 30, 50]);
  log.push(event("finished", { winners: [1], points: 50 }));
  expect(cueOf(told(log), rules)).toMatchObject({ kind: "reckoning", winners: [1] });
});

test("money flies to whoever earns it, and what a rank costs to the office", () => {
  expect(earnings(event("paid", { seat: 1, dollars: 1, credits: 2 }))).toEqual([
    { from: "figure:1", to: "dollars:1", credit: false, many: 1 },
    { from: "figure:1", to: "credits:1", credit: true, many: 2 },
  ]);
  expect(earnings(event("paid", { seat: 1, dollars: 0, credits: 0 }))).toEqual([]);
  const share = { seat: 0, on: "card", slot: 2, dollars: 11 };
  expect(earnings(event("bonus", share))).toEqual([
    { from: "share:card:2", to: "dollars:0", credit: false, many: 6 },
  ]);
  expect(earnings(event("bonus", { ...share, seat: null })), "lost").toEqual([]);
  const rank = event("upgrades", { seat: 0, rank: 2, paid: 5, currency: "credits" });
  expect(earnings(rank)).toMatchObject([{ from: "credits:0", to: "area:casting-office", credit: true }]);
});
