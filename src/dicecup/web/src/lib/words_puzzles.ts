// What the page says about puzzles.
import type { Unit } from "../review/types";
import type { PuzzleGame, PuzzleTried, SolverInfo } from "./wire";
import { words } from "./words";
import { reviewWords } from "./words_review";

const SURE = 110; // a deviation below which a rating is told without a caution

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
const many = (count: number, one: string, more = `${one}s`) => `${count} ${count === 1 ? one : more}`;

/** A rating, and how sure it is. */
function rating({ rating, deviation, tried }: SolverInfo): string {
  if (!tried) return "You have no rating yet.";
  const after = `after ${many(tried, "puzzle")}`;
  return deviation > SURE
    ? `Your rating: about ${rating}. That is a first guess, ${after}.`
    : `Your rating: ${rating}, give or take ${deviation}, ${after}.`;
}

/** What a first try did to the rating. */
function moved({ before, after }: Pick<PuzzleTried, "before" | "after">): string {
  if (!before.tried) return `Your first rating: about ${after.rating}.`;
  const by = after.rating - before.rating;
  if (!by) return `Your rating stays at ${after.rating}.`;
  return `Your rating ${by > 0 ? "rises" : "falls"} by ${Math.abs(by)} to ${after.rating}.`;
}

/** How much a choice gives away, in words; `told`: it is exactly that. */
function lost(loss: number, unit: Unit, told: boolean): string {
  return `${told ? "about" : "more than"} ${reviewWords.amount(loss, unit)}`;
}

export const puzzleWords = {
  open: "Puzzles",
  title: "Puzzles",
  about:
    "Each puzzle is a decision out of a real game. One choice is clearly the best, and another one looks better. Find it.",
  theme: (theme: string) => (theme ? capital(theme) : "All themes"),
  streak: (days: number, longest: number) =>
    days
      ? `${many(days, "day")} in a row${longest > days ? ` (your longest: ${longest})` : ""}`
      : longest
        ? `None at the moment (your longest: ${many(longest, "day")})`
        : "None yet",
  streakTitle: "Streak",
  streakNote:
    "Solve a daily puzzle of any game to keep it going. A new one comes every day at midnight UTC, the same for everybody.",
  rating,
  moved,
  lost,
  solved: ({ solved, puzzles }: { solved: number; puzzles: number }) => `${solved} of ${puzzles} solved`,
  daily: "Puzzle of the day",
  dailyOf: (game: string) => `Puzzle of the day: ${game}`,
  dailyDone: ({ daily_done, daily_solved }: PuzzleGame) =>
    daily_solved ? "Solved today" : daily_done ? "Tried today" : "Not solved yet",
  solve: "Solve puzzles",
  solveOf: (game: string) => `Solve puzzles: ${game}`,
  themes: "By theme",
  none: (titles: string) => `There are no puzzles of ${titles}.`,
  nothing: "There are no puzzles here.",
  loading: words.loading,
  again: words.again,
  counts:
    "Only your first try counts: a wrong one, a hint or giving up is a loss. You can practise any of them again later.",

  ask: {
    title: "Find the choice",
    note: (theme: string, rating: number) => `${capital(theme)} · rated ${rating}`,
    today: (theme: string) => `${capital(theme)} · puzzle of the day`,
    underway: (seats: number) =>
      seats === 1 ? "A game alone. It is your decision." : `A game of ${seats} is under way. It is your decision.`,
    find: "One choice is clearly the best. Which one?",
    practice: "You have tried this one before: it is practice now, and your rating stays as it is.",
    right: "Right!",
    rightLater: "That is it.",
    practised: "Right! That was practice, so your rating stays as it is.",
    wrong: (lost: string) => `Not the best: it gives away ${lost}. Try again.`,
    hintCosts: "A hint counts as a wrong try. Ask once more if you want it.",
    hint: (text: string) => `A hint. ${text}`,
    given: (text: string) => `The best choice: ${text}.`,
    show: "Show the answer",
    skip: "Skip",
    next: "Next puzzle",
    leave: "All puzzles",
    streak: (days: number) => `Your streak: ${many(days, "day")} in a row.`,
  },

  answer: {
    title: "What each choice is worth",
    best: "The best choice",
    tempting: "Tempting",
    chosen: "Your choice",
    first: "Your first choice",
    others: "Choices that are not listed here are worse than the best eight.",
    show: "Point at a choice to see it on the table.",
  },

  standing: { title: "You and the puzzles", left: (left: number) => `${many(left, "puzzle")} left to try.` },

  all: {
    title: "That was all of them",
    themed: (theme: string) => `You have tried every puzzle of this theme: ${theme}.`,
    game: (title: string) => `You have tried every puzzle of ${title}.`,
    practise: "Practise again",
    other: "Choose something else",
  },
  trouble: "The puzzle could not be shown",
};
