// Who comes where in the end.

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
