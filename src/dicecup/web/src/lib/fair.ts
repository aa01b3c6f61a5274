// Checking the dice of a finished game, here in the browser: docs/fair-dice.md says how every result follows from
// the secret. Nothing of it is taken from the server but the secret and the log.
import { putBack, shelf } from "./shelf";
import { hmac, sha256 } from "./sha256";
import type { Evidence, NonceInfo, Throw } from "./wire";

const DICE = 16; // one digest holds two bytes for each of so many dice
const WORD = 2n ** 64n;
const encoder = new TextEncoder();

export interface Verdict {
  ok: boolean;
  checked: number; // results that were computed again
  arranged: number; // results that a lesson had arranged: no secret decided them
  takenOver: number; // results of the game that this one branched off: its own secret proves them
  wrong: string; // the key of the first result that is not what the secret gives
  sealed: "noted" | "shown" | "broken" | "seed"; // what the secret was held against
  mine: "in" | "missing" | "none"; // the number that this browser added to the dice
  later: number[]; // the seats that added theirs after this browser had
}

/** What this browser wrote down of a game: its seal, the number it added by the time of so many answers, and whether it
 *  was a lesson: in no other game may anything be arranged. */
export interface Noted {
  seal: string;
  nonce?: string;
  by?: number;
  lesson?: boolean;
}

const hex = (bytes: Uint8Array) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

function unhex(text: string): Uint8Array {
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

/** What the digests are made under: the secret, with the numbers stirred in that counted for this result. */
function stirred(secret: Uint8Array, nonces: NonceInfo[], at: number): Uint8Array {
  const counted = nonces.filter((one) => one.at <= at);
  if (!counted.length) return secret;
  const lines = counted.map((one) => `${one.seat} ${one.nonce}\n`).join("");
  return hmac(secret, encoder.encode(`dicecup nonces\n${lines}`));
}

/** The digests of a key, one after the other: most results need only the first. */
function* digests(secret: Uint8Array, key: string): Generator<Uint8Array, never> {
  for (let block = 0; ; block++) yield hmac(secret, encoder.encode(block ? `${key}#${block}` : key));
}

/** The face of the die in a slot; bytes that would favour low faces are passed over. */
function die(secret: Uint8Array, key: string, slot: number, sides: number): number {
  const fair = 256 - (256 % sides);
  const source = digests(secret, key);
  for (;;) {
    const bytes = source.next().value;
    for (const byte of [bytes[slot] ?? 0, bytes[slot + DICE] ?? 0]) if (byte < fair) return (byte % sides) + 1;
  }
}

function draw(secret: Uint8Array, key: string, pool: Throw["pool"]): string | number | undefined {
  const size = BigInt(pool.length);
  const fair = WORD - (WORD % size);
  const source = digests(secret, key);
  for (;;) {
    const view = new DataView(source.next().value.buffer);
    for (const at of [0, 8, 16, 24]) {
      const number = view.getBigUint64(at);
      if (number < fair) return pool[Number(number % size)];
    }
  }
}

function fits(secret: Uint8Array, { key, result, sides, slots, pool }: Throw): boolean {
  if (sides === null) return pool.length > 0 && draw(secret, key, pool) === result;
  if (!Array.isArray(result) || result.length !== slots.length) return false;
  return slots.every((slot, at) => die(secret, key, slot, sides) === result[at]);
}

/** Compute everything again. `noted` is what this browser wrote down while the game was played. */
export function verify(found: Evidence, noted: Noted | null): Verdict {
  const secret = found.secret
    ? unhex(found.secret)
    : sha256(encoder.encode(`dicecup seed ${found.seed} game ${found.number}`));
  const verdict: Verdict = {
    ok: true,
    checked: 0,
    arranged: 0,
    takenOver: found.taken_over,
    wrong: "",
    sealed: "seed",
    ...mineIn(found.nonces, noted),
  };
  if (found.secret) {
    const fitting = hex(sha256(secret)) === (noted?.seal ?? found.commitment);
    verdict.sealed = !fitting ? "broken" : noted ? "noted" : "shown";
  } else if (noted) verdict.sealed = "broken"; // it was sealed then, and now it is said to come from a seed
  const keys = new Set<string>();
  for (const one of found.throws.slice(found.taken_over)) {
    if (one.arranged && noted?.lesson !== false && !keys.has(one.key)) {
      keys.add(one.key);
      verdict.arranged += 1;
      continue;
    }
    if (keys.has(one.key) || !fits(stirred(secret, found.nonces, one.at), one)) {
      verdict.wrong = one.key;
      break;
    }
    keys.add(one.key);
    verdict.checked += 1;
  }
  verdict.ok = !verdict.wrong && verdict.sealed !== "broken" && verdict.mine !== "missing";
  return verdict;
}

/** Whether this browser's number went into the dice no later than it was given, and who came after it. */
function mineIn(nonces: NonceInfo[], noted: Noted | null): Pick<Verdict, "mine" | "later"> {
  if (!noted?.nonce) return { mine: "none", later: [] };
  const place = nonces.findIndex((one) => one.nonce === noted.nonce);
  const found = nonces[place];
  if (!found || found.at > (noted.by ?? 0)) return { mine: "missing", later: [] };
  return { mine: "in", later: nonces.slice(place + 1).map((one) => one.seat) };
}

export function newNonce(): string {
  return hex(crypto.getRandomValues(new Uint8Array(32)));
}

// --- what was seen while a game was played ---

const KEY = "dicecup.seals";
const MOST = 200;

function book(): Record<string, Noted> {
  // Older versions of this page wrote down only the seal.
  return Object.fromEntries(
    Object.entries(shelf<Noted | string>(KEY)).map(([match, one]) => [
      match,
      typeof one === "string" ? { seal: one } : one,
    ]),
  );
}

/** Write down what a running game shows, each thing once: a host that exchanges it later is found out. */
export function note(match: string, seen: Noted): void {
  const known = book();
  const { [match]: before, ...others } = known;
  if (before && (before.nonce || !seen.nonce)) return;
  // A browser that keeps nothing can still compare with what the server says.
  putBack(KEY, { ...others, [match]: { ...seen, ...before } }, MOST);
}

export const noted = (match: string): Noted | null => book()[match] ?? null;
