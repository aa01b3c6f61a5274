// Steps of a review in words: for the line below the chart, for ears, and for the list of all steps.
import { reviewWords as w } from "../lib/words_review";
import type { Review, Step } from "./types";

/** What a step was about, in a few words; the last one is the end of the game. */
export function stepWords(review: Review, at: number, seat: number): string {
  const step = review.steps[at];
  const stands = standings(review, at);
  if (!step) return `${w.chart.end}. ${stands}.`;
  const name = review.names[step.seat] ?? "";
  return [
    `${step.turn ? `${capital(w.chart.turn(step.turn))}, ` : ""}${name}: ${deed(step, name)}.`,
    w.judged(step, review.unit),
    luckWords(review, step, seat),
    `${stands}.`,
  ]
    .filter(Boolean)
    .join(" ");
}

/** What was done, as far as one may know: "yielding at 7 hearts". */
export function deed({ chosen }: Step, name: string): string {
  if (chosen.doing) return [chosen.doing, chosen.given].filter(Boolean).join(" ");
  return chosen.text || w.step.secret(name).replace(/\.$/, "");
}

export function luckWords(review: Review, step: Step, seat: number): string {
  return w.fell(review.names[seat] ?? "", step.luck[seat] ?? 0, review.unit);
}

/** How everybody stands at a step. */
export function standings(review: Review, at: number): string {
  const values = review.steps[at]?.before ?? review.result;
  return review.names.map((name, seat) => w.chart.stands(name, values[seat] ?? 0, review.unit)).join(", ");
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
