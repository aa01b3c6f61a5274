import { describe, expect, it } from "vitest";
import { kit as yahtzee } from "../games/yahtzee/kit";
import { kit as king } from "../games/king-of-tokyo/kit";
import { kit as deadwood } from "../games/deadwood/kit";
import { kit as generic } from "../generic/kit";
import { diceIn, marksOf, pieces, Rounds, within, type Opens } from "./reading";
import type { GameEvent } from "./wire";

const sentence = "Zoë 🎲 keeps energy energy and has 3 hearts in Tokyo City.";
const marks = [
  { start: 0, end: 5, seat: 2 },
  { start: 12, end: 25, dice: [5, 5] },
  { start: 46, end: 56 },
];

describe("a sentence of the server", () => {
  it("comes apart into what is drawn, coloured and set off", () => {
    expect(pieces(sentence, marks)).toEqual([
      { text: "Zoë 🎲", seat: 2 },
      { text: " keeps " },
      { text: "energy energy", dice: [5, 5] },
      { text: " and has " },
      { text: "3", number: true },
      { text: " hearts in " },
      { text: "Tokyo City", thing: true },
      { text: "." },
    ]);
  });

  it("says the same in pieces as in one, whatever the marks", () => {
    const wrong = [
      { start: 4, end: 900, seat: 0 },
      { start: 5, end: 5 },
      ...marks,
      { start: 2, end: 3, dice: [1] },
    ];
    for (const some of [[], marks, wrong]) {
      const said = pieces(sentence, some)
        .map(({ text, then = "" }) => text + then)
        .join("");
      expect(said).toBe(sentence);
    }
  });

  it("has the apostrophes of a printed page, and its marks in the same places", () => {
    expect(pieces("Bo's 'X' isn't.", [{ start: 0, end: 2, seat: 1 }])).toEqual([
      { text: "Bo", seat: 1 },
      { text: "’s ’X’ isn’t." },
    ]);
  });

  it("has no full stop after dice begin a line", () => {
    const rolled = "Ann rolls 5 5. Bo (4), too.";
    const dice = [
      { start: 10, end: 13, dice: [5, 5] },
      { start: 19, end: 20, dice: [4] },
    ];
    expect(pieces(rolled, dice).slice(1)).toEqual([
      { text: "5 5", dice: [5, 5], then: "." },
      { text: " Bo (" },
      { text: "4", dice: [4], then: ")," },
      { text: " too." },
    ]);
  });

  it("sets off numbers as they are written", () => {
    const found = pieces("about $1,250, +3.5% and -2").filter((piece) => piece.number);
    expect(found.map((piece) => piece.text)).toEqual(["$1,250", "+3.5%", "-2"]);
  });

  it("keeps its marks inside of another one", () => {
    const line = `Kraken: “${sentence}”`;
    const [, dice] = within(line, sentence, marks);
    expect([...line].slice(dice?.start, dice?.end).join("")).toBe("energy energy");
    const [, capital] = within("Grr. Keep the claw: 1", "keep the claw: 1", [
      { start: 0, end: 1 },
      { start: 5, end: 13, dice: [6] },
    ]);
    expect(capital).toEqual({ start: 10, end: 18, dice: [6] });
    expect(within("something else", sentence, marks)).toEqual([]);
  });
});

describe("an option that names dice by their places", () => {
  const keep = (text: string, ...dice: number[]) => ({ text, pick: { dice } });

  it("shows them as they lie", () => {
    const [mark] = marksOf(keep("keep dice 1, 2 and 4, roll the rest", 0, 1, 3), [6, 6, 1, 5]);
    expect(mark).toEqual({ start: 5, end: 20, dice: [6, 6, 5] });
    expect(marksOf(keep("hold die 2, roll the rest", 1), [1, 4])).toEqual([{ start: 5, end: 10, dice: [4] }]);
  });

  it("stays in words where the numbers are something else, or nothing lies there", () => {
    expect(marksOf(keep("buy 2 dice 3", 0), [6])).toEqual([]);
    expect(marksOf(keep("keep dice 1 and 2, roll the rest", 0, 1), [6])).toEqual([]);
    expect(marksOf({ text: "roll all dice again", pick: {} }, [1])).toEqual([]);
    expect(marksOf(undefined, [1])).toEqual([]);
  });
});

