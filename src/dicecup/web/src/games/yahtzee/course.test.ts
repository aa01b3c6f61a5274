import { describe, expect, it } from "vitest";
import { courseOf } from "./course";
import { w } from "./words";

/** Ones to sixes; null: open. */
function course(...points: (number | null)[]) {
  const upper = points.reduce<number>((sum, each) => sum + (each ?? 0), 0);
  return courseOf({ boxes: [...points.map((each) => each ?? -1), ...Array<number>(7).fill(-1)], upper });
}

describe("on course for the bonus", () => {
  it("is measured against three of each number", () => {
    expect(w.course(course(null, null, null, null, null, null))).toBe("63 to go for the bonus");
    expect(w.course(course(null, null, null, null, null, 24))).toBe("bonus: 6 ahead");
    expect(w.course(course(3, null, null, null, 15, 18))).toBe("on course for 63");
    expect(w.course(course(0, null, null, null, null, null))).toBe("bonus: 3 behind");
  });

  it("is over when it is reached, or cannot be any more", () => {
    expect(w.course(course(3, 6, 9, 12, 15, 18))).toBe("bonus reached");
    expect(w.course(course(5, 10, 15, 20, 25, null))).toBe("bonus reached");
    expect(w.course(course(null, 2, 3, 4, 5, 6))).toBe("bonus out of reach");
    expect(w.course(course(2, 6, 9, 12, 15, 18))).toBe("bonus out of reach");
    expect(course(null, 6, 9, 12, 15, 18)).toMatchObject({ state: "open", ahead: 0, missing: 3 });
  });
});
