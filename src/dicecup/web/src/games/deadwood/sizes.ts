// How large what is played over the lot is, in pixels: where things go follows from that, without measuring.
export const SLATE = { wide: 264, high: 172, die: 40 };
export const RANK = { wide: 200, high: 134 };
export const WRAP = { wide: 350, head: 52, throw: 38, row: 32, die: 26, step: 30, sum: 62 };
export const RECKONING = { wide: 430, head: 44, row: 34, fame: 96 };

const EDGES = 6;

export function wrapHeight(rows: number): number {
  return WRAP.head + WRAP.throw + rows * WRAP.row + EDGES;
}

export function reckoningHeight(rows: number): number {
  return RECKONING.head + rows * RECKONING.row + RECKONING.fame + EDGES;
}
