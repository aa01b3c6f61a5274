import { beforeEach, describe, expect, test, vi } from "vitest";
import type { Line, Surroundings } from "./socket";
import type { PartyFrame, PartyState, PartyTold, Person } from "./wire";

const kept = new Map<string, string>();
vi.stubGlobal("matchMedia", () => ({ matches: false, addEventListener: () => {} }));
vi.stubGlobal("localStorage", {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => kept.set(key, value),
});
vi.stubGlobal("location", { protocol: "https:", host: "here" });
const { Party } = await import("./party.svelte");
const { keptOf, keepOf } = await import("./keyring");
const { noted } = await import("./fair");

let sent: PartyFrame[];
let line: Line;
let opened: string[];
let timers: (() => void)[];
let count: number;
const around: Surroundings = {
  open: (url) => {
    opened.push(url);
    sent = [];
    line = {
      send: (data) => sent.push(JSON.parse(data) as PartyFrame),
      close: () => {},
      onopen: null,
      onmessage: null,
      onclose: null,
    };
    return line;
  },
  later: (run) => timers.push(run),
  never: () => {},
  random: () => 0,
  newId: () => `id${++count}`,
};
let party: InstanceType<typeof Party>;

const says = (message: PartyTold) => line.onmessage?.({ data: JSON.stringify(message) });
const last = () => sent.at(-1)!;

function person(number: number, more: Partial<Person> = {}): Person {
  return {
    number,
    name: `P${number}`,
    character: "",
    role: "player",
    chair: number - 1,
    ready: false,
    host: number === 1,
    presence: "here",
    you: number === 2,
    ...more,
  };
}

function state(more: Partial<PartyState> = {}): PartyState {
  return {
    type: "party",
    party: "p1",
    stage: "waiting",
    you: 2,
    people: [person(1), person(2)],
    chairs: [1, 2].map((number) => ({
      person: number,
      level: null,
      temper: null,
      own: null,
      name: "",
      stand_in: false,
    })),
    chairs_allowed: [2, 6],
    rules: {} as PartyState["rules"],
    match: null,
    spectators: 0,
    commitment: null,
    stirred: [],
    tally: [],
    evening: [],
    starts_in: null,
    why_not: "",
    ...more,
  };
}

function connect(more: Partial<PartyState> = {}): void {
  line.onopen?.();
  says(state(more));
}

/** The line breaks, and is open again. */
function breakOff(): void {
  timers = [];
  line.onclose?.({ code: 1006, reason: "" });
  timers.forEach((run) => run());
  line.onopen?.();
}

beforeEach(() => {
  kept.clear();
  opened = [];
  timers = [];
  count = 0;
  party = new Party("p1", undefined, around);
  party.open();
});

describe("who is at the table", () => {
  test("enters, and knows who is who", () => {
    connect();
    expect(opened).toEqual(["wss://here/api/v1/parties/p1/socket"]);
    expect(sent[0]).toEqual({ type: "enter", last_line: 0 });
    expect(party.line).toBe("open");
    expect(party.me?.name).toBe("P2");
    expect(party.host?.name).toBe("P1");
    expect(party.hosting).toBe(false);
    expect(party.sitter(0)?.name).toBe("P1");
    expect(party.sitter(5)).toBeUndefined();
  });

  test("those who look on are counted while they have not left for good", () => {
    const looks = { role: "spectator", chair: null } as const;
    connect({ people: [person(1), person(3, looks), person(4, { ...looks, presence: "gone" })] });
    expect(party.spectators.map((each) => each.number)).toEqual([3]);
  });
});

describe("what one asks for", () => {
  test("is done when the server says so", async () => {
    connect();
    const asked = party.takeChair(1);
    expect(last()).toEqual({ type: "take_chair", chair: 1, id: "id1" });
    says({ type: "done", id: "id1" });
    await expect(asked).resolves.toBeUndefined();
  });

  test("is refused with the reason in words", async () => {
    connect();
    const asked = party.start();
    says({ type: "refused", id: "id1", reason: "Only the host may start." });
    await expect(asked).rejects.toThrow("Only the host may start.");
  });

  test("goes out once more after a break, with the same id, and not a third time", async () => {
    connect();
    const asked = party.setRules({ clock: "fast" });
    breakOff();
    expect(sent).toEqual([{ type: "enter", last_line: 0 }]);
    says(state());
    expect(last()).toEqual({ type: "set_rules", clock: "fast", id: "id1" });
    says({ type: "done", id: "id1" });
    await asked;
    breakOff();
    says(state());
    expect(sent).toEqual([{ type: "enter", last_line: 0 }]);
  });

  test("is refused when one is turned away, and everything after it too", async () => {
    connect();
    const asked = party.ready(true);
    says({ type: "bye", reason: "The host has turned you away.", again: false, rescue: "" });
    await expect(asked).rejects.toThrow("turned you away");
    expect(party.gone).toBe("The host has turned you away.");
    await expect(party.ready(true)).rejects.toThrow("turned you away");
  });

  test("a face is not made up for after a break", () => {
    connect();
    line.onclose?.({ code: 1006, reason: "" });
    party.react("laugh");
    timers.forEach((run) => run());
    line.onopen?.();
    says(state());
    expect(sent.map((each) => each.type)).toEqual(["enter"]);
  });
});

