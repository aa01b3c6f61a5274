// Keys: what can be done with one, which one it is, and how that is changed. Enter, Tab and the digits stay what they are.
import { keep, likes } from "./settings.svelte";
import { words } from "./words";

export const USUAL = {
  all: "a",
  skip: " ",
  hint: "h",
  undo: "u",
  deck: "d",
  status: "s",
  log: "l",
  pause: "Escape",
  keys: "?",
};
export type Deed = keyof typeof USUAL;
export const DEEDS = Object.keys(USUAL) as Deed[];

const same = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();

export function keyOf(deed: Deed): string {
  return likes.keyMap[deed] ?? USUAL[deed];
}

/** How a key is called on the keyboard. */
export function keyName(key: string): string {
  return words.keys.names[key] ?? (key.length === 1 ? key.toUpperCase() : key);
}

/** All keys with what they do. */
export function keyList(): [string, string][] {
  return [
    ...words.keys.fixed,
    ...DEEDS.map((deed): [string, string] => [keyName(keyOf(deed)), words.keys.deeds[deed]]),
  ];
}

/** Something is being written, or a dialog is open: keys are not for the table. */
export function busy(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return true;
  return !!(event.target as HTMLElement).closest("input:not([type=checkbox]), select, textarea, dialog");
}

/** What a pressed key is for. Letters do nothing where they are switched off. */
export function deedOf(event: KeyboardEvent): Deed | null {
  const letter = event.key.length === 1 && event.key !== " ";
  if (letter && !likes.keys) return null;
  return DEEDS.find((deed) => same(keyOf(deed), event.key)) ?? null;
}

/** Take another key for something; says why not if that cannot be. */
export function rebind(deed: Deed, key: string): string {
  if (/^(Enter|Tab|[0-9]|Arrow\w+|Backspace|Delete|F\d+|Dead|Unidentified|Process)$/.test(key))
    return words.keys.reserved(keyName(key));
  const taken = DEEDS.find((other) => other !== deed && same(keyOf(other), key));
  if (taken) return words.keys.taken(keyName(key), words.keys.deeds[taken]);
  likes.keyMap[deed] = key;
  keep();
  return "";
}

export function resetKeys(): void {
  likes.keyMap = {};
  keep();
}
