// What is played on the lot right now: made from what the table tells, so that it is nothing of its own. Where nothing
// is being told there is no cue.
import type { Thrown } from "../../lib/tumble";
import type { GameEvent } from "../../lib/wire";
import type { Throw } from "../kit";
import { roleAt, type DeadwoodView } from "./kit";
import { shares as dealt, sharing } from "./odds";
import type { DeadwoodRules } from "./rules";

/** Somebody acts: the clapper claps, the die rolls, and it was good or it was not. */
export interface Act {
  kind: "act";
  key: string;
  area: string;
  scene: string;
  take: number;
  seat: number;
  role: string;
  line: string;
  budget: number;
  chips: number;
  die: number;
  rolls: Thrown | null; // null: it lies there
  landed: boolean;
  success: boolean; // to be seen only when it has landed
}

/** A role that a wrap pays. */
export interface Share {
  on: "card" | "set";
  slot: number;
  role: string;
  seat: number | null;
  dice: number[]; // places in the row of dice, from the highest
  dollars: number | null; // null: not yet
}

export interface Wrapping {
  kind: "wrap";
  key: string;
  area: string;
  scene: string;
  dice: number[]; // from the highest down; empty before they are thrown
  rolls: Thrown | null;
  landed: boolean;
  shares: Share[];
  unpaid: boolean; // there was no star, so there is no bonus
}

export interface Sky {
  kind: "night" | "dawn";
  key: string;
  day: number;
  days: number;
  last: boolean;
}

export interface Promotion {
  kind: "rank";
  key: string;
  seat: number;
  from: number;
  rank: number;
}

export interface Reckoned {
  seat: number;
  dollars: number;
  credits: number;
  rank: number;
  points: number;
}

export interface Reckoning {
  kind: "reckoning";
  key: string;
  counted: Reckoned[];
  winners: number[];
}

export type Cue = Act | Wrapping | Sky | Promotion | Reckoning;

/** What of a table a cue is made of. */
export interface Told {
  view: DeadwoodView;
  log: GameEvent[];
  now: GameEvent | null;
  thrown: (Throw & Thrown & { landed: boolean }) | null;
  changes: Record<string, { by: number }>;
  playing: boolean;
}

const OF_ACT = ["acts", "shot", "paid"];
const OF_WRAP = ["wraps", "bonus_dice", "bonus", "no_bonus"];
const OF_END = ["scoring", "score", "finished"];

export function cueOf(told: Told, rules: DeadwoodRules): Cue | null {
  const { log, now, thrown, playing } = told;
  if (!playing) return null;
  // A throw is told a moment after it has landed.
  if (thrown && (!thrown.landed || !now)) {
    return thrown.dice.length > 1 ? wrapping(told, since(log, "wraps"), rules) : aboutToAct(told, rules);
  }
  if (!now) return null;
  if (OF_ACT.includes(now.kind)) return acting(told, since(log, "acts"), rules);
  if (OF_WRAP.includes(now.kind)) return wrapping(told, since(log, "wraps"), rules);
  if (OF_END.includes(now.kind)) return reckoning(since(log, "scoring"));
  if (now.kind === "day_over" || now.kind === "day") {
    const [day, days] = [now["day"] as number, now["days"] as number];
    const kind = now.kind === "day" ? "dawn" : "night";
    return { kind, key: `${kind} ${day}`, day, days, last: day === days };
  }
  if (now.kind === "upgrades") return promotion(told, now);
  return null;
}

/** What was told from the last event of a kind on. */
function since(log: GameEvent[], kind: string): GameEvent[] {
  for (let at = log.length - 1; at >= 0; at--) if (log[at]?.kind === kind) return log.slice(at);
  return [];
}

function onTheWay(thrown: Told["thrown"]): Thrown | null {
  return thrown && !thrown.landed ? { count: thrown.count, slots: thrown.slots, ms: thrown.ms } : null;
}

function takes(log: GameEvent[], scene: string): number {
  return log.filter((event) => event.kind === "acts" && event["scene"] === scene).length;
}

