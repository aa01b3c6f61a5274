// A match as the page shows it: what the server says arrives here, is played back one event at a time, and settles
// at the next decision.
import type { Change, Kit, Moment, Throw, View } from "../games/kit";
import { api } from "./api";
import { become } from "./become";
import type { Clocked } from "./countdown";
import { newNonce, note, noted } from "./fair";
import { flights } from "./flights.svelte";
import { meant, now } from "./meant";
import { optionOf } from "./picks";
import { within } from "./reading";
import { calm, likes, type Speed } from "./settings.svelte";
import { MatchSocket, browser, type LineState, type Surroundings } from "./socket";
import { bell, dice, hush, play, type Listening } from "./sound/cues";
import { unasked } from "./unasked";
import { landing, type Thrown } from "./tumble";
import type {
  Ask,
  Choice,
  GameEvent,
  HintGiven,
  LessonInfo,
  Mark,
  NonceInfo,
  Option,
  Outcome,
  Pick,
  Price,
  Refusal,
  Rules,
  SeatInfo,
  State,
  Told,
} from "./wire";
import { words } from "./words";

const UNASKED = 700; // milliseconds for which one sees what is decided without asking
export const SPEEDS = { normal: 1, fast: 0.45, off: 0 };
const LATELY = 900; // milliseconds for which one sees that a number has changed, whatever else happens
const LANDED = 0.75; // of the time that a throw has, dice lie
const RUSH = 0.2; // of the time that something takes, while somebody wants to get on
const MANY = 80; // events that came while nobody looked: they are not played back

type Item = { event: GameEvent } | { state: State };

export class Table<V extends View = View> {
  line = $state<LineState>("connecting");
  view = $state<V | null>(null);
  seats = $state<SeatInfo[]>([]);
  viewer = $state<number | null>(null);
  ask = $state<Ask | null>(null);
  scores = $state<number[]>([]);
  refused = $state<Refusal[]>([]);
  /** What things on show would cost the viewer, by name. */
  prices = $state<Record<string, Price>>({});
  outcome = $state<Outcome | null>(null);
  undo = $state<{ ok: boolean; reason: string }>({ ok: false, reason: "" });
  number = $state(1);
  notice = $state("");
  paused = $state(false);
  rematch = $state<string | null>(null);
  commitment = $state<string | null>(null);
  nonces = $state<NonceInfo[]>([]);
  older = $state(0);
  /** The party that plays it; null: nobody but who sits at this screen, or came by an invite. */
  party = $state<string | null>(null);
  /** The time of the decision that is being made, and when the server said so. */
  clock = $state.raw<Clocked | null>(null);
  hints = $state(true);
  /** What a guided first game says now. */
  lesson = $state<LessonInfo | null>(null);
  /** It is a lesson, or began as one: some of its dice were arranged. */
  arranged = $state(false);
  /** The lesson has been left, and nothing been decided since. */
  left = $state(false);
  log = $state<GameEvent[]>([]);
  /** The event being looked at. */
  now = $state<GameEvent | null>(null);
  /** The last throw; `count` tells one from the next. Until it has landed nothing says what it is. */
  thrown = $state<(Throw & Thrown & { landed: boolean }) | null>(null);
  /** The numbers that have changed just now. */
  changes = $state.raw<Record<string, { by: number; count: number; at: number }>>({});
  playing = $state(false);
  /** How often somebody has skipped something. */
  skips = $state(0);
  /** The choice on its way to the server. */
  sent = $state<Choice | null>(null);
  complaint = $state("");
  thinking = $state("");
  slow = $state(""); // why that takes long
  /** Why computer players did what they did: below which event, in words. */
  said = $state<Record<number, { text: string; marks?: Mark[] }[]>>({});
  /** Where a computer player failed: below which event, in words; and the last time, until somebody decides. */
  stumbles = $state<Record<number, string[]>>({});
  stumble = $state("");
  hint = $state<HintGiven | null>(null);
  /** The choice of the hint that is looked at. */
  hinted = $state<Choice | null>(null);
  hinting = $state(false);
  gone = $state("");
  /** From where it could go on, if it is damaged. */
  rescue = $state("");
  /** What is decided without asking, shown for a moment. */
  auto = $state<Option | null>(null);
  /** The seat for whose eyes alone the next thing is, while others may be looking at this screen. */
  cover = $state<number | null>(null);

