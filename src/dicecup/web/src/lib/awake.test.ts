import { beforeEach, expect, test, vi } from "vitest";
import { stayAwake } from "./awake";

let look = () => {};
const page = {
  hidden: false,
  addEventListener: (_: string, run: () => void) => (look = run),
  removeEventListener: () => (look = () => {}),
};
let held = 0;
let letGo = async () => {};
const request = async () => {
  held += 1;
  const lock = { released: false, release: async () => {} };
  lock.release = letGo = async () => {
    if (!lock.released) held -= 1;
    lock.released = true;
  };
  return lock;
};
const settled = () => new Promise((resolve) => setTimeout(resolve));

beforeEach(() => {
  page.hidden = false;
  held = 0;
  vi.stubGlobal("document", page);
  vi.stubGlobal("navigator", { wakeLock: { request } });
});

test("a screen that was let go because one looked elsewhere is kept on again when one is back", async () => {
  const end = stayAwake();
  await settled();
  expect(held).toBe(1);
  look(); // nothing has changed
  await settled();
  expect(held).toBe(1);
  page.hidden = true;
  await letGo(); // as browsers do
  look();
  await settled();
  expect(held).toBe(0);
  page.hidden = false;
  look();
  await settled();
  expect(held).toBe(1);
  end();
  look();
  await settled();
  expect(held).toBe(0);
});

test("what is over before the screen could be had lets it go at once", async () => {
  stayAwake()();
  await settled();
  expect(held).toBe(0);
});

test("where there is no such thing, or the battery is low, nothing is wrong", async () => {
  vi.stubGlobal("navigator", {});
  stayAwake()();
  vi.stubGlobal("navigator", { wakeLock: { request: () => Promise.reject(new Error("NotAllowedError")) } });
  stayAwake()();
  await settled();
  expect(held).toBe(0);
});
