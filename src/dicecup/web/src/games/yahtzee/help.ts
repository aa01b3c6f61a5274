// What the help has of Yahtzee besides its rules: what each box is worth.
import type { Help } from "../manifest";
import type { YahtzeeRules } from "./rules";
import HelpBox from "./HelpBox.svelte";
import { w } from "./words";

export const help: Help = {
  chapters: ({ boxes }: YahtzeeRules) => [
    {
      title: w.allBoxes,
      list: "terms",
      Entry: HelpBox,
      entries: boxes.map((box) => ({ id: box.id, of: box, texts: [box.name, box.text] })),
    },
  ],
};
