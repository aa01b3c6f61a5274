// Things that fly over the table from one place to another: stars to whoever gets them, a card to whoever bought it.
// Places are marked in the page with `data-at`, by the names that `Change` has for numbers ("energy:2").
import type { Component } from "svelte";

export interface Flight {
  Picture: Component<Record<string, unknown>>;
  props?: Record<string, unknown>;
  from: Element | null;
  to: Element | null;
  ms: number; // 0: nothing flies
  after?: number; // milliseconds until it sets off
  size?: number; // pixels
}

/** Where something is drawn that can be seen now: the same number may stand in two places. */
export function placeOf(name: string, within: ParentNode = document): HTMLElement | null {
  const found = within.querySelectorAll<HTMLElement>(`[data-at="${CSS.escape(name)}"]`);
  return [...found].find((each) => each.checkVisibility()) ?? null;
}

class Flights {
  up = $state.raw<(Flight & { id: number })[]>([]);
  private last = 0;

  /** Let something fly. Nobody waits for it: what it brings is told whether it has landed or not. */
  fly(flight: Flight): void {
    if (flight.ms <= 0 || !flight.from || !flight.to) return;
    this.last += 1;
    this.up = [...this.up, { ...flight, id: this.last }];
  }

  landed(id: number): void {
    this.up = this.up.filter((each) => each.id !== id);
  }

  /** Whoever wants to go on does not wait for anything in the air. */
  clear(): void {
    if (this.up.length) this.up = [];
  }
}

export const flights = new Flights();
