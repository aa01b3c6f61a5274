import { beforeEach, describe, expect, test, vi } from "vitest";
import type { Kit, View } from "../games/kit";
import type { Line, Surroundings } from "./socket";
import { landing } from "./tumble";
import type { Frame, GameEvent, Option, State } from "./wire";

vi.stubGlobal("matchMedia", () => ({ matches: false, addEventListener: () => {} }));
vi.stubGlobal("localStorage", { getItem: () => null, setItem: () => {} });
vi.stubGlobal("document", { hidden: false });
const { Table } = await import("./table.svelte");
const { listen } = await import("./meant");
const { sound } = await import("./sound");
const { likes } = await import("./settings.svelte");
likes.sound = likes.vibrate = false;

interface Counter extends View {
  value: number;
}

// A game that only counts.
const kit: Kit<Counter> = {
  start: (view) => ({ ...view, value: 0 }),
  apply(view, event) {
    if (event.kind === "add") view.value += event["by"] as number;
    return [{ key: "value", by: event["by"] as number }];
  },
  pace: (event) => (event.kind === "dice" ? 1000 : 500),
  thrown: (event) => (event.kind === "dice" ? { dice: [3, 5], slots: [0], seat: 0 } : null),
  left: (view) => view.value,
  out: (view) => view.value < 0,
  line: ({ kind }) => (kind === "turn" || kind === "extra_turn" ? "head" : undefined),
  secret: (what) => what.kind === "peek",
  voiced: (_view, seat, reason, n) => `Arr ${seat} ${n}: ${reason}`,
  heard: ({ kind }) => (kind === "dice" ? [{ name: "clapper", first: true }, { name: "aww" }] : []),
};

const ROLL = landing(1, 1);
let sent: Frame[];
let timers: { run: () => void; id: number }[];
let line: Line;
let count = 0;
const around: Surroundings = {
  open: () => {
    line = {
      send: (data) => sent.push(JSON.parse(data) as Frame),
      close: () => {},
      onopen: null,
      onmessage: null,
      onclose: null,
    };
    return line;
  },
  later: (run, ms) => {
    if ([500, 225, 700, ROLL, 1000 - ROLL].includes(ms)) timers.push({ run, id: ++count });
    return count;
  },
  never: () => {},
  random: () => 0,
  newId: () => `id${++count}`,
};

const add = (n: number, by: number): GameEvent => ({ n, kind: "add", by, text: `plus ${by}` });
const PLAIN = { forecast: "", private: false };
function state(seq: number, value: number, mine = true): State {
  return {
    type: "state",
    seq,
    viewer: 0,
    game: "counter",
    number: 1,
    seats: [
      { name: "Ann", player: "person", level: null, temper: null, mine: true, stand_in: false, never_asked: [] },
    ],
    view: { game: "counter", names: ["Ann"], seat: 0, turn: 1, phase: "play", value } as Counter,
    ask: {
      seat: 0,
      kind: "go",
      prompt: "Go on.",
      options: [{ choice: ["go"], text: "go", pick: {} }],
      mine,
      ...PLAIN,
    },
    scores: [value],
    refused: [],
    prices: {},
    outcome: null,
    can_undo: { ok: false, reason: "no" },
    paused: false,
    notice: "",
    commitment: null,
    nonces: [],
    older: 0,
    rematch: null,
    party: null,
    clock: null,
    hints: true,
    coach: false,
    no_coach: "",
    lesson: null,
    arranged: false,
  };
}
const says = (message: unknown) => line.onmessage?.({ data: JSON.stringify(message) });
const settle = async () => {
  for (let at = 0; at < 5; at++) await Promise.resolve();
};
async function tick(): Promise<void> {
  timers.shift()?.run();
  await settle();
}

function open(fresh: boolean) {
  const table = new Table<Counter>(
    "m",
    kit,
    { game: "counter", title: "", options: {}, sections: [], shown: {}, called: {} },
    fresh,
    "ws://x",
    around,
  );
  table.open();
  line.onopen?.();
  return table;
}

beforeEach(() => {
  sent = [];
  timers = [];
  likes.speed = "normal";
  likes.guard = 0;
  likes.skipForced = false;
  likes.asking = {};
});

