// What the page says about all games of whoever looks.
import type { MineFigures, MineGame, MineRecord } from "./wire";
import { levelCalled, words } from "./words";
import { reviewWords } from "./words_review";

const { many } = words;
const day = new Intl.DateTimeFormat(undefined, { dateStyle: "medium" });
const number = new Intl.NumberFormat(undefined, { maximumFractionDigits: 1 });

/** When it was, as one says it. */
const when = (date: string) => (Number.isNaN(Date.parse(date)) ? date : day.format(new Date(date)));

/** One digit after the point, and none where it says nothing. */
const rounded = (value: number) => number.format(value).replace("-", "−");

/** Luck of many games: in games won, or in points. */
function luck(value: number, unit: "win" | "points"): string {
  const size = rounded(Math.abs(value));
  const sign = /[1-9]/.test(size) ? (value < 0 ? "−" : "+") : "";
  return `${sign}${size} ${unit === "points" ? "point" : "win"}${size === "1" ? "" : "s"}`;
}

/** Who sat opposite: the level of computer players, people, both, or nobody. */
function against(level: string, people: boolean): string {
  const computers = level === "mixed" ? "computers of several levels" : level ? levelCalled(level) : "";
  if (people) return computers ? `people and ${computers}` : "people";
  return computers || "alone";
}

/** How wins compare with what equal players would have. */
function compared({ contested, wins, due }: MineFigures): string {
  if (!contested) return "";
  const by = wins - due;
  if (Math.abs(by) < 0.5) return `About as many as equal players would win (${rounded(due)}).`;
  return `${rounded(Math.abs(by))} ${by > 0 ? "more" : "fewer"} than equal players would win (${rounded(due)}).`;
}

/** How a game ended for whoever looks; `counts` is what its scores are made of. */
function ending(one: MineGame, counts = "point"): string {
  const points = one.score === null ? "" : many(one.score, counts);
  if (one.won === null) return points || words.load.over;
  const shared = one.won && one.winners.length > 1;
  const result = shared ? "shared the win" : one.won ? "won" : one.winners.length ? "lost" : "nobody won";
  return points ? `${result}, ${points}` : result;
}

const records: Record<MineRecord["kind"], string> = {
  score: "Highest score",
  fastest: "Fastest win",
  closest: "Closest win",
  widest: "Clearest win",
  streak: "Longest run of wins",
  accurate: "Most accurate game",
  comeback: "Greatest comeback",
  unlucky: "Won with the worst dice",
};

function record({ kind, value, players }: MineRecord, counts = "point"): string {
  switch (kind) {
    case "score":
      return many(value, counts);
    case "fastest":
      return `in turn ${value}, ${many(players, "player")}`;
    case "closest":
    case "widest":
      return `by ${many(value, counts)}`;
    case "streak":
      return `${value} in a row`;
    case "accurate":
      return rounded(value);
    case "comeback":
      return `from a chance of ${value < 0.005 ? "less than 1%" : `${Math.round(value * 100)}%`}`;
    case "unlucky":
      return `luck ${reviewWords.signed(value, "win")}`;
  }
}

