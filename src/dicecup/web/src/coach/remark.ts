// One line about a turn: praise where something was at stake and nothing better to be had, advice where there was. What
// is within the noise of the coach's values is no fault, and what left no choice no merit.
import { capital } from "../lib/house";
import { besides, within } from "../lib/reading";
import type { Coaching } from "../lib/settings.svelte";
import type { Choice, Coached, Mark } from "../lib/wire";
import type { Juncture } from "./juncture";
import { coachWords as w } from "../lib/words_coach";

/** A choice that somebody has made, and what the coach thinks of it; null: nobody knows. */
export interface Made extends Juncture {
  choice: Choice;
  coached: Coached | null;
  helped: boolean; // with a hint before the eyes
  heeded: boolean; // after a warning
  late: boolean; // it went through before the coach had said anything
}

export interface Remark {
  text: string;
  marks: Mark[];
  tone: "good" | "bad";
}

const FAULTS = ["inaccuracy", "mistake", "blunder"];

/** What there is to say of the choices that one person has made in a turn. `n` varies the words. */
export function remark(made: Made[], mode: Coaching, n: number, name = ""): Remark | null {
  if (mode === "off") return null;
  const known = made.filter((each) => each.coached);
  const faults = known.filter(({ coached }) => FAULTS.includes(coached!.grade));
  const worst = faults.toSorted((one, other) => other.coached!.loss - one.coached!.loss)[0];
  // Whoever wants to be warned only hears of what there was no time to warn of.
  if (mode === "warn" && !(worst?.coached?.warn && worst.late)) return null;
  if (worst?.coached?.better) return advice(worst.coached, n, name);
  const mattered = known.filter(({ coached, helped }) => coached!.matters && !helped);
  if (worst || known.length < made.length || !mattered.length) return null;
  const best = mattered.every(({ coached }) => coached!.grade === "best");
  const heeded = best && mattered.some((each) => each.heeded);
  const said = heeded ? w.heeded : best ? w.best : w.good;
  return { text: w.by(name, said[n % said.length]!), marks: [], tone: "good" };
}

function advice({ better, loss, unit }: Coached, n: number, name: string): Remark {
  const { text, doing } = better!;
  const { text: reason, marks } = besides(better!.reason, better!.marks); // which names the dice anyway
  const ways = w.advice;
  const said = ways[n % ways.length]!(doing || w.choosing(text), loss, unit);
  const whole = w.by(name, w.because(capital(said), reason));
  return { text: whole, marks: reason ? within(whole, reason, marks) : [], tone: "bad" };
}
