// What happens at a table, told one event at a time: how long each has the table to itself, what is seen and heard of it,
// and how somebody gets on faster. What is to be decided, and what the server says, is the table's (table.svelte.ts).
import type { Change, Kit, Moment, Throw, View } from "../games/kit";
import { flights } from "./flights.svelte";
import { now } from "./meant";
import { calm, likes, type Speed } from "./settings.svelte";
import type { Surroundings } from "./socket";
import { dice, hush, play, type Listening } from "./sound/cues";
import { landing, type Thrown } from "./tumble";
import type { Ask, Choice, GameEvent, Option, Rules, SeatInfo, State } from "./wire";

const UNASKED = 700; // milliseconds for which one sees what is decided without asking
const ROLLED = 1800; // the same, where it is what the dice have just come to
const SPEEDS = { normal: 1, fast: 0.45, off: 0 };
const LATELY = 900; // milliseconds for which one sees that a number has changed, whatever else happens
const LANDED = 0.75; // of the time that a throw has, dice lie
const RUSH = 0.2; // of the time that something takes, while somebody wants to get on

export type Item = { event: GameEvent } | { state: State };

export abstract class Playback<V extends View = View> {
  view = $state<V | null>(null);
  seats = $state<SeatInfo[]>([]);
  ask = $state<Ask | null>(null);
  /** The choice on its way to the server. */
  sent = $state<Choice | null>(null);
  /** What is decided without asking, shown for a moment. */
  auto = $state<Option | null>(null);
  /** The seat for whose eyes alone the next thing is, while others may be looking at this screen. */
  cover = $state<number | null>(null);
  log = $state<GameEvent[]>([]);
  /** The event being looked at. */
  now = $state<GameEvent | null>(null);
  /** The last throw; `count` tells one from the next. Until it has landed nothing says what it is. */
  thrown = $state<(Throw & Thrown & { landed: boolean }) | null>(null);
  /** The numbers that have changed just now. */
  changes = $state.raw<Record<string, { by: number; count: number; at: number }>>({});
  playing = $state(false);
  /** Everything has been told; what somebody is to read stays for a moment. */
  reading = $state(false);
  thinking = $state("");
  /** How often somebody has skipped something. */
  skips = $state(0);

  protected queue: Item[] = [];
  private count = 0;
  private pumping = false;
  protected hurrying = $state(false);
  private rushing = $state(false);
  protected held = false;
  protected waiting: { timer: unknown; go: () => void } | null = null;
  protected waited = false; // for others, since the last decision here

  constructor(
    readonly kit: Kit<V>,
    readonly rules: Rules,
    protected readonly around: Surroundings,
  ) {}

  /** The decision that somebody at this screen has to make now. */
  abstract get asked(): Ask | null;
  /** Whether there is anything to skip: what happened is being told, or computer players are at it. */
  abstract get skippable(): boolean;
  /** Whoever has skipped goes on past what computer players do, and what is decided without asking. */
  protected abstract get onward(): boolean;
  /** Take what the server says as it is. */
  protected abstract settle(state: State): void;
  /** For how long what somebody is to read, and that nobody answers, should stay before something else is said. */
  protected unread(_next: State): number {
    return 0;
  }
  /** Take what needs no question. */
  protected abstract decide(option: Option): void;
  /** Something else may be to be pressed now. */
  protected abstract turn(): void;
  /** Whether something is for one pair of eyes only, while others may be looking. */
  protected abstract shared(what: Ask | GameEvent): boolean;

  /** Whose seats are at this screen. */
  get mine(): number[] {
    return this.seats.flatMap((seat, at) => (seat.mine ? [at] : []));
  }

  /** Whether others play, and nobody here is asked anything. */
  get theirs(): boolean {
    const seat = this.view && this.kit.turnOf?.(this.view);
    return typeof seat === "number" && !this.mine.includes(seat) && !this.asked;
  }

  /** How fast it goes now: the turns of others have a speed of their own. */
  get speed(): Speed {
    return this.theirs ? likes.opponents : likes.speed;
  }

  /** How long things take now, as a part of their usual time. */
  protected get part(): number {
    return this.hurrying || document.hidden ? 0 : SPEEDS[this.speed] * (this.rushing ? RUSH : 1);
  }

  /** How long something takes to move now, as a part of its usual time; 0: nothing moves. */
  get tempo(): number {
    return calm() ? 0 : this.part;
  }

  /** Whether somebody has skipped, or wants to get on. */
  get hurried(): boolean {
    return this.hurrying || this.rushing;
  }

  /** Whose eyes are on it: what happens to them gets its time. */
  protected get here(): number[] {
    return this.mine;
  }

  /** Whether what is being told ends the game. */
  get ends(): boolean {
    const next = this.queue.find((item) => "state" in item);
    return !!next && "state" in next && !!next.state.outcome;
  }

  /** On to the next decision of somebody here: whatever happens until then is not waited for. */
  skip(): void {
    if (!this.skippable && !this.held) return;
    if (!this.hurrying) this.skips += 1;
    this.hurrying = true;
    flights.clear();
    hush();
    if (this.cover === null || this.held) this.waiting?.go();
  }

