import type { Monster } from "./kit";

export type Mood = "calm" | "hurt" | "glad" | "out";

/** How a monster looks: by what has just happened to it, else by how it stands. */
export function moodOf(monster: Monster, hearts: number, stars: number): Mood {
  if (monster.hearts <= 0) return "out";
  if (hearts < 0) return "hurt";
  if (stars > 0 || hearts > 0) return "glad";
  return monster.hearts <= 3 ? "hurt" : "calm";
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
