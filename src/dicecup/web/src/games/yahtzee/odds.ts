// The chances to make a box, with what is kept and the rolls that are left.
import { Chase, hopeForFace, type Hope } from "../../lib/odds";
import { oddsWords } from "../../lib/words_odds";
import { BOXES, type Box } from "./kit";
import { w } from "./words";

const DICE = 5;
const run = (counts: readonly number[]) =>
  Math.max(
    ...counts
      .map((_, from) => counts.slice(from).findIndex((count) => !count))
      .map((end, from) => (end < 0 ? 6 - from : end)),
  );
const most = (counts: readonly number[]) => Math.max(...counts);

/** Boxes that are made or not; what the others bring is a matter of more or less. */
export const CHASES: Partial<Record<Box, Chase>> = {
  three_of_a_kind: new Chase((counts) => Number(most(counts) >= 3), DICE),
  four_of_a_kind: new Chase((counts) => Number(most(counts) >= 4), DICE),
  full_house: new Chase((counts) => Number(counts.includes(3) && counts.includes(2)), DICE),
  small_straight: new Chase((counts) => Number(run(counts) >= 4), DICE),
  large_straight: new Chase((counts) => Number(run(counts) >= 5), DICE),
  yahtzee: new Chase((counts) => Number(most(counts) === DICE), DICE),
};

/** What may become of a box; null where there is nothing to hope for, or no roll left. */
export function hopeFor(box: Box, dice: number[], held: boolean[], rolls: number): Hope | null {
  const at = BOXES.indexOf(box);
  if (!rolls || dice.length !== DICE) return null;
  if (at < 6) return hopeForFace(at + 1, dice, held, rolls, w.boxes[at] ?? "");
  const chase = CHASES[box];
  const kept = dice.filter((_, slot) => held[slot]);
  if (!chase) return null;
  // All five in the rail is not what one rolls with; nothing in it: whatever is best for the box.
  const free = kept.length === 0 || kept.length === DICE;
  return {
    title: w.boxes[at] ?? "",
    rows: [{ label: w.makeIt, chance: free ? chase.best(dice, rolls) : chase.keeping(kept, rolls) }],
    assumes: free ? oddsWords.anyway(rolls) : oddsWords.keeping(kept.join(" "), rolls),
  };
}
