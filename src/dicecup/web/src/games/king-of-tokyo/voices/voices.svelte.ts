// The monsters' voices at a table: what stands in the log, and the bubble over a head.
import { getContext, setContext, untrack } from "svelte";
import { calm, likes } from "../../../lib/settings.svelte";
import type { Table } from "../../../lib/table.svelte";
import { mixed } from "../../../lib/voice";
import type { GameEvent } from "../../../lib/wire";
import { words } from "../../../lib/words";
import type { KingView } from "../kit";
import { VOICES } from "./cast";
import { Gallery, type Remark } from "./remarks";

const STAYS = 1900; // milliseconds, and more for every letter
const LETTER = 32;
const RECENT = 4; // events that may be told together
const PATIENCE = 45_000;
const AGAIN = 240_000; // nobody nags

const KEY = Symbol("voices");
const NONE: Record<number, string> = {};

export class Voices {
  /** What is being said. */
  bubble = $state.raw<{ seat: number; text: string } | null>(null);

  private gallery: Gallery;
  private found: Remark[] = [];
  private written = { key: "", lines: NONE };
  private heard = 0; // events
  private shown = 0; // the last event of which it has been shown
  private timer: ReturnType<typeof setTimeout> | undefined;
  private complained = -AGAIN;
  private complaints = 0;

  constructor(
    private readonly here: () => Table<KingView>,
    private readonly events: () => GameEvent[], // all there are; in a replay also those to come
  ) {
    this.gallery = new Gallery((seat) => this.characterAt(seat));
  }

  private get table(): Table<KingView> {
    return this.here();
  }

  /** Remarks by the event they stand below, for the log: the same ones until there is another. */
  get lines(): Record<number, string> {
    if (!likes.remarks) return NONE;
    const { seats } = this.table;
    const found = this.remarks().map(({ n, seat, text }) => [n, words.table.whyOf(seats[seat]?.name ?? "", text)]);
    const key = JSON.stringify(found);
    if (key !== this.written.key)
      this.written = { key, lines: Object.fromEntries(found) as Record<number, string> };
    return this.written.lines;
  }

  private remarks(): Remark[] {
    const events = this.events();
    for (const event of events.slice(this.heard)) {
      const remark = this.gallery.hear(event);
      if (remark) this.found.push(remark);
    }
    this.heard = events.length;
    return this.found;
  }

  /** Computer players speak; people do so for themselves. */
  private characterAt(seat: number): string {
    if (this.table.seats[seat]?.player !== "computer") return "";
    return this.table.view?.monsters[seat]?.character ?? "";
  }

  /** Bubbles come where things are looked at, and keep still where little should move. */
  get aloud(): boolean {
    return likes.remarks && this.table.speed !== "off" && (this.table.tempo > 0 || calm());
  }

  /** This event is looked at; 0: none is, for dice roll, or somebody has gone back. What was said is not said again. */
  speak(n: number): void {
    if (!n) {
      this.shown = Math.min(this.shown, this.table.log.length);
      return;
    }
    const from = Math.max(this.shown, n - RECENT); // somebody may have gone to another moment
    this.shown = n;
    if (!this.aloud || n <= from) return;
    const fresh = this.remarks().findLast((remark) => remark.n > from && remark.n <= n);
    if (fresh) this.show(fresh.seat, fresh.text);
  }

  private show(seat: number, text: string): void {
    this.hush();
    this.bubble = { seat, text };
    this.timer = setTimeout(() => (this.bubble = null), STAYS + LETTER * text.length);
  }

  hush(): void {
    clearTimeout(this.timer);
    this.bubble = null;
  }

  /** Somebody takes a long time. */
  complain(): void {
    const now = performance.now();
    if (!this.aloud || document.hidden || now - this.complained < AGAIN) return;
    const monsters = this.table.view?.monsters ?? [];
    const waiting = monsters.flatMap(({ hearts }, seat) => (hearts > 0 && this.characterAt(seat) ? [seat] : []));
    const seat = waiting[mixed(this.heard, this.complaints) % (waiting.length || 1)];
    const remarks = VOICES[seat === undefined ? "" : this.characterAt(seat)]?.remarks.waits;
    if (seat === undefined || !remarks) return;
    this.complained = now;
    this.show(seat, remarks[this.complaints++ % remarks.length] ?? "");
  }
}

export function giveVoices(here: () => Table<KingView>, events: () => GameEvent[]): Voices {
  const voices = new Voices(here, events);
  $effect(() => {
    const n = here().now?.n ?? 0;
    untrack(() => voices.speak(n));
  });
  $effect(() => {
    if (!voices.aloud) untrack(() => voices.hush());
  });
  $effect(() => {
    if (!here().asked || !likes.remarks) return;
    const timer = setTimeout(() => voices.complain(), PATIENCE);
    return () => clearTimeout(timer);
  });
  $effect(() => () => voices.hush());
  return setContext(KEY, voices);
}

export const voicesHere = () => getContext<Voices | undefined>(KEY);
