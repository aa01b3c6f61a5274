// What a game brings to the page, in one object: `index.ts` in its folder exports it as default. Whatever a game leaves
// out, or a game that has no folder at all, is drawn by the shell from what the server sends.
import type { Component } from "svelte";
import type { Kit } from "./kit";

/** One step of the look around: where, a heading, what there is to know. */
export type Step = [selector: string, heading: string, text: string];

// A screen knows the views and rules of its own game, and nobody else's.
// eslint-disable-next-line @typescript-eslint/no-explicit-any
type Any = any;
export type Screen = Component<{ table: Any; rules: Any }>;

/** How a game is followed and drawn. */
export interface TableParts {
  kit: Kit<Any, Any>;
  Screen: Screen;
}

export interface Manifest {
  /** Fetched when somebody sits down at a table. */
  table: () => Promise<TableParts>;

  /** What its door in the menu shows, the colour of the door's frame, and a line on what awaits one. */
  Picture?: Component;
  colour?: string;
  blurb?: string;
  /** What one of its scores is made of; else: points. */
  counts?: string;

  setup?: Setup;
  help?: () => Promise<{ help: Help }>;
  /** What a key does besides what keys do in every game: by name, with the usual key. */
  keys?: Record<string, { key: string; does: string }>;
  /** Optional questions can be asked only of whoever has less left than one of these. */
  danger?: { below: number[]; say: (left: number) => string };
}

/** The set-up: how many usually play, and whom one can be. */
export interface Setup {
  players?: number;
  cast?: Cast;
  /** Where seats have colours of their own: what stands for one, and what it is called. */
  seat?: {
    Picture: Component<{ seat: number }>;
    called: (seat: number) => string;
    colour: (seat: number) => string;
  };
}

/** Everybody at the table is somebody. */
export interface Cast {
  title: string;
  names: string[];
  usual: string; // who one is if one does not choose
  rivals: (n: number) => string;
  /** `taken`: by whom else, if by anybody. */
  Picker: Component<{ chosen: string; choose: (name: string) => void; taken?: Record<string, string> }>;
  Portrait: Component<{ character: string }>;
}

/** What the help shows besides the rules in words. */
export interface Help {
  Banner?: Component; // instead of the picture of the door
  asides?: Record<string, Component>; // below the heading of a section
  chapters?: (rules: Any) => Chapter[];
  End?: Component;
}

/** A list to look things up in; what is searched for is looked for in `texts`. */
export interface Chapter<T = Any> {
  title: string;
  list: "cards" | "terms";
  Entry: Component<{ of: T }>;
  entries: { id: string; of: T; texts: (string | undefined)[] }[];
}

/** How the table is divided, as CSS. */
export interface Layout {
  lower?: string; // height of the row with dice and decision
  taught?: string; // and of that, while something is said above it: a lesson, a puzzle
  middle?: string; // the two columns above which the board lies: dice and decision
  phone?: string; // height of the decision on a phone
  hints?: string; // and of hints in a row of their own, which the board makes room for; else they lie over the choices
}
