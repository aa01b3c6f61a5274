// What the page says about a game that is looked over with the coach.
import { amount } from "./amounts";
import type { Kind } from "../review/marks";
import type { Grade, Step, Unit } from "../review/types";
import { words } from "./words";

/** An amount for a table: with its sign, and as short as it can be. */
function signed(value: number, unit: Unit): string {
  const text = unit === "win" ? `${Math.round(Math.abs(value) * 100)}%` : Math.abs(value).toFixed(1);
  return /[1-9]/.test(text) ? `${value < 0 ? "−" : "+"}${text}` : text;
}

function plain(value: number, unit: Unit): string {
  return unit === "win" ? `${Math.round(value * 100)}%` : value.toFixed(1).replace(/\.0$/, "");
}

const grades: Record<Grade, string> = {
  best: "Best",
  good: "Good",
  inaccuracy: "Inaccuracy",
  mistake: "Mistake",
  blunder: "Blunder",
};

const marks: Record<Kind, string> = {
  inaccuracy: "Inaccuracy",
  mistake: "Mistake",
  blunder: "Blunder",
  lucky: "Lucky",
  unlucky: "Unlucky",
};

/** How a choice was, in a sentence; empty where there was nothing to lose. */
function judged(step: Step, unit: Unit): string {
  const lost = amount(step.chosen.loss, unit);
  switch (step.grade) {
    case "best":
      return "The best choice.";
    case "good":
      return step.hinted
        ? `A hint would have said the same; looked at for longer, it is ${lost} short of the best.`
        : `A good choice: ${lost} short of the best.`;
    case "inaccuracy":
      return `An inaccuracy: it gave away ${lost}.`;
    case "mistake":
      return `A mistake: it gave away ${lost}.`;
    case "blunder":
      return `A blunder: it gave away ${lost}.`;
    default:
      return "";
  }
}

/** What chance was worth to somebody; empty where it changed nothing. */
function fell(name: string, by: number, unit: Unit): string {
  if (!/[1-9]/.test(signed(by, unit))) return "";
  return `${by > 0 ? "Good" : "Bad"} luck for ${name}: ${signed(by, unit)}${unit === "points" ? " points" : ""}.`;
}

const sentence = (text: string) => (text ? text.charAt(0).toUpperCase() + text.slice(1) : "");

export const reviewWords = {
  open: "Review the game",
  title: "Review",
  close: "Close the review",
  working: "Looking at every choice and every roll …",
  progress: "How much of the review is done",
  percentDone: (part: number) => `${Math.round(part * 100)}%`,
  refused: "There is no review of this game",
  again: words.again,
  amount,
  signed,
  plain,
  grades,
  marks,
  judged,
  fell,
  tabs: {
    step: "This step",
    game: "The game",
    steps: "All steps",
    log: words.table.log,
    reel: words.replay.title,
  },
  parts: "Parts of the review",
  whose: "Whose game",
  of: (name: string) => `${words.of(name)} game`,

  chart: {
    label: (unit: Unit) =>
      unit === "win" ? "Chances to win, decision by decision" : "Points to expect, decision by decision",
    keys: "Arrow keys step from decision to decision, Page Up and Page Down from turn to turn, N and P from mistake to mistake.",
    turn: (n: number) => `turn ${n}`,
    end: "The end",
    stands: (name: string, value: number, unit: Unit) =>
      unit === "win" ? `${name} ${plain(value, unit)}` : `${name} ${plain(value, unit)} points`,
    key: "What the marks mean",
    nextFault: "Next mistake",
    lastFault: "Previous mistake",
  },

  step: {
    where: (at: number, of: number, turn: number, name: string) =>
      `${turn ? `Turn ${turn} · ` : ""}${name} · step ${at + 1} of ${of}`,
    chosen: "Chosen",
    best: "Best",
    both: "Chosen, and the best",
    why: (reason: string) => `${sentence(reason)}.`,
    options: "What each choice was worth",
    worth: (value: number, unit: Unit) => (unit === "win" ? plain(value, unit) : `${plain(value, unit)} points`),
    less: (loss: number, unit: Unit) =>
      loss < (unit === "win" ? 0.005 : 0.05) ? "hardly less" : `${amount(loss, unit)} less`,
    alike: "as good",
    others: "All other choices are worth less than these.",
    then: "What came of it",
    luck: "Luck",
    noLuck: "Chance changed nothing here.",
    nothing: "There was nothing to lose here.",
    forced: "There was no choice here.",
    secret: (name: string) => `Only ${name} knew what there was to choose from.`,
    sure: "Played out many times over: it really is that much worse.",
    show: "Point at a choice to see it on the table.",
    end: "The game is over here.",
  },

  game: {
    none: "none",
    accuracy: "Accuracy",
    given: "Given away",
    books: "How it adds up",
    choices: "Choices",
    rows: {
      start: "At the start",
      own_luck: "Own luck",
      others_luck: "Others’ luck",
      own_errors: "Own errors",
      others_errors: "Others’ errors",
      rest: "Left over",
      result: "Result",
    },
    accuracyNote:
      "Accuracy is 100 for whoever always makes the best choice. Luck is what the dice and cards gave or took, compared with what could be expected of them.",
    rest: (noise: number, unit: Unit) =>
      noise
        ? `Left over is what the coach misjudged, neither luck nor error: its estimates are not exact, and change by about ${amount(noise, unit)} from one decision to the next.`
        : "Left over is what is neither luck nor error. The coach’s values are exact here, so it is nothing.",
    costliest: "Costliest choices",
    faultless: (name: string) => `${name} gave nothing away worth speaking of.`,
    luckiest: "Luckiest moment",
    unluckiest: "Unluckiest moment",
    moment: (turn: number, text: string) => `${turn ? `Turn ${turn}: ` : ""}${text}`,
  },

  steps: {
    only: "Only mistakes and strokes of luck",
    none: "Nothing stands out in this game.",
    line: (turn: number, name: string, text: string) => `${turn ? `${turn} · ` : ""}${name}: ${text}`,
  },

  learn: {
    open: "Learn from your mistakes",
    openOf: (name: string) => `Learn from ${words.of(name)} mistakes`,
    title: "Learn from your mistakes",
    count: (at: number, of: number) => `${at} of ${of}`,
    ask: "Here something better could have been chosen. What would you choose?",
    again: "Look at it again. What would you choose?",
    right: (text: string) => `Yes, that is the best choice: ${text}.`,
    alsoRight: (text: string, lost: string) => `Good. ${sentence(text)} would have been better by ${lost} only.`,
    same: (lost: string) => `That is what was chosen then: it gave away ${lost}. Try again.`,
    wrong: (lost: string) => `There is something better: that gives away ${lost}. Try again.`,
    worse: "There is something better: that is worse than the six best. Try again.",
    hint: (reason: string) => `A hint, the reason for the best choice: ${reason}.`,
    noHint: "A hint: something you have not tried yet, and not what was chosen then.",
    show: "Show the answer",
    answer: (text: string, reason: string) => `The best choice: ${text}${reason ? ` (${reason})` : ""}.`,
    next: "On to the next",
    finish: "Finish",
    skip: "Skip",
    leave: "Stop",
    back: "Back to the review",
    done: (right: number, of: number) =>
      right === of
        ? `All ${of === 1 ? "done" : `${of} of ${of}`}: you would play this better now.`
        : right
          ? `You found ${right} of ${of}. Every one you look at again is one you know next time.`
          : "None this time, but now you have seen them all, and that is how it is learnt.",
    none: "There is nothing to learn from here: no mistakes.",
  },
};
