import { beforeEach, describe, expect, test } from "vitest";
import { MatchSocket, type Line, type LineState, type Surroundings } from "./socket";
import type { Frame, State, Told } from "./wire";

class FakeLine implements Line {
  sent: Frame[] = [];
  closed = false;
  onopen: Line["onopen"] = null;
  onmessage: Line["onmessage"] = null;
  onclose: Line["onclose"] = null;
  send(data: string): void {
    this.sent.push(JSON.parse(data) as Frame);
  }
  close(): void {
    this.closed = true;
  }
  says(message: Told): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
  breaks(): void {
    this.onclose?.({ code: 1006, reason: "" });
  }
}

/** Time stands still until it is told to go on. */
class FakeWorld implements Surroundings {
  lines: FakeLine[] = [];
  now = 0;
  timers: { at: number; run: () => void; id: number }[] = [];
  ids = 0;
  open(): Line {
    const line = new FakeLine();
    this.lines.push(line);
    return line;
  }
  later(run: () => void, ms: number): unknown {
    this.timers.push({ at: this.now + ms, run, id: ++this.ids });
    return this.ids;
  }
  never(timer: unknown): void {
    this.timers = this.timers.filter((each) => each.id !== timer);
  }
  random = () => 1;
  newId = () => `id${++this.ids}`;
  pass(ms: number): void {
    const until = this.now + ms;
    for (;;) {
      const due = this.timers.filter((timer) => timer.at <= until).sort((a, b) => a.at - b.at)[0];
      if (!due) break;
      this.now = due.at;
      this.never(due.id);
      due.run();
    }
    this.now = until;
  }
}

const state = (seq: number): State => ({ type: "state", seq }) as State;
let world: FakeWorld;
let heard: Told[];
let states: LineState[];
let socket: MatchSocket;

beforeEach(() => {
  world = new FakeWorld();
  heard = [];
  states = [];
  socket = new MatchSocket(
    "ws://table",
    (message) => {
      heard.push(message);
      if (message.type === "state") socket.lastSeq = message.seq;
    },
    (now) => states.push(now),
    world,
  );
  socket.start();
});

const line = () => world.lines.at(-1)!;
function connect(seq: number): void {
  line().onopen?.();
  line().says(state(seq));
}

describe("the line to a match", () => {
  test("says hello first, and is open when the state has come", () => {
    line().onopen?.();
    expect(line().sent).toEqual([{ type: "hello", last_seq: null }]);
    expect(states).toEqual(["connecting"]);
    line().says(state(7));
    expect(states).toEqual(["connecting", "open"]);
  });

  test("comes back after a break with what it knows, waiting longer each time", () => {
    connect(7);
    const waits: number[] = [];
    for (let at = 0; at < 8; at++) {
      line().breaks();
      expect(states.at(-1)).toBe("broken");
      const before = world.now;
      const count = world.lines.length;
      while (world.lines.length === count) world.pass(50);
      waits.push(world.now - before);
    }
    expect(waits[0]).toBeLessThanOrEqual(600);
    expect(waits).toEqual([...waits].sort((a, b) => a - b));
    expect(waits.at(-1)).toBe(4000);
    line().onopen?.();
    expect(line().sent[0]).toEqual({ type: "hello", last_seq: 7 });
  });

  test("a command that was not acknowledged is sent again with the same id, after the state", () => {
    connect(3);
    const id = socket.answer(3, ["roll"]);
    expect(line().sent.at(-1)).toEqual({ type: "answer", id, seq: 3, choice: ["roll"], grace: true });
    line().breaks();
    world.pass(700);
    line().onopen?.();
    expect(line().sent).toEqual([{ type: "hello", last_seq: 3 }]);
    line().says(state(3));
    expect(line().sent.at(-1)).toEqual({ type: "answer", id, seq: 3, choice: ["roll"], grace: true });
    line().says({ type: "done", id, seq: 5 });
    line().breaks();
    world.pass(700);
    connect(5);
    expect(line().sent).toHaveLength(1);
  });

  test("pages whose server has gone come back spread over time", () => {
    const waits = [0, 0.5, 1].map((chance) => {
      connect(7);
      world.random = () => chance;
      line().breaks();
      const before = world.now;
      const count = world.lines.length;
      while (world.lines.length === count) world.pass(25);
      return world.now - before;
    });
    expect(waits).toEqual([150, 375, 600]);
  });

  test("a command given while the line is down waits for it", () => {
    connect(3);
    line().breaks();
    const id = socket.undo(3);
    world.pass(700);
    connect(3);
    expect(line().sent.at(-1)).toEqual({ type: "undo", id, seq: 3 });
  });

  test("asks whether anybody is there, and gives a dead line up", () => {
    connect(1);
    world.pass(12_000);
    expect(line().sent.at(-1)).toEqual({ type: "ping" });
    line().says({ type: "pong" });
    world.pass(11_000);
    expect(world.lines).toHaveLength(1);
    world.pass(20_000);
    expect(world.lines[0]!.closed).toBe(true);
    expect(world.lines.length).toBeGreaterThan(1);
  });

  test("a command that nothing comes back for has the line checked at once, and goes out again on another", () => {
    connect(3);
    const id = socket.answer(3, ["roll"]);
    world.pass(2_000);
    socket.hint(); // another click puts nothing off
    world.pass(1_000);
    expect(line().sent.at(-1)).toEqual({ type: "ping" });
    socket.hint();
    world.pass(4_500);
    expect([world.lines[0]!.closed, states.at(-1)]).toEqual([true, "broken"]);
    world.pass(700);
    expect(world.lines).toHaveLength(2);
    connect(3);
    expect(line().sent[1]).toEqual({ type: "answer", id, seq: 3, choice: ["roll"], grace: true });
  });

  test("a server that takes its time over a command, but is there, keeps its line", () => {
    connect(3);
    socket.hint();
    for (let at = 0; at < 10; at++) {
      world.pass(3_000);
      expect(line().sent.at(-1)).toEqual({ type: "ping" });
      world.pass(4_000); // a slow phone
      line().says({ type: "pong" });
    }
    expect(world.lines).toHaveLength(1);
  });

  test("once its commands are answered, a quiet line is left in peace", () => {
    connect(3);
    const id = socket.answer(3, ["roll"]);
    line().says({ type: "done", id } as Told);
    const said = line().sent.length;
    world.pass(11_000);
    expect(line().sent).toHaveLength(said);
  });

  test("a line that does not open is given up", () => {
    world.pass(9_100);
    expect(world.lines[0]!.closed).toBe(true);
    world.pass(700);
    expect(world.lines).toHaveLength(2);
  });

  test("after a last goodbye it does not come back; after one for now it does", () => {
    connect(1);
    line().says({ type: "bye", reason: "restart", again: true, rescue: "" });
    line().breaks();
    world.pass(1_000);
    expect(world.lines).toHaveLength(2);
    line().onopen?.();
    line().says({ type: "bye", reason: "no such match", again: false, rescue: "" });
    line().breaks();
    world.pass(60_000);
    expect(world.lines).toHaveLength(2);
    expect(states.at(-1)).toBe("closed");
  });

  test("a frame that is no message changes nothing", () => {
    connect(1);
    const before = heard.length;
    line().onmessage?.({ data: "{nonsense" });
    expect(heard).toHaveLength(before);
  });
});
