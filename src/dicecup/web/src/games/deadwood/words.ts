// What the page itself says in Deadwood; everything else is worded by the server.
import type { Price } from "../../lib/wire";
import { words } from "../../lib/words";
import type { Step } from "../manifest";

export const w = {
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
  shares: "Who got the bonus",
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
  acting: (die: number, chips: number, budget: number) =>
    chips ? `${die} + ${chips} against ${budget}` : `${die} against ${budget}`,
  made: "Made it",
  failed: "Not this time",
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
