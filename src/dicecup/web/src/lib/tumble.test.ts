import { describe, expect, it } from "vitest";
import { POSES, keptFrom, landing, rollings, seenOf, type Ground, type Rolling } from "./tumble";

const GROUND: Ground = { places: [-150, -90, -30, 30, 90, 150], size: 50, half: 200, up: 60, hand: [220, 60] };
const SIX = [0, 1, 2, 3, 4, 5];
const lies = (roll: Rolling) => roll.after + roll.ms;
const all = (count: number, salt = 7, slots = SIX) => [
  ...rollings({ count, slots, ms: landing(slots.length, 1) }, GROUND, salt).values(),
];

describe("a throw", () => {
  it("ends with every die in its place, on its face, before anybody is told", () => {
    for (let count = 1; count < 60; count++) {
      for (const roll of all(count)) {
        expect(roll.travel.at(-1)).toMatchObject({ transform: "none", opacity: 1, offset: 1 });
        expect(roll.hop.at(-1)!["transform"]).toMatch(/^translateY\(-?0\.0px\) scale\(1, 1\)$/);
        expect(roll.turns.at(-1)!.turn).toMatch(/^rotateZ\(0\.0deg\) rotate3d\(-?\d, -?\d, 0, 0\.0deg\)$/);
        expect(lies(roll)).toBeLessThanOrEqual(landing(6, 1));
      }
    }
  });

  it("brings the dice down one after the other, the last of them in time", () => {
    const times = all(1)
      .map(lies)
      .sort((a, b) => a - b);
    expect(new Set(times).size).toBe(6);
    for (let at = 1; at < 6; at++) expect(times[at]! - times[at - 1]!).toBeGreaterThan(30);
    expect(landing(6, 1) - times[5]!).toBeLessThan(100);
  });

  it("looks like no other", () => {
    const seen = new Set<string>();
    for (let count = 1; count <= 50; count++) seen.add(JSON.stringify(all(count).map(({ travel }) => travel)));
    expect(seen.size).toBe(50);
    expect(all(1, 7)).not.toEqual(all(1, 8)); // nor does the first of the next game
    expect(
      new Set(
        SIX.map((_, at) =>
          all(at + 1)
            .map(lies)
            .indexOf(Math.min(...all(at + 1).map(lies))),
        ),
      ).size,
    ).toBeGreaterThan(1);
  });

  it("touches the table only inside the tray", () => {
    for (let count = 1; count < 60; count++) {
      all(count).forEach(({ travel }, slot) => {
        for (const frame of travel.slice(2, 4)) {
          const [x, y] = /translate\((.*)px, (.*)px\)/.exec(String(frame["transform"]))!.slice(1).map(Number);
          expect(Math.abs(x! + GROUND.places[slot]!)).toBeLessThanOrEqual(GROUND.half - GROUND.size / 2 + 0.1);
          expect(y!).toBeGreaterThanOrEqual(-GROUND.up - 0.1);
          expect(y!).toBeLessThanOrEqual(GROUND.size * 0.16 + 0.1);
        }
      });
    }
  });

  it("is over sooner where it has less time: nothing rolls on after it was told", () => {
    const roll = [...rollings({ count: 1, slots: SIX, ms: 200 }, GROUND).values()];
    expect(Math.max(...roll.map(lies))).toBeLessThanOrEqual(200);
    expect(landing(6, 0)).toBe(0);
    expect(landing(6, 0.45)).toBeLessThan(landing(6, 1) * 0.55);
    expect(landing(9, 1)).toBeLessThan(1100);
  });

  it("goes over the whole of its time in order", () => {
    for (const { travel, hop, shadow, turns } of all(3)) {
      for (const frames of [travel, hop, shadow, turns]) {
        const offsets = frames.map(({ offset }) => offset as number);
        expect(offsets).toEqual([...offsets].sort((a, b) => a - b));
        expect([offsets[0], offsets.at(-1)]).toEqual([0, 1]);
      }
    }
  });
});

describe("the sides of a die that rolls", () => {
  // What the style sheet does: where the outward normal of each side points, and how a die is turned to its face.
  type Vector = [number, number, number];
  const about = (axis: number[], degrees: number, [x, y, z]: Vector): Vector => {
    const [s, c] = [Math.sin((degrees * Math.PI) / 180), Math.cos((degrees * Math.PI) / 180)];
    return axis[0] ? [x, y * c - z * s, y * s + z * c] : [x * c + z * s, y, -x * s + z * c];
  };
  const OUT: Vector = [0, 0, 1];
  const [X, Y] = [
    [1, 0],
    [0, 1],
  ];
  const NORMAL: Record<number, Vector> = {
    1: OUT,
    2: about(Y!, 90, OUT),
    3: about(X!, 90, OUT),
    4: about(X!, -90, OUT),
    5: about(Y!, -90, OUT),
    6: about(Y!, 180, OUT),
  };

  it("are those that come to the front on the way, and no others", () => {
    for (const front of [1, 2, 3, 4, 5, 6]) {
      for (const [name, axis] of [
        ["x", X],
        ["y", Y],
      ] as const) {
        const [x, y] = POSES[front]!;
        const ahead = [1, 2, 3, 4, 5, 6].filter((side) =>
          Array.from({ length: 72 }, (_, at) => at * 5).some((turned) => {
            const [, , z] = about(axis!, turned, about(X!, x, about(Y!, y, NORMAL[side]!)));
            return z > 0.01;
          }),
        );
        expect(new Set(seenOf(front, name))).toEqual(new Set(ahead));
        expect(ahead).toContain(front);
        expect(ahead).toHaveLength(4);
      }
    }
  });

  it("follow from the way it goes", () => {
    for (let count = 1; count < 20; count++) {
      for (const { about: name, turns } of all(count)) {
        expect(turns[0]!.turn).toMatch(name === "x" ? /rotate3d\(-?1, 0, 0/ : /rotate3d\(0, -?1, 0/);
      }
    }
  });
});

describe("what somebody else has kept", () => {
  it("is whatever was not thrown again", () => {
    expect(keptFrom({ dice: [1, 2, 3], slots: [0, 2] }, 3)).toEqual([false, true, false]);
  });

  it("is nothing after a first roll, in the log of another day, or by the dice of a card", () => {
    expect(keptFrom({ dice: [1, 2, 3], slots: [0, 1, 2] }, 3)).toEqual([false, false, false]);
    expect(keptFrom({ dice: [1, 2, 3], slots: [] }, 3)).toEqual([false, false, false]);
    expect(keptFrom({ dice: [4], slots: [0], aside: true }, 3)).toEqual([false, false, false]);
    expect(keptFrom(null, 2)).toEqual([false, false]);
  });
});
