// What the page itself says in Yahtzee; everything else is worded by the server.
import { words } from "../../lib/words";
import type { Box } from "./kit";
import type { Step } from "../manifest";
import type { Course } from "./course";

function nth(n: number): string {
  const end = n % 100 >= 11 && n % 100 <= 13 ? "th" : (["th", "st", "nd", "rd"][n % 10] ?? "th");
  return `${n}${end}`;
}

const sentence = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

export const w = {
  /** What the others have done since one's last turn. */
  since: {
    filled: (who: string, points: number, box: string) => `${who}: ${points} in ${box}`,
    lead: (by: number, who: string) =>
      by > 0 ? `You lead by ${by}` : by < 0 ? `${who} is ${-by} ahead of you` : `Level with ${who}`,
  },
  boxes: [
    "Ones",
    "Twos",
    "Threes",
    "Fours",
    "Fives",
    "Sixes",
    "Three of a kind",
    "Four of a kind",
    "Full house",
    "Small straight",
    "Large straight",
    "Yahtzee",
    "Chance",
  ],
  allBoxes: "The boxes",
  reminders: [
    ...["add the ones", "add the twos", "add the threes", "add the fours", "add the fives", "add the sixes"],
    ...["add all", "add all", "25", "30", "40", "50", "add all"],
  ],
  pick: "Choose the box on the scorecard.",
  held: "Held",
  holdOrFill: "Hold dice and roll the rest, or fill a box.",
  allHeld: "You are holding all five dice: let one go, or pick a box.",
  upperSum: "Sum",
  bonus: "Bonus for 63 or more",
  extra: "Extra Yahtzees",
  total: "Total",
  cardOf: (name: string) => `${words.of(name)} scorecard`,
  column: (n: number) => `Game ${n}`,
  thisGame: "This game",
  wholeCard: "Whole card",
  makeIt: "make it",
  more: (box: string) => `More ${box.toLowerCase()}`,
  would: (box: string, points: number) => `${box}, would score ${points}`,
  rollsLeft: (n: number) => (n ? `${words.many(n, "roll")} left` : "No rolls left"),
  round: (n: number) => `Round ${n} of 13`,
  course: ({ state, ahead, missing }: Course) =>
    state === "reached"
      ? "bonus reached"
      : state === "lost"
        ? "bonus out of reach"
        : state === "fresh"
          ? `${missing} to go for the bonus`
          : ahead === 0
            ? "on course for 63"
            : ahead > 0
              ? `bonus: ${ahead} ahead`
              : `bonus: ${-ahead} behind`,
  toGo: (n: number) => `${n} to go`,
  yahtzee: "Yahtzee!",
  /** What is called out when it lies there and can be written down. */
  calls: {
    full_house: "Full house!",
    small_straight: "Small straight!",
    large_straight: "Large straight!",
  } as Partial<Record<Box, string>>,
  bonusCall: "Bonus! +35",
  whose: (name: string | null) => (name === null ? "your" : words.of(name)),
  firstGame: (whose: string, score: number) =>
    sentence(`${whose} first game by these rules: ${score} is the score to beat.`),
  best: (whose: string, games: number, by: number) =>
    sentence(`${whose} best of ${games} games, ${by} more than ever before!`),
  asGood: (whose: string, games: number) => `As good as ${whose} best of ${games} games.`,
  placed: (whose: string, place: number, games: number, best: number) =>
    sentence(
      `${place === games ? `${nth(place)} of ${whose} ${games}` : `${whose} ${nth(place)} best of ${games}`} games. The best is ${best}.`,
    ),
  noBonus: "no bonus",
  upperResult: (sum: number, bonus: number) => `Upper section ${sum}, ${bonus ? `bonus ${bonus}` : "no bonus"}`,
};

/** The look around: where, a heading, what there is to know. */
export const TOUR: Step[] = [
  [
    ".frame > .tray",
    "The dice",
    "Up to three rolls a turn. Tap a die, or press its number, to hold it; the others roll again.",
  ],
  [
    ".felt",
    "The scorecard",
    "Every turn fills one box, for good. The pencilled numbers say what each box would score now.",
  ],
  [
    ".decide",
    "Your decision",
    "Roll here, or choose a box on the card and confirm it here. Undo and Hint are in the corner.",
  ],
];
