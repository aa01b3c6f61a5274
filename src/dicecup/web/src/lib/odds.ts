// What the chances are of what somebody hopes for: plain arithmetic over dice that are kept and rolls that are left.
import { oddsWords } from "./words_odds";

const SIDES = 6;

/** Chances to get what one hopes for, in the words of a game; `assumes` says how one would have to play for it. */
export interface Hope {
  title: string;
  rows: { label: string; chance: number }[];
  assumes: string;
}

function choose(n: number, k: number): number {
  let ways = 1;
  for (let at = 1; at <= k; at++) ways = (ways * (n - k + at)) / at;
  return ways;
}

/**
 * The chances of 1, 2, ... more of a face, with so many dice rolled for nothing else, so many times: whatever shows the
 * face stays, the others roll again.
 */
export function moreOf(dice: number, rolls: number): number[] {
  const hit = 1 - ((SIDES - 1) / SIDES) ** rolls;
  const exactly = Array.from(
    { length: dice + 1 },
    (_, count) => choose(dice, count) * hit ** count * (1 - hit) ** (dice - count),
  );
  return exactly.slice(1).map((_, at) => exactly.slice(at + 1).reduce((sum, chance) => sum + chance, 0));
}

/** How many of a face there may come to be, with those that are there and the dice in the rail kept; null: as it is. */
export function hopeForFace(
  face: number,
  dice: number[],
  held: boolean[],
  rolls: number,
  name: string,
  label: (n: number) => string = oddsWords.inAll,
): Hope | null {
  const have = dice.filter((each) => each === face).length;
  const loose = dice.filter((each, slot) => each !== face && !held[slot]).length;
  if (!rolls || !loose) return null;
  return {
    title: name,
    rows: moreOf(loose, rolls).map((chance, at) => ({ label: label(have + at + 1), chance })),
    assumes: [
      oddsWords.chasing(have, name.toLowerCase(), loose, rolls),
      ...(have + loose < dice.length ? [oddsWords.alsoKept(dice.length - have - loose)] : []),
    ].join(" "),
  };
}

type Counts = number[]; // how many dice show 1, 2, ... 6

const countsOf = (faces: number[]): Counts =>
  Array.from({ length: SIDES }, (_, at) => faces.filter((face) => face === at + 1).length);
const keyOf = (counts: Counts) => counts.reduce((key, count) => key * 16 + count, 0);
const plus = (counts: Counts, side: number) => counts.map((count, at) => (at === side ? count + 1 : count));

/** What one can keep of some dice. */
function* keeps(counts: Counts, side = 0): Generator<Counts> {
  if (side === SIDES) return void (yield counts);
  for (let count = counts[side]!; count >= 0; count--) {
    yield* keeps(
      counts.map((each, at) => (at === side ? count : each)),
      side + 1,
    );
  }
}

/** For one thing that dice can be worth: what it is worth to keep some of them and go for it with all rolls left. */
export class Chase {
  private readonly after: Map<number, number>[] = []; // by rolls left, by dice kept: what it is worth to roll the others

  constructor(
    private readonly worth: (counts: readonly number[]) => number,
    private readonly size: number,
  ) {}

  /** Keep these, roll the others, and then keep what is best for it. */
  keeping(faces: number[], rolls: number): number {
    return rolls > 0 ? this.rolling(countsOf(faces), rolls) : this.worth(countsOf(faces));
  }

  /** Keep what is best for it from now on. */
  best(faces: number[], rolls: number): number {
    return this.standing(countsOf(faces), rolls);
  }

  private standing(counts: Counts, rolls: number): number {
    if (!rolls) return this.worth(counts);
    let most = 0;
    for (const kept of keeps(counts)) most = Math.max(most, this.rolling(kept, rolls));
    return most;
  }

  private rolling(kept: Counts, rolls: number): number {
    const known = (this.after[rolls] ??= new Map<number, number>());
    const key = keyOf(kept);
    const found = known.get(key);
    if (found !== undefined) return found;
    let sum = 0;
    if (kept.reduce((all, count) => all + count, 0) === this.size) sum = this.standing(kept, rolls - 1);
    else for (let side = 0; side < SIDES; side++) sum += this.rolling(plus(kept, side), rolls) / SIDES;
    known.set(key, sum);
    return sum;
  }
}
