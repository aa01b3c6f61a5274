import { describe, expect, test, vi } from "vitest";
import { luckOf, rowsOf } from "./books";
import { litBy, wayOf } from "./lit";
import { beside, faultsOf, marksOf, stepAt } from "./marks";
import { boundsOf, Plot, valuesOf } from "./plot";
import type { Grade, Review, Step, Weighed } from "./types";

vi.stubGlobal("matchMedia", () => ({ matches: false, addEventListener: () => {} }));
vi.stubGlobal("localStorage", { getItem: () => null, setItem: () => {} });
const { Learning, lessonsOf } = await import("./learning.svelte");
const { reviewWords } = await import("../lib/words_review");
const { stepWords } = await import("./saying");

const option = (name: string, value: number, loss = 0, reason = ""): Weighed => ({
  ...{ choice: [name], text: name, value, loss, reason, doing: "", given: "" },
});

function step(seat: number, stop: number, more: Partial<Step> = {}): Step {
  const chosen = option("go", 0.5);
  return {
    ...{ at: stop, stop, turn: 1 + Math.floor(stop / 3), seat, kind: "choose", prompt: "Choose.", private: false },
    ...{ options: [chosen], chosen, grade: "best" as Grade, hinted: false, confirmed: null },
    ...{ before: [0.5, 0.5], error: [0, 0], luck: [0, 0], rest: [0, 0], told: [] },
    ...more,
  };
}

function reviewOf(steps: Step[], more: Partial<Review> = {}): Review {
  return {
    ...{ game: "counter", names: ["Ann", "Ben"], unit: "win", noise: 0.03, result: [1, 0] },
    ...{ steps, accounts: [], stories: ["", ""], watched: "", eyes: 0 },
    ...more,
  };
}

const wrong = {
  grade: "mistake" as Grade,
  options: [option("stay", 0.6), option("go", 0.5, 0.1)],
  chosen: option("go", 0.5, 0.1),
};

describe("what stands out", () => {
  const review = reviewOf([
    step(0, 0, { luck: [0.2, -0.2] }),
    step(1, 1, { grade: "blunder", luck: [-0.09, 0.09] }),
    step(0, 2, wrong),
    step(0, 3, { luck: [0.01, -0.01], grade: "inaccuracy" }),
  ]);

  test("is one's own faults, and luck whoever rolled", () => {
    expect(marksOf(review, 0).map(({ at, kind }) => `${at} ${kind}`)).toEqual([
      "0 lucky",
      "1 unlucky",
      "2 mistake",
      "3 inaccuracy",
    ]);
    expect(marksOf(review, 1).map(({ kind }) => kind)).toEqual(["unlucky", "blunder", "lucky"]);
  });

  test("one goes from fault to fault, and no further than the last", () => {
    const faults = faultsOf(review, 0);
    expect(faults).toEqual([2, 3]);
    expect(beside(faults, 0, 1)).toBe(2);
    expect(beside(faults, 2, 1)).toBe(3);
    expect(beside(faults, 3, 1)).toBeNull();
    expect(beside(faults, 2, -1)).toBeNull();
  });

  test("of a hundred strokes of luck the greatest are marked", () => {
    const many = reviewOf(Array.from({ length: 100 }, (_, at) => step(0, at, { luck: [0.1 + at / 1000, 0] })));
    expect(marksOf(many, 0).map(({ at }) => at)).toEqual([94, 95, 96, 97, 98, 99]);
  });
});

describe("where the replay stands", () => {
  test("steps without a stop of their own come before the decision they lead to", () => {
    const steps = [step(0, 0), step(0, 1), step(1, 1), step(0, 4)];
    expect(stepAt(steps, 0)).toBe(0);
    expect(stepAt(steps, 1)).toBe(2);
    expect(stepAt(steps, 2)).toBe(3); // what was decided there was taken back
    expect(stepAt(steps, 5)).toBe(4); // the end
  });
});

