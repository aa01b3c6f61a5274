import type { Monster } from "./kit";

export type Mood = "calm" | "hurt" | "angry" | "glad" | "smug" | "scared" | "out" | "asleep";
export const MOODS: Mood[] = ["calm", "glad", "angry", "smug", "hurt", "scared", "asleep", "out"];

const LOW = 3; // hearts: now it is serious
const PROUD = 10; // stars, for somebody in Tokyo

/** How a monster looks: by what has just happened to it, else by how it stands. */
export function moodOf(
  monster: Monster,
  hearts = 0, // just won or lost
  stars = 0,
  { attacks = false, away = false } = {}, // away: whoever plays it
): Mood {
  if (monster.hearts <= 0) return "out";
  if (hearts < 0) return "hurt";
  if (attacks) return "angry";
  if (stars > 0 || hearts > 0) return "glad";
  if (away) return "asleep";
  if (monster.hearts <= LOW) return "scared";
  return monster.place !== "outside" && monster.stars >= PROUD ? "smug" : "calm";
}

/** Each monster's own colour, for name tags and edges; its shape says the same. */
export const COLOURS: Record<string, string> = {
  Alienoid: "#27c2b5",
  "Cyber Bunny": "#ff8fbf",
  "Giga Zaur": "#6fc464",
  Kraken: "#b98aec",
  "Meka Dragon": "#f0776c",
  "The King": "#e0b057",
};

export const MONSTERS = Object.keys(COLOURS);