describe("a table with a coach", () => {
  const choice = (what: string): Option => ({ choice: [what], text: what, pick: {} });
  const twoWays = (seq: number): State => {
    const found = state(seq, 3);
    return { ...found, coach: true, ask: { ...found.ask!, options: [choice("well"), choice("badly")] } };
  };
  const answers = () => sent.flatMap((frame) => (frame.type === "answer" ? [[frame.seq, frame.choice[0]]] : []));
  let asked: { seq: number; choice: string[] }[];
  let trouble: boolean;
  const fetched = globalThis.fetch;

  beforeEach(() => {
    asked = [];
    trouble = false;
    likes.coach = "warn";
    vi.stubGlobal("fetch", async (_url: string, { body }: { body: string }) => {
      const wish = JSON.parse(body) as { seq: number; choice: string[] };
      asked.push(wish);
      if (trouble) throw new Error("no server");
      const bad = wish.choice[0] === "badly";
      const better = bad
        ? { choice: ["well"], text: "well", reason: "", marks: [], doing: "choosing well" }
        : null;
      const grade = bad ? "mistake" : "best";
      const said = { loss: bad ? 0.12 : 0, unit: "win", grade, better, warn: bad, matters: true };
      return { ok: true, text: async () => JSON.stringify(said) };
    });
    return () => {
      likes.coach = "off";
      vi.stubGlobal("fetch", fetched);
    };
  });

  async function sit() {
    const table = open(false);
    says(twoWays(5));
    await settle();
    await settle();
    return table;
  }

  test("asks it before a choice is sent, and does not send what it doubts", async () => {
    const table = await sit();
    expect(asked).toEqual([{ seq: 5, choice: ["well"] }]); // it thinks already
    table.answer(["badly"]);
    expect(table.asked).not.toBeNull();
    await settle();
    await settle();
    expect(answers()).toEqual([]);
    expect(table.coach.doubt?.choice).toEqual(["badly"]);
    table.renew(); // something else is pressed
    expect(table.coach.doubt).toBeNull();
    table.answer(["badly"]);
    expect(answers()).toEqual([[5, "badly"]]);
    expect(asked.length).toBe(2);
  });

  test("what it doubts can be done anyway, and a good choice goes straight through", async () => {
    const table = await sit();
    table.answer(["badly"]);
    await settle();
    await settle();
    table.insist();
    expect(answers()).toEqual([[5, "badly"]]);
    says(twoWays(6));
    await settle();
    table.answer(["well"]);
    await settle();
    await settle();
    expect(answers()).toEqual([
      [5, "badly"],
      [6, "well"],
    ]);
  });

  test("a press that was meant for the choice does not answer the question about it", async () => {
    likes.guard = 400;
    const table = await sit();
    const heard: Record<string, (event: object) => void> = {};
    listen({ addEventListener: (kind: string, hear: (event: object) => void) => (heard[kind] = hear) } as never);
    heard["pointerdown"]?.({ timeStamp: performance.now() + 500 });
    const early = performance.now() + 300; // whenever the question comes up, that is too soon after it
    table.answer(["badly"]);
    await settle();
    await settle();
    heard["pointerdown"]?.({ timeStamp: early });
    table.insist();
    table.answer(["badly"]);
    expect(answers()).toEqual([]);
    heard["pointerdown"]?.({ timeStamp: performance.now() + 900 });
    table.insist();
    expect(answers()).toEqual([[5, "badly"]]);
  });

  test("has moved on while it thinks: nothing is asked and nothing sent", async () => {
    const table = await sit();
    table.answer(["badly"]);
    says(twoWays(6)); // another tab, or time that is up
    await settle();
    await settle();
    expect(table.coach.doubt).toBeNull();
    expect(answers()).toEqual([]);
    table.answer(["badly"]);
    await settle();
    await settle();
    expect(table.coach.doubt).not.toBeNull();
    says(twoWays(7));
    await settle();
    expect(table.coach.doubt).toBeNull();
  });

  test("goes on without it: where it is off, not wanted, out of reach, or the line is broken", async () => {
    trouble = true;
    let table = await sit();
    table.answer(["badly"]);
    await settle();
    await settle();
    expect(answers()).toEqual([[5, "badly"]]);
    trouble = false;
    table = await sit();
    line.onclose?.({ code: 1006, reason: "" });
    table.answer(["badly"]);
    expect(table.sent).toEqual(["badly"]);
    likes.coach = "off";
    sent = [];
    table = await sit();
    table.answer(["badly"]);
    expect(answers()).toEqual([[5, "badly"]]);
    likes.coach = "explain";
    sent = [];
    table = open(false);
    says({ ...twoWays(5), coach: false, no_coach: "Not here." });
    await settle();
    table.answer(["badly"]);
    expect(answers()).toEqual([[5, "badly"]]);
    expect(table.noCoach).toBe("Not here.");
  });
});

