// Learning from mistakes: the table is put back to each of them, and somebody chooses again.
import type { Ask, Choice, Option } from "../lib/wire";
import { reviewWords } from "../lib/words_review";
import { faultOf } from "./marks";
import type { Review, Step, Weighed } from "./types";

const w = reviewWords.learn;
const HINT = 2; // tries after which there is a hint

const same = (one: Choice, other: Choice) => JSON.stringify(one) === JSON.stringify(other);

/** What a choice at a step gives away, where the review itself says so. */
export function lossOf(step: Step, choice: Choice): number | undefined {
  return [...step.options, step.chosen].find((each) => same(each.choice, choice))?.loss;
}

/** What is nearly as good as the best counts as right: as far off as no fault is. */
const RIGHT = { win: 0.03, points: 2 };

/** Brings the table to a step; false: nobody can say what was asked there. */
export type Put = (step: number) => Promise<boolean>;
/** What a choice at a step gives away; null: more than all that the review tells of. */
export type Try = (step: number, choice: Choice) => Promise<number | null>;

export class Learning {
  /** Which of the faults it is about; their number: all have been gone through. */
  at = $state(0);
  tries = $state(0);
  said = $state("");
  solved = $state(false);
  /** The answer has been shown. */
  told = $state(false);
  found = $state(0);
  /** The table stands there, and somebody may choose. */
  ready = $state(false);

  constructor(
    readonly review: Review,
    readonly faults: number[],
    private readonly put: Put,
    private readonly tried: Try,
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
    return !this.over && !this.solved && !this.told && this.ready;
  }

  async begin(): Promise<void> {
    this.tries = 0;
    this.solved = this.told = false;
    this.ready = false;
    this.said = w.ask;
    if (this.over) {
      this.said = w.done(this.found, this.faults.length);
      return;
    }
    const at = this.at;
    const ready = await this.put(this.faults[at] ?? 0);
    if (at !== this.at) return;
    if (ready) this.ready = true;
    else await this.next();
  }

  next(): Promise<void> {
    this.at += 1;
    return this.begin();
  }

  /** Somebody has chosen. */
  async choose(choice: Choice): Promise<void> {
    const { step, best, at } = this;
    if (!this.open || !step || !best) return;
    let loss: number | null;
    try {
      loss = lossOf(step, choice) ?? (await this.tried(this.faults[at] ?? 0, choice));
    } catch (error) {
      this.said = (error as Error).message;
      return;
    }
    if (at !== this.at || !this.open) return; // on by now
    this.tries += 1;
    const { unit, noise } = this.review;
    const lost = reviewWords.amount(loss ?? 0, unit);
    if (loss !== null && loss < Math.max(RIGHT[unit], noise)) {
      this.solved = true;
      this.found += 1;
      this.said = loss < 1e-9 ? w.right(best.text) : w.alsoRight(best.text, lost);
      return;
    }
    this.said = loss === null ? w.worse : same(choice, step.chosen.choice) ? w.same(lost) : w.wrong(lost);
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
