// How dice roll: out of a hand, over the table in two or three bounces, and onto a face, one after the other. Paths are
// made from a number, and of nothing that has to do with what the dice show: nobody can read a roll off its first half.

export const FLIGHT = 480; // milliseconds from the hand to where a die lies
export const LATER = 58; // each die lands a little after the one before
export const DRAWN = 60; // until the first of it is on the screen

/** When a die touches the table, about, as parts of its flight. */
export const TOUCHES = [0.4, 0.69, 0.88] as const;

/** How long so many dice roll, until the last of them lies; `tempo` is the table's. */
export function landing(dice: number, tempo: number): number {
  return dice && tempo ? rolling(dice) * tempo + DRAWN : 0;
}

const rolling = (dice: number) => FLIGHT + (dice - 1) * LATER;

/** Where a die is seen to be on its way: what moves over the table, what hops, its shadow, and the cube that turns. */
export interface Rolling {
  id: number; // tells one throw from the next
  after: number; // milliseconds until it leaves the hand
  ms: number;
  travel: Keyframe[];
  hop: Keyframe[];
  shadow: Keyframe[];
  about: "x" | "y"; // the axis of the cube, as it will lie, about which it rolls
  /** To be followed by the pose in which the cube comes to lie. */
  turns: { offset: number; easing: string; turn: string }[];
}

/** A throw: how many there have been, which dice roll, for how long in all. */
export interface Thrown {
  count: number;
  slots: number[];
  ms: number;
}

/** Which dice whoever threw last has kept: those that were not among them. */
export function keptFrom(
  thrown: { dice: number[]; slots: number[]; aside?: boolean } | null,
  count: number,
): boolean[] {
  const some = thrown && !thrown.aside && thrown.slots.length && thrown.slots.length < count ? thrown.slots : null;
  return Array.from({ length: count }, (_, slot) => !!some && !some.includes(slot));
}

/** The tray, in pixels from the middle of the row of dice. */
export interface Ground {
  places: number[]; // where each die will lie, left to right
  size: number; // of a die
  half: number; // of the tray's width
  up: number; // how far it goes up from the row
  hand: [number, number]; // where dice come from
}

const SALT = Math.floor(Math.random() * 2 ** 31);