describe("a table", () => {
  test("knows whether somebody here will be asked again: not who is out, nor who only watches", async () => {
    const table = open(false);
    says(state(1, 3));
    await settle();
    expect(table.watching).toBe(false);
    const seats = state(1, 0).seats;
    says({ ...state(2, -1), seats });
    await settle();
    expect(table.watching).toBe(true); // in this game whoever is below nothing is out
    says({ ...state(3, 3), seats: seats.map((seat) => ({ ...seat, mine: false })) });
    await settle();
    expect(table.watching).toBe(true);
  });

  test("a decision that is told once more, because somebody came, is the same one: nothing picked is lost", async () => {
    const table = open(false);
    says(state(4, 5));
    await settle();
    const asked = table.asked;
    expect(asked).not.toBeNull();
    says({ ...state(4, 5), seats: [{ ...state(4, 5).seats[0], name: "Zoe" }] });
    await settle();
    expect(table.seats[0]?.name).toBe("Zoe");
    expect(table.asked).toBe(asked);
    says(state(5, 6));
    await settle();
    expect(table.asked).not.toBe(asked);
  });

  test("what is on its way, and what a hint is about, can be lit by what it picks", async () => {
    const table = open(false);
    const options = [
      { choice: ["keep", 1], text: "keep die 2", pick: { dice: [1], held: true } },
      { choice: ["buy", "jets"], text: "buy Jets", pick: { card: "jets", price: [[5, "energy"]] } },
    ];
    says({ ...state(4, 5), ask: { ...state(4, 5).ask, options }, prices: { jets: [[5, "energy"]] } });
    await settle();
    expect(table.prices["jets"]).toEqual([[5, "energy"]]);
    expect([table.sentPick, table.hintedPick]).toEqual([undefined, undefined]);
    const advice = [{ choice: ["buy", "jets"], text: "buy Jets", value: 1, loss: 0, reason: "" }];
    table.askHint();
    says({ type: "hint", id: "id", advice, unit: "win", reason: "" });
    expect(table.hintedPick?.card).toBe("jets");
    table.answer(["keep", 1]);
    expect(table.sentPick).toMatchObject({ dice: [1], held: true });
    expect(table.hintedPick).toBeUndefined();
  });

  test("what a lesson says of the others can be read before it says something else, unless somebody goes on", async () => {
    const told = (seq: number, say: string, mine: boolean): State => ({
      ...state(seq, 5, mine),
      lesson: { say, step: 1, steps: 2, do: [["go"]], over: false },
    });
    const theirs = (seq: number, say: string) => ({
      ...told(seq, say, false),
      seats: [...state(seq, 5).seats, { ...state(seq, 5).seats[0]!, player: "computer" as const, mine: false }],
      ask: { ...state(seq, 5).ask!, seat: 1, mine: false },
    });
    const clock = vi.spyOn(performance, "now").mockReturnValue(1000); // so that nobody has read any of it yet
    const her = "Now it is her turn, and she goes for fours. Watch this.";
    const { later } = around;
    const waits = vi.spyOn(around, "later").mockImplementation((run, ms) => {
      if (ms !== 600 + 45 * her.length) return later(run, ms);
      timers.push({ run, id: ++count });
      return count;
    });
    const table = open(false);
    says(told(1, "Roll.", true));
    says(theirs(2, her));
    await settle();
    expect(table.lesson?.say).toMatch(/^Now/); // my own I have answered
    says(told(3, "Your turn.", true));
    await settle();
    expect(table.lesson?.say).toMatch(/^Now/);
    expect(table.reading).toBe(true); // the way on says so
    await tick();
    expect(table.lesson?.say).toBe("Your turn.");
    expect(table.reading).toBe(false);
    says(theirs(4, "Now it is her turn, and she goes for fives."));
    await settle();
    says(told(5, "And yours.", true));
    await settle();
    expect(table.lesson?.say).toMatch(/^Now/);
    table.skip();
    await settle();
    expect(table.lesson?.say).toBe("And yours.");
    likes.speed = likes.opponents = "off";
    says(theirs(6, "Now it is her turn, and she goes for threes."));
    says(told(7, "At once.", true));
    await settle();
    expect(table.lesson?.say).toBe("At once.");
    likes.opponents = "normal";
    clock.mockRestore();
    waits.mockRestore();
  });

  test("a lesson lights what it wants, nothing in it is decided without asking, and leaving it is said once", async () => {
    likes.skipForced = true;
    const lesson = { say: "Go.", step: 1, steps: 2, do: [["go"]], over: false };
    const table = open(false);
    says({ ...state(4, 5), lesson, arranged: true });
    await settle();
    expect([table.auto, table.asked?.kind]).toEqual([null, "go"]);
    expect(table.lesson?.say).toBe("Go.");
    expect(table.hintedPick).toEqual({});
    likes.skipForced = false;
    says({ ...state(4, 5), arranged: true });
    await settle();
    expect([table.lesson, table.left, table.arranged]).toEqual([null, true, true]);
    says({ ...state(5, 6, false), arranged: true });
    await settle();
    expect(table.left).toBe(true); // until somebody here decides
    says({ ...state(6, 7), arranged: true });
    await settle();
    table.answer(["go"]);
    expect(table.left).toBe(false);
  });

  test("what happened before one came is in the log, and not played back", async () => {
    const table = open(false);
    says({ type: "events", seq: 4, events: [add(1, 2), add(2, 3)] });
    says(state(4, 5));
    await settle();
    expect(table.view?.value).toBe(5);
    expect(table.log.map((event) => event.n)).toEqual([1, 2]);
    expect(table.asked?.kind).toBe("go");
    expect(timers).toHaveLength(0);
  });

  test("a match made just now is played back from the very start, one event at a time", async () => {
    const table = open(true);
    says({ type: "events", seq: 4, events: [add(1, 2), add(2, 3)] });
    says(state(4, 5));
    await settle();
    expect(table.view?.value).toBe(2);
    expect(table.asked).toBeNull();
    await tick();
    expect(table.view?.value).toBe(5);
    expect(table.log).toHaveLength(2);
    await tick();
    expect(table.asked?.kind).toBe("go");
  });

  test("nothing tells what dice show before they have landed", async () => {
    const table = open(false);
    says({ type: "events", seq: 3, events: [add(1, 2)] });
    says(state(3, 2));
    await settle();
    const dice = { n: 2, kind: "dice", by: 0, text: "Ann rolls 3 5." };
    says({ type: "events", seq: 4, events: [dice] });
    says(state(4, 5));
    await settle();
    expect(table.thrown).toMatchObject({ dice: [3, 5], landed: false });
    expect(table.playing).toBe(true);
    expect(table.now).toBeNull();
    expect(table.log.map((event) => event.n)).toEqual([1]);
    await tick(); // they lie there
    expect(table.thrown?.landed).toBe(true);
    expect(table.now?.text).toBe("Ann rolls 3 5.");
    expect(table.log).toHaveLength(2);
    expect(table.asked).toBeNull();
    await tick();
    expect(table.asked?.kind).toBe("go");
    says({ type: "events", seq: 5, events: [{ ...dice, n: 3 }] });
    says(state(5, 5));
    await settle();
    table.skip();
    await settle();
    expect(table.log).toHaveLength(3);
    expect(table.asked?.kind).toBe("go");
  });

  test("skipping goes to the next decision at once", async () => {
    const table = open(true);
    says({ type: "events", seq: 9, events: [1, 2, 3, 4].map((n) => add(n, 1)) });
    says(state(9, 4));
    await settle();
    table.skip();
    await settle();
    expect(table.view?.value).toBe(4);
    expect(table.asked?.kind).toBe("go");
  });

  test("without animation nothing waits", async () => {
    likes.speed = "off";
    const table = open(true);
    says({ type: "events", seq: 4, events: [add(1, 2)] });
    says(state(4, 2));
    await settle();
    expect(table.asked?.kind).toBe("go");
    expect(timers).toHaveLength(0);
  });

  test("nothing is played back while the game is paused", async () => {
    const table = open(false);
    says(state(1, 0));
    await settle();
    table.hold(true);
    says({ type: "events", seq: 2, events: [add(1, 7)] });
    says(state(2, 7));
    await settle();
    expect(table.view?.value).toBe(0);
    table.hold(false);
    await settle();
    expect(table.view?.value).toBe(7);
  });

  test("a gap in the numbers makes it say hello again; what comes twice counts once", async () => {
    likes.speed = "off";
    const table = open(false);
    says({ type: "events", seq: 1, events: [add(1, 1)] });
    says(state(1, 1));
    await settle();
    says({ type: "events", seq: 3, events: [add(3, 1)] });
    expect(sent.filter((frame) => frame.type === "hello")).toEqual([
      { type: "hello", last_seq: null },
      { type: "hello", last_seq: 1 },
    ]);
    says({ type: "events", seq: 3, events: [add(1, 1), add(2, 1), add(3, 1)] });
    says(state(3, 3));
    await settle();
    expect(table.log.map((event) => event.n)).toEqual([1, 2, 3]);
    expect(table.view?.value).toBe(3);
  });

  test("an answer is sent once, with the number of the state it was made in", async () => {
    const table = open(false);
    says(state(4, 0));
    await settle();
    table.answer(["go"]);
    table.answer(["go"]);
    const answers = sent.filter((frame) => frame.type === "answer");
    expect(answers).toHaveLength(1);
    expect(answers[0]).toMatchObject({ seq: 4, choice: ["go"] });
    expect(table.asked).toBeNull();
  });

  test("a refused answer says why, and the decision is there again", async () => {
    const table = open(false);
    says(state(4, 0));
    await settle();
    table.answer(["go"]);
    const { id } = sent.at(-1) as { id: string };
    says({ type: "refused", id, reason: "Not like that.", state: state(4, 0) });
    await settle();
    expect(table.complaint).toBe("Not like that.");
    expect(table.asked?.kind).toBe("go");
  });

  test("a press that began before a decision was there for a moment does not answer it", async () => {
    likes.guard = 400;
    const page = new EventTarget();
    listen(page as Window);
    const down = (at: number) => {
      const event = new Event("pointerdown");
      Object.defineProperty(event, "timeStamp", { value: at });
      page.dispatchEvent(event);
    };
    const table = open(false);
    says({ ...state(4, 0), can_undo: { ok: true, reason: "" } });
    await settle();
    down(performance.now() + 300);
    expect(table.answer(["go"])).toBe(false);
    table.takeBack();
    expect(sent.filter((frame) => frame.type !== "hello")).toEqual([]);
    says(state(4, 0)); // somebody else has come: that is no new decision
    await settle();
    down(performance.now() + 401);
    expect(table.answer(["go"])).toBe(true);
  });

  test("one choice is taken back once, however often that is pressed before it is done", async () => {
    const table = open(false);
    const undoable = (seq: number) => ({ ...state(seq, 0), can_undo: { ok: true, reason: "" } });
    const undone = () => sent.filter((frame) => frame.type === "undo").length;
    says(undoable(4));
    await settle();
    table.takeBack();
    table.takeBack();
    expect(undone()).toBe(1);
    says(undoable(5));
    await settle();
    table.takeBack();
    expect(undone()).toBe(2);
  });

  test("when somebody else looks at the same screen, what they may know replaces the old words", async () => {
    likes.speed = "off";
    const table = open(false);
    says({ type: "events", seq: 1, events: [{ n: 1, kind: "hidden", text: "" }] });
    says(state(1, 0));
    await settle();
    says({ type: "events", seq: 1, events: [{ n: 1, kind: "peeked", text: "You see a card." }] });
    expect(table.log[0]?.text).toBe("You see a card.");
  });

  test("a reason stands below what was done, or with a name below what was before", async () => {
    likes.speed = "off";
    const table = open(false);
    const marks = [{ start: 9, end: 14, dice: [4] }];
    const why = (text: string) => says({ type: "said", seat: 0, text, ...(text.endsWith("fours") && { marks }) });
    const said = () =>
      Object.fromEntries(Object.entries(table.said).map(([n, all]) => [n, all.map(({ text }) => text)]));
    const did = (n: number, kind: string, seat = 0) => ({ n, kind, seat, text: `${kind} ${n}` });
    why("missed"); // before it is known what had happened
    says({ type: "events", seq: 1, events: [did(1, "turn")] });
    says(state(1, 0));
    await settle();
    why("collects fours");
    says({ type: "events", seq: 2, events: [did(2, "rolled"), did(3, "paid")] });
    says(state(2, 0));
    why("nothing for me");
    says({ type: "events", seq: 3, events: [did(4, "turn", 1)] });
    says(state(3, 0));
    why("one more turn"); // another turn of the same player is not what it chose
    says({ type: "events", seq: 4, events: [did(5, "extra_turn")] });
    says(state(4, 0));
    why("waits"); // and nothing at all came of it
    says(state(5, 0));
    const told = {
      2: ["“Collects fours.”"],
      3: ["Ann: “Nothing for me.”"],
      4: ["Ann: “One more turn.”"],
      5: ["Ann: “Waits.”"],
    };
    expect(said()).toEqual(told);
    expect(table.said[2]?.[0]?.marks).toEqual([{ start: 10, end: 15, dice: [4] }]); // behind the quotation mark
    why("lost"); // what it was about comes with everything else that was missed
    line.onclose?.({ code: 1006, reason: "" });
    table.hurry();
    line.onopen?.();
    says({ type: "events", seq: 7, events: [did(6, "rolled"), did(7, "rolled")] });
    says(state(7, 0));
    expect(said()).toEqual(told);
  });

  test("a computer player gives its reason in a voice of its own, unless nobody wants to hear it", async () => {
    likes.speed = "off";
    const table = open(false);
    const computer = (seq: number): State => ({
      ...state(seq, 0),
      seats: [{ ...state(seq, 0).seats[0]!, player: "computer", mine: false }],
    });
    const does = (n: number, text = `keep ${n + 1}`) => {
      says({ type: "said", seat: 0, text });
      says({ type: "events", seq: n, events: [{ n, kind: "rolled", seat: 0, text: "Ann rolls." }] });
      says(computer(n));
    };
    says(computer(0));
    await settle();
    does(1);
    likes.remarks = false;
    does(2);
    likes.remarks = true;
    expect(table.said).toMatchObject({ 1: [{ text: "“Arr 0 0: keep 2”" }], 2: [{ text: "“Keep 3.”" }] });
    does(3, "keep 3"); // the same once more
    does(4, "keep 2");
    expect(Object.keys(table.said)).toEqual(["1", "2", "4"]);
  });

  test("a computer player that failed is named, in the log and until somebody decides", async () => {
    likes.speed = "off";
    const table = open(false);
    says({ type: "events", seq: 1, events: [{ n: 1, kind: "turn", seat: 0, text: "Ann's turn." }] });
    says(state(1, 0));
    await settle();
    says({ type: "stumbled", seat: 0, text: "At random." });
    says({ type: "events", seq: 2, events: [{ n: 2, kind: "rolled", seat: 0, text: "Ann rolls." }] });
    says(state(2, 0));
    expect(table.stumbles).toEqual({ 2: ["At random."] });
    expect(table.said).toEqual({});
    expect(table.stumble).toBe("At random.");
    await settle();
    table.answer(["roll"]);
    expect(table.stumble).toBe("");
  });
});

