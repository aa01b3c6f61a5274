// A game that the page does not know, as it is followed: the dice that events throw are seen at once, everything else
// when the server says where it stands.
import type { Kit, Throw, View } from "../games/kit";
import type { GameEvent } from "../lib/wire";
import { marksOf } from "./marks";

function faces(event: GameEvent): number[] | null {
  const { dice, die } = event;
  const found = Array.isArray(dice) ? (dice as unknown[]) : typeof die === "number" ? [die] : [];
  return found.length && found.every(Number.isInteger) ? (found as number[]) : null;
}

function thrown(event: GameEvent): Throw | null {
  const dice = faces(event);
  if (!dice) return null;
  const slots = Array.isArray(event["slots"]) ? (event["slots"] as number[]) : dice.map((_, slot) => slot);
  return { dice, slots, seat: typeof event["seat"] === "number" ? event["seat"] : 0 };
}

const START = ["order_roll", "begins"];

export const kit: Kit<View> = {
  start: (view) => view,
  apply(view, event, rules) {
    const [field] = Object.entries(rules.shown).find(([, { kind }]) => kind === "dice") ?? ["dice"];
    const before = (view as unknown as Record<string, unknown>)[field];
    const found = thrown(event);
    if (found && Array.isArray(before)) Object.assign(view, { [field]: [...found.dice] });
    return [];
  },
  pace: (event) => (thrown(event) ? 1150 : event.text ? 800 : 0),
  thrown,
  acts: (event) => typeof event["seat"] === "number",
  faces: ({ shown }) => marksOf(Object.values(shown).find(({ kind }) => kind === "dice")?.labels ?? []),
  // A turn begins with the first throw of somebody else; throws for the first turn belong to nobody's.
  opens: (event, before) => {
    const seat = START.includes(event.kind) ? undefined : thrown(event)?.seat;
    const same = before?.["seat"] === seat && !START.includes(before?.kind ?? "");
    return seat === undefined || same ? null : seat;
  },
  secret: (what) => what["private"] === true,
};
