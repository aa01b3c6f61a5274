// A line to the server, of a match or of a party: says first what it knows, comes back after a break, and does what
// the page asks for exactly once. It knows nothing about games.
import type { Choice, Frame, PartyFrame, PartyTold, Told } from "./wire";

export type LineState = "connecting" | "open" | "broken" | "closed";

export interface Line {
  send(data: string): void;
  close(): void;
  onopen: (() => void) | null;
  onmessage: ((event: { data: string }) => void) | null;
  onclose: ((event: { code: number; reason: string }) => void) | null;
}

export interface Surroundings {
  open(url: string): Line;
  later(run: () => void, ms: number): unknown;
  never(timer: unknown): void;
  random(): number;
  newId(): string;
}

export const browser: Surroundings = {
  open: (url) => new WebSocket(url) as unknown as Line,
  later: (run, ms) => setTimeout(run, ms),
  never: (timer) => clearTimeout(timer as number),
  random: Math.random,
  newId: () => (crypto.randomUUID ? crypto.randomUUID() : `${Date.now()}-${Math.random()}`.slice(0, 36)),
};

const FIRST_WAIT = 600;
const LONGEST_WAIT = 4_000; // so that it is back within five seconds of the server
const LEAST = 0.25; // of a wait: when a server dies its pages come back one by one, not all in the same moment
const SILENCE = 12_000; // then a ping
const UNANSWERED = 3_000; // silence with a command on its way: somebody sits there and waits
const PATIENCE = 4_500; // for the answer to a ping: even a slow phone has it by then
const OPENING = 9_000; // for a connection to open

type Said = Frame | PartyFrame;
export type Command = Extract<Said, { id: string }>;

export abstract class Socket<Heard extends Told | PartyTold> {
  private line: Line | null = null;
  private ready = false;
  private tries = 0;
  private timer: unknown = null;
  private pulse: unknown = null;
  private checking = false; // a ping is on its way
  private done = false;
  /** Commands that have not been acknowledged: they are sent again, with the same id, after every break. */
  private waiting = new Map<string, Command>();

  constructor(
    private readonly url: string,
    private readonly hear: (message: Heard) => void,
    private readonly changed: (state: LineState) => void,
    protected readonly around: Surroundings = browser,
  ) {}

  /** Ask for everything since what is known here: after a break, and after a gap. */
  abstract hello(): void;

  /** Whether this is what the hello was answered with, so that one is up to date. */
  protected abstract settles(message: Heard): boolean;

  start(): void {
    if (this.done) return;
    this.changed("connecting");
    const line = this.around.open(this.url);
    this.line = line;
    const opening = this.around.later(() => this.drop(line), OPENING);
    line.onopen = () => {
      this.around.never(opening);
      this.hello();
      this.listen();
    };
    line.onmessage = (event) => {
      if (line === this.line) this.take(event.data);
    };
    line.onclose = () => {
      this.around.never(opening);
      this.lost(line);
    };
  }

  stop(): void {
    this.done = true;
    this.around.never(this.timer);
    this.around.never(this.pulse);
    this.line?.close();
    this.line = null;
    this.changed("closed");
  }

  /** Try at once: the browser says that the network is back, or the tab is looked at again. */
  hurry(): void {
    if (this.done) return;
    if (this.line === null) {
      this.around.never(this.timer);
      this.tries = 0;
      this.start();
    } else if (this.ready) {
      this.check();
    }
  }

  protected command(message: Command): string {
    const first = !this.waiting.size;
    this.waiting.set(message.id, message);
    if (this.ready) {
      this.say(message);
      if (first && !this.checking) this.listen(); // those after it put nothing off
    }
    return message.id;
  }

  private take(data: string): void {
    let message: Heard;
    try {
      message = JSON.parse(data) as Heard;
    } catch {
      this.listen();
      return;
    }
    if ("id" in message) this.waiting.delete(message.id);
    this.listen();
    if (message.type === "bye" && !message.again) {
      this.done = true;
      this.around.never(this.timer);
    }
    this.hear(message);
    if (!this.ready && this.settles(message)) {
      // Now whatever was on its way when the line broke goes out once more. The server knows the ids.
      this.ready = true;
      this.tries = 0;
      this.changed("open");
      for (const again of this.waiting.values()) this.say(again);
    }
  }

  protected say(message: Said): void {
    try {
      this.line?.send(JSON.stringify(message));
    } catch {
      // The line is closing; it will be opened again, and said then.
    }
  }

  private listen(): void {
    this.checking = false;
    this.around.never(this.pulse);
    this.pulse = this.around.later(() => this.check(), this.waiting.size ? UNANSWERED : SILENCE);
  }

  private check(): void {
    const line = this.line;
    this.say({ type: "ping" });
    this.checking = true;
    this.around.never(this.pulse);
    this.pulse = this.around.later(() => line && this.drop(line), PATIENCE);
  }

  /** A line that does not answer is given up at once: a browser may take a minute to say that it is closed. */
  private drop(line: Line): void {
    line.close();
    this.lost(line);
  }

  private lost(line: Line): void {
    if (line !== this.line) return;
    this.line = null;
    this.ready = false;
    this.around.never(this.pulse);
    this.again();
  }

  private again(): void {
    if (this.done) {
      this.changed("closed");
      return;
    }
    this.changed("broken");
    const wait =
      Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** this.tries) * (LEAST + (1 - LEAST) * this.around.random());
    this.tries += 1;
    this.timer = this.around.later(() => this.start(), wait);
  }
}

export class MatchSocket extends Socket<Told> {
  lastSeq: number | null = null;

  hello(): void {
    this.say({ type: "hello", last_seq: this.lastSeq });
  }

  protected settles(message: Told): boolean {
    return message.type === "state";
  }

  answer(seq: number, choice: Choice): string {
    return this.command({ type: "answer", id: this.around.newId(), seq, choice, grace: true });
  }

  undo(seq: number): string {
    return this.command({ type: "undo", id: this.around.newId(), seq });
  }

  /** Nobody here takes their last choice back: without an id, for it is worth nothing a moment later. */
  goOn(seq: number): void {
    this.say({ type: "go_on", seq });
  }

  neverAsk(kind: string, never: boolean): string {
    return this.command({ type: "never_ask", id: this.around.newId(), kind, never });
  }

  hint(): string {
    return this.command({ type: "hint", id: this.around.newId() });
  }
}

/** A command of a party, before it has a name of its own. */
export type PartyWish = Unnamed<Extract<PartyFrame, { id: string }>>;
type Unnamed<T> = T extends unknown ? Omit<T, "id"> : never;

export class PartySocket extends Socket<PartyTold> {
  lastLine = 0;

  hello(): void {
    this.say({ type: "enter", last_line: this.lastLine });
  }

  protected settles(message: PartyTold): boolean {
    return message.type === "party";
  }

  ask(wish: PartyWish): string {
    return this.command({ ...wish, id: this.around.newId() } as Command);
  }

  /** Something fleeting: if the line is down it is not said at all. */
  fleeting(message: Extract<PartyFrame, { type: "react" }>): void {
    this.say(message);
  }
}