  private since = 0; // when what is to be pressed now came up
  private shown = ""; // which that was
  private takenBack = -1; // the state out of which something was taken back
  private trusted: number | null = null; // the seat that has said that only it looks
  private tried = -1; // the state in which something was decided without asking
  private byHand = false; // after an undo everything is asked
  private socket: MatchSocket;
  private seq = 0;
  protected queue: Item[] = [];
  private known = 0; // events heard of, played back or not
  private count = 0;
  private pumping = false;
  protected hurrying = $state(false);
  private rushing = $state(false);
  private held = false;
  private waiting: { timer: unknown; go: () => void } | null = null;
  private waited = false; // for others, since the last decision here
  private settled = false;
  private early: GameEvent[] = [];
  private reason: Extract<Told, { type: "said" | "stumbled" }> | null = null; // of the choice that is told next

  constructor(
    readonly id: string,
    readonly kit: Kit<V>,
    readonly rules: Rules,
    /** Made by this page just now: then everything from the very start is played back. */
    readonly fresh: boolean,
    url: string,
    protected readonly around: Surroundings = browser,
  ) {
    this.socket = new MatchSocket(
      url,
      (message) => this.hear(message),
      (state) => {
        this.line = state;
        this.reason = null;
      },
      around,
    );
  }

  open(): void {
    this.socket.start();
  }

  close(): void {
    this.socket.stop();
    this.held = true;
    this.skip();
  }

  hurry(): void {
    this.socket.hurry();
  }

  /** Whose seats are at this screen. */
  get mine(): number[] {
    return this.seats.flatMap((seat, at) => (seat.mine ? [at] : []));
  }

  /** The decision that somebody at this screen has to make now. */
  get asked(): Ask | null {
    const busy = this.playing || this.sent || this.outcome || this.auto || this.cover !== null;
    return this.ask?.mine && !busy ? this.ask : null;
  }

  /** What the choice on its way picks, or the one of the hint that is looked at, or that a lesson wants. */
  get sentPick(): Pick | undefined {
    return optionOf(this.ask, this.sent)?.pick;
  }

  get hintedPick(): Pick | undefined {
    return optionOf(this.ask, this.hinted ?? this.lesson?.do[0] ?? null)?.pick;
  }

  /** Whether others play, and nobody here is asked anything. */
  get theirs(): boolean {
    const seat = this.view && this.kit.turnOf?.(this.view);
    return typeof seat === "number" && !this.mine.includes(seat) && !this.asked;
  }

