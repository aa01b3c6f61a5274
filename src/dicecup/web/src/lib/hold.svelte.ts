// Which dice are held: kept from roll to roll within a turn, forgotten with it. A reload does not let them go.
import { untrack } from "svelte";
import { putBack, shelf } from "./shelf";
import { sound } from "./sound";

const KEY = "dicecup.held";

export class Hold {
  held = $state<boolean[]>([]);
  private turn = "";

  constructor(private readonly match: () => string) {}

  /** Fit to the dice on the table; `turn` names the turn they belong to. */
  fit(count: number, turn: string): void {
    if (turn !== this.turn || count !== this.held.length) {
      const kept = this.turn ? null : this.recall(turn);
      this.turn = turn;
      this.held = Array.from({ length: count }, (_, slot) => !!kept?.includes(slot));
    }
  }

  private recall(turn: string): number[] | null {
    const [of, slots] = shelf<[string, number[]]>(KEY)[this.match()] ?? [];
    return of === turn && Array.isArray(slots) ? slots : null;
  }

  private note(): void {
    putBack(KEY, { [this.match()]: [this.turn, this.slots] }, 1);
  }

  /** These and no others. */
  set(slots: number[]): void {
    this.held = untrack(() => this.held).map((_, slot) => slots.includes(slot));
    untrack(() => this.note());
  }

  toggle(slot: number): void {
    if (slot < 0 || slot >= this.held.length) return;
    this.held[slot] = !this.held[slot];
    this.note();
    sound.play(this.held[slot] ? "kept" : "freed");
  }

  all(): void {
    const on = !this.held.every(Boolean);
    this.held = this.held.map(() => on);
    this.note();
    sound.play(on ? "kept" : "freed");
  }

  get slots(): number[] {
    return this.held.flatMap((held, slot) => (held ? [slot] : []));
  }

  get loose(): number {
    return this.held.filter((held) => !held).length;
  }
}