describe("decisions that need nobody", () => {
  const two: Option[] = [
    { choice: ["pass"], text: "no", pick: {} },
    { choice: ["use"], text: "yes", pick: {} },
  ];
  const asks = (seq: number, kind: string, options = two, seat = 0): State => {
    const found = state(seq, 7);
    return { ...found, ask: { seat, kind, prompt: "Well?", options, mine: true, ...PLAIN } };
  };
  const answers = () => sent.filter((frame) => frame.type === "answer");

  test("what has no choice is decided after a moment, and asked after an undo", async () => {
    likes.skipForced = true;
    const table = open(false);
    says({ ...state(4, 5), can_undo: { ok: true, reason: "" } });
    await settle();
    expect(table.asked).toBeNull();
    expect(table.auto?.text).toBe("go");
    expect(answers()).toHaveLength(0);
    await tick();
    expect(answers()).toMatchObject([{ seq: 4, choice: ["go"] }]);
    says({ ...state(5, 5, false), can_undo: { ok: true, reason: "" } });
    await settle();
    table.takeBack();
    says(state(6, 5));
    await settle();
    expect(table.auto).toBeNull();
    expect(table.asked?.kind).toBe("go");
  });

  test("dice are rolled by hand unless one wants it otherwise", async () => {
    likes.skipForced = true;
    const table = open(false);
    const roll = [{ choice: ["roll"], text: "roll", pick: { dice: [0, 1] } }];
    says(asks(4, "roll", roll));
    await settle();
    expect(table.asked?.kind).toBe("roll");
    likes.rollAtOnce = true;
    says(asks(5, "roll", roll));
    await settle();
    expect(table.auto?.text).toBe("roll");
    likes.rollAtOnce = false;
  });

  test("while the game is paused nothing is decided", async () => {
    likes.skipForced = true;
    const table = open(false);
    says(state(4, 5));
    await settle();
    table.hold(true);
    await tick();
    expect(answers()).toHaveLength(0);
    table.hold(false);
    await tick();
    expect(answers()).toHaveLength(1);
  });

  test("optional questions are asked always, never, or only below so many hearts", async () => {
    const table = open(false);
    says(asks(4, "react"));
    await settle();
    expect(table.asked?.kind).toBe("react");
    likes.asking = { counter: { react: "never" } };
    says(asks(5, "react"));
    await settle();
    expect(table.auto?.text).toBe("no");
    await tick();
    likes.asking = { counter: { react: 8 } }; // 7 are left
    says(asks(6, "react"));
    await settle();
    expect(table.asked?.kind).toBe("react");
    likes.asking = { counter: { react: 7 } };
    says(asks(7, "react"));
    await settle();
    expect(table.auto?.text).toBe("no");
  });

  test("what is for one pair of eyes waits until only those look", async () => {
    const table = open(false);
    const seats = ["Ann", "Ben"].map((name) => ({ ...state(1, 1).seats[0]!, name }));
    says({ ...state(4, 5), seats });
    await settle();
    says({ type: "events", seq: 5, events: [{ n: 1, kind: "peek", seat: 0, text: "It is a heart." }] });
    says({ ...asks(5, "peek"), seats });
    await settle();
    expect(table.cover).toBe(0);
    expect(table.log).toHaveLength(0);
    expect(table.asked).toBeNull();
    table.skip();
    await settle();
    expect(table.cover).toBe(0);
    table.uncover();
    await tick();
    await tick();
    expect(table.log[0]?.text).toBe("It is a heart.");
    expect(table.asked?.kind).toBe("peek");
    says({ ...asks(6, "other"), seats });
    await settle();
    expect(table.log[0]?.text).toBe("Ann has looked at something in secret.");
    expect(table.asked?.kind).toBe("other");
  });
});

