// What a person likes, kept in this browser.

export type Speed = "normal" | "fast" | "off";

export interface Likes {
  theme: "system" | "light" | "dark";
  contrast: boolean;
  speed: Speed;
  sound: boolean;
  askBeforeStopping: boolean;
  hints: boolean;
  keys: boolean;
}

const KEY = "dicecup.settings";
const DEFAULTS: Likes = {
  theme: "system",
  contrast: false,
  speed: "normal",
  sound: true,
  askBeforeStopping: true,
  hints: true,
  keys: true,
};

function read(): Likes {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Likes>;
    return { ...DEFAULTS, ...kept };
  } catch {
    return { ...DEFAULTS };
  }
}

export const likes: Likes = $state(read());

const dark = matchMedia("(prefers-color-scheme: dark)");
const contrast = matchMedia("(prefers-contrast: more)");
const still = matchMedia("(prefers-reduced-motion: reduce)");

/** Whether the system asks for little motion: then dice do not tumble and nothing flies. */
export const calm = () => still.matches;

export function keep(): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(likes));
  } catch {
    // A browser that keeps nothing still plays.
  }
  dress();
}

export function dress(): void {
  const root = document.documentElement;
  root.dataset["theme"] = likes.theme === "system" ? (dark.matches ? "dark" : "light") : likes.theme;
  root.dataset["contrast"] = likes.contrast || contrast.matches ? "more" : "normal";
}

dark.addEventListener("change", dress);
contrast.addEventListener("change", dress);
