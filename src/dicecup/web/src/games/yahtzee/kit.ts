// Yahtzee as the page follows it.
import type { GameEvent } from "../../lib/wire";
import type { Change, Kit, Throw, View } from "../kit";
import { pace } from "./pace";
import { since } from "./since";

export const BOXES = [
  "ones",
  "twos",
  "threes",
  "fours",
  "fives",
  "sixes",
  "three_of_a_kind",
  "four_of_a_kind",
  "full_house",
  "small_straight",
  "large_straight",
  "yahtzee",
  "chance",
] as const;
export type Box = (typeof BOXES)[number];
export const OPEN = -1;
export const ROLLS = 3;
export const COLUMNS = 6;
export const UPPER_GOAL = 63;
export const UPPER_BONUS = 35;
export const YAHTZEE_BONUS = 100;

export interface Sheet {
  boxes: number[];
  extra_yahtzees: number;
  past: number[][];
  upper: number;
  bonus: number;
  total: number;
}

export interface YahtzeeView extends View {
  rules: "standard" | "official";
  current: number;
  dice: number[];
  rolls: number;
  sheets: Sheet[];
  card: number;
  preview: Partial<Record<Box, number>>;
}

/** A column added up: ones to sixes, the bonus for them, everything. */
export function addUp(boxes: number[], extra: number): { upper: number; bonus: number; total: number } {
  const filled = boxes.map((points) => Math.max(0, points));
  const upper = filled.slice(0, 6).reduce((sum, points) => sum + points, 0);
  const bonus = upper >= UPPER_GOAL ? UPPER_BONUS : 0;
  const total = filled.slice(0, 13).reduce((sum, points) => sum + points, 0) + bonus + extra * YAHTZEE_BONUS;
  return { upper, bonus, total };
}

/** What lies there and scores in full in an open box: the dearest such box. */
export function madeOf(dice: number[], open: (box: Box) => boolean): Box | null {
  const counts = [1, 2, 3, 4, 5, 6].map((face) => dice.filter((die) => die === face).length);
  const runs = counts.map((count) => (count ? "x" : " ")).join("");
  const made: [Box, boolean][] = [
    ["yahtzee", counts.includes(5)],
    ["large_straight", runs.includes("xxxxx")],
    ["small_straight", runs.includes("xxxx")],
    ["full_house", counts.includes(3) && counts.includes(2)],
  ];
  return made.find(([box, lies]) => lies && open(box))?.[0] ?? null;
}

/** The round that is played: everybody has filled so many boxes, and now fills one more. */
export function roundOf({ sheets }: Pick<YahtzeeView, "sheets">): number {
  const filled = sheets.map(({ boxes }) => boxes.filter((points) => points !== OPEN).length);
  return Math.min(BOXES.length, Math.min(...filled) + 1);
}

function start(view: YahtzeeView): YahtzeeView {
  return {
    ...view,
    turn: 0,
    phase: "begin",
    current: 0,
    dice: [],
    rolls: 0,
    preview: {},
    sheets: view.sheets.map((sheet) => ({
      boxes: BOXES.map(() => OPEN),
      extra_yahtzees: 0,
      past: sheet.past,
      upper: 0,
      bonus: 0,
      total: 0,
    })),
  };
}

function apply(view: YahtzeeView, event: GameEvent): Change[] {
  const seat = typeof event["seat"] === "number" ? event["seat"] : -1;
  const sheet = view.sheets[seat];
  switch (event.kind) {
    case "begins":
      view.current = seat;
      return [];
    case "rolled": {
      const first = (event["slots"] as number[]).length === 5 && (view.rolls === 0 || view.current !== seat);
      if (first) view.turn += 1;
      view.rolls = first ? 1 : view.rolls + 1;
      view.current = seat;
      view.dice = [...(event["dice"] as number[])];
      view.preview = {};
      return [];
    }
    case "stopped":
      view.rolls = ROLLS;
      return [];
    case "filled": {
      const box = BOXES.indexOf(event["box"] as Box);
      if (!sheet) return [];
      sheet.boxes[box] = event["points"] as number;
      const before = sheet.total;
      const sums = addUp(sheet.boxes, sheet.extra_yahtzees);
      const early = sums.bonus - sheet.bonus; // the bonus is told next, and not counted before
      Object.assign(sheet, sums, { bonus: sheet.bonus, total: sums.total - early });
      view.preview = {};
      view.rolls = 0;
      return [
        { key: `box:${seat}:${box}`, by: 0 },
        { key: `total:${seat}`, by: sheet.total - before },
      ];
    }
    case "yahtzee_bonus":
      if (sheet) {
        sheet.extra_yahtzees += 1;
        sheet.total += YAHTZEE_BONUS;
      }
      return [{ key: `total:${seat}`, by: YAHTZEE_BONUS }];
    case "upper_bonus":
      if (sheet) Object.assign(sheet, addUp(sheet.boxes, sheet.extra_yahtzees));
      return [
        { key: `bonus:${seat}`, by: UPPER_BONUS },
        { key: `total:${seat}`, by: UPPER_BONUS },
      ];
    case "finished":
      view.phase = "over";
      view.dice = [];
      return [];
    default:
      return [];
  }
}

function thrown(event: GameEvent): Throw | null {
  if (event.kind !== "rolled" && event.kind !== "order_roll") return null;
  const dice = event["dice"] as number[];
  const slots = (event["slots"] as number[] | undefined) ?? dice.map((_, slot) => slot);
  return { dice, slots, seat: event["seat"] as number };
}

export const kit: Kit<YahtzeeView> = {
  start,
  apply,
  pace,
  acts: ({ kind }) => kind === "rolled" || kind === "filled",
  since,
  turnOf: (view) => view.current,
  thrown,
  // The first roll of a turn; whoever holds nothing rolls all five again after a roll.
  opens: (event, before) =>
    event.kind === "rolled" && before?.kind !== "rolled" ? (event["seat"] as number) : null,
  line: ({ kind }) => (kind === "begins" ? "head" : undefined),
};
