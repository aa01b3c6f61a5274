// How long one waits until it is one's turn again: real games between computer players, recorded from the engine, told
// by a real table that adds up what it would wait.
import { readFileSync } from "node:fs";
import { describe, expect, test, vi } from "vitest";
import type { GameEvent, Rules, SeatInfo, State } from "../lib/wire";
import { kit as deadwood } from "./deadwood/kit";
import { kit as king } from "./king-of-tokyo/kit";
import type { Kit, View } from "./kit";
import { kit as yahtzee } from "./yahtzee/kit";

vi.stubGlobal("matchMedia", () => ({ matches: false, addEventListener: () => {} }));
vi.stubGlobal("localStorage", { getItem: () => null, setItem: () => {} });
vi.stubGlobal("document", { hidden: false });
vi.stubGlobal("navigator", {});
const { Table } = await import("../lib/table.svelte");
const { likes } = await import("../lib/settings.svelte");
likes.sound = false;

interface Recorded {
  game: string;
  level: string;
  rules: Rules;
  steps: { events: GameEvent[]; view: View }[];
}

const file = process.env["DICECUP_RECORDED"];
const recorded = (file ? (JSON.parse(readFileSync(file, "utf-8")) as Recorded[]) : []).filter((one) => one.level);
const kits = { "king-of-tokyo": king, deadwood, yahtzee } as unknown as Record<string, Kit<View>>;
const ME = 0;

/** A table at which nobody sits but whoever adds up how long things take. */
class Timed extends Table<View> {
  rounds: number[] = []; // how long the three others took, in seconds
  private took = 0;
  private others = new Set<number>();

  /** Let a whole game be told: computer players are quicker than what they do is told. */
  async tellAll({ steps, game }: Recorded): Promise<void> {
    const seats = steps[0]!.view.names.map((name, seat) => ({ name, player: "computer", mine: seat === ME }));
    this.seats = seats as unknown as SeatInfo[];
    const items = steps.flatMap(({ events, view }) => [
      ...events.map((event) => ({ event })),
      {
        state: {
          type: "state",
          seats,
          view: structuredClone(view),
          viewer: ME,
          game,
          ask: null,
        } as unknown as State,
      },
    ]);
    this.view = this.kit.start(structuredClone(steps.at(-1)!.view), this.rules);
    this.queue.push(...items);
    await this.pump();
  }

  protected override rest(ms: number | null): Promise<void> {
    const seat = this.kit.turnOf?.(this.view as View) ?? ME;
    if (seat !== ME) {
      this.took += ms ?? 0;
      this.others.add(seat);
    } else {
      if (this.others.size === 3) this.rounds.push(this.took / 1000);
      this.took = 0;
      this.others.clear();
    }
    return Promise.resolve();
  }
}

async function rounds(game: string): Promise<{ count: number; median: number; ninth: number }> {
  const all: number[] = [];
  for (const one of recorded.filter((each) => each.game === game)) {
    if (all.length > 60) break; // which tells enough, and Deadwood has long games
    const table = new Timed("m", kits[game]!, one.rules, true, "ws://x");
    await table.tellAll(one);
    all.push(...table.rounds);
  }
  all.sort((a, b) => a - b);
  const at = (part: number) => all[Math.floor(all.length * part)] ?? NaN;
  return { count: all.length, median: at(0.5), ninth: at(0.9) };
}

describe.skipIf(!file)("a round of three computer players", () => {
  test.each([
    ["king-of-tokyo", 12, 15, 18],
    ["deadwood", 4, 7, 12],
    ["yahtzee", 6, 9, 10],
  ])(
    "%s: half of all rounds take between %i and %i seconds, nine of ten at most %i",
    async (game, from, to, most) => {
      likes.speed = likes.opponents = "normal";
      const normal = await rounds(game);
      expect(normal.count).toBeGreaterThan(30);
      expect(normal.median).toBeGreaterThan(from);
      expect(normal.median).toBeLessThan(to);
      expect(normal.ninth).toBeLessThan(most);
      likes.opponents = "fast";
      const fast = await rounds(game);
      expect(fast.median).toBeLessThan(normal.median * 0.5);
      likes.opponents = "off";
      expect((await rounds(game)).median).toBeNaN(); // nothing is waited for
    },
    60_000,
  );
});
