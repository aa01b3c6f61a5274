// What the page itself says in King of Tokyo; everything else is worded by the server.
import { listed, words } from "../../lib/words";
import type { Step } from "../manifest";

const signed = (n: number) => (n < 0 ? `−${-n}` : `+${n}`);

export const w = {
  /** What the others have done since one's last turn. */
  since: {
    lost: (n: number, by: string) => `−${words.many(n, "heart")} from ${by}`,
    gained: (n: number, what: string) => `+${n} ${n === 1 ? what.replace(/s$/, "") : what}`,
    takes: (who: string, card: string, yours: boolean) => `${who} took ${yours ? `your ${card}` : card} over`,
    marked: (who: string) => (who ? `Counters from ${who}` : "New counters on you"),
    out: (who: string) => `${who} is out`,
    yours: "Tokyo is yours",
    holds: (who: string) => `${who} holds Tokyo`,
    empty: "Tokyo is empty",
    bought: (who: string, card: string) => `${who} bought ${card}`,
    near: (who: string, stars: number) => `${who} has ${stars} stars`,
    swept: (who: string) => `${who} swept the market`,
  },
  faces: ["", "1", "2", "3", "heart", "energy", "claw"],
  allOf: ["", "Ones", "Twos", "Threes", "Hearts", "Energy", "Claws"],
  triple: (n: number) => `${n} or more, a triple`,
  city: "Tokyo City",
  bay: "Tokyo Bay",
  bayClosed: "The Bay is closed",
  places: { city: "in Tokyo City", bay: "in Tokyo Bay", outside: "outside Tokyo" } as Record<string, string>,
  hearts: "hearts",
  stars: "stars",
  energy: "energy",
  claws: (n: number) => (n ? words.many(n, "claw") : "no claws"),
  toGo: (n: number) => (n > 0 ? `${words.many(n, "star")} short of winning` : "enough stars to win"),
  poison: (n: number) => words.many(n, "poison counter"),
  shrink: (n: number) => words.many(n, "shrink counter"),
  safe: "cannot be hurt this turn",
  cards: (n: number) => words.many(n, "card"),
  cardsTitle: "cards",
  out: "out of the game",
  fell: (turn: number) => `out in turn ${turn}`,
  ranking: "Monsters still standing come first, then the others by how long they lasted.",
  areOut: (names: string[]) => `${listed(names)} ${names.length > 1 ? "are" : "is"} out!`,
  /** What a card does this time, by what happens. */
  does: {
    stars: (n: number) => `${signed(n)} ${n === 1 ? "star" : "stars"}`,
    hearts: (n: number) => `${signed(n)} ${n === 1 ? "heart" : "hearts"}`,
    energy: (n: number) => `${signed(n)} energy`,
    energy_lost: (n: number) => `${signed(-n)} energy`,
    shielded: (n: number) => `${n} damage ignored`,
    untouched: (n: number) => `${n} damage ignored`,
    escaped: (n: number) => `Away from ${n} damage`,
    more_claws: (n: number) => `${signed(n)} ${n === 1 ? "claw" : "claws"}`,
    more_dice: (n: number) => `${signed(n)} ${n === 1 ? "die" : "dice"}`,
    more_rolls: (n: number) => `${signed(n)} ${n === 1 ? "roll" : "rolls"}`,
    rerolled: (slot: number) => `Die ${slot + 1} once more`,
    discount: (n: number) => `${n} energy less`,
  } as Record<string, (n: number) => string>,
  rules: (names: string[]) =>
    names.length ? `${listed(names)} ${names.length > 1 ? "rule" : "rules"} Tokyo!` : "Tokyo is quiet again.",
  /** Whose doing it was; nobody's, or (empty) one's own. */
  fellTo: (name: string | null, source: string) => {
    if (name === null) return `Killed by ${source}`;
    if (!name) return `By its own ${source}`;
    return `${words.of(name)} ${source}`;
  },
  youFellTo: (name: string | null, source: string) => {
    if (name === null) return `The last of your hearts went to ${source}.`;
    if (!name) return `You did it yourself, with ${source}.`;
    return `${words.of(name)} ${source} took your last heart.`;
  },
  youMade: (stars: number, turn: number) => `${words.many(stars, "star")}, turn ${turn}.`,
  allCards: "All power cards",
  market: "Market",
  secondEdition: (name: string) => `Second edition: ${name}.`,
  cost: (n: number) => `costs ${n}`,
  buy: (price: number) => `Buy for ${price}`,
  buyNamed: (name: string, price: number) => `Buy ${name} for ${price} energy`,
  tooDear: (lack: number) => `${lack} more energy needed`,
  keep: "keep",
  discard: "discard",
  deckButton: "Deck",
  deck: (n: number) => `${words.many(n, "card")} in the deck`,
  discarded: (n: number) => `${n} discarded`,
  nothing: "no card left",
  dealing: "the next card is on its way",
  yourCards: "Your power cards",
  cardsOf: (name: string) => `${words.of(name)} power cards`,
  noCards: "No cards yet. Energy buys them at the end of a turn.",
  use: "Use",
  usable: "Can be used now",
  copyOf: (name: string) => `copies ${name}`,
  counters: (n: number) => words.many(n, "counter"),
  which: "Choose a die",
  rollsFor: (name: string, card: string) => `${name} rolls for ${card}`,
  toWhat: (n: number) => `Turn die ${n} to`,
  forecast: "If you stop now:",
  forecastLater: "With these dice:",
  stars_: (n: number) => words.many(n, "star"),
  hearts_: (n: number) => words.many(n, "heart"),
  energy_: (n: number) => `${n} energy`,
  statusTitle: "Status",
  where: "where",
  discardPile: "Discard pile",
  known: (name: string) => `On top of the deck, seen by you: ${name}`,
  topKnown: "Somebody knows the top card",
  reasons: {
    "20 stars": "20 stars",
    "last monster standing": "the last monster standing",
    "nobody survived": "nobody survived",
  } as Record<string, string>,
};

/** The look around: where, a heading, what there is to know. */
export const TOUR: Step[] = [
  [
    ".scene",
    "The city",
    "Whoever stands in Tokyo earns stars for it, hits everybody outside, and cannot heal with dice. To win, reach twenty stars or be the last one standing.",
  ],
  [
    ".frame > .players",
    "The monsters",
    "Hearts keep you alive, stars are points, energy buys cards. It is the highlighted monster’s turn.",
  ],
  [
    ".frame > .tray",
    "The dice",
    "Roll up to three times. Tap a die, or press its number, to keep it. Three of a number give stars, claws hurt, hearts heal, lightning is energy.",
  ],
  [".market", "The market", "At the end of your turn you can buy cards here. Tap one to read all about it."],
  [
    ".decide",
    "Your decision",
    "Everything you can do is always here, and whatever you cannot do says why. Undo and Hint are in the corner.",
  ],
];
