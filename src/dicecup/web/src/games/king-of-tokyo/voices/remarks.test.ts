import { describe, expect, test } from "vitest";
import type { GameEvent } from "../../../lib/wire";
import { MONSTERS } from "../moods";
import { VOICES } from "./cast";
import { Gallery, luckOf, type Remark } from "./remarks";

const CAST = ["Kraken", "Giga Zaur", "", "The King"]; // at the third seat is a person
const listen = () => new Gallery((seat) => CAST[seat] ?? "");

let n = 0;
const event = (kind: string, more: object = {}) => ({ n: ++n, kind, text: "", ...more }) as GameEvent;
const turn = (seat: number) => event("turn", { seat, turn: 1 });

/** A long game in which much happens, the same for the same number. */
function game(turns: number): GameEvent[] {
  n = 0;
  return Array.from({ length: turns }, (_, at) => {
    const seat = at % 4;
    const dice = [1, 2, 3, 4, 5, 6].map((die) => ((die * 7 + at * at) % 6) + 1);
    const told = [turn(seat), event("rolled", { seat, dice, slots: [0, 1, 2, 3, 4, 5] })];
    if (at % 2) told.push(event("attacks", { seat, targets: [(at + 1) % 4], claws: 3 }));
    if (at % 3 === 1) told.push(event("hurt", { seat: (at + 1) % 4, dealer: seat, amount: 3, now: (at * 5) % 9 }));
    if (at % 4 === 3) told.push(event("enters", { seat, place: "city" }));
    if (at % 5 === 2) told.push(event("buys", { seat, card: "jets", price: 5, now: 0 }));
    return told;
  }).flat();
}

const all = (events: GameEvent[], gallery = listen()): Remark[] =>
  events.flatMap((each) => gallery.hear(each) ?? []);

describe("what is said", () => {
  test("every monster has a handful of remarks for every occasion, all different and short", () => {
    expect(Object.keys(VOICES).sort()).toEqual([...MONSTERS].sort());
    const seen = Object.values(VOICES).flatMap(({ remarks }) => Object.values(remarks).flat());
    expect(new Set(seen).size).toBe(seen.length);
    for (const { remarks } of Object.values(VOICES)) {
      for (const some of Object.values(remarks)) expect(some.length).toBeGreaterThan(2);
    }
    for (const text of seen) {
      expect(text.length, text).toBeLessThan(60);
      expect(text, text).not.toMatch(/\d|["']/); // numbers are the log's, and quotes are curly
    }
  });

  test("the same game, heard twice, has the same remarks: after a reload, in a replay", () => {
    const events = game(120);
    expect(all(events)).toEqual(all(events));
    const halfway = listen();
    const first = all(events.slice(0, 200), halfway);
    expect([...first, ...all(events.slice(200), halfway)]).toEqual(all(events));
  });

  test("people speak for themselves", () => {
    const seats = new Set(all(game(200)).map(({ seat }) => seat));
    expect(seats).toEqual(new Set([0, 1, 3]));
  });

  test("never the same twice in a row by the same monster on the same occasion", () => {
    const found = all(game(400));
    expect(found.length).toBeGreaterThan(40);
    for (const seat of [0, 1, 3]) {
      for (const occasion of ["attacks", "hurt", "low", "enters", "buys"]) {
        const said = found
          .filter((each) => each.seat === seat && each.occasion === occasion)
          .map(({ text }) => text);
        said.forEach((text, at) => expect(text).not.toBe(said[at - 1]));
      }
    }
  });

  test("one remark in a turn is enough, and many turns pass without one", () => {
    const events = game(300);
    const begins = events.filter(({ kind }) => kind === "turn").map((each) => each.n);
    const turns = all(events).map((remark) => begins.findLastIndex((begin) => begin <= remark.n));
    expect(new Set(turns).size).toBe(turns.length);
    expect(turns.length).toBeLessThan(150);
  });

  test("whoever goes out has the last word; if that is a person, whoever did it has it", () => {
    const gallery = listen();
    const hit = (seat: number) => [
      event("hurt", { seat, dealer: 0, amount: 3, now: 0 }),
      event("eliminated", { seat }),
    ];
    const found = all([turn(0), ...hit(1), ...hit(2)], gallery);
    expect(found.map(({ seat, occasion }) => [seat, occasion])).toEqual([
      [1, "dies"],
      [0, "knocks"],
    ]);
  });

  test("a person who goes out by their own doing is left in peace", () => {
    const events = [event("hurt", { seat: 2, dealer: 2, amount: 4, now: 0 }), event("eliminated", { seat: 2 })];
    expect(all([turn(2), ...events])).toEqual([]);
  });

  test("a winner says so, whatever was said before", () => {
    const found = all([...game(40), event("finished", { winners: [2, 3] })]);
    expect(found.at(-1)).toMatchObject({ seat: 3, occasion: "wins" });
  });

  test("a monster of another package has no voice yet, and says nothing", () => {
    expect(all(game(100), new Gallery(() => "Moth of Somewhere"))).toEqual([]);
  });
});

test("luck is spoken of when dice are very good, or when the last roll has brought nothing", () => {
  expect(luckOf([6, 6, 6, 6, 6, 1], 1)).toBe("great");
  expect(luckOf([3, 3, 3, 3, 1, 2], 3)).toBeNull();
  expect(luckOf([1, 1, 2, 2, 3, 5], 3)).toBe("bad");
  expect(luckOf([1, 1, 2, 2, 3, 6], 3)).toBeNull(); // a claw
  expect(luckOf([1, 1, 2, 2, 3, 5], 2)).toBeNull();
});
