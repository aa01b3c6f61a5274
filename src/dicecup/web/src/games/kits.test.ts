// Real games, recorded from the engine, followed event by event: the page must come to what the server says.
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { GameEvent, Rules } from "../lib/wire";
import type { Kit, View } from "./kit";
import { kit as deadwood, type DeadwoodView } from "./deadwood/kit";
import { kit as king, type KingView } from "./king-of-tokyo/kit";
import { kit as yahtzee, type YahtzeeView } from "./yahtzee/kit";

interface Recorded {
  game: string;
  level: string; // of whoever played; none: they did anything, and more of that is seen
  rules: Rules;
  steps: { events: GameEvent[]; view: View }[];
}

const file = process.env["DICECUP_RECORDED"];
const recorded = (file ? (JSON.parse(readFileSync(file, "utf-8")) as Recorded[]) : []).filter((one) => !one.level);
const copy = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;

// What the page shows of a view between two decisions.
const shown: Record<string, (view: View) => unknown> = {
  "king-of-tokyo": (view) => {
    const v = view as KingView;
    return {
      turn: v.turn,
      active: v.turn ? v.active : -1,
      order: v.order,
      market: v.market,
      deck: v.deck,
      discard: [...v.discard].sort(),
      dice: v.turn ? v.dice : [],
      monsters: v.monsters.map((m) => ({
        ...m,
        max_hearts: 0,
        untouchable: false,
        cards: m.cards.map((held) => held.card),
      })),
    };
  },
  deadwood: (view) => {
    const { seat: _seat, phase: _phase, moved: _moved, idle: _idle, ...rest } = view as DeadwoodView;
    return rest;
  },
  yahtzee: (view) => {
    const v = view as YahtzeeView;
    return { sheets: v.sheets, card: v.card };
  },
};
const kits: Record<string, Kit<View>> = {
  "king-of-tokyo": king as unknown as Kit<View>,
  deadwood: deadwood as unknown as Kit<View>,
  yahtzee: yahtzee as unknown as Kit<View>,
};

describe.skipIf(!file)("following a game by its events", () => {
  test.each(recorded.map((one, at) => [`${one.game} ${at}`, one] as const))("%s", (_, { game, rules, steps }) => {
    const kit = kits[game]!;
    const picture = shown[game]!;
    const last = steps.at(-1)!.view;
    let view = kit.start(copy(last), rules);
    steps.forEach((step, at) => {
      for (const event of step.events) kit.apply(view, event, rules);
      const told = step.events.map((event) => event.text).join(" ");
      if (game === "king-of-tokyo" && at === 0) expect(view.turn).toBe(0);
      else expect(picture(view), `step ${at}: ${told}`).toEqual(picture(step.view));
      view = copy(step.view);
    });
    expect(steps.length).toBeGreaterThan(30);
  });
});