describe("what is heard", () => {
  const played = vi.spyOn(sound, "play").mockImplementation(() => {});
  const heard = () => played.mock.calls.map(([name]) => name).filter((name) => name !== "dieOnWood");
  const dice = { n: 1, kind: "dice", by: 0, text: "Ann rolls 3 5." };

  async function rolled() {
    const table = open(false);
    says(state(1, 0));
    await settle();
    played.mockClear();
    says({ type: "events", seq: 2, events: [dice] });
    says(state(2, 0));
    await settle();
    return table;
  }

  test("what follows from dice, only once they lie", async () => {
    await rolled();
    expect(heard()).toEqual(["clapper"]);
    await tick();
    expect(heard()).toEqual(["clapper", "aww"]);
  });

  test("nothing of what is skipped", async () => {
    const table = await rolled();
    table.skip();
    await settle();
    expect(table.asked).not.toBeNull();
    expect(heard()).toEqual(["clapper"]);
  });

  test("a bell for whoever has waited for others, and not for whoever is asked once more", async () => {
    await rolled();
    await tick();
    await tick();
    expect(heard()).not.toContain("bell");
    says(state(3, 0, false));
    says(state(4, 0));
    await settle();
    expect(heard().filter((name) => name === "bell")).toHaveLength(1);
  });
});

