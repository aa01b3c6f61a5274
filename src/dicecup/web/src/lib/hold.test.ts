import { expect, test, vi } from "vitest";

const kept = new Map<string, string>();
vi.stubGlobal("localStorage", {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => void kept.set(key, value),
});
vi.stubGlobal("matchMedia", () => ({ matches: false, addEventListener: () => {} }));
vi.stubGlobal("document", { hidden: false });
vi.stubGlobal("navigator", {});
const { Hold } = await import("./hold.svelte");

/** The hold of a page that has just been opened. */
function opened(match: string, turn: string) {
  const hold = new Hold(() => match);
  hold.fit(6, turn);
  return hold;
}

test("what I keep is still kept after a reload: Enter does not roll it", () => {
  opened("m", "8/0").set([0, 3]);
  expect(opened("m", "8/0").slots).toEqual([0, 3]);
});

test("but not in another turn, nor in another match", () => {
  opened("m", "8/0").set([0, 3]);
  expect(opened("m", "12/0").slots).toEqual([]);
  expect(opened("n", "8/0").slots).toEqual([]);
});

test("with the turn all of them are let go", () => {
  const hold = opened("m", "8/0");
  hold.fit(6, "12/0");
  expect(hold.slots).toEqual([]);
});