/** Numbers from 0 to 1 that follow from a seed. */
export function numbers(seed: number): () => number {
  let at = seed >>> 0;
  return () => {
    at = (at + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(at ^ (at >>> 15), at | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** The way of every die of a throw, by slot. */
export function rollings(thrown: Thrown, ground: Ground, salt = SALT): Map<number, Rolling> {
  const { count, slots, ms } = thrown;
  const draw = numbers(salt ^ Math.imul(count, 0x9e3779b1));
  const order = slots.map((_, at) => at);
  for (let at = order.length - 1; at > 0; at--) {
    const other = Math.floor(draw() * (at + 1));
    [order[at], order[other]] = [order[other]!, order[at]!];
  }
  const part = Math.max(0, ms - DRAWN) / rolling(slots.length);
  return new Map(
    slots.map((slot, at) => {
      const after = (order[at] ?? 0) * LATER * part;
      return [slot, { id: count, after, ms: FLIGHT * part, ...path(draw, ground, ground.places[slot] ?? 0) }];
    }),
  );
}

type Point = [number, number];
const AIR = "cubic-bezier(.3,0,.9,.6)"; // falls
const RISE = "cubic-bezier(.1,.5,.6,1)";
const px = (n: number) => `${n.toFixed(1)}px`;
const deg = (n: number) => `${n.toFixed(1)}deg`;
const within = (n: number, most: number) => Math.max(-most, Math.min(most, n));

function path(draw: () => number, ground: Ground, place: number): Omit<Rolling, "id" | "after" | "ms"> {
  const { size, half, up } = ground;
  const about = (n: number) => (draw() * 2 - 1) * n;
  // The ground under it, seen from where it will lie: the hand, two or three touches, and there.
  const hand: Point = [ground.hand[0] - place + about(size * 0.4), ground.hand[1] + about(size * 0.4)];
  const onTable = ([x, y]: Point): Point => [
    within(x + place, half - size * 0.5) - place,
    Math.max(-up, Math.min(size * 0.16, y)),
  ];
  const far = draw() < 0.3 ? -0.22 - draw() * 0.2 : 0.32 + draw() * 0.2; // some are thrown too far and roll back
  const touch: Point = onTable([
    hand[0] * far + about(size * 0.5),
    hand[1] * far - draw() * Math.min(up, size * 2) * 0.8,
  ]);
  const next: Point = onTable([touch[0] * 0.3 + about(size * 0.18), touch[1] * 0.34 + about(size * 0.14)]);
  const [t1, t2, t3] = [TOUCHES[0] + about(0.04), TOUCHES[1] + about(0.03), TOUCHES[2] + about(0.02)];
  const travel: Keyframe[] = [
    { ...at(hand), opacity: 0, offset: 0, easing: "linear" },
    { ...at(between(hand, touch, 0.2)), opacity: 1, offset: t1 * 0.2, easing: "linear" },
    { ...at(touch), opacity: 1, offset: t1, easing: "linear" },
    { ...at(next), opacity: 1, offset: t2, easing: "cubic-bezier(.2,.5,.6,1)" },
    { transform: "none", opacity: 1, offset: t3 },
    { transform: "none", opacity: 1, offset: 1 },
  ];

  // How high it is, in dice; where it strikes the table it is flattened a little.
  const bounce = 0.55 + draw() * 0.3;
  const heights: [number, number, string, boolean?][] = [
    [0, 1.5, AIR],
    [t1, 0, RISE, true],
    [(t1 + t2) / 2, bounce, AIR],
    [t2, 0, RISE, true],
    [(t2 + t3) / 2, bounce * 0.28, AIR],
    [t3, 0, "ease-out", true],
    [1, 0, "linear"],
  ];
  const hop = heights.map(([offset, height, easing, strikes]): Keyframe => {
    const grown = 1 + height * 0.16;
    const scale = strikes ? `${1.07 - offset * 0.05}, ${0.9 + offset * 0.07}` : `${grown}, ${grown}`;
    return { transform: `translateY(${px(-height * size * 0.55)}) scale(${scale})`, offset, easing };
  });
  const shadow = heights.map(([offset, height, easing]): Keyframe => ({
    transform: `translate(${px(height * size * 0.16)}, ${px(height * size * 0.2)}) scale(${1 + height * 0.22})`,
    opacity: 1 - Math.min(0.65, height * 0.45),
    offset,
    easing,
  }));

  // It rolls the way it goes, about the edge of the cube that is nearest to that; the last turn tips it onto its face.
  const heading = (Math.atan2(-hand[1], -hand[0]) * 180) / Math.PI;
  const quarter = Math.round(heading / 90);
  const skew = heading - quarter * 90 + about(30);
  const axis = [
    [0, 1],
    [-1, 0],
    [0, -1],
    [1, 0],
  ][((quarter % 4) + 4) % 4]!;
  const whole = 90 * (6 + Math.floor(draw() * 3));
  const turn = (yaw: number, roll: number) =>
    `rotateZ(${deg(yaw)}) rotate3d(${axis[0]}, ${axis[1]}, 0, ${deg(roll)})`;
  const spin = about(70);
  const turns = [
    { offset: 0, easing: "linear", turn: turn(skew + spin, -whole) },
    { offset: t1, easing: "linear", turn: turn(skew + spin * 0.5, -whole * 0.5 + about(25)) },
    { offset: t2, easing: "cubic-bezier(.4,.1,.8,.8)", turn: turn(skew * 0.45, -118 + about(16)) },
    { offset: t3, easing: "ease-out", turn: turn(skew * 0.06, 9) },
    { offset: (1 + t3) / 2, easing: "ease-in-out", turn: turn(0, -3.5) },
    { offset: 1, easing: "linear", turn: turn(0, 0) },
  ];
  return { travel, hop, shadow, turns, about: axis[0] ? "x" : "y" };
}

/** How a cube is turned to show a side in front: degrees about x, about y. */
export const POSES: Record<number, readonly [x: number, y: number]> = {
  1: [0, 0],
  2: [0, -90],
  3: [-90, 0],
  4: [90, 0],
  5: [0, 90],
  6: [0, 180],
};

const OPPOSITE = 7; // what two sides across from each other show together

/** The sides that are seen of a cube that rolls about one of its axes and comes to lie on `front`: not the two ends. */
export function seenOf(front: number, about: "x" | "y"): number[] {
  const across = (side: number) => [side, OPPOSITE - side];
  const lying = { x: [2, 5], y: [3, 4], z: [1, 6] }; // which sides an axis goes through, while 1 is in front
  const through = lying[about].includes(front) ? lying.z : lying[about]; // it was turned to the front, and 1 or 6 there
  return [...across(1), ...across(2), ...across(3)].filter((side) => !through.includes(side));
}

const at = ([x, y]: Point) => ({ transform: `translate(${px(x)}, ${px(y)})` });
const between = (a: Point, b: Point, part: number): Point => [
  a[0] + (b[0] - a[0]) * part,
  a[1] + (b[1] - a[1]) * part,
];
