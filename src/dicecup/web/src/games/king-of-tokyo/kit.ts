// King of Tokyo as the page follows it: what each event does to what is seen, and what can be decided how.
import type { Ask, GameEvent, Option } from "../../lib/wire";
import type { Change, Kit, Throw, View } from "../kit";
import { FACES } from "./faces";
import { COLOURS } from "./moods";
import { pace } from "./pace";
import { since } from "./since";
import type { CardInfo, KingRules } from "./rules";

export interface Held {
  card: string;
  acts_as: string;
  counters: number;
  used: boolean;
}

export interface Monster {
  character: string;
  hearts: number;
  max_hearts: number;
  stars: number;
  energy: number;
  place: "outside" | "city" | "bay";
  poison: number;
  shrink: number;
  untouchable: boolean;
  cards: Held[];
}

export interface KingView extends View {
  active: number;
  order: number[];
  monsters: Monster[];
  market: string[];
  discard: string[];
  deck: number;
  top: string[];
  dice: number[];
  rolls_left: number;
  claws: number;
  deciding: number[];
  extra_turns: number[];
  options: Record<string, unknown>; // the house rules of this table
}

export const HEART = 4;
export const ENERGY = 5;
export const CLAW = 6;
export const GOAL = 20;
export const BLACK_DICE = 6;

export function cardsById(rules: KingRules): Map<string, CardInfo> {
  return new Map(rules.cards.map((card) => [card.id, card]));
}

/** With five or more alive there are two places to be. */
export function bayOpen(view: KingView): boolean {
  return view.monsters.filter((monster) => monster.hearts > 0).length >= 5;
}

type Of<T> = GameEvent & T;

/** How many cards there are, wherever they are. */
function cardsIn(view: KingView): number {
  const held = view.monsters.reduce((sum, monster) => sum + monster.cards.length, 0);
  return view.deck + view.discard.length + view.market.filter(Boolean).length + held;
}

function start(view: KingView): KingView {
  return {
    ...view,
    turn: 0,
    phase: "begin",
    active: 0,
    order: view.names.map((_, seat) => seat),
    monsters: view.monsters.map((monster) => ({
      character: monster.character,
      hearts: 10,
      max_hearts: 10,
      stars: 0,
      energy: 0,
      place: "outside",
      poison: 0,
      shrink: 0,
      untouchable: false,
      cards: [],
    })),
    market: view.market.map(() => ""),
    discard: [],
    deck: cardsIn(view),
    top: [],
    dice: [],
    rolls_left: 0,
    claws: 0,
    deciding: [],
    extra_turns: [],
  };
}

function apply(view: KingView, event: GameEvent, rules: KingRules): Change[] {
  const seat = typeof event["seat"] === "number" ? event["seat"] : -1;
  const monster = view.monsters[seat];
  const set = (what: "hearts" | "stars" | "energy", now: number, who = seat): Change[] => {
    const whose = view.monsters[who];
    if (!whose) return [];
    const by = now - whose[what];
    whose[what] = now;
    return by ? [{ key: `${what}:${who}`, by }] : [];
  };
  switch (event.kind) {
    case "revealed": {
      const { card, slot } = event as Of<{ card: string; slot: number }>;
      view.market[slot] = card;
      view.deck -= 1;
      return [{ key: `market:${slot}`, by: 0 }];
    }
    case "reshuffled":
      view.deck = event["cards"] as number;
      view.discard = view.discard.slice(view.deck); // a card that was bought just now is not among them yet
      return [];
    case "seated":
      view.order = event["seats"] as number[];
      return [];
    case "begins":
    case "extra_turn":
      view.active = seat;
      return [];
    case "turn":
      view.turn = event["turn"] as number;
      view.active = seat;
      view.dice = [];
      view.rolls_left = 0;
      view.claws = 0;
      for (const each of view.monsters) each.untouchable = false;
      return [];
    case "rolled": {
      const { dice, slots } = event as Of<{ dice: number[]; slots: number[] }>;
      view.dice = [...dice];
      view.rolls_left =
        slots.length === dice.length && view.rolls_left === 0 ? 2 : Math.max(0, view.rolls_left - 1);
      return [];
    }
    case "rerolled":
    case "changed": {
      const { slot, old, new: now } = event as Of<{ slot: number; old: number; new: number }>;
      if (view.dice[slot] === old) view.dice[slot] = now;
      return [];
    }
    case "stars":
    case "hearts":
    case "energy":
      return set(event.kind, event["now"] as number);
    case "hurt":
      return set("hearts", event["now"] as number);
    case "energy_lost":
    case "sweeps":
    case "buys":
    case "takes_over": {
      const changes = set("energy", event["now"] as number);
      changeHands(view, event, rules);
      return changes;
    }
    case "cured":
      if (monster) monster[event["counter"] as "poison" | "shrink"] -= 1;
      return [{ key: `${event["counter"] as string}:${seat}`, by: -1 }];
    case "marked": {
      const { poison, shrink } = event as Of<{ poison: number; shrink: number }>;
      if (monster) {
        monster.poison += poison;
        monster.shrink += shrink;
      }
      return [
        { key: `poison:${seat}`, by: poison },
        { key: `shrink:${seat}`, by: shrink },
      ].filter((change) => change.by);
    }
    case "eliminated":
      if (monster) {
        discardAll(view, monster);
        Object.assign(monster, { hearts: 0, energy: 0, poison: 0, shrink: 0, place: "outside" });
      }
      return [];
    case "rescued":
      if (monster) {
        discardAll(view, monster);
        Object.assign(monster, { hearts: 10, stars: 0, place: "outside" });
      }
      return [{ key: `hearts:${seat}`, by: 10 }];
    case "enters":
    case "moves":
      if (monster) monster.place = event["place"] as Monster["place"];
      return [];
    case "moves_up":
      if (monster) monster.place = "city";
      return [];
    case "leaves":
      if (monster) monster.place = "outside";
      return [];
    case "sold":
    case "used_up": {
      const held = monster && byName(monster, event["card"] as string, rules);
      if (monster && held) {
        monster.cards = monster.cards.filter((each) => each !== held);
        view.discard.push(held.card);
      }
      return [];
    }
    case "copies": {
      const copied = rules.cards.find((card) => card.name === event["copied"]);
      const held = monster && byName(monster, event["card"] as string, rules);
      if (held && copied) held.acts_as = copied.id;
      return [];
    }
    case "copy_ends": {
      const held = monster && byName(monster, event["card"] as string, rules);
      if (held) held.acts_as = "";
      return [];
    }
    case "filled": {
      const held = monster && byName(monster, event["card"] as string, rules);
      if (held) held.counters = event["counters"] as number;
      return [];
    }
    case "wings":
      if (monster) monster.untouchable = true;
      return [];
    case "finished":
      view.phase = "over";
      return [];
    default:
      return [];
  }
}

