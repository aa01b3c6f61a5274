// What a person likes, kept in this browser.

export type Speed = "normal" | "fast" | "off";
/** Whether an optional question is asked: always, never, or only of whoever has less left than that. */
export type Asking = "always" | "never" | number;

/** Whether the coach has a say: not at all, before a choice that costs much, or after every turn as well. */
export type Coaching = "off" | "warn" | "explain";

export interface Likes {
  theme: "system" | "light" | "dark";
  contrast: boolean;
  speed: Speed;
  opponents: Speed; // how fast it goes while it is the turn of others
  sound: boolean;
  volume: number; // 0 to 100
  notify: boolean; // that it is one's turn, while one looks at something else; only after the browser was asked
  vibrate: boolean;
  awake: boolean; // the screen stays on during a game
  askBeforeStopping: boolean;
  skipForced: boolean; // where there is nothing to choose, nothing is asked
  rollAtOnce: boolean; // ... not even to roll the dice
  hints: boolean;
  coach: Coaching;
  reasons: boolean; // of computer players, in the log
  remarks: boolean; // ... and what they say besides, in a voice of their own
  guard: number; // milliseconds that something new is on the screen before it can be pressed
  keys: boolean;
  keyMap: Record<string, string>; // what can be done with a key, and another key than the usual one
  asking: Record<string, Record<string, Asking>>; // game, kind of question
  toured: string[]; // games that have been shown around in
}

const KEY = "dicecup.settings";
const DEFAULTS: Likes = {
  theme: "system",
  contrast: false,
  speed: "normal",
  opponents: "normal",
  sound: true,
  volume: 70,
  notify: false,
  vibrate: true,
  awake: true,
  askBeforeStopping: true,
  skipForced: true,
  rollAtOnce: false,
  hints: true,
  coach: "off",
  reasons: true,
  remarks: true,
  guard: 400,
  keys: true,
  keyMap: {},
  asking: {},
  toured: [],
};

function read(): Likes {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Likes>;
    // Until it was a choice of its own, opponents went as fast as everything else.
    return { ...structuredClone(DEFAULTS), opponents: kept.speed ?? DEFAULTS.opponents, ...kept };
  } catch {
    return structuredClone(DEFAULTS);
  }
}

export const likes: Likes = $state(read());

const dark = matchMedia("(prefers-color-scheme: dark)");
const contrast = matchMedia("(prefers-contrast: more)");
const still = matchMedia("(prefers-reduced-motion: reduce)");

/** Whether the system asks for little motion: then dice do not tumble and nothing flies. */
export const calm = () => still.matches;

/** What has to be done when something else is liked. */
export const whenKept: (() => void)[] = [];

export function keep(): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(likes));
  } catch {
    // A browser that keeps nothing still plays.
  }
  dress();
  for (const each of whenKept) each();
}

export function dress(): void {
  const root = document.documentElement;
  root.dataset["theme"] = likes.theme === "system" ? (dark.matches ? "dark" : "light") : likes.theme;
  root.dataset["motion"] = (likes.speed === "off" && likes.opponents === "off") || still.matches ? "off" : "on";
  root.dataset["contrast"] = likes.contrast || contrast.matches ? "more" : "normal";
}

export function askingOf(game: string, kind: string): Asking {
  return likes.asking[game]?.[kind] ?? "always";
}

dark.addEventListener("change", dress);
contrast.addEventListener("change", dress);
still.addEventListener("change", dress);