function aboutToAct({ view, log, thrown }: Told, rules: DeadwoodRules): Act | null {
  const seat = thrown?.seat ?? -1;
  const actor = view.actors[seat];
  const scene = actor && view.scenes[actor.area];
  const role = actor && roleAt(view, actor.area, actor.on, actor.slot, rules);
  if (!thrown || !actor || !scene || !role) return null;
  const take = takes(log, scene) + 1;
  return {
    kind: "act",
    key: `${scene} ${take}`,
    area: actor.area,
    scene,
    take,
    seat,
    role: role.name,
    line: role.line,
    budget: rules.scenes[scene]?.budget ?? 0,
    chips: actor.chips,
    die: thrown.dice[0] ?? 1,
    rolls: onTheWay(thrown),
    landed: false,
    success: false,
  };
}

function acting({ log }: Told, [event]: GameEvent[], rules: DeadwoodRules): Act | null {
  if (!event) return null;
  const scene = event["scene"] as string;
  const printed =
    event["on"] === "card" ? rules.scenes[scene]?.roles : rules.areas[event["area"] as string]?.roles;
  const role = printed?.[event["slot"] as number];
  const take = takes(log, scene);
  if (!role) return null;
  return {
    kind: "act",
    key: `${scene} ${take}`,
    area: event["area"] as string,
    scene,
    take,
    seat: event["seat"] as number,
    role: role.name,
    line: role.line,
    budget: event["budget"] as number,
    chips: event["chips"] as number,
    die: event["die"] as number,
    rolls: null,
    landed: true,
    success: event["success"] as boolean,
  };
}

function wrapping({ view, now, thrown }: Told, told: GameEvent[], rules: DeadwoodRules): Wrapping | null {
  const [event] = told;
  if (!event) return null;
  const [area, scene] = [event["area"] as string, event["scene"] as string];
  const paid = told.filter(({ kind }) => kind === "bonus");
  const bonus = told.find(({ kind }) => kind === "bonus_dice");
  const rolling = !!thrown && (!thrown.landed || !now);
  const dice = rolling ? thrown.dice : ((bonus?.["dice"] as number[] | undefined) ?? []);
  const roles = view.sets[area]?.roles ?? [];
  const stars = sharing(view, roles);
  const extras = roles.filter(([on, , , seat]) => on === "set" && seat !== null);
  const share = ([on, slot, , seat]: (typeof roles)[number], places: number[]): Share => {
    const told = paid.find((one) => one["on"] === on && one["slot"] === slot);
    const role = roleAt(view, area, on, slot, rules)?.name ?? "";
    return { on, slot, role, seat, dice: places, dollars: told ? (told["dollars"] as number) : null };
  };
  const places = dealt(rules.scenes[scene]?.budget ?? 0, stars.length);
  return {
    kind: "wrap",
    key: scene,
    area,
    scene,
    dice,
    rolls: onTheWay(thrown),
    landed: !rolling,
    shares: [...stars.map((one, row) => share(one, places[row] ?? [])), ...extras.map((one) => share(one, []))],
    unpaid: !stars.some(([, , , seat]) => seat !== null),
  };
}

function promotion({ changes }: Told, event: GameEvent): Promotion {
  const [seat, rank] = [event["seat"] as number, event["rank"] as number];
  return { kind: "rank", key: `${seat} ${rank}`, seat, from: rank - (changes[`rank:${seat}`]?.by ?? 1), rank };
}

function reckoning(told: GameEvent[]): Reckoning {
  const counted = told.filter(({ kind }) => kind === "score") as unknown as Reckoned[];
  const end = told.find(({ kind }) => kind === "finished");
  return { kind: "reckoning", key: "", counted, winners: (end?.["winners"] as number[] | undefined) ?? [] };
}

/** What somebody has in the end, added up step by step. */
export function sums({ dollars, credits, rank }: Omit<Reckoned, "seat" | "points">, perRank: number): number[] {
  return [dollars, dollars + credits, dollars + credits + perRank * rank];
}