  /** Whoever was in a hurry wants to see what comes now. */
  linger(): void {
    this.hurrying = false;
  }

  /** As long as somebody wants to get on: everything is told, only faster. */
  rush(on: boolean): void {
    if (this.rushing === on) return;
    this.rushing = on;
    if (on && this.cover === null && this.thrown?.landed !== false) this.waiting?.go(); // dice land as they were thrown
  }

  /** While the game is paused nothing is played back. */
  hold(on: boolean): void {
    this.held = on;
    if (!on) void this.pump();
  }

  protected rememberThrow(events: GameEvent[]): void {
    for (const event of events.slice(-12)) {
      const found = this.kit.thrown(event, null);
      if (found) this.thrown = { ...found, slots: [], count: 0, ms: 0, landed: true };
    }
  }

  protected async pump(): Promise<void> {
    if (this.pumping) return;
    this.pumping = true;
    while (!this.held) {
      const item = this.queue.shift();
      if (!item) {
        if (!this.auto || this.sent) break;
        const last = this.log.at(-1);
        await this.rest((last && this.kit.thrown(last, null) ? ROLLED : UNASKED) * this.part);
        if (!this.queue.length && !this.held && this.auto) this.decide(this.auto);
      } else if ("event" in item) await this.tell(item.event);
      else {
        const ms = this.unread(item.state) * this.part;
        this.reading = ms > 0;
        if (ms > 0) await this.rest(ms);
        this.reading = false;
        this.settle(item.state);
      }
    }
    this.pumping = false;
    if (this.queue.length) return; // paused in the middle
    if (!this.onward) this.hurrying = false;
    this.playing = false;
    this.turn();
  }

  private async tell(event: GameEvent): Promise<void> {
    if (this.shared(event) && this.mine.includes(event["seat"] as number)) {
      this.cover = event["seat"] as number;
      this.turn();
      await this.rest(null);
    }
    if (this.sent) this.sent = this.ask = this.auto = null; // it has been taken, and this is what came of it
    this.count += 1;
    const lost = !this.view || event.kind === "took_back";
    const changes = lost ? [] : this.kit.apply(this.view as V, event, this.rules);
    let ms = lost ? 0 : this.kit.pace(event, this.moment()) * this.part;
    const found = this.view && this.kit.thrown(event, this.view);
    const log = this.log;
    this.cue(event, true);
    if (found) ms -= await this.roll(found, ms);
    if (log !== this.log) return; // somebody has gone to another moment
    if (event.n > this.log.length) this.log.push(event);
    if (!lost) this.cue(event, false);
    if (lost || !this.part) return;
    this.note(changes);
    if (ms <= 0) return;
    this.playing = true;
    this.now = event;
    this.thinking = "";
    await this.rest(this.hurrying ? 0 : ms);
  }

  private moment(): Moment<V> {
    const next = this.queue.find((item) => "event" in item);
    return { view: this.view as V, here: this.here, next: next?.event ?? null };
  }

  /** Whether somebody hears what happens: not what is skipped, nor behind another window. */
  private get heeded(): boolean {
    return !this.hurrying && !document.hidden;
  }

  private listening(seat: unknown): Listening {
    return { seat, mine: this.mine, part: this.part, tempo: this.tempo };
  }

  /** Let an event be heard: what is heard at once, or what only when dice lie. */
  private cue(event: GameEvent, first: boolean): void {
    const turn = this.view ? this.kit.turnOf?.(this.view) : undefined;
    if (turn !== undefined && !this.mine.includes(turn)) this.waited = true;
    if (!this.view || !this.heeded) return;
    const cues = this.kit.heard?.(event, this.mine) ?? [];
    play(
      cues.filter((each) => !!each.first === first),
      this.listening(event["seat"]),
    );
  }

  /** Let dice roll, for so long at most; how long it took. */
  private async roll(found: Throw, most: number): Promise<number> {
    const ms = Math.min(LANDED * most, landing(found.slots.length, this.tempo));
    this.thrown = { ...found, count: this.count, ms, landed: !ms };
    if (this.heeded) dice(found.slots.length, ms, this.kit.ground ?? "dieOnWood", this.listening(found.seat));
    if (!ms) return 0;
    this.playing = true;
    this.now = null;
    this.thinking = "";
    await this.rest(ms);
    if (this.thrown) this.thrown.landed = true;
    return this.hurrying ? most : ms;
  }

  /** Numbers that change one right after the other are seen to change together. */
  private note(changes: Change[]): void {
    const at = now();
    const lately = Object.entries(this.changes).filter(([, change]) => at - change.at < LATELY * this.part);
    const fresh = changes.map(({ key, by }) => [key, { by, count: this.count, at }]);
    this.changes = Object.fromEntries([...lately, ...fresh]);
  }

  /** Wait so long; null: until somebody goes on. */
  protected rest(ms: number | null): Promise<void> {
    return new Promise((resolve) => {
      const go = () => {
        this.around.never(timer);
        this.waiting = null;
        resolve();
      };
      const timer = ms === null ? null : this.around.later(go, ms);
      this.waiting = { timer, go };
    });
  }
}
