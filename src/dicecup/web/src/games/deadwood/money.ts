// What money moves when something happens: from where, to where.
import type { GameEvent } from "../../lib/wire";
import { OFFICE } from "./kit";

export interface Earning {
  from: string; // places as `data-at` names them
  to: string;
  credit: boolean;
  many: number; // pieces that fly
}

const MOST = 6; // pieces at once: enough to be seen

export function earnings(event: GameEvent): Earning[] {
  const seat = event["seat"] as number | null;
  if (seat === null || seat === undefined) return [];
  const some = (n: number, credit: boolean, from: string, to: string): Earning[] =>
    n > 0 ? [{ from, to, credit, many: Math.min(MOST, n) }] : [];
  switch (event.kind) {
    case "paid":
      return [
        ...some(event["dollars"] as number, false, `figure:${seat}`, `dollars:${seat}`),
        ...some(event["credits"] as number, true, `figure:${seat}`, `credits:${seat}`),
      ];
    case "bonus": {
      const from = `share:${event["on"] as string}:${event["slot"] as number}`;
      return some(event["dollars"] as number, false, from, `dollars:${seat}`);
    }
    case "upgrades": {
      const currency = event["currency"] as string;
      return some(event["paid"] as number, currency === "credits", `${currency}:${seat}`, `area:${OFFICE}`);
    }
    default:
      return [];
  }
}