export const mineWords = {
  title: words.menu.mine,
  none: "There is nothing here yet. Play a game to its end, and it appears on this page.",
  noneHow:
    "What your games add up to, how accurate and how lucky they were, and whether your dice are fair: all of that comes with the games.",
  when,
  rounded,
  luck,
  against,
  compared,
  ending,

  filters: {
    title: "Which games",
    game: "Game",
    players: "Players",
    level: "Level",
    people: "Company",
    won: "Result",
    all: "All",
    many: (n: number) => many(n, "player"),
    noLevel: "No computers",
    mixed: "Several levels",
    withPeople: "With people",
    withoutPeople: "Without people",
    wins: "Won",
    losses: "Lost",
    found: (n: number, of: number) => (n === of ? many(n, "game") : `${n} of ${many(of, "game")}`),
    reset: "Show all",
    empty: "No game of yours is like that.",
  },

  figures: {
    title: "In numbers",
    games: "Games",
    wins: "Won",
    share: (wins: number, of: number) => `${wins} of ${of}`,
    average: "Average score",
    best: (n: number) => `best ${n}`,
    accuracy: "Accuracy",
    reviewed: (n: number) => `on average of ${many(n, "review")}`,
    luck: "Luck",
    luckNote: "that the dice gave or took, all in all",
    noReviews: "no game reviewed yet",
    table: "By game, number of players and opponents",
    heads: {
      game: "Game",
      players: "Players",
      against: "Against",
      games: "Games",
      won: "Won",
      due: "By chance",
      average: "Average",
      accuracy: "Accuracy",
    },
    due: "“By chance” is what would be won if everybody at the table were equally good.",
    nothing: "–",
  },

  apart: {
    title: "What counts",
    rule: "Figures, records and “Done and learnt” rest on games that were played to the end, with dice that nobody could know. In the history, but not counted:",
    kinds: {
      lesson: (n: number) => `${many(n, "lesson")}, because dice were arranged`,
      seeded: (n: number) => `${many(n, "game")} with a chosen seed, because anybody can know those dice before`,
      branch: (n: number) =>
        `${many(n, "game")} taken up from a replay or a save, because one may have tried before`,
      shared: (n: number) =>
        `${many(n, "game")} with several people at one screen, because nobody can tell which of them you were`,
    } as Record<string, (n: number) => string>,
    marks: { lesson: "lesson", seeded: "chosen seed", branch: "taken up", shared: "one screen" } as Record<
      string,
      string
    >,
    all: "All of your games count.",
  },

  course: {
    title: "Accuracy and luck over time",
    none: "This needs at least two reviewed games. Open a finished game below and choose “Review the game”: the coach tells luck and skill apart.",
    accuracy: "Accuracy of each game, and the average of the last ten",
    luck: (unit: "win" | "points") => `Luck added up, in ${unit === "win" ? "wins" : "points"}`,
    trend: (now: number, before: number | null) =>
      before === null
        ? `Accuracy of your latest reviewed games: ${rounded(now)} on average.`
        : `Accuracy of your last ten reviewed games: ${rounded(now)} on average; of the ten before: ${rounded(before)}.`,
    lucky: (sum: number, games: number, unit: "win" | "points") =>
      `In ${many(games, "reviewed game")} your dice were worth ${luck(sum, unit)}, which is ${reviewWords.signed(sum / games, unit)}${unit === "points" ? " points" : ""} a game. The more games, the nearer to nothing that is.`,
    table: words.story.table,
    heads: { when: "When", game: "Game", accuracy: "Accuracy", luck: "Luck", result: "Result" },
    wins: "won",
    losses: "lost",
    oldest: "oldest",
    latest: "latest",
  },

  records: {
    title: "Records",
    kinds: records,
    told: record,
    when: (date: string) => when(date),
    rules: (rules: string[]) => `House rules: ${rules.join(" ")}`,
    none: "Records come with the first games that count.",
  },

  feats: {
    title: "Done and learnt",
    note: "Each of these is to be done once, for what it teaches. Most are found by reviewing a game.",
    count: (n: number, of: number) => `${n} of ${of} done`,
    done: (date: string) => `Done on ${when(date)}`,
    open: "Not yet",
    see: "See that game",
    rules: (title: string) => `Rules of ${title}`,
    puzzles: "Puzzles",
    review: "Review your latest game",
    only: (title: string) => `only in ${title}`,
  },

  dice: {
    title: "Are my dice fair?",
    own: "Your dice",
    others: "Everybody else’s dice",
    total: (n: number) => `${n.toLocaleString()} dice`,
    face: "Face",
    count: "Came up",
    due: "Expected",
    bars: (title: string) => `How often each face came up in ${title}`,
    none: "No dice of yours have been counted yet.",
    note: "All dice of all games played to the end, whatever is chosen above; not those from a chosen seed or arranged for a lesson. Games that were given up are missing: whoever gives up when dice are bad makes them look better.",
    how: "The measure is chi-square: how far each face is from what was expected, squared and added up. The line marks what was expected.",
  },

  history: {
    title: "History",
    review: "Review",
    watch: words.replay.watch,
    more: "Show more",
    gone: "no longer here to watch",
    accuracy: (value: number) => `accuracy ${rounded(value)}`,
    luck: (value: number, unit: "win" | "points") => `luck ${reviewWords.signed(value, unit)}`,
    what: (one: MineGame) => `${one.title}, ${when(one.ended)}`,
  },
};
