import { beforeEach, describe, expect, test } from "vitest";
import type { Kit, View } from "../games/kit";
import type { Coaching } from "../lib/settings.svelte";
import type { Choice, Coached, CoachWish, GameEvent, State } from "../lib/wire";
import { Coach, type Ways } from "./coach.svelte";
import { endOf, junctureOf, type Juncture } from "./juncture";
import { remark, type Made } from "./remark";

// What the coach thinks of choices, by their first word.
const LOSSES: Record<string, number> = { best: 0, good: 0.02, slip: 0.04, bad: 0.12, twin: 0.12, worse: 0.2 };
const GRADES: [number, Coached["grade"]][] = [
  [0.06, "mistake"],
  [0.03, "inaccuracy"],
  [0.005, "good"],
];

function opinion(choice: Choice): Coached {
  const loss = LOSSES[String(choice[0])] ?? 0;
  const grade = GRADES.find(([limit]) => loss >= limit)?.[1] ?? "best";
  const better = {
    choice: ["best"],
    text: "keep 1 1",
    reason: "it threatens Kraken",
    marks: [],
    doing: "keeping 1 1",
  };
  return { loss, unit: "win", grade, better: loss ? better : null, warn: loss >= 0.06, matters: true };
}

let asked: (CoachWish & { reply: (coached?: Coached) => void; fail: () => void })[];
let timers: Map<number, () => void>;
let lengths: number[];
let sent: Choice[];
let doubts: number;
let mode: Coaching;
let coach: Coach;

beforeEach(() => {
  asked = [];
  timers = new Map();
  lengths = [];
  sent = [];
  doubts = 0;
  mode = "explain";
  coach = new Coach(
    (wish) =>
      new Promise((resolve, reject) =>
        asked.push({
          ...wish,
          reply: (coached = opinion(wish.choice)) => resolve(coached),
          fail: () => reject(new Error("no")),
        }),
      ),
    {
      later: (run, ms) => {
        lengths.push(ms);
        timers.set(lengths.length, run);
        return lengths.length;
      },
      never: (timer) => timers.delete(timer as number),
    },
    () => mode,
  );
});

const at = (seq: number, turn = 1, seat = 0): Juncture => ({ seq, seat, turn, is: `${turn}/${seq}`, told: seq });
const ways = (choice: Choice): Ways => ({ send: () => sent.push(choice), doubts: () => doubts++ });
const choose = (what: string, where = at(1), helped = false) =>
  coach.consider(where, [what], 1000, ways([what]), helped);
const settle = async () => {
  for (let count = 0; count < 5; count++) await Promise.resolve();
};
async function replied(nth = asked.length - 1): Promise<void> {
  asked[nth]?.reply();
  await settle();
}
async function made(what: string, where: Juncture): Promise<void> {
  choose(what, where);
  await replied();
  if (coach.doubt) choose(what, where);
}
const stands = (turn: number, is = "", over = false) => coach.stands(turn, is, over, (told) => told + 1);
const texts = () => coach.lines.map(({ text }) => text);

