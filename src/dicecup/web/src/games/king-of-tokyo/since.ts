// What a monster should know of what the others have done since its last turn.
import { grouped } from "../../lib/since";
import type { GameEvent } from "../../lib/wire";
import type { News } from "../kit";
import { GOAL, cardsById, type KingView } from "./kit";
import type { KingRules } from "./rules";
import { w } from "./words";

const NEAR = 5; // stars short of winning: then one should know

/** Whether somebody may soon have won by stars. */
export const nearly = ({ hearts, stars }: { hearts: number; stars: number }) => hearts > 0 && stars >= GOAL - NEAR;

export function since(events: GameEvent[], view: KingView, seat: number, rules: KingRules): News[] {
  const name = (who: unknown) => view.names[who as number] ?? "";
  const card = (event: GameEvent) => cardsById(rules).get(event["card"] as string)?.name ?? "";
  const of = (...kinds: string[]) => events.filter((event) => kinds.includes(event.kind));
  const mine = (event: GameEvent) => event["seat"] === seat;
  const sum = (of: GameEvent[]) => of.reduce((total, event) => total + ((event["amount"] as number) ?? 0), 0);
  const news: News[] = [];
  const tell = (event: GameEvent | undefined, text: string, tone?: News["tone"]) => {
    if (event) news.push({ n: event.n, text, ...(tone && { tone }) });
  };

  const hits = grouped(of("hurt").filter(mine), (event) =>
    typeof event["dealer"] === "number" && event["dealer"] !== seat
      ? name(event["dealer"])
      : String(event["source"]),
  );
  for (const [by, hurt] of hits) tell(hurt.at(-1), w.since.lost(sum(hurt), by), "bad");
  for (const what of ["hearts", "stars", "energy"] as const) {
    const gained = of(what).filter(mine);
    if (sum(gained)) tell(gained.at(-1), w.since.gained(sum(gained), what), "good");
  }
  for (const event of of("takes_over")) {
    const text = w.since.takes(name(event["seat"]), card(event), event["seller"] === seat);
    tell(event, text, event["seller"] === seat ? "bad" : undefined);
  }
  for (const event of of("marked").filter(mine)) tell(event, w.since.marked(name(event["dealer"])), "bad");
  for (const event of of("eliminated")) if (!mine(event)) tell(event, w.since.out(name(event["seat"])));

  const walks = of("enters", "leaves", "moves_up").at(-1);
  const [city] = ["city", "bay"].map((place) => view.monsters.findIndex((monster) => monster.place === place));
  if (["city", "bay"].includes(view.monsters[seat]?.place ?? "")) {
    tell(walks ?? of("stays").filter(mine).at(-1) ?? of("turn").at(-1), w.since.yours, "good");
  } else if (walks) tell(walks, (city ?? -1) < 0 ? w.since.empty : w.since.holds(name(city)));

  for (const event of of("buys")) if (!mine(event)) tell(event, w.since.bought(name(event["seat"]), card(event)));
  for (const [who, { stars, hearts }] of view.monsters.entries()) {
    const last = of("stars").findLast((event) => event["seat"] === who);
    if (who !== seat && nearly({ hearts, stars })) tell(last, w.since.near(name(who), stars), "bad");
  }
  for (const event of of("sweeps")) if (!mine(event)) tell(event, w.since.swept(name(event["seat"])));
  return news;
}
