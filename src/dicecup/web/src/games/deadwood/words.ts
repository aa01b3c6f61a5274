// What the page itself says in Deadwood; everything else is worded by the server.
import type { Price } from "../../lib/wire";
import { words } from "../../lib/words";
import type { Step } from "../manifest";
import { percent, type On, type Purse, type Roll } from "./odds";

/** Such as "$1 and 1 credit". */
function earned([dollars, credits]: Purse): string {
  const parts = [dollars ? `$${dollars}` : "", credits ? words.many(credits, "credit") : ""].filter(Boolean);
  return parts.join(" and ") || "nothing";
}

/** What the wrap brings: for a star on average; for an extra, who gets the rank of the role, where there is a star. */
function wrap(on: On, dollars: number | null, rank: number): string {
  if (on === "set") return `$${rank} at ${dollars === null ? "a wrap with a star" : "the wrap"}`;
  return `about $${Math.round(dollars ?? 0)} at the wrap`;
}

export const w = {
  /** What the others have done since one's last turn. */
  since: {
    paid: (dollars: number, credits: number) =>
      [dollars ? `+$${dollars}` : "", credits ? `+${words.many(credits, "credit")}` : ""]
        .filter(Boolean)
        .join(", ") + " for you",
    free: "Your scene has wrapped",
    day: (day: number) => `Day ${day} has begun`,
    wrapped: (where: string) => `It’s a wrap at ${where}`,
    rank: (who: string, rank: number) => `${who} is rank ${rank} now`,
    did: (what: string, who: string, where: string, well: boolean) =>
      ({
        takes: `${who} took a role at ${where}`,
        acts: well ? `${who} acted well at ${where}` : `${who} failed at ${where}`,
        rehearses: `${who} rehearsed`,
        moves: `${who} went to ${where}`,
      })[what] ?? who,
  },
  /** What a round of the log was about. */
  gist: {
    wrap: (where: string) => `wrap at ${where}`,
    rank: (who: string, rank: number) => `${who} rank ${rank}`,
    day: (day: number) => `end of day ${day}`,
    end: "the end",
  },
  day: (day: number, days: number) => `Day ${day} of ${days}`,
  scenesLeft: (n: number) => `${words.many(n, "scene")} left today`,
  rank: (n: number) => `rank ${n}`,
  dollars: "dollars",
  credits: "credits",
  credit: "credit",
  chips: (n: number) => words.many(n, "practice chip"),
  points: (n: number) => words.many(n, "point"),
  shots: (n: number) => words.many(n, "shot"),
  budget: (n: number) => `budget $${n} million`,
  allScenes: "All scenes",
  allSets: "The sets and their extras",
  faceDown: "A scene waits face down",
  wrapped: "Wrapped",
  closed: "Closed",
  closedNote: "The game is over; this set is closed",
  buyHere: "Buy",
  shares: "Who got the bonus?",
  free: "free",
  playedBy: (name: string) => `played by ${name}`,
  needs: (rank: number) => `rank ${rank}`,
  office: "Ranks for sale",
  trailers: "Where everybody sleeps",
  here: "here",
  look: (area: string) => `Look at ${area}`,
  moveHere: "Move here",
  take: "Take this role",
  moveTo: "Move to",
  takeRole: "Take the role",
  upgrade: "Buy a rank",
  /** How likely a roll succeeds and what it pays, and what the wrap brings: before anybody has taken the role. */
  worth: (roll: Roll, on: On, dollars: number | null, rank: number) =>
    `${paysFor(roll)}; ${wrap(on, dollars, rank)}`,
  oddsHere: (roll: Roll) => `${paysFor(roll)}; each rehearsal adds 1`,
  assumed: (bonus: string) =>
    `Chances are for one roll with the practice chips of today: each rehearsal adds 1. What a wrap brings a star is an average over all throws${
      bonus === "all" ? "" : ", shared by the roles that are taken now"
    }.`,
  beforeRehearsal: "Now",
  afterRehearsal: "After a rehearsal",
  acting: (die: number, chips: number, budget: number) => `${budget} needed, ${rolled(die, chips)}`,
  needed: (budget: number) => `${budget} needed`,
  rolled,
  rolling: (chips: number) => (chips ? `rolling, + ${words.many(chips, "practice chip")}` : "rolling"),
  takeNumber: (n: number) => `Take ${n}`,
  sceneNumber: (n: number) => `Scene ${n}`,
  made: "Made it",
  failed: "Not this time",
  action: "Action!",
  cut: (success: boolean, n: number) => {
    const calls = success ? PRINT : AGAIN;
    return calls[n % calls.length] ?? "";
  },
  wrapCall: "That’s a wrap!",
  noStar: "No star on the card, no bonus",
  empty: "nobody",
  dayOver: (day: number) => `Day ${day} is over`,
  lastNight: "That was the last day",
  dawnCall: "Places, everybody!",
  nightCall: "Go home, everybody!",
  newRank: (name: string, rank: number) => `${name}: rank ${rank}`,
  reckoning: "The final reckoning",
  fame: "Walk of fame",
  bonusDice: "Bonus dice",
  lost: "nobody",
  standing: (names: string) => `Here: ${names}`,
  price: (dollars: number, credits: number) => `$${dollars} or ${words.many(credits, "credit")}`,
  paid: (price: Price) =>
    price.map(([n, what]) => (what === "dollars" ? `$${n}` : words.many(n, "credit"))).join(" "),
  extrasOf: "Extras on the set",
  cardRoles: "Roles on the card",
  walk: (area: string) => `Move to ${area}`,
};

function rolled(die: number, chips: number): string {
  return chips ? `rolled ${die} + ${words.many(chips, "practice chip")} = ${die + chips}` : `rolled ${die}`;
}

/** Such as "50% (4 or more) for 2 credits, otherwise nothing". */
function paysFor({ needs, chance, success, failure }: Roll): string {
  if (needs <= 1) return `cannot fail: ${earned(success)}`;
  return `${percent(chance)} (${needs}+) for ${earned(success)}, otherwise ${earned(failure)}`;
}

// What the director calls.
const PRINT = ["Cut! Print it!", "Cut! Beautiful!", "That’s the one!"];
const AGAIN = ["Cut! Once more.", "Cut! From the top.", "Cut! Who hired this one?"];

/** The look around: where, a heading, what there is to know. */
export const TOUR: Step[] = [
  [
    ".lots",
    "The backlot",
    "Each set shoots one scene a day. Walk from lot to lot through the gaps; a scene is turned over when somebody arrives. Tap a lot to read about it.",
  ],
  [
    ".frame > .players",
    "The actors",
    "Dollars, credits, and your rank, which is the number on your die. At the end each dollar and each credit is a point, and each rank five.",
  ],
  [
    ".decide",
    "Your decision",
    "Move, take a role of your rank or lower, then act or rehearse. Your chance of success is written on the button.",
  ],
  [
    ".frame > .tray",
    "The throw",
    "To act well, roll at least the scene’s budget. When all its shots are done, it’s a wrap, and bonus dice pay the actors on the card.",
  ],
];