describe("what is heard", () => {
  const said = (n: number) => ({
    n,
    kind: "said" as const,
    person: 1,
    name: "P1",
    text: `line ${n}`,
    spectators: false,
    match: null,
    seq: 0,
    told: 0,
    at: "",
  });

  test("lines come once, and after a break only what is missing is asked for", () => {
    connect();
    says({ type: "lines", lines: [said(1), said(2)] });
    says({ type: "lines", lines: [said(2), said(3)] });
    expect(party.lines.map((each) => each.n)).toEqual([1, 2, 3]);
    breakOff();
    expect(sent[0]).toEqual({ type: "enter", last_line: 3 });
  });

  test("the same face twice is told apart", () => {
    connect();
    says({ type: "reacted", person: 1, face: "laugh" });
    const first = party.faces[1]?.count;
    says({ type: "reacted", person: 1, face: "laugh" });
    expect(party.faces[1]?.face).toBe("laugh");
    expect(party.faces[1]?.count).not.toBe(first);
  });

  test("a nudge says who is waiting", () => {
    connect();
    says({ type: "nudged", by: 1, name: "P1" });
    expect(party.nudge).toMatchObject({ by: 1, name: "P1" });
  });
});

describe("the dice of the next game", () => {
  const SEAL = "ab".repeat(32);
  const nonceOf = (frame: PartyFrame) => (frame.type === "ready" ? frame.nonce : undefined);

  test("everybody who sits adds to them as soon as they are sealed, ready or not, and once", () => {
    connect({ commitment: SEAL });
    expect(last()).toMatchObject({ type: "ready", ready: false });
    expect(nonceOf(last())).toMatch(/^[0-9a-f]{64}$/);
    says(state({ commitment: SEAL }));
    expect(sent.filter((each) => each.type === "ready")).toHaveLength(1);
    says(state({ commitment: SEAL, stirred: [2] }));
    void party.ready(true);
    expect(last()).toEqual({ type: "ready", ready: true, id: "id2" });
  });

  test("whoever looks on adds nothing", () => {
    connect({ commitment: SEAL, people: [person(1), person(2, { role: "spectator", chair: null })] });
    expect(sent.map((each) => each.type)).toEqual(["enter"]);
  });

  test("once the game has begun the seal and the number are noted for Verify", () => {
    connect({ commitment: SEAL });
    const nonce = nonceOf(last());
    says(state({ commitment: SEAL, stirred: [2] }));
    says(state({ stage: "playing", match: "m1" }));
    expect(noted("m1")).toEqual({ seal: SEAL, nonce, by: 0 });
  });

  test("a number that never arrived is not missed afterwards", () => {
    connect({ commitment: SEAL });
    says(state({ stage: "playing", match: "m1" }));
    expect(noted("m1")).toEqual({ seal: SEAL });
  });

  test("a reload in the waiting room adds the same number", () => {
    connect({ commitment: SEAL });
    const nonce = nonceOf(last());
    party = new Party("p1", undefined, around);
    party.open();
    connect({ commitment: SEAL });
    expect(nonceOf(last())).toBe(nonce);
    says(state({ commitment: SEAL, stirred: [2] }));
    says(state({ stage: "playing", match: "m1" }));
    expect(noted("m1")?.nonce).toBe(nonce);
  });

  test("of a game that was begun and ended while one was away nothing is claimed", () => {
    connect({ commitment: SEAL, stirred: [2] });
    const over = (match: string) => ({ match, game: "g", names: [], scores: [], winners: [], best: "" });
    says(state({ stage: "playing", match: "m2", evening: [over("m1")] }));
    expect(noted("m2")).toBeNull();
    says(state({ stage: "over", match: "m1", evening: [over("m1")] }));
    expect(noted("m1")?.seal).toBe(SEAL);
  });

  test("the next game of the evening has a seal and a number of its own", () => {
    const next = "cd".repeat(32);
    connect({ commitment: SEAL });
    const first = nonceOf(last());
    says(state({ commitment: SEAL, stirred: [2] }));
    says(state({ stage: "playing", match: "m1" }));
    says(state({ stage: "over", match: "m1", commitment: next }));
    const second = nonceOf(last());
    expect(second).not.toBe(first);
    says(state({ stage: "over", match: "m1", commitment: next, stirred: [2] }));
    says(state({ stage: "playing", match: "m2", evening: [{ match: "m1" } as never] }));
    expect(noted("m1")?.nonce).toBe(first);
    expect(noted("m2")).toEqual({ seal: next, nonce: second, by: 0 });
  });
});

describe("the key of one's seat", () => {
  test("gets it back after it was taken to another device", async () => {
    keepOf("p1", { key: "long word" });
    const asked: unknown[] = [];
    vi.stubGlobal("fetch", (path: string, wish: { body: string }) => {
      asked.push([path, JSON.parse(wish.body)]);
      return Promise.resolve(new Response(JSON.stringify({ party: "p1", person: 2, key: "another word" })));
    });
    connect();
    says({ type: "bye", reason: "This seat is now played on another device.", again: false, rescue: "" });
    line.onclose?.({ code: 1000, reason: "" });
    await party.takeBack();
    expect(asked).toEqual([["/api/v1/join", { code: "long word" }]]);
    connect();
    expect(party.gone).toBe("");
    expect(party.line).toBe("open");
    expect(keptOf("p1").key).toBe("another word");
  });

  test("is thrown away when one leaves for good", async () => {
    keepOf("p1", { key: "long word" });
    connect();
    const leaving = party.leave();
    says({ type: "done", id: "id1" });
    await leaving;
    expect(party.key).toBe("");
  });
});
