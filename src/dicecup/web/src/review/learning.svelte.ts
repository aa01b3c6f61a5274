// Learning from mistakes: the table is put back to each of them, and somebody chooses again.
import type { Ask, Choice, Option } from "../lib/wire";
import { reviewWords } from "../lib/words_review";
import { faultOf } from "./marks";
import type { Review, Step, Weighed } from "./types";

const w = reviewWords.learn;
const HINT = 2; // tries after which there is a hint

const same = (one: Choice, other: Choice) => JSON.stringify(one) === JSON.stringify(other);

/** Whether two options mean the same: dice that show the same are as good as each other. */
export function alike(ask: Ask, lying: number[], one: Choice, other: Choice): boolean {
  if (same(one, other)) return true;
  const held = (choice: Choice): string | null => {
    const option = ask.options.find((each) => same(each.choice, choice));
    if (!option?.pick.held) return null;
    return (option.pick.dice ?? [])
      .map((slot) => lying[slot] ?? 0)
      .sort()
      .join(" ");
  };
  const kept = held(one);
  return kept !== null && kept === held(other);
}

/** What the review says of a choice at a step; null: it is none of those it speaks of. */
export function weigh(step: Step, ask: Ask, lying: number[], choice: Choice): Weighed | null {
  const known = [...step.options, step.chosen];
  return (
    known.find((each) => same(each.choice, choice)) ??
    known.find((each) => alike(ask, lying, each.choice, choice)) ??
    null
  );
}

/** What is nearly as good as the best counts as right: as far off as no fault is. */
const RIGHT = { win: 0.03, points: 2 };

export interface Stand {
  ask: Ask;
  lying: number[]; // the dice on the table
}

/** Brings the table to a step, and gives what is asked there. */
export type Put = (step: number) => Promise<Stand | null>;

export class Learning {
  /** Which of the faults it is about; their number: all have been gone through. */
  at = $state(0);
  tries = $state(0);
  said = $state("");
  solved = $state(false);
  /** The answer has been shown. */
  told = $state(false);
  found = $state(0);
  trouble = $state("");
  stand = $state.raw<Stand | null>(null);

  constructor(
    readonly review: Review,
    readonly faults: number[],
    private readonly put: Put,
  ) {}

  get over(): boolean {
    return this.at >= this.faults.length;
  }

  get step(): Step | null {
    return this.review.steps[this.faults[this.at] ?? -1] ?? null;
  }

  get best(): Weighed | null {
    return this.step?.options[0] ?? null;
  }

  /** What somebody may choose again now. */
  get open(): boolean {
    return !this.over && !this.solved && !this.told && !!this.stand;
  }

  async begin(): Promise<void> {
    this.tries = 0;
    this.solved = this.told = false;
    this.trouble = "";
    this.stand = null;
    this.said = w.ask;
    if (this.over) {
      this.said = w.done(this.found, this.faults.length);
      return;
    }
    const at = this.at;
    const stand = await this.put(this.faults[at] ?? 0);
    if (at !== this.at) return;
    if (stand) this.stand = stand;
    else await this.next(); // nobody can say what was asked there
  }

  next(): Promise<void> {
    this.at += 1;
    return this.begin();
  }

  /** Somebody has chosen. */
  choose(choice: Choice): void {
    const { step, stand, best } = this;
    if (!this.open || !step || !stand || !best) return;
    this.tries += 1;
    const { unit, noise } = this.review;
    const weighed = weigh(step, stand.ask, stand.lying, choice);
    const lost = weighed && reviewWords.amount(weighed.loss, unit);
    if (weighed && weighed.loss < Math.max(RIGHT[unit], noise)) {
      this.solved = true;
      this.found += 1;
      const exact = alike(stand.ask, stand.lying, weighed.choice, best.choice);
      this.said = exact ? w.right(best.text) : w.alsoRight(best.text, lost ?? "");
      return;
    }
    const then = weighed && alike(stand.ask, stand.lying, weighed.choice, step.chosen.choice);
    this.said = !weighed ? w.worse : then ? w.same(lost ?? "") : w.wrong(lost ?? "");
    if (this.tries >= HINT) this.hint();
  }

  /** Why the best is the best, without saying what it is. */
  hint(): void {
    if (!this.open || !this.best) return;
    const hint = this.best.reason ? w.hint(this.best.reason) : w.noHint;
    if (!this.said.includes(hint)) this.said = `${this.said} ${hint}`;
  }

  /** The answer, for whoever wants it. */
  tell(): void {
    if (!this.open || !this.best) return;
    this.told = true;
    this.said = w.answer(this.best.text, this.best.reason);
  }
}

/** What somebody can learn from: their faults, where the options are known. */
export function lessonsOf(review: Review, seat: number): number[] {
  return review.steps.flatMap((step, at) =>
    step.seat === seat && faultOf(step) && step.options.length > 1 ? [at] : [],
  );
}

/** The option of a question that the review speaks of. */
export function optionFor(ask: Ask | null, choice: Choice | undefined): Option | undefined {
  return choice && ask?.options.find((option) => same(option.choice, choice));
}
