// Deadwood as the page follows it.
import { become } from "../../lib/become";
import type { GameEvent, Option, Pick } from "../../lib/wire";
import type { Change, Kit, Throw, View } from "../kit";
import { actorOf } from "./colours";
import { pace } from "./pace";
import { ACTS, gist, since } from "./since";
import type { AreaInfo, DeadwoodRules, RoleInfo, SceneInfo } from "./rules";

export interface Actor {
  rank: number;
  dollars: number;
  credits: number;
  area: string;
  on: "" | "card" | "set";
  slot: number;
  chips: number;
  score: number;
}

export type RolePlace = [on: "card" | "set", slot: number, rank: number, seat: number | null];

export interface Lot {
  status: "face-down" | "open" | "wrapped" | "closed";
  roles: RolePlace[];
}

export interface DeadwoodView extends View {
  active: number;
  moved: boolean;
  day: number;
  days: number;
  bonus: string;
  idle: number;
  stall_turns: number;
  actors: Actor[];
  shots: Record<string, number>;
  scenes: Record<string, string>;
  unseen: string[];
  out: string[];
  live: number;
  deck: number;
  sets: Record<string, Lot>;
}

export const TRAILERS = "trailers";
export const OFFICE = "casting-office";

export function areasOf(rules: DeadwoodRules): AreaInfo[] {
  return Object.values(rules.areas);
}

export function sceneAt(view: DeadwoodView, area: string, rules: DeadwoodRules): SceneInfo | null {
  const slug = view.scenes[area];
  return (slug && rules.scenes[slug]) || null;
}

export function roleAt(
  view: DeadwoodView,
  area: string,
  on: string,
  slot: number,
  rules: DeadwoodRules,
): RoleInfo | null {
  const printed = on === "card" ? sceneAt(view, area, rules)?.roles : rules.areas[area]?.roles;
  return printed?.[slot] ?? null;
}

/** What can be done at a place: going there, taking a role there, buying a rank there. */
export function optionsAt<T extends { pick: Pick }>(
  options: T[],
  area: string,
): { move?: T; roles: T[]; ranks: T[] } {
  const there = options.filter(({ pick }) => pick.place === area);
  const roles = there.filter(({ pick }) => pick.box);
  const ranks = there.filter(({ pick }) => pick.amount !== undefined);
  return { move: there.find((each) => !roles.includes(each) && !ranks.includes(each)), roles, ranks };
}

/** The one of these that is about a role; a role of this name may be on the card and on the set. */
export function aboutRole<T extends { pick: Pick }>(
  options: T[],
  on: string,
  role: RoleInfo | null,
): T | undefined {
  return options.find(({ pick }) => pick.box === role?.name && !!pick.card === (on === "card"));
}

/** The one of these that buys a rank in a currency. */
export function payingIn(options: Option[], rank: string, currency: string): Option | undefined {
  return options.find(({ pick }) => pick.amount === Number(rank) && pick.price?.[0]?.[1] === currency);
}

function start(view: DeadwoodView, rules: DeadwoodRules): DeadwoodView {
  const { rank, credits } = rules.starts[view.names.length] ?? { rank: 1, credits: 0 };
  const fresh: DeadwoodView = {
    ...view,
    turn: 0,
    phase: "begin",
    active: 0,
    moved: false,
    day: 1,
    idle: 0,
    actors: view.names.map(() => ({
      rank,
      dollars: 0,
      credits,
      area: TRAILERS,
      on: "",
      slot: 0,
      chips: 0,
      score: 0,
    })),
    shots: {},
    scenes: {},
    unseen: Object.keys(rules.scenes).sort(),
    out: [],
    sets: {},
  };
  newDay(fresh, rules);
  work(fresh, rules);
  return fresh;
}

function newDay(view: DeadwoodView, rules: DeadwoodRules): void {
  for (const area of areasOf(rules)) {
    if (area.kind !== "set") continue;
    view.shots[area.slug] = area.shots;
    view.scenes[area.slug] = "";
  }
}

/** Work out what follows from the rest, as the server does for a whole view. */
function work(view: DeadwoodView, rules: DeadwoodRules): void {
  for (const actor of view.actors) {
    actor.score = actor.dollars + actor.credits + rules.points_per_rank * actor.rank;
  }
  view.live = Object.values(view.shots).filter((left) => left > 0).length;
  view.deck = (view.days - view.day) * Object.keys(view.shots).length;
  for (const area of areasOf(rules)) {
    if (area.kind !== "set") continue;
    const left = view.shots[area.slug] ?? 0;
    const scene = sceneAt(view, area.slug, rules);
    const over = view.phase === "over";
    // Until everybody there is paid and free the card lies there, all its shots done.
    const status = over ? "closed" : scene ? "open" : left ? "face-down" : "wrapped";
    const seatOf = (on: string, slot: number) => {
      const seat = view.actors.findIndex((a) => a.area === area.slug && a.on === on && a.slot === slot);
      return seat < 0 ? null : seat;
    };
    const stars: RolePlace[] = (scene?.roles ?? [])
      .map((role, slot): RolePlace => ["card", slot, role.rank, seatOf("card", slot)])
      .reverse();
    const extras = area.roles.map((role, slot): RolePlace => ["set", slot, role.rank, seatOf("set", slot)]);
    // A lot that stays as it was is not drawn again.
    const lot: Lot = { status, roles: left || scene ? [...stars, ...extras] : [] };
    view.sets[area.slug] = become(view.sets[area.slug] ?? lot, lot);
  }
}