describe("rounds", () => {
  const told = (...kinds: (string | [string, number])[]): GameEvent[] =>
    kinds.map((each, at) => {
      const [kind, seat] = typeof each === "string" ? [each] : each;
      return { n: at + 1, kind, text: "x", seat, dice: [1, 2, 3, 4, 5], slots: [0, 1, 2, 3, 4] };
    });
  const rounds = (opens: Opens | undefined, log: GameEvent[], alone = false) =>
    new Rounds(opens as Opens, () => alone).of(log).map(({ round, from, upto }) => [round, from, upto]);

  it("begin again with whoever has been already, wherever the round began", () => {
    const log = told(
      "begins",
      ["turn", 1],
      "hurt",
      ["turn", 2],
      ["turn", 0],
      ["turn", 1],
      ["turn", 0],
      ["turn", 1],
    );
    expect(rounds(king.opens, log)).toEqual([
      [0, 1, 1],
      [1, 2, 5],
      [2, 6, 7],
      [3, 8, 8],
    ]);
  });

  it("are not ended by an extra turn", () => {
    const log = told(["turn", 0], ["extra_turn", 0], ["turn", 0], ["turn", 1], ["turn", 0]);
    expect(rounds(king.opens, log)).toEqual([
      [1, 1, 4],
      [2, 5, 5],
    ]);
  });

  it("of Deadwood begin with the day", () => {
    const log = told("day", ["turn", 0], ["turn", 1], ["turn", 0], "day_over", "day", ["turn", 1], ["turn", 0]);
    expect(rounds(deadwood.opens, log)).toEqual([
      [1, 1, 3],
      [2, 4, 5],
      [3, 6, 8],
    ]);
  });

  it("of Yahtzee begin with the first roll, alone as well", () => {
    const log = told("begins", ["rolled", 0], ["rolled", 0], ["filled", 0], ["rolled", 0], ["filled", 0]);
    expect(rounds(yahtzee.opens, log, true)).toEqual([
      [0, 1, 1],
      [1, 2, 4],
      [2, 5, 6],
    ]);
  });

  it("are found in games that the page does not know, by who throws", () => {
    const log = told(["order_roll", 0], ["rolled", 0], ["takes", 0], ["rolled", 0], ["rolled", 1], ["rolled", 0]);
    const [before, ...then] = rounds(generic.opens, log);
    expect(before?.[0]).toBe(0);
    expect(then.map(([round]) => round)).toEqual([1, 2]);
  });

  it("are looked for only in what is new, and from the start in another log", () => {
    const seen: number[] = [];
    const found = new Rounds(
      (event) => {
        seen.push(event.n);
        return event["seat"] as number;
      },
      () => false,
    );
    const log = told(["turn", 0], ["turn", 1]);
    found.of(log);
    const third = { n: 3, kind: "turn", text: "x", seat: 0 };
    log.push(third);
    expect(found.of(log)).toHaveLength(2);
    expect(seen).toEqual([1, 2, 3]);
    expect(found.of([...log])).toHaveLength(2);
    expect(seen).toHaveLength(6);
  });
});

describe("dice that are only spelled", () => {
  const drawn = (text: string, called?: (face: number) => string) =>
    diceIn(text, called).map(({ start, end, dice }) => [text.slice(start, end), dice]);

  it("are found by two or more in a row, or by being kept", () => {
    expect(drawn("Striking out Twos with 1 1 1 1 5 in turn 6 cost you about 9%")).toEqual([
      ["1 1 1 1 5", [1, 1, 1, 1, 5]],
    ]);
    expect(drawn("Turn 6: holding 6 from 1 2 3 4 6")).toEqual([
      ["6", [6]],
      ["1 2 3 4 6", [1, 2, 3, 4, 6]],
    ]);
    expect(drawn("writing 3 into Threes in turn 2, 4 points less")).toEqual([]);
  });

  it("are called what the game calls them", () => {
    const called = (face: number) => ["", "1", "2", "3", "heart", "energy", "claw"][face] ?? "";
    expect(drawn("keeping energy energy from 1 3 heart energy energy claw.", called)).toEqual([
      ["energy energy", [5, 5]],
      ["1 3 heart energy energy claw", [1, 3, 4, 5, 5, 6]],
    ]);
    expect(drawn("buying Jets with 6 energy", called)).toEqual([]);
  });
});
