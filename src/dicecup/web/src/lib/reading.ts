// How what the server words is read: what of a sentence is drawn instead of spelled, and which lines of a log belong
// together.
import type { GameEvent, Mark, Option } from "./wire";

/** A piece of a sentence. Its words are always there, for ears and for whoever copies it. */
export interface Piece {
  text: string;
  dice?: number[]; // drawn
  then?: string; // what stands right behind them, and must not begin a line
  seat?: number; // in the colour of the player
  thing?: true; // the name of a card, a place, a role
  number?: true;
}

const NUMBERS = /[+−-]?\$?\d+(?:,\d{3})*(?:\.\d+)?%?/g;

/** With the apostrophes of a printed page, as the page's own words have them. */
export const printed = (text: string): string => text.replaceAll("'", "’");

/** A sentence in pieces; together, with what stands behind dice, they say exactly the same, only printed. */
export function pieces(text: string, marks: Mark[] = []): Piece[] {
  const letters = [...printed(text)]; // marks count characters, not halves of them
  const found: Piece[] = [];
  let at = 0;
  const behind = (end: number) => /^[.,:;!?)”]+/.exec(letters.slice(end, end + 3).join(""))?.[0] ?? "";
  for (const { start, end, dice, seat } of marks) {
    if (start < at || end > letters.length || end <= start) continue; // of another sentence
    found.push(...numbers(letters.slice(at, start).join("")));
    const said = letters.slice(start, end).join("");
    at = end;
    if (dice?.length) {
      const then = behind(end);
      found.push({ text: said, dice, ...(then && { then }) });
      at += then.length;
    } else found.push(seat !== undefined ? { text: said, seat } : { text: said, thing: true });
  }
  return [...found, ...numbers(letters.slice(at).join(""))];
}

function numbers(text: string): Piece[] {
  const found: Piece[] = [];
  let at = 0;
  for (const { 0: number, index } of text.matchAll(NUMBERS)) {
    if (index > at) found.push({ text: text.slice(at, index) });
    found.push({ text: number, number: true });
    at = index + number.length;
  }
  if (at < text.length) found.push({ text: text.slice(at) });
  return found;
}

/** The marks of a sentence inside a longer one, where it may begin with a capital letter. */
export function within(line: string, text: string, marks: Mark[] = []): Mark[] {
  const first = [...text][0] ?? "";
  const at = line.indexOf(text.slice(first.length)) - first.length;
  const by = [...line.slice(0, Math.max(0, at))].length;
  return at < 0 ? [] : marks.map((mark) => ({ ...mark, start: mark.start + by, end: mark.end + by }));
}

/** What a reason says besides naming the dice that are looked at anyway: not "keep these: about 2 stars" below them. */
export function besides(text: string, marks: Mark[] = []): { text: string; marks: Mark[] } {
  const letters = [...text];
  const dice = marks[0]?.dice ? marks[0] : undefined;
  const first = letters.slice(0, dice?.start).join("");
  if (!dice || !/^\w+ $/.test(first) || letters.slice(dice.end, dice.end + 2).join("") !== ": ") {
    return { text, marks };
  }
  const by = dice.end + 2;
  const rest = marks.slice(1).map((mark) => ({ ...mark, start: mark.start - by, end: mark.end - by }));
  return { text: letters.slice(by).join(""), marks: rest };
}

/** The dice that lie on the table. */
export function lying({ view, thrown }: { view: unknown; thrown: { dice: number[] } | null }): number[] {
  const { dice } = (view ?? {}) as { dice?: unknown };
  return Array.isArray(dice) && dice.length ? (dice as number[]) : (thrown?.dice ?? []);
}

