import { afterEach, expect, test, vi } from "vitest";
import { atLeisure } from "./leisure";
import { oneByOne } from "./soon";

afterEach(() => vi.unstubAllGlobals());

test("much is done bit by bit: the first at once, then one with each frame", () => {
  const frames: (() => void)[] = [];
  vi.stubGlobal("requestAnimationFrame", (go: () => void) => frames.push(go));
  const done: string[] = [];
  oneByOne(["a", "b", "c"].map((each) => () => void done.push(each)));
  expect(done).toEqual(["a"]);
  frames.shift()?.();
  expect(done).toEqual(["a", "b"]);
  frames.shift()?.();
  expect(done).toEqual(["a", "b", "c"]);
  expect(frames).toEqual([]);
});

test("at leisure each waits for its own quiet moment, and what is called off is not done", () => {
  const idle = new Map<number, () => void>();
  let last = 0;
  vi.stubGlobal("window", {
    requestIdleCallback: (go: () => void) => (idle.set(++last, go), last),
    cancelIdleCallback: (id: number) => idle.delete(id),
  });
  const done: string[] = [];
  const never = atLeisure(["a", "b", "c"].map((each) => () => void done.push(each)));
  expect(done).toEqual([]);
  for (const wanted of [["a"], ["a", "b"]]) {
    const go = idle.get(last);
    idle.delete(last);
    go?.();
    expect(done).toEqual(wanted);
  }
  never();
  expect(idle.size).toBe(0);
});

test("a browser that knows no leisure does nothing of it", () => {
  vi.stubGlobal("window", {});
  atLeisure([() => expect.unreachable()])();
});
