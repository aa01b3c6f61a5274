// The games this page has a folder for. What a table needs is fetched when somebody sits down.
import type { Manifest, TableParts } from "./manifest";

const found = import.meta.glob<Manifest>("./*/index.ts", { eager: true, import: "default" });
const GAMES = new Map(Object.entries(found).map(([path, manifest]) => [path.split("/")[1] ?? "", manifest]));

/** What a game brings; nothing for one that is not known here, which the shell draws in its own way. */
export function manifestOf(game: string): Partial<Manifest> {
  return GAMES.get(game) ?? {};
}

/** All that bring something, by name. */
export function manifests(): [string, Manifest][] {
  return [...GAMES];
}

/** What draws a game at the table: its own screen, or the one that can draw any game. */
export async function loadGame(game: string): Promise<TableParts> {
  const plain = new URLSearchParams(location.search).has("plain"); // as tests look at our own games, too
  const { table } = plain ? {} : manifestOf(game);
  return table ? table() : import("../generic/table");
}
