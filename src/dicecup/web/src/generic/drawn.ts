// A view of a game that the page does not know, made into things that can be drawn: from the hints that come with the
// rules where there are some, and else from what kind of value it is. Nothing is shown under a name out of a program.
import type { View } from "../games/kit";
import type { Rules } from "../lib/wire";
import { w } from "./words";

export interface Dice {
  key: string;
  title: string;
  dice: number[];
  names: string[]; // of the faces, if they are no numbers
}

export interface Row {
  key: string;
  title: string;
  cells: string[];
}

export interface Card {
  key: string;
  name: string;
  text: string;
}

export type Block =
  | ({ kind: "dice" } & Dice)
  | { kind: "facts"; key: string; facts: { key: string; title: string; value: string }[] }
  | { kind: "seats"; key: string; rows: Row[] }
  | { kind: "table"; key: string; columns: string[]; rows: Row[] }
  | { kind: "cards"; key: string; title: string; cards: Card[] }
  | {
      kind: "track";
      key: string;
      title: string;
      lanes: { name: string; at: number; upto: number; text: string }[];
    };

export interface Drawn {
  tray: Dice | null;
  blocks: Block[];
}

type Hint = Rules["shown"][string];
type Plain = Record<string, unknown>;

const SHARED = ["game", "names", "seat", "turn", "phase", "options"];
const WHOSE_TURN = ["current", "active", "player", "current_player", "to_move"];

/** Everything of a view that is worth seeing. */
export function drawn(view: View, rules: Rules): Drawn {
  return new Draughtsman(view, rules).draw();
}

/** A name out of a program in words: "extra_yahtzees" as "Extra yahtzees". */
export function inWords(name: string): string {
  const spaced = name.replace(/([a-z])([A-Z])/g, "$1 $2").replace(/[_-]+/g, " ");
  return spaced
    .trim()
    .toLowerCase()
    .replace(/^./, (first) => first.toUpperCase());
}

class Draughtsman {
  private facts: { key: string; title: string; value: string }[] = [];
  private rows: Row[] = [];
  private trays: Dice[] = [];
  private blocks: Block[] = [];
  private readonly seats: number;
  private readonly known: Map<string, Card>;

  constructor(
    private readonly view: View,
    private readonly rules: Rules,
  ) {
    this.seats = view.names.length;
    this.known = glossary(rules);
  }

  draw(): Drawn {
    const told = Object.entries(this.rules.shown);
    for (const [path, hint] of told) this.hinted(path, hint);
    const named = new Set(told.map(([path]) => path.split(".")[0]));
    for (const [field, value] of Object.entries(this.view)) {
      if (!named.has(field) && !SHARED.includes(field) && !WHOSE_TURN.includes(field)) this.plain(field, value);
    }
    const [tray = null, ...others] = this.trays;
    const blocks: Block[] = [
      ...(this.facts.length ? [{ kind: "facts" as const, key: "facts", facts: this.facts }] : []),
      ...others.filter((one) => one.dice.length).map((one) => ({ kind: "dice" as const, ...one })),
      ...(this.rows.length ? [{ kind: "seats" as const, key: "seats", rows: this.rows }] : []),
      ...joined(this.blocks),
    ];
    return { tray, blocks };
  }

  private hinted(path: string, hint: Hint): void {
    const [field = "", ...further] = path.split(".");
    const value = (this.view as unknown as Plain)[field];
    const title = hint.title || inWords(further.at(-1) ?? field);
    if (hint.kind === "hidden" || value === undefined) return;
    if (hint.kind === "per seat" || further.length) this.perSeat(path, title, value, further, hint);
    else if (hint.kind === "dice") this.dice(path, title, value, hint.labels);
    else if (hint.kind === "cards") this.cards(path, title, value);
    else if (hint.kind === "table") this.table(path, title, value, hint);
    else if (hint.kind === "track") this.track(path, title, value, hint);
    else this.fact(path, title, value, hint);
  }

  /** A field of which nothing was said. */
  private plain(field: string, value: unknown): void {
    const title = inWords(field);
    if (empty(value)) return;
    if (!Array.isArray(value)) {
      if (isPlain(value)) this.table(field, title, value);
      else this.fact(field, title, value);
      return;
    }
    const each = value.length === this.seats && this.seats > 1;
    if (/dice|die\b/i.test(field) && value.every(isFace)) this.dice(field, title, value);
    else if (each && value.every(isPlain)) {
      for (const inner of Object.keys(Object.assign({}, ...(value as object[])) as Plain)) {
        this.perSeat(`${field}.${inner}`, inWords(inner), value, [inner]);
      }
    } else if (each && !value.some(isPlain)) this.perSeat(field, title, value, []);
    else if (value.every((one) => typeof one === "string")) this.cards(field, title, value);
    else if (!value.some(isPlain)) this.fact(field, title, value);
  }

  private fact(key: string, title: string, value: unknown, hint?: Hint): void {
    const said = this.say(value, hint);
    if (said) this.facts.push({ key, title, value: said });
  }

  private dice(key: string, title: string, value: unknown, names: string[] = []): void {
    if (Array.isArray(value) && value.every((one) => typeof one === "number")) {
      this.trays.push({ key, title, dice: value as number[], names });
    }
  }

  private cards(key: string, title: string, value: unknown): void {
    if (!Array.isArray(value) || !value.length) return;
    const cards = value.map((one) => {
      const id = String(one);
      return { key: id, name: this.say(one), text: this.known.get(id)?.text ?? "" };
    });
    this.blocks.push({ kind: "cards", key, title, cards });
  }

