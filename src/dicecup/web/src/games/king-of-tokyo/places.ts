// Where everybody stands: in Tokyo, large, or on the hill in seat order.
import type { KingView } from "./kit";
import { GROUND, HEIGHT, WIDTH, buildingAt, topOf } from "./skyline";

/** In per cent of the picture. */
export interface Spot {
  left: number;
  bottom: number;
  size: number; // of its height
  z: number;
}

/** In pixels: between the feet, from the left and from below. */
export interface Place {
  x: number;
  y: number;
  size: number;
}

// Where there is room on the hill, from the left: nobody stands in front of who is in Tokyo.
const HILL: Record<string, number[]> = {
  "": [8, 24, 41, 59, 76, 92],
  city: [8, 20, 32, 70, 82, 93],
  bay: [8, 22, 36, 50, 63],
  citybay: [7, 17, 27, 37, 67],
};
const CITY: Spot = { left: 51, bottom: 13, size: 54, z: 2 };
// Whoever has won alone: in the middle, or beside whoever stands there still.
const FORWARD: Spot = { left: 51, bottom: 3, size: 68, z: 5 };
const BESIDE = 27;
const BAY: Spot = { left: 84, bottom: 12, size: 42, z: 2 };

/** A place on the way from one spot to the next, unless somebody large stands between them. */
function between(spots: number[], at: number): number {
  const [low, high] = [spots[Math.floor(at)] ?? 10, spots[Math.ceil(at)] ?? 10];
  return high - low > 20 ? (spots[Math.round(at)] ?? 10) : low + (high - low) * (at % 1);
}

/** The spot of every seat; whoever has won comes forward. */
export function spotsOf(view: KingView, champion: number | null = null): Spot[] {
  const places = view.monsters.map(({ place }) => place);
  const outside = view.order.filter((seat) => places[seat] === "outside");
  const free = HILL[`${places.includes("city") ? "city" : ""}${places.includes("bay") ? "bay" : ""}`] ?? [];
  const taken = places.some((place, seat) => place === "city" && seat !== champion);
  return places.map((place, seat) => {
    if (seat === champion) return taken ? { ...FORWARD, left: BESIDE } : FORWARD;
    if (place === "city") return CITY;
    if (place === "bay") return BAY;
    const at = outside.indexOf(seat);
    const left = between(free, (at * (free.length - 1)) / Math.max(1, outside.length - 1));
    return { left, bottom: 2 + (at % 2) * 2, size: outside.length > 4 ? 26 : 29, z: 4 };
  });
}

/** The same in a picture of this size; nobody is cut off at its edges. */
export function placeIn(spot: Spot, width: number, height: number): Place {
  const size = (spot.size * height) / 100;
  const x = Math.min(Math.max(size / 2, (spot.left * width) / 100), width - size / 2);
  return { x, y: (spot.bottom * height) / 100, size };
}

/** What a building has lost, in a picture of this size: from the left, from below, how wide and how high. */
export function gapOf(at: number, from: 0 | 1, width: number, height: number) {
  const scale = Math.max(width / WIDTH, height / HEIGHT); // it fills the picture, and stands on its lower edge
  const { x, w } = buildingAt(at);
  const [above, below] = [topOf(at, from), topOf(at, from === 0 ? 1 : 2)];
  return {
    x: (width - WIDTH * scale) / 2 + (x + w / 2) * scale,
    y: (HEIGHT - below) * scale,
    foot: (HEIGHT - GROUND) * scale,
    w: w * scale,
    h: (below - above) * scale,
  };
}
