// Old, deep and a little damp. Speaks like a sea shanty that has read too much.
import type { Voice } from "./voice";

export const kraken: Voice = {
  remarks: {
    great: [
      "The tide turns, and it turns my way.",
      "Eight arms, one plan, and what a haul!",
      "Even the moon is applauding.",
      "From the deep, with pleasure.",
    ],
    bad: [
      "Flotsam. Nothing but flotsam.",
      "The sea gives. Not today, though.",
      "I have dredged up better from a bathtub.",
      "A calm. How I loathe a calm.",
    ],
    attacks: [
      "Release me! Oh, I already have.",
      "A wave is coming. It has suckers.",
      "Brace yourselves, landlubbers.",
      "I counted my arms. You should have, too.",
      "This will be brief, and rather wet.",
    ],
    hurt: [
      "You have spilled my ink!",
      "I am mostly water, and you made it splash.",
      "A harpoon would have been politer.",
      "That arm was my favourite. All eight are.",
    ],
    low: [
      "The abyss is calling. I let it ring.",
      "I feel… shallow.",
      "Somebody fetch me a bucket.",
      "Am I sinking, or is it the city?",
    ],
    enters: [
      "The tide comes in. It brought me.",
      "A harbour with a view. I shall moor here.",
      "Ah, Tokyo. You may call it Atlantis now.",
      "Mind the puddles. They are mine.",
    ],
    leaves: [
      "All tides go out. This one in some haste.",
      "I never liked dry land.",
      "Back to the quiet, dark and cosy.",
      "You may keep the puddles.",
    ],
    stays: [
      "I have dropped anchor. All of them.",
      "Rocks do not flee from waves.",
      "The deep does not do ‘outside’.",
      "Eight arms to hold on with.",
    ],
    buys: [
      "Treasure! And not even sunken.",
      "A trinket for my trench.",
      "I have an arm free for that.",
      "Paid in lightning. Eels owe me favours.",
      "Strange cargo. I approve.",
    ],
    knocks: [
      "Rest on the seabed, friend. It is soft.",
      "And the waters closed above.",
      "Farewell. I shall wave. Eight times.",
    ],
    dies: ["Ink… fading to black…", "Bury me at… well, you know.", "So this is the shallow end."],
    wins: ["All rivers lead to me.", "Sing of this, sailors. In tune, please.", "High tide. For ever."],
    waits: [
      "Coral grows faster than this.",
      "I have seen ice ages with more hurry.",
      "Drip. Drip. Drip. That is me, waiting.",
    ],
  },
  reasons: [
    (said) => `The deep whispers. ${said}`,
    (said) => `${said} By tide and tentacle.`,
    (said) => `Mark my ink. ${said}`,
    (said) => `${said} All eight arms voted for it.`,
    (said) => `So sings the current. ${said}`,
    (said) => `${said} The tide table says so.`,
  ],
};