  /** Whether nobody here will be asked anything any more: they are out, or only watch. */
  get watching(): boolean {
    return this.mine.every((seat) => !!this.view && !!this.kit.out?.(this.view, seat));
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

  /** Make a choice; false: nobody is asked, or the press was not meant for this. */
  answer(choice: Choice): boolean {
    if (!this.asked || !this.meant()) return false;
    this.send(choice);
    return true;
  }

  /** Whether a press was meant for what is asked now, and not for what was there a moment ago. */
  meant(): boolean {
    return meant(this.since);
  }

  /** Something else can be pressed now. */
  renew(): void {
    this.since = now();
  }

  private turn(): void {
    const over = this.outcome && !this.playing;
    const shown = this.cover !== null ? `cover ${this.cover}` : over ? "over" : this.asked ? `${this.seq}` : "";
    if (shown === this.shown) return;
    this.shown = shown;
    this.renew();
  }

  private send(choice: Choice): void {
    this.sent = choice;
    this.left = false;
    this.complaint = this.stumble = "";
    this.setHint(null);
    this.socket.answer(this.seq, $state.snapshot(choice) as Choice);
  }

  takeBack(): void {
    if (this.sent || this.playing || !this.undo.ok || this.takenBack === this.seq || !this.meant()) return;
    this.takenBack = this.seq;
    this.complaint = "";
    this.setHint(null);
    this.auto = null;
    this.byHand = true;
    this.socket.undo(this.seq);
  }

  /** Out of the lesson, and on with the game. */
  leaveLesson(): void {
    if (!this.lesson || !this.meant()) return;
    this.complaint = "";
    api.leaveLesson(this.id).catch((error: Error) => (this.complaint = error.message));
  }

  neverAsk(kind: string, never: boolean): void {
    this.socket.neverAsk(kind, never);
  }

  /** Ask for a hint; where there is one it goes away. */
  askHint(): void {
    if (this.hinting || !this.asked) return;
    if (this.hint) return this.setHint(null);
    this.hinting = true;
    this.socket.hint();
  }

  private setHint(hint: HintGiven | null): void {
    this.hint = hint;
    this.hinted = this.hint?.advice[0]?.choice ?? null;
  }

  /** Whether there is anything to skip: what happened is being told, or computer players are at it. */
  get skippable(): boolean {
    return !this.asked && this.cover === null && (this.playing || !!this.auto || (!this.sent && this.onward));
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

  /** Whoever the next thing is for has the screen now. */
  uncover(): void {
    if (!this.meant()) return;
    this.trusted = this.cover;
    this.cover = null;
    this.waiting?.go();
    void this.pump();
    this.turn();
  }

  /** While the game is paused nothing is played back. */
  hold(on: boolean): void {
    this.held = on;
    if (!on) void this.pump();
  }

  private hear(message: Told): void {
    switch (message.type) {
      case "events":
        this.takeEvents(message.events);
        return;
      case "state":
        this.socket.lastSeq = message.seq;
        this.giveReason([]);
        this.takeState(message);
        return;
      case "refused":
        this.sent = null;
        this.takenBack = -1;
        this.shown = "";
        this.hinting = false;
        this.complaint = this.auto ? "" : message.reason; // another tab may have been quicker
        this.socket.lastSeq = message.state.seq;
        this.takeState(message.state);
        return;
      case "done":
        return;
      case "hint":
        this.hinting = false;
        this.slow = "";
        if (message.advice.length) this.setHint(this.asked ? message : null);
        else this.complaint = message.reason;
        return;
      case "thinking":
        this.thinking = message.name;
        this.slow = message.text;
        return;
      case "stumbled":
        this.stumble = message.text;
        if (this.line === "open") this.reason = message;
        return;
      case "said":
        if (this.line === "open") this.reason = message; // else what comes next is all that was missed
        return;
      case "bye":
        if (message.again) return;
        this.gone = message.reason;
        this.rescue = message.rescue ?? "";
        return;
      default:
        return;
    }
  }

  private takeEvents(events: GameEvent[]): void {
    const fresh: GameEvent[] = [];
    for (const event of events) {
      if (event.n <= this.known) {
        // Somebody else at this screen looks at it now, and may know more or less.
        if (this.log[event.n - 1]) this.log[event.n - 1] = this.masked(event);
        continue;
      }
      if (event.n !== this.known + 1) {
        this.reason = null;
        this.socket.hello(); // a gap: what is missing comes again
        break;
      }
      this.known = event.n;
      fresh.push(event);
    }
    if (fresh.length) this.giveReason(fresh);
    if (!this.settled) {
      this.early.push(...fresh);
      return;
    }
    if (fresh.length > MANY) this.hurrying = true;
    this.queue.push(...fresh.map((event) => ({ event })));
    void this.pump();
  }

  /** Put a reason below what was done; where nothing was (nothing bought), with a name below what was before. */
  private giveReason(fresh: GameEvent[]): void {
    if (!this.reason) return;
    const { type, seat, text } = this.reason;
    const marks = "marks" in this.reason ? this.reason.marks : undefined;
    this.reason = null;
    const first = fresh.find((event) => event.text);
    const done = first?.["seat"] === seat && this.kit.line?.(first) !== "head" ? first : null;
    const below = done?.n ?? this.known - fresh.length;
    const why = this.voiced(seat, text, below);
    const line = done ? words.table.why(why) : words.table.whyOf(this.seats[seat]?.name ?? "", why);
    if (type === "stumbled") {
      this.stumbles[below] = [...(this.stumbles[below] ?? []), text];
      return;
    }
    this.said[below] = [...(this.said[below] ?? []), { text: line, marks: within(line, text, marks) }];
  }

  private voiced(seat: number, reason: string, n: number): string {
    if (!likes.remarks || !this.view || this.seats[seat]?.player !== "computer") return reason;
    return this.kit.voiced?.(this.view, seat, reason, n) ?? reason;
  }

  private takeState(state: State): void {
    this.party = state.party;
    this.clock = state.clock && { info: state.clock, at: now() };
    if (!this.settled) {
      this.settled = true;
      const early = this.early;
      this.early = [];
      if (this.fresh && early.length <= MANY) {
        this.seats = state.seats;
        this.viewer = state.viewer;
        this.number = state.number;
        this.view = this.kit.start(state.view as V, this.rules);
        this.queue.push(...early.map((event) => ({ event })));
      } else {
        this.seats = state.seats;
        this.log = early.map((event) => this.masked(event));
        this.rememberThrow(early);
      }
    }
    this.queue.push({ state });
    void this.pump();
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
        await this.rest(UNASKED * this.part);
        if (!this.queue.length && !this.held && this.auto) this.decide(this.auto);
      } else if ("state" in item) this.settle(item.state);
      else await this.tell(item.event);
    }
    this.pumping = false;
    if (this.queue.length) return; // paused in the middle
    if (!this.onward) this.hurrying = false;
    this.playing = false;
    this.turn();
  }

