// A match as the page shows it: what the server says arrives here, is played back one event at a time, and settles
// at the next decision.
import { Coach, HURRY, PATIENCE } from "../coach/coach.svelte";
import { endOf, junctureOf, standing, type Juncture } from "../coach/juncture";
import type { Kit, View } from "../games/kit";
import { api } from "./api";
import { become } from "./become";
import type { Clocked } from "./countdown";
import { newNonce, note, noted } from "./fair";
import { meant, now } from "./meant";
import { optionOf } from "./picks";
import { Playback } from "./playback.svelte";
import { within } from "./reading";
import { likes } from "./settings.svelte";
import { MatchSocket, browser, type LineState, type Surroundings } from "./socket";
import { bell } from "./sound/cues";
import { unasked } from "./unasked";
import { sentence } from "./voice";
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
  State,
  Told,
} from "./wire";
import { words } from "./words";

const READING = 600; // milliseconds to look at a sentence, and for each letter of it
const LETTER = 45;
const MANY = 80; // events that came while nobody looked: they are not played back

export class Table<V extends View = View> extends Playback<V> {
  line = $state<LineState>("connecting");
  viewer = $state<number | null>(null);
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
  /** Why there is no coach at this table; nothing where there may be one, or nothing is to be decided. */
  noCoach = $state("");
  readonly coach: Coach;
  /** What a guided first game says now. */
  lesson = $state<LessonInfo | null>(null);
  /** It is a lesson, or began as one: some of its dice were arranged. */
  arranged = $state(false);
  /** The lesson has been left, and nothing been decided since. */
  left = $state(false);
  complaint = $state("");
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
  /** When what is to be pressed now came up. */
  since = $state(0);
  gone = $state("");
  /** From where it could go on, if it is damaged. */
  rescue = $state("");

  private juncture: Juncture | null = null; // the decision, where the coach may have a say in it
  private shown = ""; // which that was
  private takenBack = -1; // the state out of which something was taken back
  private trusted: number | null = null; // the seat that has said that only it looks
  private tried = -1; // the state in which something was decided without asking
  private byHand = false; // after an undo everything is asked
  private socket: MatchSocket;
  private seq = 0;
  private known = 0; // events heard of, played back or not
  private settled = false;
  private early: GameEvent[] = [];
  private saidAt = 0; // when the lesson began to say what it says
  private reasons = 0; // given so far
  private readonly lastReason = new Map<number, string>(); // of each seat
  private reason: Extract<Told, { type: "said" | "stumbled" }> | null = null; // of the choice that is told next

