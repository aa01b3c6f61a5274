// Few words, large appetite. Speaks of himself, loudly.
import type { Voice } from "./voice";

export const zaur: Voice = {
  remarks: {
    great: [
      "GOOD BONES!",
      "Giga Zaur shake. Bones obey.",
      "RAAAH! That is what Giga ordered!",
      "Even dice fear Giga.",
    ],
    bad: [
      "Giga Zaur step on stupid cubes.",
      "Small cubes. Small luck.",
      "Hrrm. Giga not look.",
      "Giga blame tiny hands.",
    ],
    attacks: [
      "GIGA SMASH!",
      "Hold still. Giga aim bad.",
      "Stomp first. Think never.",
      "RAAAWR! Good morning!",
      "Giga only wave hello. Hard.",
    ],
    hurt: [
      "That… hurt? New feeling. Giga not like.",
      "HEY. That was Giga’s good knee.",
      "Giga remember face. All faces.",
      "Ow. Ow is rude.",
    ],
    low: [
      "Giga need nap. And bandage. Big bandage.",
      "Giga see little birds. Tasty little birds.",
      "Giga not limping. Giga dancing.",
      "Is that Giga’s tooth?",
    ],
    enters: [
      "MINE. All this. Also that.",
      "City smell like lunch.",
      "Giga home! Who left buildings everywhere?",
      "Giga sit here now. Crunch.",
    ],
    leaves: [
      "Giga walk. Giga not run. Bye.",
      "City too spicy.",
      "Giga go see… a thing. Over there.",
      "You clean up.",
    ],
    stays: ["NO.", "Giga sits. Giga stays.", "Push harder, tiny.", "Giga not done eating tower."],
    buys: [
      "Giga want. Giga take. Giga pay?!",
      "Shiny thing for Giga!",
      "Giga cannot read it. Picture nice.",
      "For Giga’s cave. Next to skull.",
      "What it do? Do it now!",
    ],
    knocks: ["Flat. Good.", "Giga sorry. Giga not very sorry.", "Was small. Is smaller."],
    dies: ["Giga… lie down… a bit…", "Extinct? AGAIN?", "Tell egg… papa was loud."],
    wins: ["GIGA! GIGA! GIGA!", "King of what? KING OF EVERYTHING!", "Now Giga eat Tokyo. Slowly."],
    waits: ["Giga hungry. You slow.", "Giga grow moss here.", "Move, or Giga chew table."],
  },
  reasons: [
    (said) => `Giga think. ${said}`,
    (said) => `${said} RAAAH!`,
    (said) => `Easy. ${said}`,
    (said) => `Giga counted on claws. ${said}`,
    (said) => `${said} Giga smart.`,
    (said) => `${said} Tail agrees.`,
  ],
};
