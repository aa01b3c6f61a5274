// What of an event is heard and felt, by whom, and how loud: games say which sounds, and this when.
import { buzz, still } from "../buzz";
import { sound, type How, type Name } from "./index";

export interface Cue extends How {
  name: Name;
  /** Heard when dice are thrown, and not only once they lie. */
  first?: boolean;
  /** Too important to be left out where nothing moves, or because it is somebody else's. */
  great?: boolean;
  /** How long whoever it happens to feels it, in milliseconds. */
  buzz?: number;
}

/** Who listens to what. */
export interface Listening {
  seat: unknown; // to whom it happens
  mine: number[]; // who sits at this screen
  part: number; // how long things take, as a part of their usual time; 0: it all happens at once
  tempo: number; // ... and how long they move: 0 also where little motion is wanted
}

const FAR = 0.42; // what happens to others is further away

const isFar = ({ seat, mine }: Listening) => mine.length > 0 && typeof seat === "number" && !mine.includes(seat);
const isNear = ({ seat, mine }: Listening) => mine.includes(seat as number);

export function play(cues: Cue[], to: Listening): void {
  for (const { name, after = 0, loud = 1, pitch, great, buzz: felt } of cues) {
    if (felt && isNear(to)) buzz(felt);
    if (!to.part && !great) continue;
    sound.play(name, {
      after: after * (great ? 1 : to.tempo),
      loud: loud * (isFar(to) && !great ? FAR : 1),
      ...(pitch && { pitch }),
    });
  }
}

/** Dice are thrown; those of others, where everything happens at once, are not heard one by one. */
export function dice(count: number, ms: number, ground: Name, to: Listening): void {
  if (!to.part && !isNear(to)) return;
  const lands = sound.dice(count, ms, ground, isFar(to) ? FAR : 1);
  if (!isNear(to)) return;
  const gaps = lands.slice(1).map((at, die) => at - lands[die]!);
  const ticks = gaps.every((gap) => gap > 24) ? gaps.flatMap((gap) => [Math.round(gap) - 8, 8]) : [];
  buzz([ticks.length || gaps.length === 0 ? 8 : 16, ...ticks], lands[0]);
}

/** It is your turn. */
export function bell(): void {
  sound.play("bell");
  buzz(90);
}

/** Whatever was to be heard and felt of what has been skipped. */
export function hush(): void {
  sound.hush();
  still();
}
