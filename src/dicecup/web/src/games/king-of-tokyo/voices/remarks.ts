// Who says what when: a function of what has happened, so that a reload and a replay hear the same.
import { mixed } from "../../../lib/voice";
import type { GameEvent } from "../../../lib/wire";
import { CLAW, ENERGY, HEART } from "../kit";
import { VOICES } from "./cast";
import type { Occasion } from "./voice";

export interface Remark {
  n: number; // the event it is about
  seat: number;
  occasion: Occasion;
  text: string;
}

/** How often an occasion is remarked upon, in per cent. */
const OFTEN: Record<Occasion, number> = {
  great: 70,
  bad: 50,
  attacks: 18,
  hurt: 50,
  low: 60,
  enters: 50,
  leaves: 50,
  stays: 50,
  buys: 35,
  knocks: 100,
  dies: 100,
  wins: 100,
  waits: 100,
};
/** What is said even if somebody has spoken in this turn. */
const WEIGHTY: Occasion[] = ["knocks", "dies", "wins"];
const LOW = 3; // hearts
const BADLY = 3;
const ROLLS = 3;

/** Dice of which somebody would speak. */
export function luckOf(dice: number[], rolls: number): "great" | "bad" | null {
  const count = (face: number) => dice.filter((die) => die === face).length;
  const most = Math.max(...dice.map(count));
  if (most >= 5) return "great";
  const nothing =
    count(CLAW) === 0 && count(HEART) + count(ENERGY) <= 1 && [1, 2, 3].every((face) => count(face) < 3);
  return rolls === ROLLS && nothing ? "bad" : null;
}

/** Listens to a game and has something to say now and then. */
export class Gallery {
  private rolls = 0;
  private spoken = false; // in this turn
  private luck = 0; // all dice so far
  private dealers: (number | null)[] = []; // who has hurt a seat last
  private last = new Map<string, string>(); // by seat and occasion

  /** Which monster sits there; empty where somebody speaks for themselves. */
  constructor(private readonly characterAt: (seat: number) => string) {}

  hear(event: GameEvent): Remark | null {
    const occasion = this.occasion(event);
    if (!occasion) return null;
    const [seat, what] = occasion;
    const remarks = VOICES[this.characterAt(seat)]?.remarks[what];
    if (!remarks) return null;
    const weighty = WEIGHTY.includes(what);
    if (this.spoken && !weighty) return null;
    if (mixed(this.luck, event.n, seat) % 100 >= OFTEN[what]) return null;
    this.spoken = true;
    return { n: event.n, seat, occasion: what, text: this.pick(remarks, `${seat} ${what}`, event.n) };
  }

  /** One of them, but not the one it said last time. */
  private pick(remarks: readonly string[], key: string, n: number): string {
    const fresh = remarks.filter((text) => text !== this.last.get(key));
    const text = fresh[mixed(this.luck, n) % fresh.length] ?? "";
    this.last.set(key, text);
    return text;
  }

  private occasion(event: GameEvent): [number, Occasion] | null {
    const seat = event["seat"] as number;
    const speaks = (who: number) => !!this.characterAt(who);
    switch (event.kind) {
      case "turn":
      case "extra_turn":
        this.rolls = 0;
        this.spoken = false;
        return null;
      case "rolled": {
        const dice = event["dice"] as number[];
        this.rolls += 1;
        this.luck = mixed(this.luck, ...dice);
        const luck = luckOf(dice, this.rolls);
        return luck && [seat, luck];
      }
      case "hurt": {
        const dealer = event["dealer"] as number | null;
        this.dealers[seat] = dealer;
        const now = event["now"] as number;
        if (now <= 0 || dealer === seat) return null;
        if (now <= LOW) return [seat, "low"];
        return (event["amount"] as number) >= BADLY ? [seat, "hurt"] : null;
      }
      case "eliminated": {
        if (speaks(seat)) return [seat, "dies"];
        const dealer = this.dealers[seat] ?? null;
        return dealer === null || dealer === seat ? null : [dealer, "knocks"];
      }
      case "finished": {
        const winner = (event["winners"] as number[]).find(speaks);
        return winner === undefined ? null : [winner, "wins"];
      }
      case "leaves":
        return event["why"] === "yields" ? [seat, "leaves"] : null;
      case "takes_over":
        return [seat, "buys"];
      case "attacks":
      case "enters":
      case "stays":
      case "buys":
        return [seat, event.kind];
      default:
        return null;
    }
  }
}
