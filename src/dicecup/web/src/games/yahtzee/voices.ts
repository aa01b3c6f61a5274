// Computer players round the kitchen table, one kind of neighbour for each seat: how they give their reasons.
import type { Way } from "../../lib/voice";

export const WAYS: readonly (readonly Way[])[] = [
  // Has brought biscuits.
  [
    (said) => `Well now. ${said}`,
    (said) => `${said} Pass the biscuits.`,
    (said) => `${said} You will see.`,
    (said) => `In my day we shook harder. ${said}`,
  ],
  // Is glad to be here.
  [
    (said) => `Ooh! ${said}`,
    (said) => `${said} Fingers crossed.`,
    (said) => `${said} Blow on them for me.`,
    (said) => `Here we go! ${said}`,
  ],
  // Takes it seriously.
  [
    (said) => `Let me see. ${said}`,
    (said) => `${said} That seems sound.`,
    (said) => `${said} I have thought about it.`,
    (said) => `Quiet, please. ${said}`,
  ],
  // Feels lucky, always.
  [
    (said) => `Watch this. ${said}`,
    (said) => `${said} Come on, dice!`,
    (said) => `${said} Tonight is the night.`,
    (said) => `I feel it coming. ${said}`,
  ],
];
