// A review on its way and on the table: fetched bit by bit, then gone through together with the replay.
import { getContext, setContext } from "svelte";
import type { Replay } from "../lib/replay.svelte";
import { browser, type Surroundings } from "../lib/socket";
import type { Ask, Choice, Tried } from "../lib/wire";
import { Learning, lessonsOf, optionFor } from "./learning.svelte";
import { beside, faultsOf, marksOf, stepAt } from "./marks";
import type { Review, ReviewTold, Step } from "./types";

const AGAIN = 400; // milliseconds between one look and the next, while it is being worked out

export type Tab = "reel" | "step" | "game" | "steps" | "log";

export interface Source {
  review: () => Promise<ReviewTold>;
  asked: (stop: number) => Promise<Ask>;
  tried: (step: number, choice: Choice) => Promise<Tried>;
}

export class Reviewing {
  progress = $state(0);
  review = $state.raw<Review | null>(null);
  trouble = $state("");
  /** Why it takes long, in words. */
  slow = $state("");
  /** Whose game is looked at. */
  seat = $state(0);
  tab = $state<Tab>("game");
  learning = $state<Learning | null>(null);
  /** What could have been chosen where the replay stands, if that is known. */
  asked = $state.raw<Ask | null>(null);
  /** The choice somebody points at; null: the best. */
  pointed = $state.raw<Choice | null>(null);

  private picked = $state<number | null>(null); // a step among those that share a stop
  private timer: unknown = null;
  private closed = false;
  private asks = new Map<number, Promise<Ask | null>>();

  constructor(
    readonly replay: Replay,
    private readonly source: Source,
    private readonly around: Surroundings = browser,
  ) {}

  /** Ask for it until it is there. */
  async open(): Promise<void> {
    this.trouble = "";
    try {
      const { progress, review, text } = await this.source.review();
      if (this.closed) return;
      this.progress = progress;
      this.slow = text ?? "";
      if (review) this.take(review);
      else this.timer = this.around.later(() => void this.open(), AGAIN);
    } catch (error) {
      this.trouble = (error as Error).message;
    }
  }

  close(): void {
    this.closed = true;
    this.around.never(this.timer);
  }

  private take(review: Review): void {
    const won = this.replay.whole.outcome?.winners[0];
    this.seat = review.eyes ?? won ?? 0;
    this.review = review;
  }

  get steps(): Step[] {
    return this.review?.steps ?? [];
  }

  /** The step the table stands at; their number: the end. */
  get at(): number {
    const stop = this.replay.at;
    const picked = this.picked;
    if (picked !== null && this.steps[picked]?.stop === stop) return picked;
    return stepAt(this.steps, stop);
  }

  get step(): Step | null {
    return this.steps[this.at] ?? null;
  }

  get marks() {
    return this.review ? marksOf(this.review, this.seat) : [];
  }

  get faults(): number[] {
    return this.review ? faultsOf(this.review, this.seat) : [];
  }

  get lessons(): number[] {
    return this.review ? lessonsOf(this.review, this.seat) : [];
  }

  /** Bring the table to a step. */
  async go(at: number): Promise<void> {
    const to = Math.max(0, Math.min(this.steps.length, at));
    this.picked = to;
    this.pointed = null;
    await this.replay.show(this.steps[to]?.stop ?? this.replay.last);
  }

  /** To the next mistake of whoever is looked at, or the one before. */
  async goToFault(way: 1 | -1): Promise<void> {
    const found = beside(this.faults, this.at, way);
    if (found !== null) await this.go(found);
  }

  /** Find out what could have been chosen where the table stands. */
  async look(): Promise<void> {
    const { step } = this;
    const stop = this.replay.at;
    this.asked = null;
    this.pointed = null;
    if (!step || step.stop !== stop || !step.options.length) return;
    const ask = await this.askAt(stop);
    if (this.replay.at === stop && ask && ask.seat === step.seat && ask.kind === step.kind) this.asked = ask;
  }

  /** What the choice picks that is pointed at, or the best one: the table lights it. */
  get lit() {
    if (this.learning && !this.learning.told && !this.learning.solved) return undefined;
    const choice = this.pointed ?? (this.step?.options.length ? this.step.options[0]?.choice : undefined);
    return optionFor(this.asked, choice)?.pick;
  }

  private askAt(stop: number): Promise<Ask | null> {
    let found = this.asks.get(stop);
    if (!found) {
      found = this.source.asked(stop).catch(() => null);
      this.asks.set(stop, found);
    }
    return found;
  }

  /** Go through the mistakes once more. */
  async learn(): Promise<void> {
    if (!this.review) return;
    const tried = async (at: number, choice: Choice) => (await this.source.tried(at, choice)).loss;
    const learning = new Learning(this.review, this.lessons, (at) => this.put(at), tried);
    this.learning = learning;
    this.replay.learning = true;
    await learning.begin();
  }

  private async put(at: number): Promise<boolean> {
    const learning = this.learning;
    await this.go(at);
    await this.look();
    if (!this.asked || this.learning !== learning) return false;
    this.replay.practise(this.asked, {
      choose: (choice) => void this.choose(choice),
      hint: () => this.learning?.hint(),
    });
    return true;
  }

  private async choose(choice: Choice): Promise<void> {
    const { learning } = this;
    await learning?.choose(choice);
    if (learning?.solved) this.replay.watchOn();
  }

  /** The answer is wanted. */
  tell(): void {
    this.learning?.tell();
    this.replay.watchOn();
  }

  async leave(): Promise<void> {
    this.learning = null;
    this.replay.learning = false;
    this.replay.watchOn();
    await this.replay.show(this.replay.at);
  }
}

const KEY = Symbol("reviewing");

export const giveReviewing = (what: Reviewing) => setContext(KEY, what);
export const reviewingHere = () => getContext<Reviewing>(KEY);
