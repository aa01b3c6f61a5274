// Every sound, looked at as it is drawn: something is heard, and nothing that hurts a loudspeaker or an ear.
import { expect, test } from "vitest";
import { NAMES, recipes, render } from "./recipes";
import { RATE } from "./synth";

const LONGEST = 2.1; // seconds
const all = NAMES.flatMap((name) =>
  Array.from({ length: recipes[name].kinds ?? 1 }, (_, kind) => [name, kind] as const),
);

test.each(all)("%s %i is heard, does not clip, lies around zero and ends", (name, kind) => {
  const samples = render(name, kind);
  let [peak, sum, power] = [0, 0, 0];
  for (const each of samples) {
    peak = Math.max(peak, Math.abs(each));
    sum += each;
    power += each * each;
  }
  const rms = Math.sqrt(power / samples.length);
  expect(samples.every(Number.isFinite)).toBe(true);
  expect(samples.length / RATE).toBeLessThan(LONGEST);
  expect(peak).toBeGreaterThan(0.2);
  expect(peak).toBeLessThan(0.8);
  expect(rms).toBeGreaterThan(0.01);
  expect(Math.abs(sum / samples.length)).toBeLessThan(0.002);
  const end = samples.subarray(-32);
  expect(Math.max(...end.map(Math.abs))).toBeLessThan(0.02);
});
