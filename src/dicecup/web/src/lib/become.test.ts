import { expect, test } from "vitest";
import { become } from "./become";

/** Something that remembers what was written to it, and where. */
function watched<T extends object>(value: T, written: string[], path = ""): T {
  return new Proxy(value, {
    get: (on, key) => {
      const found: unknown = Reflect.get(on, key);
      return typeof found === "object" && found ? watched(found, written, `${path}${String(key)}.`) : found;
    },
    set: (on, key, to) => {
      written.push(path + String(key));
      return Reflect.set(on, key, to);
    },
    deleteProperty: (on, key) => {
      written.push(`-${path}${String(key)}`);
      return Reflect.deleteProperty(on, key);
    },
  });
}

const VIEW = {
  turn: 3,
  dice: [1, 2, 6],
  held: null as number[] | null,
  monsters: [
    { hearts: 10, cards: [{ card: "jets" }] },
    { hearts: 4, cards: [] as { card: string; counters?: number }[] },
  ],
};

function after(fresh: object): string[] {
  const written: string[] = [];
  const old = structuredClone(VIEW);
  const now = become(watched(old, written), fresh);
  expect(now).toEqual(fresh);
  expect(old).toEqual(fresh); // the same object, with the new content
  return written;
}

test("where nothing is new nothing is touched", () => {
  expect(after(structuredClone(VIEW))).toEqual([]);
});

test("only what differs is written, however deep it lies", () => {
  const fresh = structuredClone(VIEW);
  fresh.monsters[1]!.hearts = 2;
  fresh.dice[0] = 5;
  expect(after(fresh)).toEqual(["dice.0", "monsters.1.hearts"]);
});

test("lists grow and shrink, nothing becomes something, and what is gone is gone", () => {
  const fresh = structuredClone(VIEW) as Partial<typeof VIEW> & typeof VIEW;
  fresh.monsters[0]!.cards = [];
  fresh.monsters[1]!.cards = [{ card: "jets", counters: 2 }];
  fresh.dice.push(3);
  fresh.held = [1];
  expect(after(fresh)).toEqual(["dice.3", "held", "monsters.0.cards.length", "monsters.1.cards.0"]);
  const { turn: _, ...less } = structuredClone(VIEW);
  expect(after(less)).toEqual(["-turn"]);
});

test("a list is not taken for an object, nor something for nothing", () => {
  expect(become<unknown>([1], { 0: 1 })).toEqual({ 0: 1 });
  expect(become<unknown>({ a: 1 }, null)).toBeNull();
  expect(become<unknown>(null, { a: 1 })).toEqual({ a: 1 });
});
