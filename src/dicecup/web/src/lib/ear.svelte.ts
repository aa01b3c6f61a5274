// What one has heard at a table, and whom one does not want to hear: kept in this browser, by party and person.
import { putBack, shelf } from "./shelf";
import type { Line } from "./wire";

interface Kept {
  seen?: number; // the last line that was on the screen
  muted?: number[]; // by number
}

const KEY = "dicecup.talk";
const MOST = 60;

const book = () => shelf<Kept>(KEY);

export class Ear {
  seen = $state(0);
  muted = $state.raw<number[]>([]);

  constructor(readonly party: string) {
    const kept = book()[party] ?? {};
    this.seen = typeof kept.seen === "number" ? kept.seen : 0;
    this.muted = Array.isArray(kept.muted) ? kept.muted : [];
  }

  hears(person: number | null): boolean {
    return person === null || !this.muted.includes(person);
  }

  mute(person: number, on: boolean): void {
    const others = this.muted.filter((each) => each !== person);
    this.muted = on ? [...others, person] : others;
    this.keep();
  }

  /** What is on the screen has been seen. */
  see(lines: Line[]): void {
    const last = lines.at(-1)?.n ?? 0;
    if (last <= this.seen) return;
    this.seen = last;
    this.keep();
  }

  /** What was said, without notes and without those whom one does not hear. */
  heard(lines: Line[]): Line[] {
    return lines.filter((line) => line.kind !== "note" && this.hears(line.person));
  }

  /** How many of these others have said since one last looked. */
  unread(lines: Line[], you: number | undefined): number {
    return this.heard(lines).filter((line) => line.n > this.seen && line.person !== you).length;
  }

  private keep(): void {
    const { [this.party]: _, ...others } = book();
    // A browser that keeps nothing hears everybody again after a reload.
    putBack(KEY, { ...others, [this.party]: { seen: this.seen, muted: this.muted } }, MOST);
  }
}
