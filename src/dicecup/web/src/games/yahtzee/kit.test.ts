import { expect, test } from "vitest";
import type { GameEvent } from "../../lib/wire";
import { BOXES, OPEN, kit, madeOf, type YahtzeeView } from "./kit";
import type { YahtzeeRules } from "./rules";

test("what scores in full is known when it lies there, and its box is open", () => {
  const all = () => true;
  expect(madeOf([2, 3, 4, 5, 6], all)).toBe("large_straight");
  expect(madeOf([5, 1, 3, 2, 4], all)).toBe("large_straight");
  expect(madeOf([5, 1, 3, 2, 4], (box) => box !== "large_straight")).toBe("small_straight");
  expect(madeOf([1, 2, 3, 4, 6], all)).toBe("small_straight");
  expect(madeOf([3, 4, 3, 5, 6], all)).toBe("small_straight");
  expect(madeOf([2, 3, 3, 2, 2], all)).toBe("full_house");
  expect(madeOf([2, 3, 3, 2, 2], () => false)).toBe(null);
  expect(madeOf([4, 4, 4, 4, 4], all)).toBe("yahtzee");
  for (const dice of [[1, 2, 3, 5, 6], [2, 2, 2, 2, 3], [1, 1, 2, 2, 3], []]) expect(madeOf(dice, all)).toBe(null);
});

test("the bonus counts when it is told, and not with the box that brings it", () => {
  const boxes = BOXES.map((_, at) => (at < 5 ? [3, 6, 9, 12, 15][at]! : OPEN));
  const sheet = { boxes, extra_yahtzees: 0, past: [], upper: 45, bonus: 0, total: 45 };
  const view = { sheets: [sheet], names: ["Ann"], dice: [], preview: {} } as unknown as YahtzeeView;
  const tell = (event: object) => kit.apply(view, event as GameEvent, {} as YahtzeeRules);
  expect(tell({ kind: "filled", seat: 0, box: "sixes", points: 18 })).toContainEqual({ key: "total:0", by: 18 });
  expect(view.sheets[0]).toMatchObject({ upper: 63, bonus: 0, total: 63 });
  expect(tell({ kind: "upper_bonus", seat: 0 })).toContainEqual({ key: "total:0", by: 35 });
  expect(view.sheets[0]).toMatchObject({ upper: 63, bonus: 35, total: 98 });
});
