import { beforeEach, expect, test, vi } from "vitest";

vi.stubGlobal("matchMedia", () => ({ matches: false, addEventListener: () => {} }));
vi.stubGlobal("localStorage", { getItem: () => null, setItem: () => {} });
let time = 0;
vi.stubGlobal("performance", { now: () => time });
vi.stubGlobal("document", { documentElement: { dataset: {} } });
const { arrives, dawns, listen, meant } = await import("./meant");
const { likes } = await import("./settings.svelte");

const page = new EventTarget();
listen(page as Window);

/** Something happens to the page, so many milliseconds after the start. */
function happens(kind: string, at: number, more: object = {}): Event {
  time = at;
  const event = Object.assign(new Event(kind, { cancelable: true }), more);
  Object.defineProperty(event, "timeStamp", { value: at });
  page.dispatchEvent(event);
  return event;
}

beforeEach(() => {
  likes.guard = 400;
  page.dispatchEvent(new Event("blur"));
});

test("a press counts from when the finger went down", () => {
  happens("pointerdown", 1000);
  happens("click", 2000, { detail: 1 });
  expect(meant(600)).toBe(true);
  expect(meant(601)).toBe(false); // it was there for 399 milliseconds
  expect(meant(1500)).toBe(false); // it came while the finger was down
});

test("a key that is held down is one press, and presses a button once", () => {
  happens("keydown", 1000, { key: "Enter", repeat: false });
  expect(meant(600)).toBe(true);
  const button = { closest: () => true };
  const again = Object.assign(new Event("keydown", { cancelable: true }), { key: "Enter", repeat: true });
  Object.defineProperty(again, "target", { value: button });
  page.dispatchEvent(again);
  expect(again.defaultPrevented).toBe(true);
  expect(meant(700)).toBe(false);
});

test("space presses when it comes up, and was meant when it went down", async () => {
  happens("keydown", 1000, { key: " ", repeat: false });
  happens("keyup", 1900, { key: " " });
  happens("click", 1900, { detail: 0 });
  expect(meant(700)).toBe(false);
  await new Promise((go) => setTimeout(go));
  happens("click", 1900, { detail: 0 }); // nobody's finger: somebody who reads the screen aloud presses like this
  expect(meant(700)).toBe(true);
});

/** Something to press, and for how long it has been pale. */
function button(): { pale: number[]; animate: (frames: object, how: { duration: number }) => void } {
  const pale: number[] = [];
  return { pale, animate: (_, { duration }) => void pale.push(duration) };
}

test("what cannot be pressed yet is pale, just as long", () => {
  const one = button();
  dawns(1000)(one as unknown as Element);
  expect(one.pale).toEqual([likes.guard]);
  likes.guard = 0;
  dawns(1000)(one as unknown as Element);
  expect(one.pale).toHaveLength(1);
});

test("the second click of a double click is not for what the first one brought up", () => {
  const inside = button();
  const box = Object.assign(new EventTarget(), { matches: () => false, querySelectorAll: () => [inside] });
  let pressed = 0;
  happens("pointerdown", 1000);
  time = 1010;
  const leave = arrives(box as unknown as HTMLElement);
  expect(inside.pale).toEqual([likes.guard]);
  box.addEventListener("click", () => pressed++);
  const click = (at: number) => {
    happens("pointerdown", at);
    happens("click", at, { detail: 2 });
    box.dispatchEvent(new Event("click", { cancelable: true }));
  };
  click(1150);
  expect(pressed).toBe(0);
  click(1450);
  expect(pressed).toBe(1);
  leave();
});

test("without a guard everything is meant", () => {
  likes.guard = 0;
  expect(meant(time + 1000)).toBe(true);
});
