// A simple emblem for every card, found from what it is about.
import type { CardInfo } from "./rules";

export interface Emblem {
  icon: string;
  hue: number;
}

const ABOUT: [RegExp, string, number][] = [
  [/copy of|discard keep cards|top card|comes to the market|from other monsters|cards cost/i, "cards", 268],
  [/roll|dice|\bdie\b|turn/i, "swap", 205],
  [/other monsters.*lose|claw|hurt by/i, "claw", 18],
  [/lose no hearts|ignore|saves|yield/i, "lock", 230],
  [/star/i, "star", 42],
  [/energy/i, "energy", 130],
  [/heart/i, "heart", 350],
];

export function emblemOf(card: CardInfo): Emblem {
  const hit = ABOUT.find(([pattern]) => pattern.test(card.text));
  const [, icon, hue] = hit ?? [null, "star", 42];
  let shift = 0;
  for (const letter of card.name) shift = (shift * 31 + letter.charCodeAt(0)) % 29;
  return {
    icon: card.kind === "discard" && /^Gain \d+ stars?\.$/.test(card.text) ? "star" : icon,
    hue: hue + shift - 14,
  };
}
