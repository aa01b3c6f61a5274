// A view and a decision of a game that nobody here knows, made into things to draw and to press.
import { describe, expect, test } from "vitest";
import type { View } from "../games/kit";
import type { Ask, Option, Pick, Refusal, Rules } from "../lib/wire";
import { drawn, inWords, type Block } from "./drawn";
import { kit } from "./kit";
import { offered, onDice } from "./offer";
import { w } from "./words";

const RULES: Rules = { game: "goose", title: "Goose", options: {}, sections: [], shown: {}, called: {} };
const view = (more: object): View =>
  ({ game: "goose", names: ["Ann", "Ben"], seat: 0, turn: 1, phase: "go", current: 1, ...more }) as View;
const rules = (shown: Rules["shown"], more: object = {}): Rules => ({ ...RULES, shown, ...more });
const blocks = (more: object, shown: Rules["shown"] = {}, about: object = {}): Block[] =>
  drawn(view(more), rules(shown, about)).blocks;

describe("a view of which nothing is said", () => {
  test("numbers and words are facts, under their names in words", () => {
    const [facts] = blocks({ geese_left: 1200, mood: "half-asleep", raining: true, nothing: null, empty: "" });
    expect(facts).toEqual({
      kind: "facts",
      key: "facts",
      facts: [
        { key: "geese_left", title: "Geese left", value: "1,200" },
        { key: "mood", title: "Mood", value: "Half asleep" },
        { key: "raining", title: "Raining", value: w.yes },
      ],
    });
  });

  test("what everybody has is a row of the table of players, further in as well", () => {
    const [seats] = blocks({
      points: [3, 4],
      birds: [
        { eggs: 1, nests: ["oak"] },
        { eggs: 2, nests: [] },
      ],
    });
    expect(seats).toEqual({
      kind: "seats",
      key: "seats",
      rows: [
        { key: "points", title: "Points", cells: ["3", "4"] },
        { key: "birds.eggs", title: "Eggs", cells: ["1", "2"] },
        { key: "birds.nests", title: "Nests", cells: ["oak", ""] },
      ],
    });
  });

  test("dice are known by their name and faces, words are cards, mappings are tables", () => {
    const { tray, blocks } = drawn(view({ dice: [1, 6], hand: ["red-goose"], ponds: { north: 2 } }), RULES);
    expect(tray?.dice).toEqual([1, 6]);
    expect(blocks.map(({ kind }) => kind)).toEqual(["cards", "table"]);
  });

  test("whose turn it is, and what all views have, is shown elsewhere", () => {
    expect(blocks({})).toEqual([]);
  });
});

describe("a view with hints", () => {
  test("things have their names, and values their words", () => {
    const about = {
      called: { "red-goose": "The Red Goose" },
      cards: [{ id: "red-goose", name: "x", text: "Honks." }],
    };
    const [cards] = blocks({ hand: ["red-goose"] }, { hand: { kind: "cards", title: "Your hand" } }, about);
    expect(cards).toMatchObject({
      title: "Your hand",
      cards: [{ key: "red-goose", name: "The Red Goose", text: "Honks." }],
    });
    const says = { "-1": "", "0": "none" };
    const [seats] = blocks({ eggs: [-1, 0] }, { eggs: { kind: "per seat", says } });
    expect(seats).toMatchObject({ rows: [{ cells: ["", "none"] }] });
  });

  test("what is hidden is not seen", () => {
    expect(blocks({ secret: 7 }, { secret: { kind: "hidden" } })).toEqual([]);
  });

  test("a track ends where another field says", () => {
    const shown: Rules["shown"] = { at: { kind: "track", upto: "goal" }, goal: { kind: "hidden" } };
    const [track] = blocks({ at: [10, 63], goal: 63 }, shown);
    expect(track).toMatchObject({
      kind: "track",
      lanes: [
        { name: "Ann", at: 10, upto: 63, text: "10 of 63" },
        { name: "Ben", at: 63, upto: 63, text: "63 of 63" },
      ],
    });
  });

  test("entries that everybody has are rows with their labels", () => {
    const [seats] = blocks(
      { sheets: [{ boxes: [1, 2] }, { boxes: [3, -1] }] },
      { "sheets.boxes": { kind: "per seat", labels: ["Ones", "Twos"], says: { "-1": "" } } },
    );
    expect(seats).toMatchObject({
      rows: [
        { title: "Ones", cells: ["1", "3"] },
        { title: "Twos", cells: ["2", ""] },
      ],
    });
  });

  test("two tables about the same things are one", () => {
    const tables = blocks(
      { shots: { bank: 1 }, scenes: { bank: "heist" } },
      { shots: { kind: "table", title: "Shots" }, scenes: { kind: "table", title: "Scene" } },
    );
    expect(tables).toMatchObject([
      { columns: ["Shots", "Scene"], rows: [{ title: "bank", cells: ["1", "heist"] }] },
    ]);
  });

  test("the first dice are what lies in the tray, others lie on the table", () => {
    const shown: Rules["shown"] = { rolled: { kind: "dice" }, aside: { kind: "dice", title: "Set aside" } };
    const picture = drawn(view({ aside: [5], rolled: [2, 3] }), rules(shown));
    expect(picture.tray?.dice).toEqual([2, 3]);
    expect(picture.blocks).toMatchObject([{ kind: "dice", title: "Set aside", dice: [5] }]);
  });
});

