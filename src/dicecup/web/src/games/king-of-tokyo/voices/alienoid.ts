// A visitor who takes notes: everything on Earth is fascinating, and mostly misunderstood.
import type { Voice } from "./voice";

export const alienoid: Voice = {
  remarks: {
    great: [
      "Earth cubes obey me. Noted.",
      "Is this what you call luck? I’ll take a crate.",
      "Three eyes, and I still can’t believe it.",
      "Statistically rude. I love it.",
    ],
    bad: [
      "On my planet, dice listen.",
      "Fascinating. Absolutely nothing.",
      "I blame your gravity.",
      "Experiment failed. Again, again!",
    ],
    attacks: [
      "Hold still, please. This is science.",
      "Testing how local monsters bounce.",
      "I come in pieces. No, wait. Yours.",
      "Do not worry, I have read half the manual.",
      "Hypothesis: ouch.",
    ],
    hurt: [
      "My warranty does not cover this!",
      "Pain received. Zero stars, would not visit again.",
      "Ow. Recording. Ow. Still recording.",
      "That was my favourite antenna!",
    ],
    low: [
      "Mothership? Now would be nice.",
      "Insides should stay inside. Correct?",
      "I would like to speak to Earth’s manager.",
      "Updating my will. Who wants an antenna?",
    ],
    enters: [
      "So this is Tokyo! Where are the gift shops?",
      "I claim this city for my collection.",
      "Beautiful skyline. Shall I move it to the left?",
      "Take me to your leader. Oh. It’s me.",
    ],
    leaves: [
      "I only came for the brochure.",
      "Beaming out. This is strategy, not fear.",
      "Visit complete. Souvenirs: bruises.",
      "Your city bites. Goodbye.",
    ],
    stays: [
      "I have not seen the museum yet.",
      "My research here is unfinished.",
      "Gravity is strong here. I remain.",
      "All three eyes say: stay.",
    ],
    buys: [
      "Ooh. What does this button do?",
      "One more for the specimen jar.",
      "Earth shopping: you give sparks, you get trouble.",
      "I will read the instructions afterwards.",
      "My ship has a shelf for exactly this.",
    ],
    knocks: ["Specimen is resting. Very thoroughly.", "Oh! They do fall over.", "Sorry! For science!"],
    dies: ["Tell my planet… it needs better dice.", "Beam me… anywhere, really.", "End of field notes."],
    wins: [
      "Earth: five moons out of five.",
      "Conclusion: I am the best monster. Publish it!",
      "Dear home: I own a city now.",
    ],
    waits: [
      "Is the human switched off?",
      "On my planet this pause is called ‘winter’.",
      "I have counted all the windows. Twice.",
    ],
  },
  reasons: [
    (said) => `Fascinating! ${said}`,
    (said) => `${said} Over.`,
    (said) => `Mothership, take this down. ${said}`,
    (said) => `My third eye sees it clearly. ${said}`,
    (said) => `${said} Earth logic is easy.`,
    (said) => `${said} Both antennae agree.`,
  ],
};
