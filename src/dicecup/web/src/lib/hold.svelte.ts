// Which dice are held: kept from roll to roll within a turn, forgotten with it.
import { untrack } from "svelte";
import { sound } from "./sound";

/** Which dice whoever threw last has kept: those that were not among them. */
export function keptFrom(
  thrown: { dice: number[]; slots: number[]; aside?: boolean } | null,
  count: number,
): boolean[] {
  const some = thrown && !thrown.aside && thrown.slots.length && thrown.slots.length < count ? thrown.slots : null;
  return Array.from({ length: count }, (_, slot) => !!some && !some.includes(slot));
}

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
