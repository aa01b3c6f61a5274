import { describe, expect, it } from "vitest";
import { moreOf } from "../../lib/odds";
import { roundOf, type Box, type YahtzeeView } from "./kit";
import { hopeOfDie } from "./odds";

const open =
  (...boxes: Box[]) =>
  (box: Box) =>
    boxes.includes(box);
const DICE = [6, 4, 2, 1, 1];
const none = DICE.map(() => false);

describe("what may come of a die", () => {
  it("is told by the box of its number while that is open", () => {
    expect(hopeOfDie(0, DICE, none, 2, open("sixes"))?.rows.map(({ label }) => label)).toEqual([
      "2 or more",
      "3 or more",
      "4 or more",
      "5 or more",
    ]);
  });

  it("is told by open boxes alone when that one is filled", () => {
    const hope = hopeOfDie(0, DICE, none, 2, open("four_of_a_kind", "yahtzee"));
    expect(hope?.title).toBe("More sixes");
    expect(hope?.rows.map(({ label }) => label)).toEqual(["Four of a kind", "Yahtzee"]);
    const chances = moreOf(4, 2); // of one six more, two, three, four
    expect(hope?.rows.map(({ chance }) => chance)).toEqual([chances[2], chances[3]]);
  });

  it("is nothing where no open box asks for it", () => {
    expect(hopeOfDie(0, DICE, none, 2, open("large_straight", "ones"))).toBeNull();
  });
});

describe("the round", () => {
  const view = (...filled: number[]) =>
    ({
      sheets: filled.map((count) => ({ boxes: Array.from({ length: 13 }, (_, at) => (at < count ? 0 : -1)) })),
    }) as YahtzeeView;

  it("lasts until everybody has filled a box", () => {
    expect(roundOf(view(0, 0))).toBe(1);
    expect(roundOf(view(1, 0))).toBe(1);
    expect(roundOf(view(1, 1))).toBe(2);
    expect(roundOf(view(13, 13))).toBe(13);
  });
});