describe("the chart", () => {
  const frame = { left: 40, top: 10, width: 400, height: 100 };
  const steps = Array.from({ length: 40 }, (_, at) => step(at % 2, at, { before: [at / 40, 1 - at / 40] }));
  const plot = new Plot(reviewOf(steps), frame);

  test("goes from the first decision to the result", () => {
    expect(valuesOf(plot.review).at(-1)).toEqual([1, 0]);
    expect([plot.x(0), plot.x(plot.last)]).toEqual([40, 440]);
    expect([plot.y(1), plot.y(0)]).toEqual([10, 110]);
    expect(plot.path(0).startsWith("M40.0 110.0L50.0 ")).toBe(true);
    expect(plot.path(0).endsWith("L440.0 10.0")).toBe(true);
  });

  test("what is pressed is the nearest decision, also beside the lines", () => {
    expect(plot.nearest(40)).toBe(0);
    expect(plot.nearest(54)).toBe(1);
    expect(plot.nearest(56)).toBe(2);
    expect(plot.nearest(-100)).toBe(0);
    expect(plot.nearest(9000)).toBe(40);
  });

  test("names as many turns as there is room for", () => {
    expect(plot.turns(20)).toHaveLength(14);
    expect(plot.turns(60).map(({ turn }) => turn)).toEqual([1, 5, 10]);
    expect(plot.turns(1000)).toEqual([{ at: 0, turn: 1 }]);
  });

  test("goes from turn to turn", () => {
    expect(plot.turnBeside(0, 1)).toBe(3);
    expect(plot.turnBeside(4, -1)).toBe(3);
    expect(plot.turnBeside(3, -1)).toBe(0);
    expect(plot.turnBeside(0, -1)).toBe(0);
    expect(plot.turnBeside(39, 1)).toBe(40);
  });

  test("points need no zero, and a flat line has a scale all the same", () => {
    const points = { unit: "points" as const, names: ["Ann"] };
    const some = [step(0, 0, { before: [245] }), step(0, 1, { before: [252] })];
    expect(boundsOf(reviewOf(some, { ...points, result: [191] }))).toEqual([180, 260]);
    expect(boundsOf(reviewOf([step(0, 0, { before: [50] })], { ...points, result: [50] }))).toEqual([50, 55]);
  });
});

describe("in words", () => {
  test.each([
    [0.124, "win", "12%"],
    [0.002, "win", "less than 1%"],
    [0, "win", "0%"],
    [4.78, "points", "4.8 points"],
    [1, "points", "1 point"],
    [0.96, "points", "1 point"],
    [12.4, "points", "12 points"],
    [0.01, "points", "almost nothing"],
  ] as const)("%d of %s is %s", (value, unit, said) => {
    expect(reviewWords.amount(value, unit)).toBe(said);
  });

  test("nothing has no sign", () => {
    expect(["win", "points"].map((unit) => reviewWords.signed(-0.0001, unit as "win"))).toEqual(["0%", "0.0"]);
    expect(reviewWords.signed(-0.12, "win")).toBe("−12%");
    expect(reviewWords.signed(3.25, "points")).toBe("+3.3");
  });

  test("who did what a hint says is told so, and what more thought finds", () => {
    const chosen = option("go", 0.5, 0.03);
    const told = step(0, 1, { grade: "good", hinted: true, options: [option("stay", 0.53), chosen], chosen });
    expect(reviewWords.judged(told, "win")).toBe(
      "A hint would have said the same; looked at for longer, it is 3% short of the best.",
    );
  });

  test("a step says who did what, how good it was, what chance did and how everybody stands", () => {
    const done = { ...option("yield", 0.5, 0.14), doing: "yielding", given: "at 7 hearts" };
    const review = reviewOf([step(0, 0, { chosen: done, grade: "blunder", luck: [-0.1, 0.1] })]);
    expect(stepWords(review, 0, 0)).toBe(
      "Turn 1, Ann: yielding at 7 hearts. A blunder: it gave away 14%. Bad luck for Ann: −10%. Ann 50%, Ben 50%.",
    );
    expect(stepWords(review, 1, 0)).toBe("The end. Ann 100%, Ben 0%.");
  });

  test("what somebody else chose in secret stays so", () => {
    const hidden = step(1, 0, { private: true, options: [], chosen: option("", 0), grade: null });
    expect(stepWords(reviewOf([hidden]), 0, 0)).toContain("Ben: Only Ben knew what there was to choose from.");
  });
});

