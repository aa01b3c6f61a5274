// What can be pressed in the decision area.
import { labelOf } from "../lib/picks";
import { marksOf } from "../lib/reading";
import type { Choice, Mark, Option, Refusal } from "../lib/wire";

/** Something to press in the decision area. `why`: it cannot be pressed now, and that is the reason. */
export interface Press {
  id: string;
  label: string;
  marks?: Mark[]; // what of the label is drawn
  before?: string; // said before the label to whoever does not see where it stands
  note?: string;
  why?: string;
  main?: boolean;
  quiet?: boolean;
  run: () => void;
}

/** An option as a button: what it says, what it brings, how much it weighs. `dice`: those that lie on the table. */
export function pressOf(option: Option, answer: (choice: Choice) => void, dice: number[] = []): Press {
  const { choice, pick } = option;
  const label = labelOf(option);
  return {
    id: choice.join(" "),
    label,
    marks: marksOf({ text: label, pick }, dice),
    note: pick.gives,
    main: pick.main,
    quiet: pick.quiet,
    run: () => answer(choice),
  };
}

/** What cannot be pressed now. */
export function unable(refusal: Refusal): Press {
  return { id: refusal.choice.join(" "), label: labelOf(refusal), why: refusal.reason, run: () => {} };
}
