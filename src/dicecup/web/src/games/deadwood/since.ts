// What an actor should know of what the others have done since its last turn.
import { grouped } from "../../lib/since";
import type { GameEvent } from "../../lib/wire";
import type { News } from "../kit";
import type { DeadwoodView } from "./kit";
import type { DeadwoodRules } from "./rules";
import { w } from "./words";

export const ACTS = ["moves", "takes", "upgrades", "acts", "rehearses", "ends"];

/** What a round was about: scenes that wrapped and ranks that were bought, or at least the shots that were done. */
export function gist(events: GameEvent[], view: DeadwoodView, rules: DeadwoodRules): string {
  const told = events.flatMap((event) => {
    const who = view.names[event["seat"] as number] ?? "";
    if (event.kind === "wraps") return w.gist.wrap(rules.areas[event["area"] as string]?.called ?? "");
    if (event.kind === "upgrades") return w.gist.rank(who, event["rank"] as number);
    if (event.kind === "day_over") return w.gist.day(event["day"] as number);
    if (event.kind === "finished") return w.gist.end;
    return [];
  });
  const shots = events.filter(({ kind }) => kind === "shot").length;
  if (!told.length && shots) told.push(w.shots(shots));
  return told.join(", ");
}

export function since(events: GameEvent[], view: DeadwoodView, seat: number, rules: DeadwoodRules): News[] {
  const name = (event: GameEvent) => view.names[event["seat"] as number] ?? "";
  const where = (event: GameEvent) => rules.areas[event["area"] as string]?.called ?? "";
  const of = (...kinds: string[]) => events.filter((event) => kinds.includes(event.kind));
  const mine = (event: GameEvent) => event["seat"] === seat;
  const news: News[] = [];
  const tell = (event: GameEvent, text: string, tone?: News["tone"]) =>
    news.push({ n: event.n, text, ...(tone && { tone }) });

  const paid = of("paid", "bonus").filter(mine);
  const sum = (what: string) => paid.reduce((total, event) => total + ((event[what] as number) ?? 0), 0);
  const last = paid.at(-1);
  if (last) tell(last, w.since.paid(sum("dollars"), sum("credits")), "good");
  for (const event of of("freed")) if ((event["seats"] as number[]).includes(seat)) tell(event, w.since.free);
  for (const event of of("day").filter(({ day }) => (day as number) > 1)) {
    tell(event, w.since.day(event["day"] as number)); // that the first has begun is no news
  }
  for (const event of of("wraps")) tell(event, w.since.wrapped(where(event)));
  for (const event of of("upgrades")) {
    if (!mine(event)) tell(event, w.since.rank(name(event), event["rank"] as number));
  }
  // What else each of them did, in a word.
  const said = new Set(news.map(({ n }) => n));
  const deeds = of("takes", "acts", "rehearses", "moves").filter((event) => !mine(event));
  for (const theirs of grouped(deeds, (event) => event["seat"]).values()) {
    const event = theirs.at(-1);
    if (event && !said.has(event.n))
      tell(event, w.since.did(event.kind, name(event), where(event), !!event["success"]));
  }
  return news;
}
