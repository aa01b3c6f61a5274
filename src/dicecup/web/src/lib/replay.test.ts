import { beforeEach, describe, expect, test, vi } from "vitest";
import type { Kit, View } from "../games/kit";
import type { Surroundings } from "./socket";
import type { GameEvent, Stop, Whole } from "./wire";

vi.stubGlobal("matchMedia", () => ({ matches: false, addEventListener: () => {} }));
vi.stubGlobal("localStorage", { getItem: () => null, setItem: () => {} });
vi.stubGlobal("document", { hidden: false });
const { Replay } = await import("./replay.svelte");
const { likes } = await import("./settings.svelte");
likes.sound = likes.vibrate = false;

interface Counter extends View {
  value: number;
}

const kit: Kit<Counter> = {
  start: (view) => view,
  apply(view, event) {
    view.value += event["by"] as number;
    return [];
  },
  pace: () => 500,
  thrown: () => null,
};

let timers: (() => void)[];
const around: Surroundings = {
  open: () => {
    throw new Error("a replay needs no line");
  },
  later: (run) => timers.push(run),
  never: () => {},
  random: () => 0,
  newId: () => "",
};

// A game of 100 decisions; each adds 1, and each second one tells of it in two events.
const STEPS = 100;
const events: GameEvent[] = [];
const told = [0];
for (let step = 1; step <= STEPS; step++) {
  if (step % 2 === 0) events.push({ n: events.length + 1, kind: "add", by: 0, text: `step ${step} begins` });
  events.push({ n: events.length + 1, kind: "add", by: 1, text: `step ${step}` });
  told.push(events.length);
}
const seats = [true, false].map((mine) => ({
  name: "",
  player: "person" as const,
  level: null,
  temper: null,
  mine,
  stand_in: false,
  never_asked: [],
}));
const whole: Whole = {
  match: "m",
  game: "counter",
  number: 1,
  seq: 500,
  viewer: 0,
  seats,
  outcome: { winners: [0], scores: [STEPS], reason: "" },
  commitment: null,
  told,
  turns: told.map((_, at) => at),
  scores: told.map((_, at) => [at]),
  events,
  arranged: false,
};

let asked: [number, number][];
let refuse = false;
const fetch = (first: number, count: number): Promise<Stop[]> => {
  asked.push([first, count]);
  if (refuse) return Promise.reject(new Error("not now"));
  const there = Math.min(count, told.length - first);
  return Promise.resolve(
    Array.from({ length: there }, (_, at) => ({
      view: { game: "counter", names: [], seat: 0, turn: first + at, phase: "", value: first + at } as Counter,
      ask: null,
      chosen: "",
      picked: {},
      prices: {},
    })),
  );
};
const settle = async () => {
  for (let at = 0; at < 12; at++) await Promise.resolve();
};
const tick = async () => {
  timers.shift()?.();
  await settle();
};
const open = () =>
  new Replay<Counter>(
    kit,
    { game: "counter", title: "", options: {}, sections: [], shown: {}, called: {} },
    whole,
    fetch as never,
    around,
  );

beforeEach(() => {
  timers = [];
  asked = [];
  refuse = false;
  likes.speed = "normal";
});

describe("a replay", () => {
  test("stands at any stop at once, with the log up to there", async () => {
    const replay = open();
    await replay.show(57);
    expect(replay.view?.value).toBe(57);
    expect(replay.log).toHaveLength(told[57] as number);
    expect(replay.outcome).toBeNull();
    await replay.show(1e9);
    expect(replay.view?.value).toBe(STEPS);
    expect(replay.outcome?.scores).toEqual([STEPS]);
    await replay.show(-4);
    expect([replay.at, replay.log.length]).toEqual([0, 0]);
    expect(timers).toHaveLength(0);
  });

  test("a step on is played back event by event, a step back is not", async () => {
    const replay = open();
    await replay.show(1);
    void replay.forward();
    await settle();
    expect([replay.at, replay.playing, replay.log.length]).toEqual([2, true, 2]);
    await tick();
    expect(replay.view?.value).toBe(2);
    await tick();
    expect(replay.playing).toBe(false);
    await replay.back();
    expect([replay.at, replay.view?.value, replay.playing]).toEqual([1, 1, false]);
  });

  test("a step on while one is played back finishes that one; a jump leaves it", async () => {
    const replay = open();
    await replay.show(1);
    void replay.forward();
    await settle();
    await replay.forward();
    await settle();
    expect([replay.at, replay.view?.value, replay.playing]).toEqual([2, 2, false]);
    void replay.forward();
    await settle();
    await replay.show(80);
    await settle();
    expect([replay.at, replay.view?.value, replay.log.length]).toEqual([80, 80, told[80]]);
    expect(replay.playing).toBe(false);
  });

  test("plays to the end, and from the start when it is there", async () => {
    const replay = open();
    await replay.show(98);
    void replay.play();
    await settle();
    for (let at = 0; at < 12 && replay.running; at++) await tick();
    expect([replay.at, replay.running]).toEqual([STEPS, false]);
    void replay.play();
    await settle();
    expect([replay.at, replay.running]).toEqual([1, true]);
    replay.pause();
    await tick();
    await tick();
    expect([replay.at, replay.running]).toEqual([1, false]);
  });

  test("a line of the log leads to where it has just happened", async () => {
    const replay = open();
    await replay.showEvent(1);
    expect([replay.at, replay.log.length]).toEqual([1, 1]);
    await replay.showEvent(2); // the first of two events of a decision
    expect([replay.at, replay.log.length, replay.view?.value]).toEqual([1, 2, 1]);
    void replay.forward();
    await settle();
    expect([replay.at, replay.log.length, replay.view?.value]).toEqual([2, 3, 2]);
    await tick();
    await replay.showEvent(2);
    await replay.back();
    expect([replay.at, replay.log.length]).toEqual([1, 1]);
    await replay.showEvent(9_999);
    expect(replay.at).toBe(STEPS);
  });

  test("fetches some stops at a time, each once, and says when it cannot", async () => {
    const replay = open();
    for (const at of [0, 5, 39, 41, 79]) await replay.show(at);
    expect(asked).toEqual([
      [0, 40],
      [40, 40],
      [80, 40],
    ]);
    const other = open();
    refuse = true;
    await other.show(3);
    expect(other.complaint).toBe("not now");
    refuse = false;
    await other.show(3);
    expect([other.complaint, other.view?.value]).toEqual(["", 3]);
  });

  test("nobody at the screen plays", async () => {
    const replay = open();
    await replay.show(3);
    expect(replay.mine).toEqual([]);
    expect(replay.seats[0]?.mine).toBe(true);
    expect(replay.asked).toBeNull();
  });
});