/** What of an option is dice: those it names by their places, as they lie there. */
export function marksOf(option: Pick<Option, "text" | "pick"> | undefined, lying: number[]): Mark[] {
  const slots = option?.pick.dice ?? [];
  const dice = slots.flatMap((slot) => lying[slot] ?? []);
  if (!option || !slots.length || dice.length !== slots.length) return [];
  const places = slots.map((slot) => `${slot + 1}`);
  const last = places.pop() ?? "";
  const named = places.length ? `dice ${places.join(", ")} and ${last}` : `die ${last}`;
  const { text } = option;
  const from = text.indexOf(named);
  let upto = from + named.length;
  if (from < 0 || Number.isInteger(parseInt(text.charAt(upto)))) return []; // not there, or a longer number
  if (text.slice(upto, upto + 2) === " (") upto = text.indexOf(")", upto) + 1; // and says what they show
  const start = [...text.slice(0, from)].length;
  return [{ start, end: start + [...text.slice(from, upto)].length, dice }];
}

const KEPT = /(?:hold|keep|holding|keeping) $/i; // what one of them follows, where it is alone

/**
 * What of a sentence is dice where they are only spelled: "1 1 5", or "heart claw" where faces are called so. A number
 * alone may be anything, unless it is kept.
 */
export function diceIn(text: string, called: (face: number) => string = String): Mark[] {
  const faces = new Map([1, 2, 3, 4, 5, 6].map((face) => [called(face), face]));
  const found: Mark[] = [];
  let run: { from: number; upto: number; dice: number[] } | null = null;
  const end = () => {
    if (run && (run.dice.length > 1 || KEPT.test(text.slice(0, run.from)))) {
      const start = [...text.slice(0, run.from)].length;
      found.push({ start, end: start + run.upto - run.from, dice: run.dice });
    }
    run = null;
  };
  for (const { 0: word, index } of text.matchAll(/[^\s.,:;!?()–]+/g)) {
    const face = faces.get(word);
    if (face === undefined || (run && text.slice(run.upto, index) !== " ")) end();
    if (face === undefined) continue;
    run ??= { from: index, upto: index, dice: [] };
    run.upto = index + word.length;
    run.dice.push(face);
  }
  end();
  return found;
}

/** Lines that belong together: a round, by the numbers of its events. */
export interface Paragraph {
  round: number; // 0: what happens before the first turn
  from: number;
  upto: number; // the last one
}

/** Whose turn begins with an event; "part": something larger than a round, such as a day; null: neither. */
export type Opens = (event: GameEvent, before: GameEvent | undefined) => number | "part" | null;

/**
 * Rounds as they are played: one ends when somebody is next who has been in it already. A seat that goes twice in a row
 * has an extra turn, unless it is alone.
 */
export class Rounds {
  private found: Paragraph[] = [];
  private seen = new Set<number>();
  private last: number | null = null; // whose turn it is
  private read: GameEvent[] | null = null;

  constructor(
    private readonly opens: Opens,
    private readonly alone: () => boolean,
  ) {}

  /** All there are; only what has come since the last time is looked at. */
  of(log: GameEvent[]): Paragraph[] {
    const known = this.found.at(-1)?.upto ?? 0;
    if (log !== this.read || log.length < known) {
      this.read = log;
      this.found = [];
      this.seen.clear();
      this.last = null;
    }
    for (let at = this.found.at(-1)?.upto ?? 0; at < log.length; at++) this.take(log[at], log[at - 1], at + 1);
    return [...this.found];
  }

  private take(event: GameEvent | undefined, before: GameEvent | undefined, n: number): void {
    const opens = event ? this.opens(event, before) : null;
    const again = typeof opens === "number" && this.seen.has(opens);
    const extra = opens === this.last && !this.alone();
    const current = this.found.at(-1);
    if (!current || opens === "part" || (again && !extra) || (opens !== null && current.round === 0)) {
      const round = opens === null ? 0 : (current?.round ?? 0) + 1;
      this.found.push({ round, from: n, upto: n });
      this.seen.clear();
    } else {
      this.found[this.found.length - 1] = { ...current, upto: n };
    }
    if (opens === "part") this.last = null;
    if (typeof opens !== "number") return;
    this.seen.add(opens);
    this.last = opens;
  }
}
