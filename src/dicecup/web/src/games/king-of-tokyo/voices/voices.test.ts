import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Table } from "../../../lib/table.svelte";
import type { GameEvent } from "../../../lib/wire";
import type { KingView } from "../kit";
import { VOICES } from "./cast";

vi.stubGlobal("matchMedia", () => ({ matches: false, addEventListener: () => {} }));
vi.stubGlobal("localStorage", { getItem: () => null, setItem: () => {} });
vi.stubGlobal("document", { hidden: false });
const { Voices } = await import("./voices.svelte");
const { likes } = await import("../../../lib/settings.svelte");

// Whoever goes out always has a last word.
const out = (n: number, seat: number) => ({ n, kind: "eliminated", seat, text: "" }) as GameEvent;

function sit() {
  const table = {
    now: null as GameEvent | null,
    log: [] as GameEvent[],
    asked: null as object | null,
    speed: "normal",
    tempo: 1,
    seats: [
      { name: "Kraken", player: "computer" },
      { name: "Ann", player: "person" },
    ],
    view: {
      monsters: [
        { character: "Kraken", hearts: 9 },
        { character: "The King", hearts: 9 },
      ],
    },
  };
  const voices = new Voices(
    () => table as unknown as Table<KingView>,
    () => table.log,
  );
  const tell = (event: GameEvent) => {
    table.log.push(event);
    voices.speak(event.n);
  };
  return { table, voices, tell };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  likes.remarks = true;
});

test("a remark is over the head for as long as it takes to read, and stays in the log", () => {
  const { voices, tell } = sit();
  tell(out(1, 0));
  expect(voices.bubble?.seat).toBe(0);
  const said = voices.bubble!.text;
  expect(VOICES["Kraken"]!.remarks.dies).toContain(said);
  vi.advanceTimersByTime(1800);
  expect(voices.bubble).not.toBeNull();
  vi.advanceTimersByTime(3000);
  expect(voices.bubble).toBeNull();
  expect(voices.lines).toEqual({ 1: `Kraken: “${said}”` });
});

test("whoever skips sees no bubble, only the log", () => {
  const { table, voices, tell } = sit();
  table.tempo = 0;
  tell(out(1, 0));
  expect(voices.bubble).toBeNull();
  expect(Object.keys(voices.lines)).toEqual(["1"]);
});

test("one that is hushed leaves no timer behind", () => {
  const { voices, tell } = sit();
  tell(out(1, 0));
  voices.hush();
  expect([voices.bubble, vi.getTimerCount()]).toEqual([null, 0]);
});

test("what was said long before the moment somebody has gone to is not said again", () => {
  const { table, voices, tell } = sit();
  table.log.push(out(1, 0), ...[2, 3, 4, 5, 6, 7].map((n) => ({ n, kind: "stars", text: "" }) as GameEvent));
  tell({ n: 8, kind: "stars", text: "" });
  expect(voices.bubble).toBeNull();
});

test("while the next dice roll nothing is said a second time; whoever goes back hears it again", () => {
  const { table, voices, tell } = sit();
  const stars = (n: number) => ({ n, kind: "stars", text: "" }) as GameEvent;
  tell(out(1, 0));
  voices.hush();
  voices.speak(0);
  tell(stars(2));
  expect(voices.bubble).toBeNull();
  table.log.length = 0; // back to the beginning, and on from there
  voices.speak(0);
  tell(out(1, 0));
  expect(voices.bubble?.seat).toBe(0);
});

test("who wants no remarks has none, neither here nor there", () => {
  likes.remarks = false;
  const { voices, tell } = sit();
  tell(out(1, 0));
  expect(voices.bubble).toBeNull();
  expect(voices.lines).toEqual({});
});

test("somebody who takes very long is teased once, and then left alone for minutes", () => {
  const { voices } = sit();
  const tease = () => {
    voices.hush();
    voices.complain();
    return voices.bubble?.text ?? "";
  };
  const { waits } = VOICES["Kraken"]!.remarks;
  const first = tease();
  expect(waits).toContain(first);
  vi.advanceTimersByTime(100_000);
  expect(tease()).toBe("");
  vi.advanceTimersByTime(240_000);
  expect(waits.filter((each) => each !== first)).toContain(tease());
  expect(voices.lines).toEqual({}); // nothing has happened
});
