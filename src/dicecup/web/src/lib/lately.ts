// What was chosen when a game was last set up, by game: the next one begins with it.
import type { GameInfo, SeatWish } from "./wire";

export interface Chosen {
  count: number;
  level: string;
  options: Record<string, unknown>;
  seats: SeatWish[]; // whoever reads them back looks whether they still make sense
}

const KEY = (game: string) => `dicecup.setup.${game}`;

/** What was chosen last, as far as the game still has it. */
export function lately(game: GameInfo): Partial<Chosen> {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY(game.name)) ?? "{}") as Partial<Chosen>;
    const found: Partial<Chosen> = {};
    const { count, level, options, seats } = kept;
    if (Number.isInteger(count) && count! >= game.seats[0] && count! <= game.seats[1]) found.count = count;
    if (level && game.levels.includes(level)) found.level = level;
    if (Array.isArray(seats)) found.seats = seats;
    found.options = Object.fromEntries(
      game.options.flatMap((each) => {
        const value = options?.[each.name];
        const fits =
          each.kind === "choice"
            ? each.choices.includes(value as string)
            : each.kind === "flag"
              ? typeof value === "boolean"
              : Number.isInteger(value) && (value as number) >= (each.min ?? 0);
        return fits ? [[each.name, value]] : [];
      }),
    );
    return found;
  } catch {
    return {}; // nothing is kept here, or it is not ours
  }
}

export function remember(game: string, chosen: Chosen): void {
  try {
    localStorage.setItem(KEY(game), JSON.stringify(chosen));
  } catch {
    // Then it is chosen again next time.
  }
}