test("a name out of a program can be read", () => {
  expect(["extra_yahtzees", "maxHearts", "face-down"].map(inWords)).toEqual([
    "Extra yahtzees",
    "Max hearts",
    "Face down",
  ]);
});

const option = (pick: Pick, ...choice: (string | number)[]): Option => ({ choice, text: choice.join(" "), pick });
const ask = (...options: Option[]): Ask => ({
  seat: 0,
  kind: "go",
  prompt: "",
  options,
  mine: true,
  forecast: "",
  private: false,
});
const ids = (found: { choice: (string | number)[]; why: string }[]) =>
  found.map(({ choice, why }) => `${choice.join(" ")}${why ? `: ${why}` : ""}`);

describe("what can be decided", () => {
  const keep = option({ dice: [], held: true }, "keep");
  const keepOne = option({ dice: [1], held: true }, "keep", 1);
  const bank = option({ dice: [1], label: "bank 50", price: [[2, "eggs"]] }, "bank", 1);
  const stop = option({}, "stop");
  const rolled = ask(keep, keepOne, bank, stop);

  test("what is done with dice is offered while exactly those are chosen", () => {
    expect(ids(offered(rolled, [], 2, []))).toEqual(["keep", "stop"]);
    expect(ids(offered(rolled, [], 2, [1]))).toEqual(["keep 1", "bank 1", "stop"]);
  });

  test("dice that do not go together are said not to", () => {
    expect(ids(offered(rolled, [], 2, [0, 1]))).toEqual(["stop", `?: ${w.notThese}`]);
  });

  test("or the rules say why", () => {
    const refusal: Refusal = { ...option({ dice: [0] }, "bank", 0), reason: "It is a 2." };
    expect(ids(offered(rolled, [refusal], 2, [0]))).toEqual(["stop", "bank 0: It is a 2."]);
    expect(ids(offered(rolled, [refusal], 2, [1]))).toEqual(["keep 1", "bank 1", "stop"]);
  });

  test("Enter takes what is marked, else what rolls the dice on, else the only one", () => {
    const mains = (found: { main: boolean; label: string }[]) =>
      found.filter(({ main }) => main).map(({ label }) => label);
    expect(mains(offered(rolled, [], 2, [1]))).toEqual(["Keep 1"]);
    expect(mains(offered(ask(stop, option({ main: true }, "go")), [], 0, []))).toEqual(["Go"]);
    expect(mains(offered(ask(stop), [], 0, []))).toEqual(["Stop"]);
    expect(mains(offered(ask(stop, option({}, "go")), [], 0, []))).toEqual([]);
  });

  test("a button has its label, what it brings and what it costs", () => {
    const found = offered(rolled, [], 2, [1])[1];
    expect(found).toMatchObject({ label: "Bank 50", note: "Costs 2 eggs" });
  });

  test("to roll dice that do not lie there is a button like any other", () => {
    const roll = option({ dice: [0, 1, 2], main: true }, "roll");
    expect(onDice(ask(roll, stop), 0)).toEqual([]);
    expect(onDice(ask(roll), 3)).toEqual([]);
  });
});

test("an event with dice throws them, and they are seen where dice lie", () => {
  const event = { n: 1, kind: "rolled", text: "", dice: [4, 4], slots: [1], seat: 1 };
  expect(kit.thrown(event)).toEqual({ dice: [4, 4], slots: [1], seat: 1 });
  expect(kit.thrown({ n: 1, kind: "acts", text: "", die: 3 })).toEqual({ dice: [3], slots: [0], seat: 0 });
  expect(kit.thrown({ n: 1, kind: "said", text: "x" })).toBeNull();
  const seen = view({ rolled: [1, 4] });
  kit.apply(seen, event, rules({ rolled: { kind: "dice" } }));
  expect(seen).toMatchObject({ rolled: [4, 4] });
});

test("what is private is covered", () => {
  expect(kit.secret?.({ ...ask(option({}, "x")), private: true })).toBe(true);
  expect(kit.secret?.({ n: 1, kind: "drew", text: "" })).toBe(false);
});
