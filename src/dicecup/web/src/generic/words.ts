// What the page itself says in a game it does not know; everything else is worded by the server.
import type { Step } from "../games/manifest";
import { listed } from "../lib/words";

export const w = {
  yes: "yes",
  no: "no",
  none: "–",
  table: "The table",
  chooseDice: "Choose dice",
  chooseFirst: "Tap the dice you want, or press their numbers.",
  notThese: "These dice do not go together here.",
  price: (parts: [amount: number, what: string][]) => `costs ${listed(parts.map(([n, what]) => `${n} ${what}`))}`,
  track: (at: string, upto: string) => `${at} of ${upto}`,
  stuck: (die: number) => `Nothing can be done with die ${die} now.`,
};

/** The look around: where, a heading, what there is to know. */
export const TOUR: Step[] = [
  [
    ".frame > .tray",
    "The dice",
    "What was rolled lies here. Dice that you can choose are tapped, or taken by number.",
  ],
  [".frame > .board", "The table", "Everything that everybody may see, and what is yours alone to know."],
  [
    ".decide",
    "Your decision",
    "Whatever you can do now is a button here, and what you cannot do says why. Undo and Hint are in the corner.",
  ],
];
