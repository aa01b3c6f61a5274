// What the coach of a running game says.
import { amount, type Unit } from "./amounts";
import type { Coaching } from "./settings.svelte";

export const coachWords = {
  name: "Coach",
  line: (text: string) => `Coach: ${text}`,
  settings: {
    legend: "Coach",
    choices: { off: "Off", warn: "Warn", explain: "Explain" } as Record<Coaching, string>,
    notes: {
      off: "Nobody looks over your shoulder. You can still ask for hints.",
      warn: "Before a choice that gives away much, you are asked to look again.",
      explain:
        "Before a choice that gives away much, you are asked to look again; and after each of your turns a line says what was good or better.",
    } as Record<Coaching, string>,
    who: "For games against computer players; with friends only if the host allows it.",
    notHere: (reason: string) => `Not at this table. ${reason}`,
  },
  offer: "Let a coach warn me of costly choices",
  offered: "The coach will warn you. Settings has more about it.",
  looking: "The coach takes a look …",
  doubt: (loss: number, unit: Unit) => `This gives away about ${amount(loss, unit)}. Look again?`,
  again: "Look again",
  anyway: "Do it anyway",
  spoken: (doubt: string) => `${doubt} Escape to look again, or the button Do it anyway.`,

  by: (name: string, text: string) => (name ? `${name}: ${text}` : text),
  choosing: (text: string) => `to ${text}`,
  because: (text: string, reason: string) => (reason ? `${text} – ${reason}.` : `${text}.`),
  advice: [
    (doing: string, loss: number, unit: Unit) => `${doing} would have been worth about ${amount(loss, unit)} more`,
    (doing: string, loss: number, unit: Unit) => `better by about ${amount(loss, unit)}: ${doing}`,
    (doing: string, loss: number, unit: Unit) => `${doing} would have brought about ${amount(loss, unit)} more`,
  ],
  best: [
    "Well played: nothing was better.",
    "Nothing was better.",
    "The best there was to choose.",
    "Just what the coach would have done.",
    "Well chosen.",
  ],
  heeded: ["Good that you looked again: nothing was better.", "Well looked: nothing was better."],
  good: ["A good turn.", "Well played: next to nothing given away.", "Close to the best.", "Solid."],
};
