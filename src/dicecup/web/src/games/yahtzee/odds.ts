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

/** For what so many alike are good, and how many that takes. */
const ALIKE: [Box, number][] = [
  ["three_of_a_kind", 3],
  ["four_of_a_kind", 4],
  ["yahtzee", 5],
];

/** What may come of going for more of what a die shows: only as far as a box that is open makes use of it. */
export function hopeOfDie(
  at: number,
  dice: number[],
  held: boolean[],
  rolls: number,
  open: (box: Box) => boolean,
): Hope | null {
  const face = dice[at] ?? 0;
  const hope = hopeForFace(face, dice, held, rolls, w.boxes[face - 1] ?? "");
  const own = BOXES[face - 1];
  const have = dice.filter((each) => each === face).length;
  if (!hope || !own || open(own)) return hope;
  const rows = ALIKE.filter(([box]) => open(box)).flatMap(([box, count]) => {
    const row = hope.rows[count - have - 1];
    return row ? [{ label: w.boxes[BOXES.indexOf(box)] ?? "", chance: row.chance }] : [];
  });
  return rows.length ? { ...hope, title: w.more(w.boxes[face - 1] ?? ""), rows } : null;
}

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
