// What the page says about how strong somebody is, and about all that is theirs.
import { levelCalled } from "./words";
import type { Forgotten } from "./wire";

const percent = (chance: number) => `${Math.round(chance * 100)}%`;
const many = (number: number, one: string, more: string) =>
  `${number.toLocaleString("en")} ${number === 1 ? one : more}`;

export const ratingWords = {
  title: "How strong you are",
  note: "Measured by the computer players, whose strength is known, and by other people you have met here.",
  none: "No game of yours counts yet. Play against computer players, or against other people.",
  leftOut: (number: number) =>
    `${many(number, "game does", "games do")} not count: lessons, branches, chosen seeds, games that you played alone or at several seats.`,
  you: "you",
  chances: "Your chances to win",
  chancesNote:
    "If all others are of one level. A good game is one in which the odds are 3 to 2 for you against each of them: 60% in a duel.",
  share: (par: number) => `fair share ${percent(par)}`,
  players: (seats: number) => (seats === 2 ? "in a duel" : `with ${seats} at the table`),
  against: (level: string) => `against ${levelCalled(level)}`,
  good: "a good game",
  suggested: "suggested for you",
  percent,
};

export const dataWords = {
  title: "Your data",
  note: "All that this server keeps of you: your games, what reviews said of them, and the puzzles you have tried.",
  json: "Download everything (JSON)",
  csv: "Download the list of games (CSV)",
  remove: "Delete everything …",
  asking: "Delete everything?",
  goes: "This goes for good, and nobody can bring it back:",
  going: [
    "games in which you are the only person, finished or not;",
    "all your results, ratings, reviews, records and puzzles;",
    "your place at every table: a computer player takes over where a game is being played;",
    "what you have said there, and your settings in this browser.",
  ],
  stays: "This stays:",
  staying: [
    "games that you played with others, for them: with “Somebody” in the place of your name;",
    "saves and downloads, which are files on a disk.",
  ],
  sure: "Yes, delete everything",
  keep: "Keep everything",
  gone: "Everything is deleted",
  told: (told: Forgotten) =>
    `${many(told.matches, "game", "games")} and ${many(told.results, "result", "results")} are gone` +
    (told.attempts ? `, and ${many(told.attempts, "puzzle", "puzzles")} you had tried` : "") +
    ". This browser is a new guest from now on.",
  anew: "Begin anew",
  working: "One moment …",
};