describe("before a choice is sent", () => {
  test("a good one goes straight through once the coach has seen it", async () => {
    choose("best");
    expect(coach.looking).toEqual(["best"]);
    expect(sent).toEqual([]);
    await replied();
    expect(sent).toEqual([["best"]]);
    expect([coach.looking, coach.doubt]).toEqual([null, null]);
    expect(timers.size).toBe(0);
  });

  test("what is no more than inaccurate goes through, too", async () => {
    choose("slip");
    await replied();
    expect(sent).toEqual([["slip"]]);
  });

  test("a costly one is doubted and not sent; whoever looks again may choose something else", async () => {
    choose("bad");
    await replied();
    expect(sent).toEqual([]);
    expect(coach.doubt).toEqual({ choice: ["bad"], coached: opinion(["bad"]) });
    expect(doubts).toBe(1);
    coach.again();
    expect(coach.doubt).toBeNull();
    choose("best");
    await replied();
    expect(sent).toEqual([["best"]]);
  });

  test("it is doubted once: chosen again it is meant, with the question open or not", async () => {
    choose("bad");
    await replied();
    choose("bad");
    expect(sent).toEqual([["bad"]]);
    choose("worse");
    await replied();
    coach.again();
    choose("worse");
    expect(sent).toEqual([["bad"], ["worse"]]);
    expect(asked.length).toBe(2);
    expect(doubts).toBe(2);
  });

  test("what means the same as what was doubted is not doubted again", async () => {
    choose("bad");
    await replied();
    choose("twin");
    await replied();
    expect(sent).toEqual([["twin"]]);
  });

  test("taken back and chosen again, it is the same decision; the next one is another", async () => {
    choose("bad");
    await replied();
    choose("bad");
    stands(1, at(1).is);
    choose("bad", { ...at(7), is: at(1).is });
    expect(sent).toEqual([["bad"], ["bad"]]);
    choose("bad", at(9));
    await replied();
    expect(coach.doubt).not.toBeNull();
  });

  test("whoever takes too long, fails, or is gone holds nobody up", async () => {
    choose("bad");
    expect(lengths).toEqual([1000]);
    timers.get(1)!();
    expect(sent).toEqual([["bad"]]);
    await replied();
    expect(coach.doubt).toBeNull();
    choose("worse", at(2));
    asked[1]!.fail();
    await settle();
    expect(sent).toEqual([["bad"], ["worse"]]);
    expect(timers.size).toBe(0);
  });

  test("pressed twice it is looked at once; another choice takes its place", async () => {
    choose("bad");
    choose("bad");
    expect(asked.length).toBe(1);
    choose("best");
    await replied(0);
    expect(coach.doubt).toBeNull();
    expect(sent).toEqual([]);
    await replied(1);
    expect(sent).toEqual([["best"]]);
  });

  test("where the game has moved on meanwhile nothing is sent and nothing asked", async () => {
    choose("bad");
    coach.drop();
    await replied();
    choose("best", at(2));
    coach.drop();
    await replied();
    for (const run of timers.values()) run();
    expect(sent).toEqual([]);
    expect(coach.doubt).toBeNull();
  });

  test("it thinks while somebody else does, once for a decision, and says nothing of it", async () => {
    coach.prepare(4, ["bad"]);
    coach.prepare(4, ["bad"]);
    await replied();
    coach.prepare(5, ["bad"]);
    asked[1]!.fail();
    await settle();
    expect(asked.map(({ seq }) => seq)).toEqual([4, 5]);
    expect([coach.doubt, coach.last, sent]).toEqual([null, null, []]);
  });
});

describe("after a turn", () => {
  test("the costliest choice is spoken of, with what was better, how much and why", async () => {
    await made("slip", at(1));
    await made("bad", at(2));
    await made("best", at(3));
    stands(1);
    expect(coach.last).toBeNull();
    stands(2);
    expect(texts()).toEqual(["Better by about 12%: keeping 1 1 – it threatens Kraken."]);
    expect(coach.last).toMatchObject({ n: 4, seat: 0, turn: 1, tone: "bad" });
  });

  test("what is below an inaccuracy is no fault", async () => {
    await made("good", at(1));
    stands(2);
    expect(coach.last?.tone).toBe("good");
    expect(coach.last?.text).not.toContain("more");
  });

  test("whoever has looked again is praised for that", async () => {
    choose("bad", at(1));
    await replied();
    coach.again();
    await made("best", at(1));
    stands(2);
    expect(coach.last?.text).toContain("looked");
  });

  test("nobody is praised for what left no choice, for a hint, or for what nobody has looked at", async () => {
    choose("best", at(1));
    asked[0]!.reply({ ...opinion(["best"]), matters: false });
    await settle();
    stands(2);
    choose("best", at(2, 2), true);
    await replied();
    stands(3);
    await made("best", at(3, 3));
    coach.miss(at(4, 3), ["best"]);
    stands(4);
    expect(texts()).toEqual([]);
  });

  test("what was taken back does not count, nor what the server has not taken", async () => {
    await made("worse", at(1));
    stands(1, at(1).is);
    await made("best", { ...at(3), is: at(1).is });
    await made("bad", at(4));
    coach.unmake(4);
    stands(2);
    expect(coach.last?.tone).toBe("good");
  });

  test("a turn that goes on after all, because its last choice was taken back, has no line yet", async () => {
    await made("slip", at(1));
    await made("best", at(2));
    stands(2);
    expect(texts().length).toBe(1);
    stands(1, at(2).is);
    expect([coach.last, texts()]).toEqual([null, []]);
    await made("worse", { ...at(5), is: at(2).is });
    stands(2);
    expect(texts().length).toBe(1);
    expect(texts()[0]).toContain("20");
  });

  test("the line goes when somebody chooses again, and stays in the log", async () => {
    await made("slip", at(1));
    stands(2);
    await made("best", at(5, 2));
    expect(coach.last).toBeNull();
    expect(texts().length).toBe(1);
    stands(2, "", true);
    expect(texts().length).toBe(2);
    expect(coach.last?.turn).toBe(2);
  });

  test("the line about the turn before is away while a question about this one stands", async () => {
    await made("slip", at(1));
    stands(2);
    expect(coach.remark).toEqual(coach.last);
    choose("bad", at(5, 2));
    await replied();
    expect(coach.remark).toBeNull();
    coach.again();
    expect(coach.remark).toEqual(coach.last);
    expect(coach.last).not.toBeNull();
  });

  test("warned only, one hears of nothing but what there was no time to warn of", async () => {
    mode = "warn";
    await made("worse", at(1));
    stands(2);
    expect(texts()).toEqual([]);
    choose("bad", at(2, 2));
    timers.get(lengths.length)!();
    stands(3);
    expect(texts()).toEqual([]);
    await replied();
    expect(texts().length).toBe(1);
    mode = "off";
    await made("slip", at(5, 3));
    stands(4);
    expect(texts().length).toBe(1);
  });

  test("two people at one screen each hear of their own choices, by name", async () => {
    const one: Made = {
      ...at(1),
      choice: ["best"],
      coached: opinion(["best"]),
      helped: false,
      heeded: false,
      late: false,
    };
    expect(remark([one], "explain", 0, "Bo")?.text).toBe("Bo: Well played: nothing was better.");
    await made("slip", at(1, 1, 0));
    await made("best", at(2, 1, 1));
    stands(2);
    expect(coach.lines.map(({ seat, tone }) => [seat, tone])).toEqual([
      [0, "bad"],
      [1, "good"],
    ]);
  });

  test("dice that are named already are not named once more in the reason", () => {
    const reason = "keep the two claws: about 3 damage";
    const marks = [{ start: 5, end: 18, dice: [6, 6] }];
    const better = { choice: ["best"], text: "keep", reason, marks, doing: "keeping claw claw" };
    const coached = { ...opinion(["slip"]), better };
    const one: Made = { ...at(1), choice: ["slip"], coached, helped: false, heeded: false, late: false };
    expect(remark([one], "explain", 0)?.text).toBe(
      "Keeping claw claw would have been worth about 4% more – about 3 damage.",
    );
  });

  test("the words vary", () => {
    const one: Made = {
      ...at(1),
      choice: ["slip"],
      coached: opinion(["slip"]),
      helped: false,
      heeded: false,
      late: false,
    };
    const said = [0, 1, 2].map((n) => remark([one], "explain", n)?.text);
    expect(new Set(said).size).toBe(3);
    for (const text of said) expect(text).toMatch(/^[A-Z].*4%.*– it threatens Kraken\.$/);
  });
});

