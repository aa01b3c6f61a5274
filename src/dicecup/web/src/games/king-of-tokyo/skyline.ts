// The houses of Tokyo, and what is left of them: numbers only, in the units of the drawing.

export const WIDTH = 760;
export const HEIGHT = 330;
export const GROUND = 238;

export interface House {
  x: number;
  w: number;
  h: number;
  roof: number; // which of three it has
  near: boolean;
}

type Size = [x: number, w: number, h: number];
const FAR: Size[] = [
  [0, 60, 92],
  [54, 42, 128],
  [92, 58, 84],
  [146, 40, 150],
  [182, 62, 106],
  [240, 44, 138],
  [330, 46, 120],
  [372, 60, 88],
  [428, 40, 146],
  [464, 54, 112],
  [514, 46, 84],
  [556, 60, 96],
  [612, 40, 126],
  [648, 60, 82],
  [704, 60, 104],
];
const NEAR: Size[] = [
  [-8, 70, 74],
  [58, 54, 112],
  [108, 64, 66],
  [168, 52, 118],
  [216, 48, 84],
  [486, 52, 98],
  [534, 60, 64],
];

export const HOUSES: House[] = [
  ...FAR.map(([x, w, h], at) => ({ x, w, h, roof: at % 3, near: false })),
  ...NEAR.map(([x, w, h], at) => ({ x, w, h, roof: (at + 1) % 3, near: true })),
];
/** The red one, after all the houses. */
export const TOWER = HOUSES.length;
const TOWER_HOUSE: House = { x: 268, w: 64, h: 180, roof: 0, near: false };

export const buildingAt = (at: number): House => HOUSES[at] ?? TOWER_HOUSE;

/** How a building stands: whole, broken, or in ruins. */
export type Stage = 0 | 1 | 2;
const STANDING = [1, 0.62, 0.24];

/** How high it still is, in the middle of the break. */
export function topOf(at: number, stage: Stage): number {
  const { h } = buildingAt(at);
  const uneven = stage ? ((at * 37) % 11) / 90 : 0;
  return GROUND - h * ((STANDING[stage] ?? 1) + uneven);
}

/** The outline of a house: straight on top while it is whole, torn where it has broken. */
export function outline(at: number, stage: Stage): string {
  const { x, w, near } = buildingAt(at);
  const top = topOf(at, stage);
  const foot = GROUND + (near ? 30 : 0);
  if (!stage) return `M${x} ${foot}V${top}h${w}V${foot}z`;
  const teeth = [0, 1, 2, 3, 4].map((tooth) => {
    const up = (((at + 3) * (tooth + 2) * 29) % 17) - 8 + (tooth % 2 ? -7 : 3);
    return `${x + (w * tooth) / 4} ${top + up}`;
  });
  return `M${x} ${foot}L${teeth.join("L")}V${foot}z`;
}

export interface Pane {
  x: number;
  y: number;
  on: boolean;
}

function panesOf(house: House, seed: number): Pane[] {
  const found: Pane[] = [];
  for (let y = GROUND - house.h + 12; y < GROUND - 12; y += 15) {
    for (let x = house.x + 8; x < house.x + house.w - 9; x += 12) {
      const lit = Math.abs(Math.sin(x * 12.9 + y * 78.2 + seed) * 43758.5) % 1;
      if (lit > 0.35) found.push({ x, y, on: lit > 0.62 });
    }
  }
  return found;
}

/** The windows of every house, as long as it is whole. */
export const PANES: Pane[][] = HOUSES.map((house, at) => panesOf(house, house.near ? at - FAR.length + 40 : at));

export const SKY = Array.from({ length: 34 }, (_, at) => ({
  x: (at * 97.3) % WIDTH,
  y: (at * 41.7) % 120,
  r: at % 5 ? 1 : 1.8,
}));
