// Whether a press was meant for what it would do. A press counts from when the finger went down, and what had not been
// on the screen for a moment by then is not what it was meant for: the second half of a double click, a key that is
// held down, a click that was on its way when the question changed.
import { likes } from "./settings.svelte";

let pointed = 0; // when the pointer went down
let typed = 0; // when the key that was pressed last went down
let began = 0; // when the press that is being handled began
const down = new Map<string, number>(); // keys, and since when
let byPointer = false; // the last that was used
let stray: EventTarget | null = null; // has the focus, and nobody went there by keyboard

export const now = () => performance.now();

/** Whether what is being pressed was on the screen, since then, before the finger went down. */
export function meant(since: number): boolean {
  return !likes.guard || began >= since + likes.guard;
}

/** What has come up just now is pale as long as it cannot be pressed. */
function pale(node: Element): void {
  const easing = document.documentElement.dataset["motion"] === "off" ? "steps(1)" : "ease-in";
  if (likes.guard) node.animate?.({ opacity: [0.4, 1] }, { duration: likes.guard, easing });
}

/** For what is pressed on a table, every time that something else can be (`Table.since`). */
export const dawns = (since: number) => (node: Element) => {
  if (since) pale(node);
};

/** For what comes up where something else was a moment ago: a press that was not meant for it does nothing. */
export function arrives(node: HTMLElement): () => void {
  const since = now();
  for (const each of node.matches(".btn") ? [node] : node.querySelectorAll(".btn")) pale(each);
  const stop = (event: Event) => {
    if (meant(since)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  node.addEventListener("click", stop, true);
  return () => node.removeEventListener("click", stop, true);
}

/** Put the focus somewhere without being asked to. */
export function place(on: HTMLElement): void {
  on.focus({ preventScroll: true });
  stray = on;
}

/** The focus is there because the page or the mouse put it there: keys are not meant for it alone. */
export const strayed = (what: EventTarget | null) => !!what && what === stray;

const PRESSED = "button, a, summary";
/** Whether Enter and Space press that by themselves. */
export const pressable = (what: EventTarget | null) => !!(what as Element | null)?.closest?.(PRESSED);

export function listen(to: Window): void {
  const hear = <K extends keyof WindowEventMap>(kind: K, heard: (event: WindowEventMap[K]) => void) =>
    to.addEventListener(kind, heard, true);
  hear("pointerdown", (event) => {
    began = pointed = event.timeStamp;
    byPointer = true;
  });
  hear("keydown", (event) => {
    byPointer = false;
    if (!event.repeat) down.set(event.key, (typed = event.timeStamp));
    else if (["Enter", " "].includes(event.key) && pressable(event.target)) event.preventDefault(); // one press is one
    began = down.get(event.key) ?? typed;
  });
  hear("keyup", (event) => setTimeout(() => down.delete(event.key))); // Space presses when it comes up
  hear("blur", () => down.clear());
  hear("click", (event) => {
    if (event.detail) began = pointed;
    // Else it was a key, or none: a program, or whoever reads the screen for somebody.
    else began = down.get("Enter") ?? down.get(" ") ?? event.timeStamp;
  });
  hear("focusin", (event) => (stray = byPointer ? event.target : null));
}
