// How monsters move: keyframes of nothing but transform and opacity, from where somebody stands.
import type { Place } from "./places";

const STRIDE = 0.42; // of its size
const at = (x: number, y: number, wide = 1, high = wide, turn = 0) =>
  `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px) rotate(${turn.toFixed(1)}deg) scale(${wide.toFixed(3)}, ${high.toFixed(3)})`;
const REST = at(0, 0);
const between = (from: number, to: number, part: number) => from + (to - from) * part;

/** Where somebody is who has gone a part of the way. */
export function onTheWay(from: Place, to: Place, part: number): Place {
  return {
    x: between(from.x, to.x, part),
    y: between(from.y, to.y, part),
    size: between(from.size, to.size, part),
  };
}

/** How many steps it takes. */
export function steps(from: Place, to: Place): number {
  const far = Math.hypot(to.x - from.x, to.y - from.y);
  return Math.max(2, Math.min(6, Math.round(far / (STRIDE * Math.max(from.size, to.size, 1)))));
}

/** To `to`, where it stands already, step by step: it swings from one foot to the other, and grows on the way. */
export function walk(from: Place, to: Place): Keyframe[] {
  const count = steps(from, to);
  const frames: Keyframe[] = [];
  for (let half = 0; half <= count * 2; half++) {
    const part = half / (count * 2);
    const here = onTheWay(from, to, part);
    const scale = here.size / to.size;
    const up = half % 2 ? here.size * 0.09 : 0;
    const side = half % 2 ? ((half >> 1) % 2 ? 1 : -1) : 0;
    const squash = half % 2 || !half ? 1 : 0.95;
    frames.push({
      transform: at(here.x - to.x, to.y - here.y - up, scale * (2 - squash), scale * squash, side * 6),
      offset: part,
      easing: half % 2 ? "ease-in" : "ease-out",
    });
  }
  frames[frames.length - 1] = { transform: REST, offset: 1 };
  return frames;
}

/** Down where it stood; then it lies where it is now. */
export function carriedOff(from: Place, to: Place): Keyframe[] {
  const there = at(from.x - to.x, to.y - from.y, from.size / to.size);
  return [
    { transform: there, opacity: 1, offset: 0 },
    { transform: there, opacity: 1, offset: 0.7 },
    { transform: there, opacity: 0, offset: 0.85 },
    { transform: REST, opacity: 0, offset: 0.851 },
    { transform: REST, opacity: 1, offset: 1 },
  ];
}

/** At somebody who stands `x` and `y` away, and back. */
export function lunge(x: number, y: number): Keyframe[] {
  const lean = Math.sign(x) * 9;
  return [
    { transform: REST, easing: "ease-out" },
    { transform: at(-x * 0.1, 4, 1.06, 0.9, -lean), offset: 0.24, easing: "cubic-bezier(0.5, 0, 1, 0.6)" },
    { transform: at(x, y, 1.22, 1.22, lean), offset: 0.45, easing: "ease-out" },
    { transform: at(x * 0.96, y * 0.9, 1.26, 1.16, lean * 1.4), offset: 0.6, easing: "ease-in-out" },
    { transform: REST },
  ];
}

/** Out of Tokyo at everybody: it rears up and comes down. */
export function slam(size: number): Keyframe[] {
  return [
    { transform: REST, easing: "ease-out" },
    { transform: at(0, size * 0.03, 1.07, 0.9), offset: 0.2, easing: "ease-out" },
    { transform: at(0, -size * 0.2, 1.1, 1.16, -4), offset: 0.45, easing: "cubic-bezier(0.6, 0, 1, 0.5)" },
    { transform: at(0, size * 0.02, 1.24, 0.94, 3), offset: 0.58, easing: "ease-out" },
    { transform: REST },
  ];
}

