// A match that is watched once more: a table like any other, only that what happens comes from what was recorded.
import type { Kit, View } from "../games/kit";
import { likes, type Speed } from "./settings.svelte";
import { browser, type Surroundings } from "./socket";
import { Table } from "./table.svelte";
import type { Ask, Choice, GameEvent, Pick, Refusal, Stop, Rules, SeatInfo, State, Whole } from "./wire";

const PAGE = 40; // stops that are fetched at once
const PAGES = 8; // of them are kept
const DWELL = { normal: 500, fast: 350, off: 1100 }; // milliseconds between one decision and the next
export const RATES = [0.5, 1, 2, 4];

export type Fetch = (first: number, count: number) => Promise<Stop[]>;

/** A decision that is made once more, to learn from it. */
export interface Trial {
  choose: (choice: Choice) => void;
  hint: () => void;
}

export class Replay<V extends View = View> extends Table<V> {
  /** The stop that is shown, or on the way to. */
  at = $state(0);
  running = $state(false);
  rate = $state(1);
  stop = $state.raw<Stop | null>(null);
  /** What a review says should have been picked here: it is lit as a hint would be. */
  lit = $state.raw<Pick | undefined>(undefined);
  /** Somebody goes through mistakes once more: what comes next is not shown. */
  learning = $state(false);
  /** Somebody makes the decision of this stop once more. */
  private trial = $state.raw<(Trial & { seat: number }) | null>(null);

  private players: SeatInfo[];
  private pages = new Map<number, Promise<Stop[]>>();
  private wish = 0; // the last jump counts

  constructor(
    kit: Kit<V>,
    rules: Rules,
    readonly whole: Whole,
    private readonly fetch: Fetch,
    around: Surroundings = browser,
  ) {
    super(whole.match, kit, rules, false, "", around);
    this.line = "open";
    // Out of a file all seats are those of whoever brought it: that does not make them you.
    const shared = whole.seats.filter((seat) => seat.mine).length > 1;
    this.players = whole.seats.map((seat) => ({ ...seat, mine: seat.mine && !shared }));
  }

  override open(): void {}

  override close(): void {
    this.running = false;
    super.close();
  }

  override hurry(): void {}

  override neverAsk(): void {}

  /** Nobody at this screen plays, unless a decision is made once more. */
  override get mine(): number[] {
    return this.trial ? [this.trial.seat] : [];
  }

  override get hintedPick(): Pick | undefined {
    return this.lit;
  }

  /** Let somebody make the decision of this stop again: nothing comes of it but what the trial does. */
  practise(ask: Ask, trial: Trial, refused: Refusal[] = []): void {
    this.trial = { seat: ask.seat, ...trial };
    this.refused = refused;
    this.ask = { ...ask, mine: true };
  }

  /** Nobody decides any more. */
  watchOn(): void {
    if (!this.trial) return;
    this.trial = null;
    this.refused = [];
    this.ask = this.stop?.ask ?? null;
  }

  get practising(): boolean {
    return !!this.trial;
  }

  override answer(choice: Choice): boolean {
    if (!this.trial || !this.asked || !this.meant()) return false;
    this.trial.choose(choice);
    return true;
  }

  override askHint(): void {
    this.trial?.hint();
  }

  get last(): number {
    return this.whole.told.length - 1;
  }

  get events(): GameEvent[] {
    return this.whole.events;
  }

  /** Stand at a stop at once. */
  async show(at: number): Promise<void> {
    this.pause();
    await this.stand(at);
  }

  /** Stand where an event has just happened: at a stop, or on the way from one to the next. */
  async showEvent(n: number): Promise<void> {
    const after = this.whole.told.findIndex((told) => told >= n);
    if (after <= 0 || this.whole.told[after] === n) return this.show(after < 0 ? this.last : after);
    await this.show(after - 1);
    if (this.at !== after - 1 || !this.view) return; // somebody has jumped elsewhere meanwhile
    for (const event of this.whole.events.slice(this.log.length, n)) {
      this.log.push(event);
      this.kit.apply(this.view, event, this.rules);
    }
    this.rememberThrow(this.log);
  }

