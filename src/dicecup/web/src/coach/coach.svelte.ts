// The coach of a game that is being played. Before a choice is sent it looks at it, and may doubt it; it holds nobody up
// for longer than a moment, and has no say any more where the game has moved on. After a turn it may say one line.
import { same } from "../lib/picks";
import type { Coaching } from "../lib/settings.svelte";
import type { Surroundings } from "../lib/socket";
import type { Choice, Coached, CoachWish } from "../lib/wire";
import type { Juncture } from "./juncture";
import { remark, type Made, type Remark } from "./remark";

export const PATIENCE = 1_000; // milliseconds that a choice waits for the coach
export const HURRY = 400; // ... while a clock runs

/** A choice that is not sent yet, because the coach thinks little of it. */
export interface Doubt {
  choice: Choice;
  coached: Coached;
}

/** What becomes of a choice. */
export interface Ways {
  send: () => void;
  doubts: () => void;
}

/** A line below an event of the log; the last one is shown beside the decision, too. */
export interface Told extends Remark {
  n: number;
  seat: number;
  turn: number;
}

export class Coach {
  /** The choice that it looks at. */
  looking = $state.raw<Choice | null>(null);
  doubt = $state.raw<Doubt | null>(null);
  /** What it has said of turns, the last one last. */
  lines = $state.raw<Told[]>([]);
  /** The last of it, until somebody chooses again. */
  last = $state.raw<Told | null>(null);

  /** What it says of the turn before: nothing while it asks about this one. */
  get remark(): Told | null {
    return this.doubt ? null : this.last;
  }

  private look: object | null = null;
  private timer: unknown = null;
  private warned: { is: string; list: Doubt[] } = { is: "", list: [] };
  private made: Made[] = []; // the choices of the turns that are not over, and of the last that is
  private ends = new Map<number, number>(); // turns that are over, and the event below which that is said
  private prepared = -1;

  constructor(
    private readonly server: (wish: CoachWish) => Promise<Coached>,
    private readonly around: Pick<Surroundings, "later" | "never">,
    private readonly mode: () => Coaching,
    private readonly nameOf: (seat: number) => string = () => "", // where there are several
  ) {}

  /** Think about a decision while somebody else does: what it thinks of any choice it will know at once then. */
  prepare(seq: number, any: Choice): void {
    if (seq === this.prepared) return;
    this.prepared = seq;
    this.server({ seq, choice: any }).catch(() => {}); // then it is asked once more, or has no say
  }

  /** Look at a choice before it is sent; `most`: how many milliseconds that may take. */
  consider(at: Juncture, choice: Choice, most: number, ways: Ways, helped = false): void {
    if (this.looking && same(this.looking, choice)) return; // pressed twice
    this.drop();
    const before = this.warned.is === at.is ? this.warned.list : [];
    const made: Made = { ...at, choice, coached: null, helped, heeded: before.length > 0, late: false };
    const warned = before.find((doubt) => same(doubt.choice, choice));
    if (warned) {
      made.coached = warned.coached;
      return this.letGo(made, ways); // whoever chooses it again means it
    }
    const look = (this.look = {});
    const pass = () => {
      if (this.look === look) this.letGo(made, ways);
    };
    this.looking = choice;
    this.timer = this.around.later(pass, most);
    this.server({ seq: at.seq, choice })
      .then((coached) => {
        made.coached = coached;
        const fresh = !before.some((doubt) => Math.abs(doubt.coached.loss - coached.loss) < 1e-9); // or it means the same
        if (this.look !== look) this.retell(made);
        else if (!coached.warn || !fresh) pass();
        else {
          this.drop();
          this.doubt = { choice, coached };
          this.warned = { is: at.is, list: [...before, this.doubt] };
          ways.doubts();
        }
      })
      .catch(pass);
  }

  /** A choice that it was not asked about, although there were others: it cannot praise the turn. */
  miss(at: Juncture, choice: Choice): void {
    this.drop();
    this.note({ ...at, choice, coached: null, helped: false, heeded: false, late: false });
  }

  /** The server did not take a choice that was sent there. */
  unmake(seq: number): void {
    this.made = this.made.filter((made) => made.seq !== seq);
  }

  /** Somebody looks again. */
  again(): void {
    this.doubt = null;
  }

  /** There is nothing to decide any more, or something else. */
  drop(): void {
    this.look = this.looking = this.doubt = null;
    this.around.never(this.timer);
  }

  /** The match stands somewhere else. `endOf`: the last event of a turn of which so many were known. */
  stands(turn: number, is: string, over: boolean, endOf: (told: number) => number): void {
    const back = this.made.findIndex((made) => made.is === is);
    if (back >= 0) this.made.length = back; // taken back
    if (!over) this.ends.delete(turn); // it may have been, before something was taken back
    for (const made of this.made.toReversed()) {
      const ended = over || made.turn !== turn;
      if (ended && !this.ends.has(made.turn)) this.ends.set(made.turn, endOf(made.told));
    }
    this.lines = this.lines.filter((line) => this.ends.has(line.turn));
    if (this.last && !this.ends.has(this.last.turn)) this.last = null;
    const latest = Math.max(0, ...this.made.map((made) => made.turn));
    this.made = this.made.filter((made) => {
      if (this.ends.has(made.turn)) this.tell(made.turn);
      return made.turn === latest; // for whoever takes back the last choice of a turn
    });
  }

  private letGo(made: Made, { send }: Ways): void {
    this.drop();
    this.note(made);
    send();
  }

  private note(made: Made): void {
    this.made.push(made);
    this.last = null;
  }

  /** It has taken its time, and may say it afterwards. */
  private retell(made: Made): void {
    made.late = true;
    if (this.made.includes(made) && this.ends.has(made.turn)) {
      this.lines = this.lines.filter((line) => line.turn !== made.turn);
      this.tell(made.turn);
    }
  }

  private tell(turn: number): void {
    if (this.lines.some((line) => line.turn === turn)) return;
    const made = this.made.filter((each) => each.turn === turn);
    for (const seat of new Set(made.map((each) => each.seat))) {
      const n = this.ends.get(turn) ?? 0;
      const theirs = made.filter((each) => each.seat === seat);
      const found = remark(theirs, this.mode(), n, this.nameOf(seat));
      if (!found) continue;
      this.last = { ...found, n, seat, turn };
      this.lines = [...this.lines, this.last];
    }
  }
}