  constructor(
    readonly id: string,
    kit: Kit<V>,
    rules: Rules,
    /** Made by this page just now: then everything from the very start is played back. */
    readonly fresh: boolean,
    url: string,
    around: Surroundings = browser,
  ) {
    super(kit, rules, around);
    this.coach = new Coach(
      (wish) => api.coach(id, wish),
      around,
      () => likes.coach,
      (seat) => (this.mine.length > 1 ? (this.seats[seat]?.name ?? "") : ""),
    );
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

  override skip(): void {
    super.skip();
    this.waive();
  }

  /** Whoever skips does not take back what has just ended their turn. */
  private waive(): void {
    if (this.hurrying && this.undo.ok && this.notice) this.socket.goOn(this.seq);
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

  /** Whether nobody here will be asked anything any more: they are out, or only watch. */
  get watching(): boolean {
    return this.mine.every((seat) => !!this.view && !!this.kit.out?.(this.view, seat));
  }

  /** Make a choice; false: nobody is asked, or the press was not meant for this. */
  answer(choice: Choice): boolean {
    const asked = this.asked;
    if (!asked || !this.meant()) return false;
    const at = this.juncture;
    if (!at || likes.coach === "off") this.send(choice);
    else if (this.line !== "open") {
      this.coach.miss(at, choice);
      this.send(choice);
    } else {
      const most = this.clock?.info.seat === asked.seat ? HURRY : PATIENCE;
      const ways = { send: () => this.send(choice), doubts: () => this.doubted() };
      this.coach.consider(at, choice, most, ways, !!this.hint);
    }
    return true;
  }

  /** What was chosen is not sent yet, and something else is to be pressed. */
  private doubted(): void {
    this.setHint(null);
    this.since = now();
  }

  /** The choice that the coach doubts, all the same. */
  insist(): void {
    const doubt = this.coach.doubt;
    if (doubt) this.answer(doubt.choice);
  }

  /** Whether a press was meant for what is asked now, and not for what was there a moment ago. */
  meant(): boolean {
    return meant(this.since);
  }

  /** Something else can be pressed now. */
  renew(): void {
    this.coach.again();
    this.since = now();
  }

  protected turn(): void {
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
    this.coach.drop();
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

  /** Whoever the next thing is for has the screen now. */
  uncover(): void {
    if (!this.meant()) return;
    this.trusted = this.cover;
    this.cover = null;
    this.waiting?.go();
    void this.pump();
    this.turn();
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
        this.coach.unmake(this.seq);
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
    if (type === "said") {
      if (this.lastReason.get(seat) === text) return; // whoever does the same once more need not say why
      this.lastReason.set(seat, text);
    }
    const first = fresh.find((event) => event.text);
    const done = first?.["seat"] === seat && this.kit.line?.(first) !== "head" ? first : null;
    const below = done?.n ?? this.known - fresh.length;
    const why = this.voiced(seat, text);
    const line = done ? words.table.why(why) : words.table.whyOf(this.seats[seat]?.name ?? "", why);
    if (type === "stumbled") {
      this.stumbles[below] = [...(this.stumbles[below] ?? []), text];
      return;
    }
    this.said[below] = [...(this.said[below] ?? []), { text: line, marks: within(line, text, marks) }];
  }

  private voiced(seat: number, reason: string): string {
    if (!likes.remarks || !this.view || this.seats[seat]?.player !== "computer") return sentence(reason);
    return this.kit.voiced?.(this.view, seat, reason, this.reasons++) ?? sentence(reason);
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

  /** Whoever has skipped goes on past what computer players do, and what is decided without asking. */
  protected get onward(): boolean {
    if (!this.ask || this.outcome || this.paused || this.cover !== null || this.lesson?.over) return false;
    const { player, stand_in } = this.seats[this.ask.seat] ?? {};
    return this.ask.mine ? !!this.auto : player === "computer" || !!stand_in;
  }

  /** What a lesson says while others are at it stays until it can have been read. */
  protected override unread({ lesson }: State): number {
    const said = this.lesson?.say ?? "";
    if (!said || this.ask?.mine !== false || lesson?.say === said) return 0;
    return READING + LETTER * said.length - (now() - this.saidAt);
  }

  protected decide(option: Option): void {
    this.tried = this.seq;
    this.send(option.choice);
  }

  protected shared(what: Ask | GameEvent): boolean {
    return this.mine.length > 1 && !!this.kit.secret?.(what) && what["seat"] !== this.trusted;
  }

  /** What the log may say of something secret while others may be looking. */
  private masked(event: GameEvent): GameEvent {
    if (!this.shared(event)) return event;
    const text = words.table.secretly(this.seats[event["seat"] as number]?.name ?? "");
    return { ...event, text, marks: [] };
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
    this.noCoach = state.no_coach;
    if (this.lesson && !state.lesson && !state.outcome) this.left = true;
    if (state.lesson?.say !== this.lesson?.say) this.saidAt = now();
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
    this.waive();
    if (this.complaint) this.sent = null;
    this.face(state, before);
    this.turn();
  }

  /** Let the coach see where the match stands. */
  private face(state: State, before: number): void {
    if (state.seq !== before || !state.ask?.mine) this.coach.drop();
    this.juncture = null;
    if (likes.coach === "off" || !this.mine.length) return;
    const { turn } = state.view as V;
    this.coach.stands(turn, standing(state), !!state.outcome, (told) => endOf(this.log, this.kit, told));
    this.juncture = junctureOf(state, this.kit, this.mine, this.log.length);
    if (this.juncture && !this.auto) this.coach.prepare(state.seq, state.ask!.options[0]!.choice);
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
