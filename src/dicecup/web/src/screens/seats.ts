// Who sits down: the seats of a new game, before it begins.
import type { GameInfo, SeatInfo, SeatWish } from "../lib/wire";

/** A seat while it is being set up: it has a name, though perhaps an empty one, and somebody to play it. */
export interface Sitter extends SeatWish {
  name: string;
  player: SeatInfo["player"];
}

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

/** Let a seat be a character; whoever was that one gets the other. Names stay, unless they are the characters' own. */
export function become(seats: Sitter[], at: number, character: string): void {
  const one = seats[at];
  const other = seats.find((seat) => seat.character === character && seat !== one);
  if (!one || one.character === character) return;
  const before = one.character;
  turnInto(one, character);
  if (other && before) turnInto(other, before);
}

function turnInto(seat: Sitter, character: string): void {
  if (seat.name === seat.character) seat.name = character;
  seat.character = character;
}

/** The usual level where the game has levels, else whatever it plays at. */
export function usualLevel(game: GameInfo): string {
  return game.levels.includes(game.default_level) ? game.default_level : (game.levels[0] ?? game.default_level);
}

/** A seat for the computer that is not called like anybody there, and is nobody of the cast who is there already. */
export function botSeat(taken: Sitter[], level: string, cast: string[] = []): Sitter {
  const used = new Set(taken.map((seat) => seat.name.trim().toLowerCase()));
  const free = (each: string) => !used.has(each.toLowerCase());
  const character = cast.find((each) => taken.every((seat) => seat.character !== each));
  const names = character ? [character, ...BOTS] : BOTS;
  const name = names.find(free) ?? `${names[0]} ${taken.length + 1}`;
  return { name, player: "computer", level, ...(character && { character }) };
}

/** One person and some computer players. */
export function tableFor(mine: string, count: number, level: string, cast: string[] = []): Sitter[] {
  const character = cast.includes(mine) ? { character: mine } : {};
  const seats: Sitter[] = [{ name: mine, player: "person", ...character }];
  while (seats.length < count) seats.push(botSeat(seats, level, cast));
  return seats;
}

/** Whether so many can sit down as they did the last time. */
export function stillFit(
  game: GameInfo,
  seats: SeatWish[],
  count: number,
  cast: string[] = [],
): seats is Sitter[] {
  const characters = new Set(seats.map((seat) => seat?.character));
  return (
    seats.length === count &&
    seats.every(
      (seat) =>
        typeof seat?.name === "string" &&
        ["person", "computer"].includes(seat.player ?? "") &&
        (seat.player !== "computer" || game.levels.includes(seat.level ?? "")) &&
        (cast.length ? cast.includes(seat.character ?? "") : seat.character === undefined),
    ) &&
    !faultOf(seats as Sitter[]) &&
    (!cast.length || characters.size === count)
  );
}

export function usualCount(game: GameInfo, wanted = 2): number {
  return Math.max(game.seats[0], Math.min(game.seats[1], wanted));
}

export type Fault = "" | "same" | "none";

export function faultOf(seats: Sitter[]): Fault {
  const names = seats.map((seat) => seat.name.trim().toLowerCase());
  if (names.some((name) => !name)) return "none";
  return new Set(names).size < names.length ? "same" : "";
}
