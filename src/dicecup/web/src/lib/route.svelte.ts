// Where in the page one is: the part of the address after #, so that a reload comes back to the same place.

export interface Route {
  screen:
    | "menu"
    | "setup"
    | "load"
    | "help"
    | "match"
    | "replay"
    | "invite"
    | "friends"
    | "party"
    | "join"
    | "tables"
    | "puzzles"
    | "mine"
    | "gone";
  game: string;
  id: string;
  at?: number; // the moment of a replay; none: its start
  reviewed?: boolean; // with what the coach says of it
  theme?: string; // of puzzles
}

function read(hash: string): Route {
  const [screen = "", ...rest] = hash
    .replace(/^#?\/?/, "")
    .split("/")
    .map(decodeURIComponent);
  const first = rest[0] ?? "";
  switch (screen) {
    case "play":
      return { screen: "setup", game: first, id: "" };
    case "load":
      return { screen: "load", game: "", id: "" };
    case "help":
      return { screen: "help", game: first, id: rest[1] ?? "" };
    case "match":
      return { screen: "match", game: "", id: first };
    case "replay":
      return { screen: "replay", game: "", id: first, at: Number.parseInt(rest[1] ?? "0", 10) || 0 };
    case "review":
      return {
        screen: "replay",
        game: "",
        id: first,
        at: Number.parseInt(rest[1] ?? "0", 10) || 0,
        reviewed: true,
      };
    case "invite":
      return { screen: "invite", game: "", id: first };
    case "friends":
      return { screen: "friends", game: first, id: "" };
    case "party":
      return { screen: "party", game: "", id: first };
    case "join":
      return { screen: "join", game: "", id: first };
    case "tables":
      return { screen: "tables", game: "", id: "" };
    case "puzzles":
      return { screen: "puzzles", game: first, id: rest[1] ?? "", theme: rest[2] ?? "" };
    case "mine":
      return { screen: "mine", game: "", id: "" };
    case "gone":
      return { screen: "gone", game: "", id: "" };
    default:
      return { screen: "menu", game: "", id: "" };
  }
}

export const route = $state<{ now: Route }>({ now: read(location.hash) });

addEventListener("hashchange", () => {
  route.now = read(location.hash);
});

export function go(path: string): void {
  location.hash = path;
}

/** Go somewhere from where one comes back to before here, and not to here. */
export function goOn(path: string): void {
  location.replace(`#${path}`);
}

/** Matches this page has just made: they are played back from the very start. */
export const justMade = new Set<string>();
