// What has happened since somebody's last turn, for whoever has not watched, or not closely. It is worked out from the log
// alone: a reload, or animation that is off, changes nothing about it.
import type { Kit, News, View } from "../games/kit";
import type { GameEvent, Rules } from "./wire";

const MOST = 5; // that are shown; the rest stands in the log
const LINES = 3; // of a game that says nothing about it

export interface Since {
  first: boolean; // there was no turn before
  from: number; // the event with which it begins
  news: News[];
  more: number; // that are not shown
}

/** Events by what they have in common, in the order in which that came up. */
export function grouped<K>(events: GameEvent[], by: (event: GameEvent) => K): Map<K, GameEvent[]> {
  const found = new Map<K, GameEvent[]>();
  for (const event of events) found.set(by(event), [...(found.get(by(event)) ?? []), event]);
  return found;
}

/** What others have done since a seat has acted for the last time; nothing once it has acted again. */
export function missed<V extends View>(log: GameEvent[], kit: Kit<V>, seat: number): GameEvent[] {
  const acts = (event: GameEvent) => (kit.acts ? kit.acts(event) : !!kit.thrown(event, null));
  const begins = (event: GameEvent) => event["seat"] !== seat && (kit.line?.(event) === "head" || acts(event));
  const last = log.findLastIndex((event) => event["seat"] === seat && acts(event));
  const after = log.slice(last + 1).findIndex(begins);
  return after < 0 ? [] : log.slice(last + 1 + after);
}

/** The same in few words; null: nothing to tell. */
export function since<V extends View, R extends Rules>(
  log: GameEvent[],
  kit: Kit<V, R>,
  view: V,
  seat: number,
  rules: R,
): Since | null {
  // What is for one pair of eyes is not told here: others may be looking at the same screen.
  const events = missed(log, kit as unknown as Kit<V>, seat).filter((event) => event.text && !kit.secret?.(event));
  const theirs = events.filter((event) => event["seat"] !== seat && kit.line?.(event) !== "head");
  const all = kit.since?.(events, view, seat, rules) ?? theirs.slice(-LINES).map(({ n, text }) => ({ n, text }));
  const from = events[0]?.n;
  if (!all.length || from === undefined) return null;
  const acts = (event: GameEvent) => event["seat"] === seat && (kit.acts?.(event) ?? !!kit.thrown(event, null));
  return { first: !log.some(acts), from, news: all.slice(0, MOST), more: Math.max(0, all.length - MOST) };
}
