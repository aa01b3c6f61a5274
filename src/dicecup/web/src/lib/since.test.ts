// What has happened since somebody's last turn, in games as they are told.
import { describe, expect, test } from "vitest";
import { kit as generic } from "../generic/kit";
import { kit as deadwood, type DeadwoodView } from "../games/deadwood/kit";
import type { DeadwoodRules } from "../games/deadwood/rules";
import { kit as king, type KingView } from "../games/king-of-tokyo/kit";
import type { KingRules } from "../games/king-of-tokyo/rules";
import type { Kit, View } from "../games/kit";
import { kit as yahtzee, type YahtzeeView } from "../games/yahtzee/kit";
import { missed, since } from "./since";
import type { GameEvent, Rules } from "./wire";

const told = (...events: [kind: string, seat: number | null, more?: object][]): GameEvent[] =>
  events.map(
    ([kind, seat, more], at) => ({ n: at + 1, kind, seat, text: `${kind} ${seat}`, ...more }) as GameEvent,
  );
const dice = { dice: [1, 1, 1, 1, 1, 1], slots: [0, 1, 2, 3, 4, 5] };
const texts = (found: ReturnType<typeof since>) => found?.news.map(({ text }) => text);

const outside = { place: "outside", hearts: 10, stars: 0 };
const monsters = [outside, { ...outside, place: "city" }, { ...outside, stars: 17 }];
const tokyo = { names: ["Ann", "Kraken", "Meka Dragon"], monsters } as unknown as KingView;
const cards = { cards: [{ id: "jets", name: "Jets" }] } as unknown as KingRules;
const round: Parameters<typeof told> = [
  ["turn", 0],
  ["rolled", 0, dice],
  ["hurt", 1, { amount: 2, dealer: 0, source: "claws" }],
  ["turn", 1],
  ["rolled", 1, dice],
  ["hurt", 0, { amount: 2, dealer: 1, source: "claws" }],
  ["enters", 1],
  ["turn", 2],
  ["rolled", 2, dice],
  ["stars", 2, { amount: 3 }],
  ["hurt", 0, { amount: 1, dealer: 1, source: "claws" }],
  ["buys", 2, { card: "jets" }],
  ["turn", 0],
  ["stars", 0, { amount: 2 }],
];

describe("King of Tokyo", () => {
  test("says what was done to me, who holds Tokyo, what was bought, and who is about to win", () => {
    const found = since(told(...round), king, tokyo, 0, cards);
    expect(texts(found)).toEqual([
      "−3 hearts from Kraken",
      "+2 stars",
      "Kraken holds Tokyo",
      "Meka Dragon bought Jets",
      "Meka Dragon has 17 stars",
    ]);
    expect(found?.news.map(({ n }) => n)).toEqual([11, 14, 7, 12, 10]); // where it stands in the log
    expect(found?.first).toBe(false);
  });

  test("says so when Tokyo is mine", () => {
    const mine = { ...tokyo, monsters: [{ ...outside, place: "city" }, outside, outside] } as unknown as KingView;
    expect(texts(since(told(...round.slice(0, 4), ["stays", 0], ["turn", 0]), king, mine, 0, cards))).toEqual([
      "Tokyo is yours",
    ]);
  });

  test("is gone once I have acted, and says nothing of my own turn", () => {
    expect(since(told(...round, ["rolled", 0, dice]), king, tokyo, 0, cards)).toBeNull();
    expect(missed(told(...round.slice(0, 3)), king as unknown as Kit, 0)).toEqual([]);
  });

  test("before my first turn it tells of what has happened so far", () => {
    const found = since(told(["begins", 1], ...round.slice(3, 8), ["turn", 0]), king, tokyo, 0, cards);
    expect(found?.first).toBe(true);
    expect(texts(found)).toContain("−2 hearts from Kraken");
  });

  test("a die of Camouflage that I rolled in somebody's turn is no turn of mine", () => {
    const events = told(...round.slice(0, 6), ["camouflage", 0, dice], ...round.slice(6));
    expect(texts(since(events, king, tokyo, 0, cards))).toContain("−3 hearts from Kraken");
  });
});

test("Deadwood says what I was paid, what has wrapped, and what each of the others did", () => {
  const lot = { names: ["Ann", "Bo", "Cy"] } as unknown as DeadwoodView;
  const rules = {
    areas: { jail: { called: "the Jail" }, bank: { called: "the Bank" } },
  } as unknown as DeadwoodRules;
  const log = told(
    ["turn", 0],
    ["rehearses", 0],
    ["turn", 1],
    ["acts", 1, { area: "jail", success: true, die: 5 }],
    ["wraps", null, { area: "jail" }],
    ["bonus", 0, { area: "jail", dollars: 4 }],
    ["bonus", null, { area: "jail", dollars: 2 }],
    ["freed", null, { area: "jail", seats: [0, 1] }],
    ["turn", 2],
    ["moves", 2, { area: "bank" }],
    ["turn", 0],
  );
  expect(texts(since(log, deadwood, lot, 0, rules))).toEqual([
    "+$4 for you",
    "Your scene has wrapped",
    "It’s a wrap at the Jail",
    "Bo acted well at the Jail",
    "Cy went to the Bank",
  ]);
  expect(
    since([...log, { n: 12, kind: "moves", seat: 0, area: "bank", text: "x" }], deadwood, lot, 0, rules),
  ).toBeNull();
});

test("Yahtzee says what was written down and who leads, though no event says that it is my turn", () => {
  const sheets = [{ total: 20 }, { total: 45 }, { total: 4 }];
  const view = { names: ["Ann", "Bo", "Cy"], sheets } as unknown as YahtzeeView;
  const log = told(
    ["rolled", 0, dice],
    ["filled", 0, { box: "ones", points: 3 }],
    ["rolled", 1, dice],
    ["filled", 1, { box: "full_house", points: 25 }],
    ["rolled", 2, dice],
    ["filled", 2, { box: "twos", points: 4 }],
  );
  expect(texts(since(log, yahtzee, view, 0, {} as Rules))).toEqual([
    "Bo is 25 ahead of you",
    "Bo: 25 in Full house",
    "Cy: 4 in Twos",
  ]);
  expect(since(log.slice(0, 2), yahtzee, view, 0, {} as Rules)).toBeNull();
});

test("a game that says nothing about it has its last lines, and what is private is never among them", () => {
  const view = { names: ["Ann", "Bo"] } as View;
  const log = told(
    ["put", 0],
    ["put", 1],
    ["peek", 1, { private: true }],
    ["took", 1],
    ["put", 1, { text: "" }],
    ["took", 1],
    ["put", 1],
  );
  const found = since(log, generic, view, 0, {} as Rules);
  expect(texts(found)).toEqual(["took 1", "took 1", "put 1"]);
  expect(found?.from).toBe(2);
  const few = { ...generic, line: () => undefined };
  expect(texts(since(log.slice(0, 3), few, view, 0, {} as Rules))).toEqual(["put 1"]);
});