describe("learning from mistakes", () => {
  const fault = step(0, 7, {
    grade: "mistake",
    options: [option("stay", 200, 0, "for Fours"), option("wait", 199, 1), option("go", 194, 6)],
    chosen: option("go", 194, 6),
  });
  const review = reviewOf([fault, fault], { unit: "points", noise: 0 });
  const others: Record<string, number | null> = { same: 0, far: null };
  const tried = (_: number, [choice]: (string | number)[]) => {
    const known = String(choice);
    return known in others ? Promise.resolve(others[known] ?? null) : Promise.reject(new Error("No line."));
  };
  const begun = async () => {
    const learning = new Learning(review, [0, 1], () => Promise.resolve(true), tried);
    await learning.begin();
    return learning;
  };

  test("what is right is said, and on it goes, to a kind end", async () => {
    const learning = await begun();
    await learning.choose(["same"]); // which means the same as the best
    expect([learning.solved, learning.open]).toEqual([true, false]);
    expect(learning.said).toBe("Yes, that is the best choice: stay.");
    await learning.choose(["go"]); // nobody is asked any more
    expect(learning.tries).toBe(1);
    await learning.next();
    expect([learning.at, learning.solved, learning.open]).toEqual([1, false, true]);
    learning.tell();
    expect(learning.said).toBe("The best choice: stay (for Fours).");
    await learning.next();
    expect(learning.over).toBe(true);
    expect(learning.said).toContain("You found 1 of 2.");
  });

  test("what is hardly worse than the best is right as well", async () => {
    const learning = await begun();
    await learning.choose(["wait"]);
    expect([learning.solved, learning.said]).toEqual([true, "Good. Stay would have been better by 1 point only."]);
  });

  test("after the second try there is a hint: why, and not what", async () => {
    const learning = await begun();
    await learning.choose(["go"]);
    expect(learning.said).toBe("That is what was chosen then: it gave away 6 points. Try again.");
    await learning.choose(["far"]);
    expect(learning.said).toContain("worse than the six best");
    expect(learning.said).toContain("the reason for the best choice: for Fours.");
    expect(learning.said).not.toContain("stay");
    expect(learning.open).toBe(true);
  });

  test("a try that could not be answered does not count", async () => {
    const learning = await begun();
    await learning.choose(["whatever"]);
    expect([learning.said, learning.tries, learning.open]).toEqual(["No line.", 0, true]);
  });

  test("what nobody can be asked again is passed over", async () => {
    const learning = new Learning(
      review,
      [0, 1],
      (at) => Promise.resolve(at > 0),
      () => Promise.resolve(null),
    );
    await learning.begin();
    expect([learning.at, learning.open]).toEqual([1, true]);
  });

  test("it is about one's own faults, where one may know what there was to choose", () => {
    const hidden = { ...fault, private: true, options: [] };
    expect(lessonsOf(reviewOf([fault, hidden, step(0, 8), { ...fault, seat: 1 }]), 0)).toEqual([0]);
  });
});

describe("the books", () => {
  const ann = {
    ...{ start: 0.5, own_luck: -0.2, others_luck: 0.6, own_errors: -0.1, others_errors: 0.15, rest: 0.05 },
    result: 1,
  };
  const sum = (rows: ReturnType<typeof rowsOf>) => rows.reduce((sum, row) => sum + ann[row], -ann.result);

  test("what is shown adds up to the result, which comes last", () => {
    expect(rowsOf(2).at(-1)).toBe("result");
    expect(sum(rowsOf(2))).toBeCloseTo(ann.result);
    expect(rowsOf(1)).toEqual(["start", "own_luck", "own_errors", "rest", "result"]);
  });

  test("bad luck of one's own is not made good by that of others", () => {
    expect(luckOf(2).map((row) => [reviewWords.game.rows[row], ann[row]])).toEqual([
      ["Own luck", -0.2],
      ["Others’ luck", 0.6],
    ]);
    expect(luckOf(1)).toEqual(["own_luck"]);
  });
});

describe("on the table", () => {
  test("a way is an arrow, a box, a card or a player is lit", () => {
    expect(wayOf({ place: "saloon" }, 2)).toEqual(["figure:2", "area:saloon"]);
    expect(wayOf({ seat: 1 }, 2)).toEqual(["figure:2", "figure:1"]);
    expect(wayOf({ place: "office", price: [[4, "dollars"]] }, 2)).toBeNull();
    expect(litBy({ box: "ones" })).toBe('[data-at="box:ones"]');
    expect(litBy({ place: "bank", box: 'Man "X"' })).toBe('[data-area="bank"] [data-at="box:Man \\"X\\""]');
    expect(litBy({ card: "jets" })).toBe('[data-card="jets"]');
    expect(litBy({ dice: [1], held: true })).toBe(":not(*)");
  });
});