function apply(view: DeadwoodView, event: GameEvent, rules: DeadwoodRules): Change[] {
  const changes = happen(view, event, rules);
  work(view, rules);
  return changes;
}

function happen(view: DeadwoodView, event: GameEvent, rules: DeadwoodRules): Change[] {
  const seat = typeof event["seat"] === "number" ? event["seat"] : -1;
  const actor = view.actors[seat];
  const area = event["area"] as string;
  switch (event.kind) {
    case "day":
      view.day = event["day"] as number;
      newDay(view, rules);
      return [{ key: "day", by: 0 }];
    case "begins":
      view.active = seat;
      return [];
    case "turn":
      view.turn += 1;
      view.active = seat;
      view.moved = false;
      return [];
    case "moves":
      if (actor) actor.area = area;
      view.moved = true;
      return [{ key: `area:${area}`, by: 0 }];
    case "turned_up": {
      const scene = event["scene"] as string;
      view.scenes[area] = scene;
      view.unseen = view.unseen.filter((each) => each !== scene);
      return [{ key: `area:${area}`, by: 0 }];
    }
    case "takes":
      if (actor) Object.assign(actor, { on: event["on"], slot: event["slot"] });
      return [{ key: `area:${area}`, by: 0 }];
    case "upgrades": {
      if (!actor) return [];
      const currency = event["currency"] as "dollars" | "credits";
      const paid = event["paid"] as number;
      const before = actor.rank;
      actor[currency] -= paid;
      actor.rank = event["rank"] as number;
      return [
        { key: `rank:${seat}`, by: actor.rank - before },
        { key: `${currency}:${seat}`, by: -paid },
      ];
    }
    case "shot":
      view.shots[area] = event["left"] as number;
      return [{ key: `shots:${area}`, by: -1 }];
    case "paid": {
      const [dollars, credits] = event["has"] as [number, number];
      if (actor) Object.assign(actor, { dollars, credits });
      return [
        { key: `dollars:${seat}`, by: event["dollars"] as number },
        { key: `credits:${seat}`, by: event["credits"] as number },
      ].filter((change) => change.by);
    }
    case "rehearses":
      if (actor) actor.chips = event["chips"] as number;
      return [{ key: `chips:${seat}`, by: 1 }];
    case "bonus":
      if (actor) actor.dollars += event["dollars"] as number;
      return actor ? [{ key: `dollars:${seat}`, by: event["dollars"] as number }] : [];
    case "freed":
      for (const each of event["seats"] as number[]) leaveRole(view.actors[each]);
      if (view.scenes[area]) view.out.push(view.scenes[area]);
      view.scenes[area] = "";
      return [{ key: `area:${area}`, by: 0 }];
    case "day_over": {
      for (const each of view.actors) {
        each.area = TRAILERS;
        leaveRole(each);
      }
      for (const [where, scene] of Object.entries(view.scenes)) {
        if (scene) view.out.push(scene);
        view.scenes[where] = "";
      }
      if (event["day"] === event["days"]) for (const where of Object.keys(view.shots)) view.shots[where] = 0;
      return [];
    }
    case "finished":
      view.phase = "over";
      return [];
    default:
      return [];
  }
}

function leaveRole(actor: Actor | undefined): void {
  if (actor) Object.assign(actor, { on: "", slot: 0, chips: 0 });
}

function thrown(event: GameEvent): Throw | null {
  if (event.kind === "acts") return { dice: [event["die"] as number], slots: [0], seat: event["seat"] as number };
  if (event.kind !== "bonus_dice") return null;
  const dice = event["dice"] as number[];
  return { dice, slots: dice.map((_, slot) => slot), seat: event["seat"] as number };
}

export const kit: Kit<DeadwoodView, DeadwoodRules> = {
  start,
  apply,
  pace,
  acts: ({ kind }) => ACTS.includes(kind),
  since,
  gist,
  turnOf: (view) => view.active,
  thrown,
  colour: (_, seat) => actorOf(seat).body,
  opens: ({ kind, seat }) => (kind === "day" ? "part" : kind === "turn" ? (seat as number) : null),
  line: ({ kind }) => (["turn", "day", "begins"].includes(kind) ? "head" : undefined),
};
