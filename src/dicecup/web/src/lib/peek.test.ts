import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { peek } from "./peek";

type Heed = (event: Record<string, unknown>) => void;

/** Something on the page, as far as looking closer needs it. */
class Thing {
  heeds = new Map<string, Heed[]>();
  isConnected = true;
  focused = false;
  addEventListener(kind: string, heed: Heed, { signal }: { signal: AbortSignal }): void {
    this.heeds.set(kind, [...(this.heeds.get(kind) ?? []), heed]);
    signal.addEventListener("abort", () => this.heeds.delete(kind));
  }
  querySelector = () => (this.focused ? {} : null);
  contains = () => false;
  happens(kind: string, event: Record<string, unknown> = {}): void {
    for (const heed of this.heeds.get(kind) ?? []) heed(event);
  }
}

let page: Thing;
let thing: Thing;
let seen: string[];
let leave: () => void;
const soon = () => Promise.resolve();

beforeEach(() => {
  vi.useFakeTimers();
  page = new Thing();
  thing = new Thing();
  seen = [];
  vi.stubGlobal("window", Object.assign(page, { setTimeout, clearTimeout }));
  const attach = peek(
    () => seen.push("show"),
    () => seen.push("hide"),
  );
  leave = attach(thing as unknown as HTMLElement) as () => void;
});
afterEach(() => vi.useRealTimers());

it("shows nothing to a mouse that passes by, and something to one that rests", async () => {
  thing.happens("pointerenter", { pointerType: "mouse" });
  vi.advanceTimersByTime(300);
  thing.happens("pointerleave", { pointerType: "mouse" });
  vi.advanceTimersByTime(2000);
  await soon();
  expect(seen).toEqual([]);
  thing.happens("pointerenter", { pointerType: "mouse" });
  vi.advanceTimersByTime(500);
  await soon();
  expect(seen).toEqual(["show"]);
  thing.happens("pointerdown", { pointerType: "mouse" }); // whoever presses has decided
  await soon();
  expect(seen).toEqual(["show", "hide"]);
});

it("takes no press from a finger that stayed, and every one from a finger that did not", async () => {
  const click = { preventDefault: vi.fn(), stopPropagation: vi.fn() };
  thing.happens("pointerdown", { pointerType: "touch", clientX: 5, clientY: 5 });
  vi.advanceTimersByTime(500);
  thing.happens("pointerup", { pointerType: "touch" });
  thing.happens("click", click);
  await soon();
  expect(seen).toEqual(["show"]);
  expect(click.stopPropagation).toHaveBeenCalledOnce();
  thing.happens("pointerdown", { pointerType: "touch", clientX: 5, clientY: 5 });
  vi.advanceTimersByTime(100);
  thing.happens("pointerup", { pointerType: "touch" });
  thing.happens("click", click);
  expect(click.stopPropagation).toHaveBeenCalledOnce();
});

it("is not a finger that scrolls", async () => {
  thing.happens("pointerdown", { pointerType: "touch", clientX: 5, clientY: 5 });
  thing.happens("pointermove", { pointerType: "touch", clientX: 5, clientY: 40 });
  vi.advanceTimersByTime(2000);
  await soon();
  expect(seen).toEqual([]);
});

it("changes nothing while something is taken off the page, and leaves nothing behind", async () => {
  thing.focused = true;
  thing.happens("focusin");
  await soon();
  thing.happens("focusout"); // the browser says so in the middle of the change
  expect(seen).toEqual(["show"]);
  await soon();
  expect(seen).toEqual(["show", "hide"]);
  thing.happens("pointerenter", { pointerType: "mouse" });
  leave();
  vi.advanceTimersByTime(2000);
  await soon();
  expect(seen).toEqual(["show", "hide"]);
  expect(thing.heeds.size + page.heeds.size).toBe(0);
});
