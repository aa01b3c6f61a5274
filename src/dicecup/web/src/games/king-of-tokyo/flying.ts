// What flies over the table when something happens: from where to where, by the names of the places.
import { flights, type Flight } from "../../lib/flights.svelte";
import type { GameEvent } from "../../lib/wire";
import Coin from "./Coin.svelte";
import MiniCard from "./MiniCard.svelte";
import { paidBy } from "./drama";
import type { CardInfo } from "./rules";

export interface Trip {
  what: "stars" | "hearts" | "energy" | "card";
  card?: string;
  from: string;
  to: string;
}

const MOST = 6; // of a kind at once

/** What an event lets fly. `market` is as it was before. */
export function tripsOf(event: GameEvent, dice: readonly number[], market: readonly string[]): Trip[] {
  const seat = event["seat"] as number;
  const card = event["card"] as string;
  switch (event.kind) {
    case "stars":
    case "hearts":
    case "energy": {
      const { kind } = event;
      const amount = event["amount"] as number;
      if (amount <= 0) return [];
      const slots = paidBy(event, dice);
      return Array.from({ length: Math.min(MOST, amount) }, (_, at) => ({
        what: kind,
        from: slots.length ? `die:${slots[at % slots.length]}` : `figure:${seat}`,
        to: `${kind}:${seat}`,
      }));
    }
    case "buys": {
      const slot = market.indexOf(card);
      return [{ what: "card", card, from: slot < 0 ? "deck" : `market:${slot}`, to: `seat:${seat}` }];
    }
    case "takes_over":
      return [{ what: "card", card, from: `seat:${event["seller"] as number}`, to: `seat:${seat}` }];
    default:
      return [];
  }
}

const MS = { stars: 620, hearts: 620, energy: 620, card: 850 };
const SIZE = { stars: 30, hearts: 28, energy: 28, card: 132 };
const APART = 70; // milliseconds between one and the next

/** Let it fly, as fast as `tempo` says. */
export function fly(trips: Trip[], tempo: number, cards: Map<string, CardInfo>, after = 0): void {
  if (!tempo) return;
  trips.forEach(({ what, card, from, to }, at) => {
    const shown = card ? cards.get(card) : null;
    if (what === "card" && !shown) return;
    flights.fly({
      Picture: (what === "card" ? MiniCard : Coin) as unknown as Flight["Picture"],
      props: shown ? { card: shown } : { of: what },
      from,
      to,
      ms: MS[what] * tempo,
      after: after + at * APART * tempo,
      size: SIZE[what],
    });
  });
}
