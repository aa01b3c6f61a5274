// Looking closer without pressing: the mouse rests on something, the keyboard is at it, or a finger stays on it.
import type { Attachment } from "svelte/attachments";

const REST = 420; // milliseconds for a mouse: whoever only passes by sees nothing
const LONG = 450; // for a finger
const SLIP = 10; // pixels that a finger may move

/** Calls `show` when somebody looks closer, and `hide` when they have seen enough. A long press presses nothing. */
export function peek(show: (at: HTMLElement) => void, hide: () => void): Attachment<HTMLElement> {
  return (at) => {
    const ended = new AbortController();
    const { signal } = ended;
    let timer = 0;
    let open = false;
    let held = false; // the finger has been there long enough: its press is none
    let from: [number, number] = [0, 0];

    const wait = () => window.clearTimeout(timer);
    // A moment later: whatever is taken off the page loses the focus in the middle of that, when nothing may change.
    const later = () => queueMicrotask(() => (open && at.isConnected ? show(at) : hide()));
    function begin(): void {
      wait();
      if (open) return;
      open = true;
      later();
    }
    function end(): void {
      wait();
      if (!open) return;
      open = false;
      later();
    }

    const on = <K extends keyof HTMLElementEventMap>(kind: K, heed: (event: HTMLElementEventMap[K]) => void) =>
      at.addEventListener(kind, heed, { signal });
    on("pointerenter", ({ pointerType }) => {
      if (pointerType !== "mouse") return;
      wait();
      timer = window.setTimeout(begin, REST);
    });
    on("pointerleave", ({ pointerType }) => pointerType === "mouse" && end());
    on("focusin", () => at.querySelector(":focus-visible") && begin());
    on("focusout", end);
    on("pointerdown", (event) => {
      held = false;
      if (event.pointerType === "mouse") return end(); // whoever presses has decided
      from = [event.clientX, event.clientY];
      wait();
      timer = window.setTimeout(() => {
        held = true;
        begin();
      }, LONG);
    });
    on("pointermove", (event) => {
      if (event.pointerType === "mouse" || held) return;
      if (Math.hypot(event.clientX - from[0], event.clientY - from[1]) > SLIP) wait();
    });
    on("pointerup", ({ pointerType }) => pointerType !== "mouse" && !held && wait());
    on("pointercancel", wait);
    on("contextmenu", (event) => held && event.preventDefault());
    at.addEventListener(
      "click",
      (event) => {
        if (!held) return;
        held = false;
        event.preventDefault();
        event.stopPropagation();
      },
      { signal, capture: true },
    );
    window.addEventListener(
      "keydown",
      (event) => {
        if (!open || event.key !== "Escape") return;
        event.preventDefault();
        event.stopImmediatePropagation(); // it closes this, and does not pause the game
        end();
      },
      { signal, capture: true },
    );
    window.addEventListener(
      "pointerdown",
      (event) => {
        if (open && !at.contains(event.target as Node)) end();
      },
      { signal, capture: true },
    );
    return () => {
      ended.abort();
      end();
    };
  };
}