/** Thrown back to the side that `way` says (1: right), the further the more it hurts. */
export function reel(size: number, way: number, amount: number): Keyframe[] {
  const far = way * size * Math.min(0.34, 0.1 + amount * 0.045);
  const turn = way * Math.min(26, 9 + amount * 3);
  return [
    { transform: REST, easing: "cubic-bezier(0, 0.6, 0.4, 1)" },
    { transform: at(far, -size * 0.05, 0.94, 1.04, turn), offset: 0.22, easing: "ease-in-out" },
    { transform: at(-far * 0.35, 0, 1.03, 0.97, -turn * 0.5), offset: 0.5, easing: "ease-in-out" },
    { transform: at(far * 0.15, 0, 1, 1, turn * 0.2), offset: 0.75, easing: "ease-in-out" },
    { transform: REST },
  ];
}

/** How somebody lies who is out. */
export const LYING = "translate(30%, -30%) rotate(-86deg) scale(0.8)";

/** A last stagger, and down. */
export const FALL: Keyframe[] = [
  { transform: "translate(0, 0) rotate(0) scale(1)", easing: "ease-out" },
  { transform: "translate(4%, -4%) rotate(14deg) scale(1.02)", offset: 0.22, easing: "ease-in-out" },
  { transform: "translate(-1%, 0) rotate(-8deg) scale(1)", offset: 0.4, easing: "cubic-bezier(0.7, 0, 1, 0.7)" },
  { transform: "translate(30%, -28%) rotate(-90deg) scale(0.82)", offset: 0.7, easing: "ease-out" },
  { transform: "translate(30%, -36%) rotate(-80deg) scale(0.8)", offset: 0.82, easing: "ease-in" },
  { transform: LYING },
];

/** Up again out of nothing, small at first. */
export const HATCH: Keyframe[] = [
  { transform: "translate(0, 0) scale(0)", opacity: 0, easing: "ease-out" },
  { transform: "translate(0, 0) scale(0.35, 0.3)", opacity: 1, offset: 0.25, easing: "ease-in-out" },
  { transform: "translate(0, -6%) scale(0.9, 1.2)", offset: 0.6, easing: "ease-in-out" },
  { transform: "translate(0, 0) scale(1.1, 0.9)", offset: 0.8, easing: "ease-in-out" },
  { transform: "translate(0, 0) scale(1)" },
];

/** Two roars over the skyline. */
export const ROAR: Keyframe[] = [
  { transform: REST, easing: "ease-in-out" },
  { transform: at(0, 6, 1.1, 0.86), offset: 0.14, easing: "ease-out" },
  { transform: at(0, -4, 1.3, 1.42, -4), offset: 0.28 },
  { transform: at(3, -4, 1.32, 1.4, 3), offset: 0.36 },
  { transform: at(-3, -4, 1.3, 1.42, -3), offset: 0.44, easing: "ease-in-out" },
  { transform: at(0, 4, 1.14, 0.94), offset: 0.56, easing: "ease-out" },
  { transform: at(0, -4, 1.34, 1.46, 4), offset: 0.68 },
  { transform: at(-3, -4, 1.36, 1.44, -3), offset: 0.76 },
  { transform: at(3, -4, 1.34, 1.46, 3), offset: 0.84, easing: "ease-in-out" },
  { transform: REST },
];

const SHAKES_FROM = 5; // claws

/** The ground shakes a little, and with every claw a little more; not at all for a few. */
export function quake(claws: number): Keyframe[] {
  if (claws < SHAKES_FROM) return [];
  const far = Math.min(10, 3 + (claws - SHAKES_FROM) * 1.5);
  const ways = [
    [0, 0],
    [1, -0.6],
    [-0.9, 0.7],
    [0.7, 0.5],
    [-0.6, -0.5],
    [0.4, 0.2],
    [-0.2, -0.1],
    [0, 0],
  ] as const;
  return ways.map(([x, y]) => ({ transform: `translate(${(x * far).toFixed(1)}px, ${(y * far).toFixed(1)}px)` }));
}