describe("getting on", () => {
  const others = [
    { name: "Ann", player: "person", level: null, temper: null, mine: true, stand_in: false, never_asked: [] },
    {
      name: "Bot",
      player: "computer",
      level: "easy",
      temper: null,
      mine: false,
      stand_in: false,
      never_asked: [],
    },
  ];
  const theirs = (seq: number, value: number, player = "computer") => ({
    ...state(seq, value, false),
    seats: [others[0], { ...others[1], player }],
    ask: { ...state(seq, value, false).ask, seat: 1 },
  });

  test("skipping goes on to one's own decision, past computer players who are still thinking", async () => {
    const table = open(false);
    says(theirs(4, 5));
    says({ type: "events", events: [add(1, 1), add(2, 2)] });
    await settle();
    expect([table.playing, table.skippable]).toEqual([true, true]);
    table.skip();
    await settle();
    expect([table.view?.value, table.hurried]).toEqual([8, true]);
    says({ type: "events", events: [add(3, 4)] });
    await settle();
    expect(timers.length).toBe(1); // that of the first event, which nobody waits for any more
    expect(table.view?.value).toBe(12);
    says({ ...state(5, 12), seats: others });
    await settle();
    expect([table.asked?.seat, table.hurried, table.skippable]).toEqual([0, false, false]);
    table.skip(); // what is asked is not skipped, nor is what comes of it
    says({ type: "events", events: [add(4, 1)] });
    await settle();
    expect(table.playing).toBe(true);
  });

  test("whoever has skipped, and then wants to watch the rest, sees it", async () => {
    const table = open(false);
    says(theirs(4, 5));
    says({ type: "events", events: [add(1, 1)] });
    await settle();
    table.skip();
    await settle();
    table.linger();
    expect(table.hurried).toBe(false);
    says({ type: "events", events: [add(2, 2)] });
    await settle();
    expect(table.playing).toBe(true);
  });

  test("somebody else who is asked is waited for: what they do is seen again", async () => {
    const table = open(false);
    says(theirs(4, 5, "person"));
    says({ type: "events", events: [add(1, 1)] });
    says(theirs(5, 6, "person"));
    await settle();
    table.skip();
    await settle();
    expect([table.hurried, table.skippable]).toEqual([false, false]);
  });

  test("numbers that change one right after the other are seen to change together", async () => {
    const table = open(false);
    says(state(4, 5));
    says({ type: "events", events: [add(1, 1), { ...add(2, 2), kind: "other" }] });
    await settle();
    expect(Object.keys(table.changes)).toEqual(["value"]);
    expect(table.changes["value"]?.by).toBe(1);
    await tick();
    expect(table.changes["value"]?.by).toBe(2);
  });

  test("while somebody wants to get on everything takes a fifth of its time, but for dice that roll already", async () => {
    const table = open(false);
    says(state(4, 5));
    says({ type: "events", events: [add(1, 1)] });
    await settle();
    expect(table.tempo).toBe(1);
    table.rush(true);
    await settle();
    expect([table.tempo, table.playing]).toEqual([0.2, false]);
    table.rush(false);
    says({ type: "events", events: [{ n: 2, kind: "dice", text: "" }] });
    await settle();
    table.rush(true);
    await settle();
    expect(table.thrown?.landed).toBe(false);
  });
});
