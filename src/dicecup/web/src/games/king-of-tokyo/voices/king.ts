// Royal, vain and generous with himself. Says “we” and means one gorilla.
import type { Voice } from "./voice";

export const king: Voice = {
  remarks: {
    great: [
      "We expected nothing less. Perhaps a little less.",
      "Behold! And keep beholding.",
      "Even the dice bow.",
      "We should have that painted.",
    ],
    bad: [
      "Treason! Arrest those dice!",
      "We meant to do that. All of it.",
      "The royal wrist was jostled.",
      "We shall blame the jester. Hire a jester.",
    ],
    attacks: [
      "By royal appointment: bonk!",
      "Kneel. Or lie down. We are not fussy.",
      "The crown sends its regards.",
      "We knight you! Oh, was that too hard?",
      "Royal decree: ow. Yours.",
    ],
    hurt: [
      "Not the crown! Anything but the crown!",
      "Somebody shall hear from our lawyer. And our fist.",
      "Insolence! And ouch!",
      "We are bruised. It will be a holiday.",
    ],
    low: [
      "Our kingdom for a plaster!",
      "We are not swaying. The palace is.",
      "Is it dark in here, or is it our future?",
      "Summon the doctor. And bananas.",
    ],
    enters: [
      "We are home. Do applaud.",
      "Our city. It was always our city.",
      "Where is the red carpet? That street will do.",
      "A throne with a tower. At last, a worthy chair.",
    ],
    leaves: [
      "We retire to the country estate.",
      "Royalty never runs. It strides quickly.",
      "The view had begun to bore us.",
      "We abdicate. Until after tea.",
    ],
    stays: [
      "The King does not make way.",
      "Our throne. Our bottom. It stays.",
      "Remove us? How adorable.",
      "We have only just unpacked the bananas.",
    ],
    buys: [
      "Wrap it. We’ll wear it now.",
      "Put it with the other crown jewels.",
      "Taxes, finally well spent.",
      "It brings out the gold in our crown.",
      "We’ll take it. Keep the change. No, don’t.",
    ],
    knocks: ["Dismissed!", "A fine opponent. A finer rug.", "You fought well. We fought better."],
    dies: ["The King is… give us a moment… dead.", "Polish… the crown…", "Et tu, dice?"],
    wins: ["Long live us!", "Let there be a parade. With us in it. Twice.", "It was in the name all along."],
    waits: [
      "We are not used to waiting. We do not care for it.",
      "Shall we have lunch sent up?",
      "The crown is getting heavy, dear subject.",
    ],
  },
  reasons: [
    (said) => `We decree it. ${said}`,
    (said) => `${said} So say We.`,
    (said) => `Let it be written. ${said}`,
    (said) => `Hear the crown. ${said}`,
    (said) => `${said} Bananas for everyone.`,
    (said) => `${said} Applause is permitted.`,
  ],
};
