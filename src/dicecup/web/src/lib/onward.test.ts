import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { onward } from "./onward";

// A table that can be skipped until somebody is asked, as that would come: in the very moment it is skipped.
let skipped: number;
let rushed: boolean[];
let skippable: boolean;
let answered: number;
const table = {
  get skippable() {
    return skippable;
  },
  skip() {
    skipped += 1;
    skippable = false;
  },
  rush: (on: boolean) => void rushed.push(on),
};
const inside = { closest: () => null };
const button = { closest: (what: string) => (what.includes("button") ? button : null) };
const elsewhere = { closest: () => null };
const frame = { contains: (what: unknown) => what !== elsewhere } as unknown as Node;
let page: EventTarget;
let leave: () => void;

function happens(kind: string, target: object = inside, more: object = {}): Event {
  const event = new Event(kind, { cancelable: true });
  Object.defineProperty(event, "target", { value: target });
  Object.assign(event, { pointerId: 1, isPrimary: true, button: 0, clientX: 50, clientY: 50, detail: 1, ...more });
  page.dispatchEvent(event);
  if (kind === "click" && !event.defaultPrevented && target === button) answered += 1;
  return event;
}

beforeEach(() => {
  vi.useFakeTimers();
  skipped = answered = 0;
  rushed = [];
  skippable = true;
  page = new EventTarget();
  leave = onward(frame, table, page);
});
afterEach(() => {
  leave();
  vi.useRealTimers();
});

test("a tap on the table goes on, and its click answers nothing that has come up under it", () => {
  happens("pointerdown");
  expect(skipped).toBe(0); // it may become a scroll, or be held
  happens("pointerup");
  expect(skipped).toBe(1);
  happens("click", button);
  expect(answered).toBe(0);
  happens("pointerdown", button);
  happens("pointerup", button);
  happens("click", button);
  expect(answered).toBe(1); // the next press is one of its own
});

test("the press takes the focus from what had it, and is a press all the same", () => {
  happens("pointerdown");
  happens("blur", button);
  happens("pointerup");
  expect(skipped).toBe(1);
});

test("Enter on a button right after a tap is a press of its own, too", () => {
  happens("pointerdown");
  happens("pointerup");
  happens("click", button, { detail: 0 });
  expect(answered).toBe(1);
});

test("held down it goes faster for as long, and letting go neither skips nor answers", () => {
  happens("pointerdown");
  vi.advanceTimersByTime(400);
  expect(rushed).toEqual([true]);
  expect(happens("contextmenu").defaultPrevented).toBe(true);
  skippable = false; // somebody is asked
  happens("pointerup", button);
  happens("click", button);
  expect(rushed).toEqual([true, false]);
  expect([skipped, answered]).toEqual([0, 0]);
});

test("what has a use of its own keeps it: buttons, cards, what lies outside the table", () => {
  for (const target of [button, elsewhere]) {
    happens("pointerdown", target);
    vi.advanceTimersByTime(400);
    happens("pointerup", target);
    happens("click", target);
  }
  expect([skipped, rushed, answered]).toEqual([0, [], 1]);
});

test("but a monster in the middle of it all is part of the show: a tap on it goes on, and looks at it only later", () => {
  const monster = { closest: () => monster };
  happens("pointerdown", monster);
  happens("pointerup", monster);
  expect(skipped).toBe(1);
  expect(happens("click", monster).defaultPrevented).toBe(true);
  happens("pointerdown", monster); // now somebody is asked
  happens("pointerup", monster);
  expect(happens("click", monster).defaultPrevented).toBe(false);
});

test("a swipe, a scroll, a second finger, another button of the mouse do not skip", () => {
  happens("pointerdown");
  happens("pointermove", inside, { clientY: 80 });
  happens("pointerup");
  happens("pointerdown");
  happens("pointercancel");
  happens("pointerup");
  happens("pointerdown", inside, { isPrimary: false, pointerId: 2 });
  happens("pointerup", inside, { isPrimary: false, pointerId: 2 });
  happens("pointerdown", inside, { button: 2 });
  happens("pointerup", inside, { button: 2 });
  expect(skipped).toBe(0);
  expect(happens("contextmenu").defaultPrevented).toBe(false);
});

test("such a press selects no words; any other may", () => {
  happens("pointerdown");
  expect(happens("selectstart").defaultPrevented).toBe(true);
  happens("pointerup");
  expect(happens("selectstart").defaultPrevented).toBe(false);
  happens("pointerdown"); // somebody is asked now
  expect(happens("selectstart").defaultPrevented).toBe(false);
});

test("where nothing can be skipped a press is only a press", () => {
  skippable = false;
  happens("pointerdown");
  skippable = true; // it began before there was anything to skip
  vi.advanceTimersByTime(400);
  happens("pointerup");
  happens("click", button);
  expect([skipped, rushed, answered]).toEqual([0, [], 1]);
});

test("whoever leaves the table in the middle of it leaves nothing behind", () => {
  happens("pointerdown");
  vi.advanceTimersByTime(400);
  leave();
  expect(rushed).toEqual([true, false]);
  happens("pointerdown");
  happens("pointerup");
  expect([skipped, vi.getTimerCount()]).toEqual([0, 0]);
});