function changeHands(view: KingView, event: GameEvent, rules: KingRules): void {
  const buyer = view.monsters[event["seat"] as number];
  if (!buyer) return;
  if (event.kind === "sweeps") {
    view.discard.push(...(event["cards"] as string[]));
    view.market = view.market.map(() => "");
    return;
  }
  const card = event["card"] as string;
  if (event.kind === "buys") {
    const slot = view.market.indexOf(card);
    if (slot >= 0) view.market[slot] = "";
    else view.deck -= 1;
    if (cardsById(rules).get(card)?.kind === "discard") {
      view.discard.push(card);
      return;
    }
  }
  if (event.kind === "takes_over") {
    const seller = view.monsters[event["seller"] as number];
    if (seller) seller.cards = seller.cards.filter((held) => held.card !== card);
  }
  if (event.kind !== "energy_lost") buyer.cards.push({ card, acts_as: "", counters: 0, used: false });
}

function byName(monster: Monster, name: string, rules: KingRules): Held | undefined {
  const known = cardsById(rules);
  return (
    monster.cards.find((held) => known.get(held.card)?.name === name) ??
    monster.cards.find((held) => known.get(held.acts_as)?.name === name)
  );
}

function discardAll(view: KingView, monster: Monster): void {
  view.discard.push(...monster.cards.map((held) => held.card));
  monster.cards = [];
}

function thrown(event: GameEvent, view?: KingView | null): Throw | null {
  const seat = event["seat"] as number;
  if (event.kind === "rolled") {
    return { dice: event["dice"] as number[], slots: event["slots"] as number[], seat };
  }
  if (event.kind === "rerolled" && view?.dice.length) {
    return { dice: [...view.dice], slots: [event["slot"] as number], seat, card: event["card"] as string };
  }
  if (event.kind === "order_roll" || event.kind === "camouflage") {
    const dice = event["dice"] as number[];
    // Camouflage is rolled by whoever is attacked, while the dice of the attack still lie there.
    return { dice, slots: dice.map((_, slot) => slot), seat, aside: event.kind === "camouflage" };
  }
  return null;
}

const HEADS = ["turn", "begins", "extra_turn"];
/** Options about one of the dice that lie there, by the card that offers them: they are chosen on the dice. */
export function onDice(view: KingView, ask: Ask | null): Map<string, Option[]> {
  const found = new Map<string, Option[]>();
  for (const option of ask?.options ?? []) {
    const { dice, held, by = "" } = option.pick;
    if (held || dice?.length !== 1 || (dice[0] ?? 0) >= view.dice.length) continue;
    found.set(by, [...(found.get(by) ?? []), option]);
  }
  return found;
}

export const kit: Kit<KingView, KingRules> = {
  start,
  apply,
  pace,
  acts: ({ kind }) => kind === "rolled",
  since,
  turnOf: (view) => view.active,
  thrown,
  faces: () => FACES,
  skin: "black",
  colour: (view, seat) => COLOURS[view.monsters[seat]?.character ?? ""],
  opens: (event) => (event.kind === "turn" ? (event["seat"] as number) : null),
  line: ({ kind }) =>
    HEADS.includes(kind) ? "head" : kind === "hurt" || kind === "eliminated" ? "bad" : undefined,
  left: (view, seat) => view.monsters[seat]?.hearts ?? 0,
  out: (view, seat) => (view.monsters[seat]?.hearts ?? 1) <= 0,
  secret: (what) => what.kind === "peeked",
};
