// Too much coffee, too many upgrades: everything is a race, and everything is fun.
import type { Voice } from "./voice";

export const bunny: Voice = {
  remarks: {
    great: [
      "Boing! Did you SEE that?",
      "Lucky paws, fresh batteries!",
      "Jackpot! Ears up!",
      "I didn’t even cheat! Much!",
    ],
    bad: [
      "Error four-oh-carrot: luck not found.",
      "Who put the dice in low-power mode?",
      "Meh. Reboot, retry, re-hop.",
      "My good ear says no.",
    ],
    attacks: [
      "Hop, hop, WHAM!",
      "Fluffy on the left, missiles on the right!",
      "Surprise carrot!",
      "Incoming cuddle. The metal kind.",
      "Tag! You’re it!",
    ],
    hurt: [
      "Hey! I just polished that side!",
      "Ow, ow, ow! Who hits a bunny?",
      "Warning light! And another! Ooh, disco.",
      "My fluff! My beautiful fluff!",
    ],
    low: [
      "Battery low. Bunny lower.",
      "Running on one ear here!",
      "I’m fine! That smoke is decorative!",
      "Could somebody hold my bolts?",
    ],
    enters: [
      "New hutch! Dibs on the tower!",
      "Tokyo, meet bunny. Bunny, meet everything!",
      "I can see my burrow from up here!",
      "Wow, so many buttons. I mean buildings.",
    ],
    leaves: [
      "Hop it is!",
      "I left the oven on. Byeee!",
      "Turbo legs, don’t fail me now!",
      "Keep the seat warm for me!",
    ],
    stays: [
      "Nope! Bunny stays!",
      "These feet are bolted down.",
      "That tickled. Next!",
      "I just found the good carrots!",
    ],
    buys: [
      "Upgrade! Upgrade! Upgrade!",
      "Does it come in pink?",
      "Installing… please don’t switch off the bunny.",
      "Add to basket. Add to paws.",
      "Ooh, shiny. Mine!",
    ],
    knocks: ["Oopsie. Game over, friend!", "Boing means goodbye!", "Gentle landing! Well. Landing."],
    dies: ["Shutting… down… tell the carrots…", "Eject! Eject! Oh. No eject.", "Worth it! Bzzt."],
    wins: ["Victory hop! Everybody hop!", "First place, and it’s not even lunchtime!", "Who’s a good bunny? ME!"],
    waits: [
      "Boing… boing… any time now… boing…",
      "I recharged twice while you thought.",
      "My foot is tapping by itself.",
    ],
  },
  reasons: [
    (said) => `Beep! ${said}`,
    (said) => `Bunny brain has spoken. ${said}`,
    (said) => `Okay okay okay. ${said}`,
    (said) => `${said} Hop hop!`,
    (said) => `${said} Fluffy and correct.`,
    (said) => `${said} The ears know.`,
  ],
};
