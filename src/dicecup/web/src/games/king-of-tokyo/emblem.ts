// A simple emblem for every card, by what it is about.
import type { CardInfo } from "./rules";

export interface Emblem {
  icon: string;
  hue: number;
}

const ABOUT: Record<string, [icon: string, hue: number]> = {
  claws: ["claw", 18],
  dice: ["swap", 205],
  stars: ["star", 42],
  hearts: ["heart", 350],
  energy: ["energy", 130],
};

export function emblemOf(card: CardInfo): Emblem {
  const [icon, hue] = ABOUT[card.about] ?? ["cards", 268];
  let shift = 0;
  for (const letter of card.name) shift = (shift * 31 + letter.charCodeAt(0)) % 29;
  return { icon, hue: hue + shift - 14 };
}
