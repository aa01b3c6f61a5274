// Things that fly over the table from one place to another: stars to whoever gets them, a card to whoever bought it.
// Places are marked in the page with `data-at`, by the names that `Change` has for numbers ("energy:2").
import type { Component } from "svelte";
import { soon } from "./soon";

export interface Flight {
  Picture: Component<Record<string, unknown>>;
  props?: Record<string, unknown>;
  from: string;
  to: string;
  ms: number; // 0: nothing flies
  after?: number; // milliseconds until it sets off
  size?: number; // pixels
}

export interface Point {
  x: number;
  y: number;
}

/** Where something is drawn that can be seen now: the same number may stand in two places. */
export function placeOf(name: string, within: ParentNode = document): HTMLElement | null {
  const found = within.querySelectorAll<HTMLElement>(`[data-at="${CSS.escape(name)}"]`);
  return [...found].find((each) => each.checkVisibility()) ?? null;
}

/** The middle of a place on the screen; null: it cannot be seen now. */
function middleOf(name: string): Point | null {
  const box = placeOf(name)?.getBoundingClientRect();
  return box ? { x: box.x + box.width / 2, y: box.y + box.height / 2 } : null;
}

class Flights {
  up = $state.raw<(Flight & { id: number; start: Point; end: Point })[]>([]);
  private last = 0;
  private waiting: Flight[] = [];
  private never: () => void = () => {};

  /** Let something fly. Nobody waits for it: what it brings is told whether it has landed or not. */
  fly(flight: Flight): void {
    if (flight.ms <= 0) return;
    this.waiting.push(flight);
    if (this.waiting.length === 1) this.never = soon(() => this.setOff());
  }

  /** All of them are measured, then all of them are drawn. */
  private setOff(): void {
    const found = this.waiting.flatMap((flight) => {
      const [start, end] = [middleOf(flight.from), middleOf(flight.to)];
      return start && end ? [{ ...flight, id: ++this.last, start, end }] : [];
    });
    this.waiting = [];
    if (found.length) this.up = [...this.up, ...found];
  }

  landed(id: number): void {
    this.up = this.up.filter((each) => each.id !== id);
  }

  /** Whoever wants to go on does not wait for anything in the air. */
  clear(): void {
    this.never();
    this.waiting = [];
    if (this.up.length) this.up = [];
  }
}

export const flights = new Flights();