  private async stand(at: number): Promise<void> {
    const wish = ++this.wish;
    this.trial = null;
    const to = Math.max(0, Math.min(this.last, at));
    this.at = to;
    const stop = await this.get(to);
    if (!stop || wish !== this.wish) return;
    this.queue = [];
    if (this.playing) this.skip();
    const told = this.whole.told[to] ?? 0;
    this.log = this.whole.events.slice(0, told);
    this.thrown = null;
    this.changes = {};
    this.rememberThrow(this.log);
    this.settle(this.stateAt(to, stop));
    this.stop = stop;
  }

  /** One decision on, played back; while one is being played back, that one is finished at once. */
  async forward(): Promise<void> {
    if (this.playing) return this.skip();
    if (this.at >= this.last) return;
    const wish = ++this.wish;
    const from = this.log.length;
    const to = this.at + 1;
    const stop = await this.get(to);
    if (!stop || wish !== this.wish) return;
    this.at = to;
    this.stop = stop;
    const events = this.whole.events.slice(from, this.whole.told[to]);
    this.queue.push(...events.map((event) => ({ event })), { state: this.stateAt(to, stop) });
    await this.pump();
  }

  back(): Promise<void> {
    return this.show(this.log.length > (this.whole.told[this.at] ?? 0) ? this.at : this.at - 1);
  }

  async play(): Promise<void> {
    if (this.running) return;
    this.running = true;
    if (this.at >= this.last) await this.stand(0);
    while (this.running && this.at < this.last) {
      await this.forward();
      if (this.running) await this.rest(DWELL[likes.speed] / this.rate);
    }
    this.running = false;
  }

  pause(): void {
    this.running = false;
  }

  /** A replay has a speed of its own, and nobody is another's opponent. */
  override get speed(): Speed {
    return likes.speed;
  }

  protected override get part(): number {
    return super.part / this.rate;
  }

  protected override get here(): number[] {
    return this.players.flatMap((seat, at) => (seat.mine ? [at] : []));
  }

  protected override get onward(): boolean {
    return false;
  }

  private async get(at: number): Promise<Stop | undefined> {
    const page = Math.floor(at / PAGE);
    void this.load(page + (at % PAGE > PAGE / 2 ? 1 : 0)).catch(() => {}); // the next ones are wanted soon
    try {
      return (await this.load(page))[at % PAGE];
    } catch (error) {
      this.running = false;
      this.complaint = (error as Error).message;
      return undefined;
    }
  }

  private load(page: number): Promise<Stop[]> {
    let found = this.pages.get(page);
    if (!found) {
      if (page * PAGE > this.last) return Promise.resolve([]);
      found = this.fetch(page * PAGE, PAGE);
      found.then(
        () => (this.complaint = ""),
        () => this.pages.delete(page),
      );
    }
    this.pages.delete(page); // the one used last is forgotten last
    this.pages.set(page, found);
    for (const old of [...this.pages.keys()].slice(0, -PAGES)) this.pages.delete(old);
    return found;
  }

  private stateAt(at: number, stop: Stop): State {
    const { whole } = this;
    return {
      type: "state",
      seq: at,
      viewer: whole.viewer,
      game: whole.game,
      number: whole.number,
      seats: this.players,
      view: structuredClone(stop.view),
      scores: whole.scores[at] ?? [],
      ask: stop.ask,
      refused: [],
      prices: stop.prices,
      outcome: at === this.last ? whole.outcome : null,
      can_undo: { ok: false, reason: "" },
      paused: false,
      notice: "",
      commitment: null, // a seal seen now proves nothing of then
      nonces: [],
      older: 0,
      rematch: null,
      party: null,
      clock: null,
      hints: true,
      coach: false,
      no_coach: "",
      lesson: null,
      arranged: whole.arranged,
    };
  }
}
