// Which dice are held: kept from roll to roll within a turn, forgotten with it.
import { untrack } from "svelte";
import { sound } from "./sound";

export class Hold {
  held = $state<boolean[]>([]);
  private turn = "";

  /** Fit to the dice on the table; `turn` names the turn they belong to. */
  fit(count: number, turn: string): void {
    if (turn !== this.turn || count !== this.held.length) {
      this.turn = turn;
      this.held = Array.from({ length: count }, () => false);
    }
  }

  /** These and no others. */
  set(slots: number[]): void {
    this.held = untrack(() => this.held).map((_, slot) => slots.includes(slot));
  }

  toggle(slot: number): void {
    if (slot < 0 || slot >= this.held.length) return;
    this.held[slot] = !this.held[slot];
    sound.play(this.held[slot] ? "kept" : "freed");
  }

  all(): void {
    const on = !this.held.every(Boolean);
    this.held = this.held.map(() => on);
    sound.play(on ? "kept" : "freed");
  }

  get slots(): number[] {
    return this.held.flatMap((held, slot) => (held ? [slot] : []));
  }

  get loose(): number {
    return this.held.filter((held) => !held).length;
  }
}