  private perSeat(key: string, title: string, value: unknown, further: string[], hint?: Hint): void {
    if (!Array.isArray(value) || value.length !== this.seats) return;
    const cells = value.map((one) => reach(one, further));
    const labels = hint?.labels ?? [];
    if (labels.length) {
      labels.forEach((label, at) => {
        const row = cells.map((cell) => this.say(Array.isArray(cell) ? (cell[at] as unknown) : cell, hint));
        this.rows.push({ key: `${key}.${at}`, title: label, cells: row });
      });
      return;
    }
    const row = cells.map((cell) => this.say(cell, hint));
    const idle = row.every((cell) => !cell);
    if (!idle) this.rows.push({ key, title, cells: row });
  }

  private table(key: string, title: string, value: unknown, hint?: Hint): void {
    if (!isPlain(value)) return;
    const entries = Object.entries(value);
    const deep = entries.filter(([, one]) => isPlain(one)).map(([, one]) => one as Plain);
    if (deep.length < entries.length && deep.length) return; // of two minds: nothing to make a table of
    const columns = [...new Set(deep.flatMap((one) => Object.keys(one)))];
    const rows = entries.map(([name, one]) => ({
      key: name,
      title: this.name(name),
      cells: columns.length ? columns.map((at) => this.say((one as Plain)[at], hint)) : [this.say(one, hint)],
    }));
    if (!rows.length) return;
    this.blocks.push({ kind: "table", key, columns: columns.length ? columns.map(inWords) : [title], rows });
  }

  private track(key: string, title: string, value: unknown, hint: Hint): void {
    const end = typeof hint.upto === "string" ? (this.view as unknown as Plain)[hint.upto] : hint.upto;
    const upto = typeof end === "number" && end > 0 ? end : 1;
    const all = Array.isArray(value) ? (value as unknown[]) : [value];
    const lanes = all
      .filter((at): at is number => typeof at === "number")
      .map((at, seat) => ({
        name: all.length > 1 ? (this.view.names[seat] ?? "") : "",
        at,
        upto,
        text: w.track(this.say(at, hint), this.say(upto)),
      }));
    if (lanes.length) this.blocks.push({ kind: "track", key, title, lanes });
  }

  /** A value in words. */
  private say(value: unknown, hint?: Hint): string {
    const called = hint?.says?.[String(value)];
    if (called !== undefined) return called;
    if (value === null || value === undefined || value === "") return "";
    if (typeof value === "boolean") return value ? w.yes : w.no;
    if (typeof value === "number") return value.toLocaleString("en");
    if (typeof value === "string") return this.name(value);
    if (Array.isArray(value)) return value.map((one) => this.say(one, hint)).join(", ");
    return Object.values(value as Plain)
      .filter((one) => !isPlain(one) && !Array.isArray(one))
      .map((one) => this.say(one, hint))
      .filter(Boolean)
      .join(", ");
  }

  /** What a thing is called; what nobody has named, and is written as programs write, at least in words. */
  private name(word: string): string {
    const found = this.rules.called[word] ?? this.known.get(word)?.name;
    if (found) return found;
    return /^[a-z0-9]+([_-][a-z0-9]+)+$/.test(word) ? inWords(word) : word;
  }
}

/** Whatever the rules list with a name of its own: cards, places, boxes. */
function glossary(rules: Rules): Map<string, Card> {
  const found = new Map<string, Card>();
  for (const list of Object.values(rules as unknown as Plain)) {
    for (const one of Array.isArray(list) ? list : isPlain(list) ? Object.values(list) : []) {
      if (!isPlain(one)) continue;
      const key = one["id"] ?? one["slug"];
      const name = one["name"] ?? one["title"];
      const text = one["text"];
      if (typeof key !== "string" || typeof name !== "string") continue;
      found.set(key, { key, name, text: typeof text === "string" ? text : "" });
    }
  }
  return found;
}

/** Tables about the same things are one, with a column each. */
function joined(blocks: Block[]): Block[] {
  const found: Block[] = [];
  for (const block of blocks) {
    const last = found.at(-1);
    const same = (one: Row[], other: Row[]) =>
      one.map((row) => row.key).join() === other.map((row) => row.key).join();
    if (block.kind === "table" && last?.kind === "table" && same(block.rows, last.rows)) {
      const rows = last.rows.map((row, at) => ({
        ...row,
        cells: [...row.cells, ...(block.rows[at]?.cells ?? [])],
      }));
      found[found.length - 1] = { ...last, columns: [...last.columns, ...block.columns], rows };
    } else found.push(block);
  }
  return found;
}

/** What a path leads to, through the items of lists. */
function reach(value: unknown, path: string[]): unknown {
  const [first, ...rest] = path;
  if (first === undefined) return value;
  if (Array.isArray(value)) return value.map((one) => reach(one, path));
  return isPlain(value) ? reach(value[first], rest) : undefined;
}

function isPlain(value: unknown): value is Plain {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isFace(value: unknown): boolean {
  return Number.isInteger(value) && (value as number) >= 1 && (value as number) <= 6;
}

function empty(value: unknown): boolean {
  if (Array.isArray(value)) return !value.length;
  return value === null || value === undefined || value === "" || (isPlain(value) && !Object.keys(value).length);
}
