// The games this page can draw: their kits and screens are fetched when a table needs them.
import type { Component } from "svelte";
import type { Rules, View } from "../lib/wire";
import { words } from "../lib/words";
import type { Kit } from "./kit";

// eslint-disable-next-line @typescript-eslint/no-explicit-any
export type Screen = Component<{ table: any; rules: Rules }>;

export interface Loaded {
  kit: Kit<View>;
  Screen: Screen;
}

const GAMES: Record<string, () => Promise<[{ kit: unknown }, { default: unknown }]>> = {
  "king-of-tokyo": () => Promise.all([import("./king/kit"), import("./king/King.svelte")]),
  yahtzee: () => Promise.all([import("./yahtzee/kit"), import("./yahtzee/Yahtzee.svelte")]),
  deadwood: () => Promise.all([import("./deadwood/kit"), import("./deadwood/Deadwood.svelte")]),
};

export async function loadGame(game: string): Promise<Loaded> {
  const load = GAMES[game];
  if (!load) throw new Error(words.noScreen(game));
  const [{ kit }, { default: screen }] = await load();
  return { kit: kit as Kit<View>, Screen: screen as Screen };
}
