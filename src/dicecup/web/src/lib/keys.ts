// Keys: what can be done with one, which one it is, and how that is changed. Enter, Tab and the digits stay what they are.
import { manifests } from "../games/all";
import { gameOf } from "./home.svelte";
import { keep, likes } from "./settings.svelte";
import { words } from "./words";

export interface Deed {
  id: string;
  key: string; // the usual one
  does: string;
  games: string[]; // that have it; none: all
}

const FIRST = { all: "a", skip: " ", hint: "h", undo: "u" };
const LAST = { log: "l", talk: "t", full: "f", pause: "Escape", keys: "?" };

/** All that can be done with a key, in every game or in some. */
export function deeds(): Deed[] {
  const ours = (those: Record<string, string>): Deed[] =>
    Object.entries(those).map(([id, key]) => ({ id, key, does: words.keys.deeds[id] ?? id, games: [] }));
  const theirs = new Map<string, Deed>();
  for (const [game, { keys = {} }] of manifests()) {
    for (const [id, { key, does }] of Object.entries(keys)) {
      const games = [...(theirs.get(id)?.games ?? []), game];
      const titles = games.map((each) => gameOf(each)?.title ?? each);
      theirs.set(id, { id, key, does: words.keys.only(does, titles), games });
    }
  }
  return [...ours(FIRST), ...theirs.values(), ...ours(LAST)];
}

const same = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();

export function keyOf({ id, key }: Deed): string {
  return likes.keyMap[id] ?? key;
}

/** How a key is called on the keyboard. */
export function keyName(key: string): string {
  return words.keys.names[key] ?? (key.length === 1 ? key.toUpperCase() : key);
}

/** The same, by what it is for. */
export const keyNameOf = (id: string) =>
  keyName(
    deeds()
      .filter((deed) => deed.id === id)
      .map(keyOf)
      .join(),
  );

/** All keys with what they do. */
export function keyList(): [string, string][] {
  return [...words.keys.fixed, ...deeds().map((deed): [string, string] => [keyName(keyOf(deed)), deed.does])];
}

/** Something is being written, or a dialog is open: keys are not for the table. */
export function busy(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return true;
  return !!(event.target as HTMLElement).closest("input:not([type=checkbox]), select, textarea, dialog");
}

/** What a pressed key is for, in a game. Letters do nothing where they are switched off. */
export function deedOf(event: KeyboardEvent, game = ""): string | null {
  const letter = event.key.length === 1 && event.key !== " ";
  if (letter && !likes.keys) return null;
  const here = deeds().filter(({ games }) => !games.length || games.includes(game));
  return here.find((deed) => same(keyOf(deed), event.key))?.id ?? null;
}

/** Take another key for something; says why not if that cannot be. */
export function rebind(deed: Deed, key: string): string {
  if (/^(Enter|Tab|[0-9]|Arrow\w+|Backspace|Delete|F\d+|Dead|Unidentified|Process)$/.test(key))
    return words.keys.reserved(keyName(key));
  const taken = deeds().find((other) => other.id !== deed.id && same(keyOf(other), key));
  if (taken) return words.keys.taken(keyName(key), taken.does);
  likes.keyMap[deed.id] = key;
  keep();
  return "";
}

export function resetKeys(): void {
  likes.keyMap = {};
  keep();
}
