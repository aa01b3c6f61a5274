// Who comes where in the end, and how near it was.
import type { State } from "./wire";
import { words } from "./words";

/** By how many points whoever sits here alone has won or lost; nothing where that says nothing. */
export function marginOf(outcome: State["outcome"], mine: number[], names: string[]): string {
  const [me] = mine;
  if (!outcome || me === undefined || mine.length > 1 || names.length < 2) return "";
  const { scores, winners } = outcome;
  const of = (seat: number) => scores[seat] ?? 0;
  const others = names.map((_, seat) => seat).filter((seat) => seat !== me);
  const next = others.reduce((best, seat) => (of(seat) > of(best) ? seat : best));
  const by = of(me) - of(winners.includes(me) ? next : (winners[0] ?? next));
  if (winners.length > 1 || !by) return "";
  return by > 0 ? words.result.ahead(by, names[next] ?? "") : words.result.behind(-by);
}

/** Rows in their order, each with its place: the first measure in which two differ decides, and equal rows share one. */
export function placed<T>(rows: T[], measures: (row: T) => number[]): (T & { place: number })[] {
  const before = (a: T, b: T): number => {
    const others = measures(b);
    const at = measures(a).findIndex((one, n) => one !== others[n]);
    return at < 0 ? 0 : measures(a)[at]! > others[at]! ? -1 : 1;
  };
  const order = [...rows].sort(before);
  return order.map((row) => ({ ...row, place: 1 + order.filter((other) => before(other, row) < 0).length }));
}
