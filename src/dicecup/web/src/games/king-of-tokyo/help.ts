// What the help has of King of Tokyo besides its rules: every card, and the monsters and dice to look at.
import type { Help } from "../manifest";
import type { CardInfo, KingRules } from "./rules";
import Banner from "./Banner.svelte";
import DiceFaces from "./DiceFaces.svelte";
import HelpCard from "./HelpCard.svelte";
import { w } from "./words";

/** Each card once, by name. */
function cards(rules: KingRules): CardInfo[] {
  const unique = [...new Map(rules.cards.map((card) => [card.name, card])).values()];
  return unique.sort((a, b) => a.name.localeCompare(b.name));
}

export const help: Help = {
  Banner,
  asides: { dice: DiceFaces },
  chapters: (rules: KingRules) => [
    {
      title: w.allCards,
      list: "cards",
      Entry: HelpCard,
      entries: cards(rules).map((card) => ({
        id: card.id,
        of: card,
        texts: [card.name, card.other_name, card.text, card.detail, card.kind],
      })),
    },
  ],
};
