// A match as the page shows it: what the server says arrives here, is played back one event at a time, and settles
// at the next decision.
import type { Change, Kit, Throw } from "../games/kit";
import { likes } from "./settings.svelte";
import { MatchSocket, browser, type LineState, type Surroundings } from "./socket";
import { sound } from "./sound";
import type { Ask, Choice, GameEvent, Hint, Outcome, Refusal, Rules, SeatInfo, State, Told, View } from "./wire";

const SPEEDS = { normal: 1, fast: 0.45, off: 0 };
const MANY = 80; // events that came while nobody looked: they are not played back

type Item = { event: GameEvent } | { state: State };

export class Table<V extends View = View> {
  line = $state<LineState>("connecting");
  view = $state<V | null>(null);
  seats = $state<SeatInfo[]>([]);
  viewer = $state<number | null>(null);
  ask = $state<Ask | null>(null);
  refused = $state<Refusal[]>([]);
  outcome = $state<Outcome | null>(null);
  undo = $state<{ ok: boolean; reason: string }>({ ok: false, reason: "" });
  number = $state(1);
  notice = $state("");
  paused = $state(false);
  rematch = $state<string | null>(null);
  commitment = $state<string | null>(null);
  log = $state<GameEvent[]>([]);
  /** The event being looked at. */
  now = $state<GameEvent | null>(null);
  /** The last throw; `count` tells one from the next. */
  thrown = $state<(Throw & { count: number }) | null>(null);
  changes = $state<Record<string, { by: number; count: number }>>({});
  playing = $state(false);
  /** The choice on its way to the server. */
  sent = $state<Choice | null>(null);
  complaint = $state("");
  thinking = $state("");
  said = $state<Record<number, string>>({});
  hint = $state<Hint | null>(null);
  hinting = $state(false);
  gone = $state("");

  private socket: MatchSocket;
  private seq = 0;
  private queue: Item[] = [];
  private known = 0; // events heard of, played back or not
  private count = 0;
  private pumping = false;
  private hurrying = false;
  private held = false;
  private waiting: { timer: unknown; go: () => void } | null = null;
  private settled = false;
  private early: GameEvent[] = [];

  constructor(
    readonly id: string,
    readonly kit: Kit<V>,
    readonly rules: Rules,
    /** Made by this page just now: then everything from the very start is played back. */
    private readonly fresh: boolean,
    url: string,
    private readonly around: Surroundings = browser,
  ) {
    this.socket = new MatchSocket(
      url,
      (message) => this.hear(message),
      (state) => (this.line = state),
      around,
    );
  }

  open(): void {
    this.socket.start();
  }

  close(): void {
    this.socket.stop();
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
    return this.ask?.mine && !this.playing && !this.sent && !this.outcome ? this.ask : null;
  }

  answer(choice: Choice): void {
    if (!this.asked) return;
    this.sent = choice;
    this.complaint = "";
    this.hint = null;
    this.socket.answer(this.seq, $state.snapshot(choice) as Choice);
  }

  takeBack(): void {
    if (this.sent || !this.undo.ok) return;
    this.complaint = "";
    this.hint = null;
    this.socket.undo(this.seq);
  }

  neverAsk(kind: string, never: boolean): void {
    this.socket.neverAsk(kind, never);
  }

  askHint(): void {
    if (this.hinting || !this.asked) return;
    this.hinting = true;
    this.socket.hint();
  }

  /** On to the next decision: whatever waits to be played back happens at once. */
  skip(): void {
    this.hurrying = true;
    this.waiting?.go();
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
        this.takeState(message);
        return;
      case "refused":
        this.sent = null;
        this.hinting = false;
        this.complaint = message.reason;
        this.socket.lastSeq = message.state.seq;
        this.takeState(message.state);
        return;
      case "done":
        return;
      case "hint":
        this.hinting = false;
        if (message.advice.length) this.hint = message;
        else this.complaint = message.reason;
        return;
      case "thinking":
        this.thinking = message.name;
        return;
      case "said":
        this.said[message.seat] = message.text;
        return;
      case "bye":
        if (!message.again) this.gone = message.reason;
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
        if (this.log[event.n - 1]) this.log[event.n - 1] = event;
        continue;
      }
      if (event.n !== this.known + 1) {
        this.socket.hello(); // a gap: what is missing comes again
        break;
      }
      this.known = event.n;
      fresh.push(event);
    }
    if (!this.settled) {
      this.early.push(...fresh);
      return;
    }
    if (fresh.length > MANY) this.hurrying = true;
    this.queue.push(...fresh.map((event) => ({ event })));
    void this.pump();
  }

  private takeState(state: State): void {
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
        this.log = early;
        this.rememberThrow(early);
      }
    }
    this.queue.push({ state });
    void this.pump();
  }

  private rememberThrow(events: GameEvent[]): void {
    for (const event of events.slice(-12)) {
      const found = this.kit.thrown(event);
      if (found) this.thrown = { ...found, slots: [], count: 0 };
    }
  }

  private async pump(): Promise<void> {
    if (this.pumping) return;
    this.pumping = true;
    while (this.queue.length && !this.held) {
      const item = this.queue.shift() as Item;
      if ("state" in item) this.settle(item.state);
      else await this.tell(item.event);
    }
    this.pumping = false;
    if (this.queue.length) return; // paused in the middle
    this.hurrying = false;
    this.playing = false;
  }

  private async tell(event: GameEvent): Promise<void> {
    if (event.n > this.log.length) this.log.push(event);
    if (this.sent) this.sent = this.ask = null; // it has been taken, and this is what came of it
    if (!this.view) return;
    this.count += 1;
    const found = this.kit.thrown(event);
    const ms = this.wait(this.kit.pace(event));
    if (found) {
      this.thrown = { ...found, count: this.count };
      if (ms) sound.dice(found.slots.length);
    }
    if (event.kind === "took_back") return;
    const changes = this.kit.apply(this.view, event, this.rules);
    if (!ms) return;
    this.playing = true;
    this.now = event;
    this.thinking = "";
    this.note(changes);
    play(event);
    await this.rest(ms);
  }

  private note(changes: Change[]): void {
    this.changes = Object.fromEntries(changes.map(({ key, by }) => [key, { by, count: this.count }]));
  }

  private wait(ms: number): number {
    return this.hurrying || document.hidden ? 0 : ms * SPEEDS[likes.speed];
  }

  private rest(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const go = () => {
        this.around.never(timer);
        this.waiting = null;
        resolve();
      };
      const timer = this.around.later(go, ms);
      this.waiting = { timer, go };
    });
  }

  private settle(state: State): void {
    const wasMine = this.ask?.mine ?? false;
    const before = this.seq;
    this.seq = state.seq;
    this.view = state.view as V;
    this.seats = state.seats;
    this.viewer = state.viewer;
    this.refused = state.refused;
    this.outcome = state.outcome;
    this.undo = state.can_undo;
    this.number = state.number;
    this.notice = state.notice;
    this.paused = state.paused;
    this.rematch = state.rematch;
    this.commitment = state.commitment;
    if (state.seq !== before || !this.ask) {
      this.sent = null;
      this.hint = null;
    }
    this.ask = state.ask;
    if (state.ask?.mine) this.thinking = "";
    if (state.ask?.mine && !wasMine && before) sound.bell();
    if (this.complaint) this.sent = null;
  }
}

function play(event: GameEvent): void {
  if (event.kind === "hurt" || event.kind === "eliminated") sound.growl();
  else if (event.kind === "wraps" || event.kind === "shot") sound.clap();
  else if (event.kind === "filled" && "box" in event) sound.scratch();
}
