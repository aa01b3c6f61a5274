// Who sits down: the seats of a new game, before it begins.
import type { GameInfo, SeatWish } from "../lib/wire";

const NAME = "dicecup.name";
/** What computer players are called where the game has no names of its own. */
const BOTS = ["Ada", "Boris", "Clara", "Dolores", "Emil", "Flora", "Gus", "Hedda"];

export function myName(): string {
  try {
    return localStorage.getItem(NAME) ?? "";
  } catch {
    return "";
  }
}

export function rememberName(name: string): void {
  try {
    localStorage.setItem(NAME, name);
  } catch {
    // Then it is typed again next time.
  }
}

export const MONSTERS = ["Alienoid", "Cyber Bunny", "Giga Zaur", "Kraken", "Meka Dragon", "The King"];

/** Let a seat be a monster; whoever was that one gets the other. Names stay, unless they are the monsters' own. */
export function become(seats: SeatWish[], at: number, monster: string): void {
  const one = seats[at];
  const other = seats.find((seat) => seat.character === monster && seat !== one);
  if (!one || one.character === monster) return;
  const before = one.character;
  turnInto(one, monster);
  if (other && before) turnInto(other, before);
}

function turnInto(seat: SeatWish, monster: string): void {
  if (seat.name === seat.character) seat.name = monster;
  seat.character = monster;
}

/** The usual level where the game has levels, else whatever it plays at. */
export function usualLevel(game: GameInfo): string {
  return game.levels.includes(game.default_level) ? game.default_level : (game.levels[0] ?? game.default_level);
}

/** A seat for the computer that is not called like anybody there. */
export function botSeat(game: GameInfo, taken: SeatWish[], level: string): SeatWish {
  const used = new Set(taken.map((seat) => seat.name.trim().toLowerCase()));
  const free = (each: string) => !used.has(each.toLowerCase());
  const monster =
    game.name === "king-of-tokyo"
      ? MONSTERS.find((each) => taken.every((seat) => seat.character !== each))
      : undefined;
  const names = monster ? [monster, ...BOTS] : BOTS;
  const name = names.find(free) ?? `${names[0]} ${taken.length + 1}`;
  return { name, player: "computer", level, ...(monster && { character: monster }) };
}

/** One person and some computer players. */
export function tableFor(game: GameInfo, mine: string, count: number, level: string): SeatWish[] {
  const monster = game.name === "king-of-tokyo" ? { character: mine } : {};
  const seats: SeatWish[] = [{ name: mine, player: "person", ...monster }];
  while (seats.length < count) seats.push(botSeat(game, seats, level));
  return seats;
}

/** Whether so many can sit down as they did the last time. */
export function stillFit(game: GameInfo, seats: SeatWish[], count: number): boolean {
  const monsters = seats.map((seat) => seat?.character);
  const king = game.name === "king-of-tokyo";
  return (
    seats.length === count &&
    seats.every(
      (seat) =>
        typeof seat?.name === "string" &&
        ["person", "computer", "open"].includes(seat.player) &&
        (seat.player !== "computer" || game.levels.includes(seat.level ?? "")) &&
        (king ? MONSTERS.includes(seat.character ?? "") : seat.character === undefined),
    ) &&
    !faultOf(seats) &&
    (!king || new Set(monsters).size === count)
  );
}

export function usualCount(game: GameInfo): number {
  const wanted = { "king-of-tokyo": 4, deadwood: 3, yahtzee: 2 }[game.name] ?? 2;
  return Math.max(game.seats[0], Math.min(game.seats[1], wanted));
}

export type Fault = "" | "same" | "none";

export function faultOf(seats: SeatWish[]): Fault {
  const names = seats.map((seat) => seat.name.trim().toLowerCase());
  if (names.some((name) => !name)) return "none";
  return new Set(names).size < names.length ? "same" : "";
}