describe("where it has a say", () => {
  interface Plain extends View {}
  const kit = {
    line: ({ kind }: GameEvent) => (kind === "turn" ? "head" : undefined),
    secret: ({ kind }) => kind === "peek",
  } as Kit<Plain>;
  const options = [
    { choice: ["a"], text: "a", pick: {} },
    { choice: ["b"], text: "b", pick: {} },
  ];
  const state = (more: object, ask: object = {}) =>
    ({
      seq: 3,
      coach: true,
      view: { turn: 5 },
      ask: { seat: 0, kind: "go", options, mine: true, private: false, ...ask },
      ...more,
    }) as unknown as State;

  test("in one's own decisions with something to choose, where the table wants it", () => {
    expect(junctureOf(state({}), kit, [0], 7)).toMatchObject({ seq: 3, seat: 0, turn: 5, told: 7 });
    expect(junctureOf(state({ coach: false }), kit, [0], 7)).toBeNull();
    expect(junctureOf(state({ ask: null }), kit, [0], 7)).toBeNull();
    expect(junctureOf(state({}, { mine: false }), kit, [0], 7)).toBeNull();
    expect(junctureOf(state({}, { options: options.slice(1) }), kit, [0], 7)).toBeNull();
  });

  test("not in what only one of several at the screen may know", () => {
    for (const secret of [{ private: true }, { kind: "peek" }]) {
      expect(junctureOf(state({}, secret), kit, [0], 7)).not.toBeNull();
      expect(junctureOf(state({}, secret), kit, [0, 1], 7)).toBeNull();
    }
  });

  test("the line stands below the last words of the turn", () => {
    const log = ["roll", "silent", "buy", "turn", "roll"].map((kind, at) => ({
      n: at + 1,
      kind,
      text: kind === "silent" ? "" : kind,
    })) as GameEvent[];
    expect(endOf(log, kit, 1)).toBe(3);
    expect(endOf(log.slice(0, 2), kit, 1)).toBe(1);
    expect(endOf(log, kit, 4)).toBe(5);
  });
});
