// The HTTP half of the server: everything that is not a match under way.
import { newNonce, note } from "./fair";
import { keepOf } from "./keyring";
import type {
  AnybodyWish,
  Ask,
  BranchWish,
  Chances,
  Coached,
  CoachWish,
  Created,
  Door,
  Evidence,
  Forgotten,
  Friends,
  Join,
  Joined,
  Link,
  Links,
  MatchInfo,
  Mine,
  NewParty,
  NextPuzzle,
  OpenTable,
  PartyInfo,
  PuzzleInfo,
  PuzzleTried,
  PuzzleTry,
  Puzzles,
  Ratings,
  Result,
  ReviewTold,
  Rules,
  SaveInfo,
  Saved,
  Sealed,
  SeatWish,
  Stop,
  Tried,
  TryWish,
  Welcome,
  Whole,
} from "./wire";
import { words } from "./words";

/** Something the server refused or could not do, in words for a person. */
export class Trouble extends Error {
  /** From where a damaged match could go on, in words. */
  rescue = "";
}

async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
  const text = await answer(method, path, body);
  return (text ? JSON.parse(text) : null) as T;
}

const PATIENCE = 3; // times that one asks again
const BEING_RESTARTED = [502, 503, 504];

/** Whether it is worth asking once more: what was asked changes nothing, and a server is just being restarted. */
function soon(method: string, reply: Response): boolean {
  if (method !== "GET" || !BEING_RESTARTED.includes(reply.status)) return false;
  return reply.status !== 503 || reply.headers.has("retry-after"); // without it, something is wrong for longer
}

/** The text that the server answers; Trouble, with its reason, if it refuses. */
async function answer(method: string, path: string, body?: unknown): Promise<string> {
  let reply = await send(method, path, body);
  for (let tries = 0; tries < PATIENCE && soon(method, reply); tries++) {
    await new Promise((resolve) => setTimeout(resolve, (0.25 + Math.random()) * 1000 * (tries + 1)));
    reply = await send(method, path, body);
  }
  const text = await reply.text();
  if (!reply.ok) {
    const trouble = new Trouble(
      told(text, "reason", "detail", "message", "error") ?? words.serverSaid(reply.status),
    );
    trouble.rescue = told(text, "rescue") ?? "";
    throw trouble;
  }
  return text;
}

async function send(method: string, path: string, body?: unknown): Promise<Response> {
  try {
    return await fetch(`/api/v1${path}`, {
      method,
      headers: body === undefined ? {} : { "content-type": "application/json" },
      body: body === undefined ? undefined : JSON.stringify(body),
      credentials: "same-origin",
    });
  } catch {
    throw new Trouble(words.noServer);
  }
}

/** What the server says under the first of these names. */
function told(text: string, ...names: string[]): string | null {
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch {
    return null;
  }
  if (typeof data !== "object" || data === null) return null;
  const found = data as Record<string, unknown>;
  for (const key of names) {
    if (typeof found[key] === "string") return found[key];
  }
  return null;
}

const LESSONS = "/lessons";

/** A match whose dice are sealed before this browser adds to them: so nobody can have chosen them. */
async function sealed(path: string, wish: object): Promise<Created> {
  const { seal, commitment } = await call<Sealed>("POST", "/seals");
  const nonce = newNonce();
  const made = await call<Created>("POST", path, { ...wish, seal, nonce });
  // Somebody else may have been quicker to ask for a rematch; then it has other dice.
  if (made.commitment === commitment)
    note(made.match, { seal: commitment, nonce, by: 0, lesson: path === LESSONS });
  return made;
}

/** Whoever is in keeps the key of the seat. */
async function into(joining: Promise<Joined>): Promise<Joined> {
  const joined = await joining;
  keepOf(joined.party, { key: joined.key });
  return joined;
}

const known = new Map<string, Promise<Rules>>();

/** Rules never change while the page is open. */
function rules(path: string): Promise<Rules> {
  let found = known.get(path);
  if (!found) {
    found = call<Rules>("GET", path);
    found.catch(() => known.delete(path));
    known.set(path, found);
  }
  return found;
}

