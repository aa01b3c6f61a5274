import { expect, test } from "vitest";
import type { AreaInfo } from "./rules";
import { doorsOf, gait, pointsTo, wayThrough } from "./ways";

// Three in a row, and one below the last.
const area = (slug: string, row: number, col: number, neighbours: string[]) =>
  ({ slug, row, col, rows: 1, cols: 1, neighbours }) as AreaInfo;
const areas = {
  a: area("a", 0, 0, ["b"]),
  b: area("b", 0, 1, ["a", "c"]),
  c: area("c", 0, 2, ["b", "d"]),
  d: area("d", 1, 2, ["c"]),
};
const doors = doorsOf(Object.values(areas));

test("there is a door in every shared wall", () => {
  expect(doors.map(({ x, y, upright }) => [x, y, upright])).toEqual([
    [1, 0.5, true],
    [2, 0.5, true],
    [2.5, 1, false],
  ]);
});

test("an arrow in a door points into where it leads", () => {
  const [ab, , cd] = doors;
  expect([pointsTo(ab!, areas.b), pointsTo(ab!, areas.a)]).toEqual([0, 180]);
  expect([pointsTo(cd!, areas.d), pointsTo(cd!, areas.c)]).toEqual([90, -90]);
});

test("one walks through the doors, not through the fence", () => {
  expect(wayThrough(areas, doors, "a", "b")).toEqual([{ x: 1, y: 0.5 }]);
  expect(wayThrough(areas, doors, "a", "d")).toEqual([
    { x: 1, y: 0.5 },
    { x: 1.5, y: 0.5 },
    { x: 2, y: 0.5 },
    { x: 2.5, y: 0.5 },
    { x: 2.5, y: 1 },
  ]);
  expect(wayThrough(areas, doors, "a", "a")).toEqual([]);
  expect(wayThrough(areas, doors, "a", "nowhere")).toEqual([]);
});

test("a walk begins where somebody stood and ends where somebody is, in steps", () => {
  const frames = gait([
    { x: -100, y: 0 },
    { x: -100, y: 60 },
    { x: 0, y: 0 },
  ]).map(({ transform }) => transform as string);
  expect(frames[0]).toBe("translate(-100.0px, 0.0px) rotate(0deg)");
  expect(frames.at(-1)).toMatch(/^translate\(-?0.0px, 0.0px\) rotate\(0deg\)$/);
  expect(frames.length).toBe(12);
  expect(new Set(frames).size).toBe(frames.length);
  expect(gait([{ x: 0, y: 0 }, { x: 0, y: 0 }]), "nobody has moved").toEqual([]); // prettier-ignore
});
