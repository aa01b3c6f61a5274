// A puzzle on the table: somebody chooses as in play, and hears what the server says of it.
import { getContext, setContext } from "svelte";
import type { Kit } from "../games/kit";
import { Replay } from "../lib/replay.svelte";
import type {
  Choice,
  Option,
  PuzzleAnswer,
  PuzzleInfo,
  PuzzleTried,
  PuzzleTry,
  Rules,
  Stop,
  Whole,
} from "../lib/wire";
import { puzzleWords } from "../lib/words_puzzles";
import { optionFor } from "../review/learning.svelte";

const w = puzzleWords.ask;
const HINT = 2; // wrong tries after which there is a hint

export type Judge = (wish: PuzzleTry) => Promise<PuzzleTried>;

/** The table of a puzzle: a replay with a single moment, at which somebody decides. */
export function tableOf(kit: Kit, rules: Rules, info: PuzzleInfo): Replay {
  const { state } = info;
  const whole: Whole = {
    match: info.id,
    game: info.game,
    number: state.number,
    seq: 0,
    viewer: state.viewer,
    seats: state.seats,
    outcome: null,
    commitment: null,
    told: [1],
    turns: [0],
    scores: [state.scores],
    events: [{ n: 1, kind: "puzzle", text: w.underway(state.seats.length) }],
    arranged: false,
  };
  const ask = state.ask && { ...state.ask, mine: false, options: [] };
  const stop: Stop = { view: state.view, ask, chosen: "", picked: {}, prices: state.prices };
  const replay = new Replay(kit, rules, whole, () => Promise.resolve([stop]));
  replay.learning = true;
  return replay;
}

export class Solving {
  said = $state("");
  /** Wrong tries. */
  wrong = $state(0);
  right = $state(false);
  answer = $state.raw<PuzzleAnswer | null>(null);
  /** What the first try did, if it counted. */
  first = $state.raw<PuzzleTried | null>(null);
  /** What the server said last. */
  last = $state.raw<PuzzleTried | null>(null);
  /** What was chosen at first, and at last. */
  firstChoice = $state.raw<Choice | null>(null);
  lastChoice = $state.raw<Choice | null>(null);
  /** The choice somebody points at; null: the best. */
  pointed = $state.raw<Choice | null>(null);
  private missed: Choice[] = []; // tried, and wrong
  private asking = $state(false);
  private warned = false;
  private hinted = $state(false);

  constructor(
    readonly info: PuzzleInfo,
    readonly replay: Replay,
    private readonly judge: Judge,
  ) {}

  /** Set the table, and let somebody choose. */
  async begin(): Promise<void> {
    await this.replay.show(0);
    const { ask, refused } = this.info.state;
    if (!ask) return;
    this.said = this.info.tried ? w.practice : w.find;
    this.replay.practise(
      ask,
      { choose: (choice) => void this.choose(choice), hint: () => void this.hint() },
      refused,
    );
  }

  get open(): boolean {
    return !this.answer;
  }

  /** Whether something has been tried: then the answer may be asked for. */
  get begun(): boolean {
    return this.wrong > 0 || this.hinted;
  }

  get seat(): number {
    return this.info.state.ask?.seat ?? 0;
  }

  /** What the table lights: the choice that is pointed at, or the best; nothing before the answer is known. */
  get lit() {
    const best = this.answer?.lines[0]?.choice;
    return best && this.option(this.pointed ?? best)?.pick;
  }

  option(choice: Choice): Option | undefined {
    return optionFor(this.info.state.ask, choice);
  }

  async choose(choice: Choice): Promise<void> {
    const tried = await this.ask({ choice, hint: false });
    if (!tried) return;
    this.firstChoice ??= choice;
    this.lastChoice = choice;
    if (tried.right) {
      const said = this.begun ? w.rightLater : this.info.tried ? w.practised : w.right;
      return this.close(tried, [said, this.effect(tried), this.streak(tried)]);
    }
    this.wrong += 1;
    this.missed.push(choice);
    const lost = puzzleWords.lost(tried.loss ?? 0, this.info.unit, tried.told);
    this.say([w.wrong(lost), this.effect(tried)]);
    if (this.wrong >= HINT) await this.hint();
  }

  /** The reason for the best choice; before the first try one is told what it costs. */
  async hint(): Promise<void> {
    if (!this.begun && !this.info.tried && !this.warned) {
      this.warned = true;
      this.said = w.hintCosts;
      return;
    }
    const tried = await this.ask({ choice: null, hint: true, tried: this.missed });
    if (!tried) return;
    this.hinted = true;
    const hint = w.hint(tried.hint);
    const before = this.wrong && !this.said.includes(hint) ? this.said : "";
    this.say([before, this.effect(tried), hint]);
  }

  /** The answer, for whoever wants it. */
  async tell(): Promise<void> {
    const tried = await this.ask({ choice: null, hint: false });
    if (tried) this.close(tried, [w.given(tried.answer?.lines[0]?.text ?? ""), this.effect(tried)]);
  }

  private close(tried: PuzzleTried, said: string[]): void {
    this.right = tried.right;
    this.answer = tried.answer;
    this.say(said);
    this.replay.watchOn();
  }

  private say(said: string[]): void {
    this.said = said.filter(Boolean).join(" ");
  }

  private effect(tried: PuzzleTried): string {
    return tried.counted ? puzzleWords.moved(tried) : "";
  }

  private streak(tried: PuzzleTried): string {
    return this.info.day && tried.streak ? w.streak(tried.streak) : "";
  }

  /** Ask the server, one thing at a time; null: it did not answer, and said why. */
  private async ask(wish: PuzzleTry): Promise<PuzzleTried | null> {
    if (this.asking || !this.open) return null;
    this.asking = true;
    try {
      const tried = await this.judge(wish);
      if (tried.counted) this.first = tried;
      this.last = tried;
      return tried;
    } catch (error) {
      this.said = (error as Error).message;
      return null;
    } finally {
      this.asking = false;
    }
  }
}

/** What the parts of the screen share. */
export interface Here {
  solving: Solving;
  left: number | null; // puzzles that have not been tried; null: that does not matter here
  next: () => void;
}

const KEY = Symbol("solving");

export const giveSolving = (what: Here) => setContext(KEY, what);
export const solvingHere = () => getContext<Here>(KEY);
