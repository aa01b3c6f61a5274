// What can be decided, made into things to press: from what the options pick, without a look at their verbs.
import type { Ask, Choice, Option, Refusal } from "../lib/wire";
import { w } from "./words";

/** Something to press. `why`: it cannot be pressed now, and that is the reason. */
export interface Entry {
  choice: Choice;
  label: string;
  note: string;
  why: string;
  main: boolean;
  quiet: boolean;
}

/** The options that are made by choosing some of so many dice that lie on the table. */
export function onDice(ask: Ask | null, lying: number): Option[] {
  if (!ask || ask.options.length < 2) return [];
  return ask.options.filter(({ pick }) => pick.dice?.every((slot) => slot < lying));
}

/** All there is to press while these dice are chosen: what is done with them first, then everything else. */
export function offered(ask: Ask, refused: Refusal[], lying: number, chosen: number[]): Entry[] {
  const dice = new Set(onDice(ask, lying));
  const withThem = [...dice].filter((option) => same(option.pick.dice, chosen));
  const others = ask.options.filter((option) => !dice.has(option));
  const greyed = refused.filter(({ pick }) => !dice.size || !pick.dice || same(pick.dice, chosen));
  const found = [...withThem, ...others].map((option) => entry(option));
  if (!found.some(({ main }) => main)) {
    const usual = withThem.findIndex(({ pick }) => pick.held);
    const only = found[found.length === 1 ? 0 : usual];
    if (only) only.main = true;
  }
  const unable = greyed.map((refusal) => ({ ...entry(refusal), why: refusal.reason, main: false }));
  if (dice.size && !withThem.length && !unable.some(({ why }) => why)) unable.unshift(noneOf(chosen));
  return [...found, ...unable];
}

function entry({ choice, text, pick }: Option): Entry {
  const note = [pick.gives ?? "", pick.price?.length ? w.price(pick.price) : ""].filter(Boolean).join(" · ");
  return {
    choice,
    label: capital(pick.label || text),
    note: capital(note),
    why: "",
    main: pick.main ?? false,
    quiet: pick.quiet ?? false,
  };
}

function noneOf(chosen: number[]): Entry {
  const why = chosen.length ? w.notThese : w.chooseFirst;
  return { choice: ["?"], label: w.chooseDice, note: "", why, main: false, quiet: false };
}

function same(one: number[] | undefined, other: number[]): boolean {
  return !!one && one.length === other.length && one.every((slot) => other.includes(slot));
}

function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