export const api = {
  hello: () => call<Welcome>("GET", "/hello"),
  rules: (game: string) => rules(`/games/${encodeURIComponent(game)}/rules`),
  /** The same with the house rules of a table. */
  rulesAt: (match: string) => rules(`/matches/${match}/rules`),
  /** A damaged match goes on from where it is good. */
  rescue: (match: string) => call<Created>("POST", `/matches/${match}/rescue`),
  here: (match: string) => call<Created>("POST", `/matches/${match}/here`),
  create: (game: string, seats: SeatWish[], options: Record<string, unknown>) =>
    sealed("/matches", { game, seats, options }),
  /** What each computer player of such a match would be like by itself. */
  tempers: (game: string, seats: SeatWish[]) => call<string[]>("POST", "/tempers", { game, seats }),
  /** A guided first game. */
  teach: (game: string, name: string) => sealed(LESSONS, { game, name }),
  leaveLesson: (match: string) => call<unknown>("POST", `/matches/${match}/lesson/leave`),
  matches: () => call<MatchInfo[]>("GET", "/matches"),
  rating: () => call<Ratings>("GET", "/rating"),
  /** All that is this guest's, as a file. */
  everything: (kind: "json" | "csv") => answer("GET", `/me/export?kind=${kind}`),
  /** Delete all of it. */
  forgetMe: () => call<Forgotten>("DELETE", "/me", { confirm: "delete everything" }),
  /** How one's own matches of a game have ended. */
  results: (game: string) => call<Result[]>("GET", `/results?game=${encodeURIComponent(game)}&most=10000`),
  /** What one's own games add up to; `query`: which of them. */
  mine: (query: string) => call<Mine>("GET", `/mine?${query}`),
  forget: (match: string) => call<unknown>("DELETE", `/matches/${match}`),
  saves: () => call<SaveInfo[]>("GET", "/saves"),
  save: (match: string, name?: string) => call<Saved>("POST", `/matches/${match}/save`, name ? { name } : {}),
  deleteSave: (name: string) => call<unknown>("DELETE", `/saves/${encodeURIComponent(name)}`),
  load: (game: string, name: string) => call<Created>("POST", "/saves/load", { game, name }),
  rematch: (match: string) => sealed(`/matches/${match}/rematch`, {}),
  stir: (match: string, nonce: string) => call<unknown>("POST", `/matches/${match}/nonce`, { nonce }),
  claim: (code: string) => call<Created>("POST", `/invites/${encodeURIComponent(code)}`),
  replay: (match: string) => call<Whole>("GET", `/matches/${match}/replay`),
  stops: (match: string, seq: number, first: number, count: number) =>
    call<Stop[]>("GET", `/matches/${match}/replay/stops?seq=${seq}&first=${first}&count=${count}`),
  /** The decision at a stop, with all that could have been chosen. */
  asked: (match: string, seq: number, stop: number) =>
    call<Ask>("GET", `/matches/${match}/replay/asked?seq=${seq}&stop=${stop}`),
  /** What the coach says of a finished game; asked for again until it is there. */
  review: (match: string) => call<ReviewTold>("GET", `/matches/${match}/review`),
  /** What another choice at a step of it would have given away. */
  tried: (match: string, wish: TryWish) => call<Tried>("POST", `/matches/${match}/review/try`, wish),
  /** All puzzles, and what one has made of them. */
  puzzles: () => call<Puzzles>("GET", "/puzzles"),
  nextPuzzle: (game: string, wish: { theme?: string; daily?: boolean; again?: boolean; but?: string }) => {
    const given = Object.entries(wish).filter(([, value]) => value);
    const query = new URLSearchParams([["game", game], ...given.map(([name, value]) => [name, String(value)])]);
    return call<NextPuzzle>("GET", `/puzzles/next?${query}`);
  },
  puzzle: (game: string, id: string) =>
    call<PuzzleInfo>("GET", `/puzzles/${encodeURIComponent(game)}/${encodeURIComponent(id)}`),
  tryPuzzle: (game: string, id: string, wish: PuzzleTry) =>
    call<PuzzleTried>("POST", `/puzzles/${encodeURIComponent(game)}/${encodeURIComponent(id)}`, wish),
  /** What a choice would give away that is about to be made. */
  coach: (match: string, wish: CoachWish) => call<Coached>("POST", `/matches/${match}/coach`, wish),
  chances: (match: string) => call<Chances>("GET", `/matches/${match}/chances`),
  evidence: (match: string) => call<Evidence>("GET", `/matches/${match}/evidence`),
  branch: (match: string, wish: BranchWish) => call<Created>("POST", `/matches/${match}/branch`, wish),
  takeIn: (text: string) => call<Created>("POST", "/import", { text }),
  paper: (match: string, kind: "save" | "record") => answer("GET", `/matches/${match}/export?kind=${kind}`),
  // --- friends ---
  friends: () => call<Friends>("GET", "/friends"),
  letIn: (on: boolean) => call<Friends>("POST", "/friends", { on }),
  parties: () => call<PartyInfo[]>("GET", "/parties"),
  openParty: (wish: NewParty) => into(call<Joined>("POST", "/parties", wish)),
  knock: (code: string) => call<Door>("POST", "/doors", { code }),
  join: (wish: Join) => into(call<Joined>("POST", "/join", wish)),
  links: (party: string) => call<Links>("GET", `/parties/${encodeURIComponent(party)}/links`),
  pass: (party: string) => call<Link>("POST", `/parties/${encodeURIComponent(party)}/pass`),
  tables: () => call<OpenTable[]>("GET", "/tables"),
  anybody: (wish: AnybodyWish) => into(call<Joined>("POST", "/anybody", wish)),
  exit: () => call<unknown>("POST", "/exit"),
};