  /** Whoever has skipped goes on past what computer players do, and what is decided without asking. */
  protected get onward(): boolean {
    if (!this.ask || this.outcome || this.paused || this.cover !== null || this.lesson?.over) return false;
    const { player, stand_in } = this.seats[this.ask.seat] ?? {};
    return this.ask.mine ? !!this.auto : player === "computer" || !!stand_in;
  }

  private decide(option: Option): void {
    this.tried = this.seq;
    this.send(option.choice);
  }

  private shared(what: Ask | GameEvent): boolean {
    return this.mine.length > 1 && !!this.kit.secret?.(what) && what["seat"] !== this.trusted;
  }

  /** What the log may say of something secret while others may be looking. */
  private masked(event: GameEvent): GameEvent {
    if (!this.shared(event)) return event;
    const text = words.table.secretly(this.seats[event["seat"] as number]?.name ?? "");
    return { ...event, text, marks: [] };
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

  protected settle(state: State): void {
    const before = this.seq;
    this.seq = state.seq;
    this.view = become(this.view, state.view as V);
    this.seats = become(this.seats, state.seats);
    this.viewer = state.viewer;
    this.scores = become(this.scores, state.scores);
    this.refused = become(this.refused, state.refused);
    this.prices = become(this.prices, state.prices);
    this.outcome = state.outcome;
    this.undo = state.can_undo;
    this.number = state.number;
    this.notice = state.notice;
    this.paused = state.paused;
    this.rematch = state.rematch;
    if (state.commitment && !state.outcome) this.witness(state, state.commitment);
    this.commitment = state.commitment;
    this.nonces = state.nonces;
    this.older = state.older;
    this.hints = state.hints;
    if (this.lesson && !state.lesson && !state.outcome) this.left = true;
    this.lesson = state.lesson;
    this.arranged = state.arranged;
    if (state.seq !== before || !this.ask) {
      this.sent = null;
      this.setHint(null);
    }
    // Told once more, because somebody came or went, it is still the same decision: what was picked for it stays.
    const same = state.seq === before && JSON.stringify(state.ask) === JSON.stringify(this.ask);
    if (!same) this.ask = state.ask;
    this.look(state, before);
    if (state.ask?.mine) this.thinking = "";
    if (!this.hinting) this.slow = "";
    this.call(before > 0);
    if (this.complaint) this.sent = null;
    this.turn();
  }

  /** Whoever has waited for others hears that it is their turn; whoever is asked once more does not. */
  private call(here: boolean): void {
    if (!this.ask?.mine) this.waited = true;
    else if (!this.auto) {
      if (this.waited && here && this.mine.length) bell();
      this.waited = false;
    }
  }

  /** Write the seal down, so that the dice can be checked at the end, and add to them if nobody here has. */
  private witness(state: State, seal: string): void {
    if (seal === this.commitment) return;
    note(this.id, { seal, lesson: state.arranged });
    const mine = state.seats.findIndex((seat) => seat.mine);
    if (mine < 0 || state.nonces.some((one) => state.seats[one.seat]?.mine)) return;
    const nonce = newNonce();
    note(this.id, { seal, nonce, by: state.seq, lesson: state.arranged });
    // Another window of this browser may have been quicker: then its number is in, and was written down first.
    api.stir(this.id, noted(this.id)?.nonce ?? nonce).catch(() => {});
  }

  /** What the new decision is for this screen: to be asked, for one pair of eyes only, or not worth a question. */
  private look(state: State, before: number): void {
    const ask = state.ask?.mine && !state.outcome ? state.ask : null;
    if (this.trusted !== null && !(ask && ask.seat === this.trusted && this.kit.secret?.(ask))) {
      this.trusted = null;
      this.log = this.log.map((event) => this.masked(event));
    }
    this.cover = ask && this.shared(ask) ? ask.seat : null;
    const mayDecide = ask && !state.lesson && state.seq !== this.tried && !this.byHand && this.cover === null;
    this.auto = mayDecide ? unasked(this.kit, state.view as V, ask) : null;
    if (state.seq !== before) this.byHand = false;
  }
}
