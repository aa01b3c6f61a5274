// Computer players on the lot, one kind of actor for each seat: how they give their reasons.
import type { Way } from "../../lib/voice";

export const WAYS: readonly (readonly Way[])[] = [
  // The star, who knows it.
  [
    (said) => `Darling. ${said}`,
    (said) => `${said} My public expects it.`,
    (said) => `${said} And mind my good side.`,
    (said) => `Lights on me, please. ${said}`,
  ],
  // Does all stunts.
  [
    (said) => `No net, no nerves. ${said}`,
    (said) => `${said} I have fallen off worse.`,
    (said) => `${said} Hold my hat.`,
    (said) => `Dust off, go again. ${said}`,
  ],
  // Lives every part.
  [
    (said) => `I feel it in my boots. ${said}`,
    (said) => `${said} I have lived this moment.`,
    (said) => `My motivation? ${said}`,
    (said) => `${said} I never break character.`,
  ],
  // Came by train this morning.
  [
    (said) => `Mother will be so proud. ${said}`,
    (said) => `${said} That is right, right?`,
    (said) => `Gee! ${said}`,
    (said) => `${said} I tried it in the mirror.`,
  ],
  // Was here before there was sound.
  [
    (said) => `Forty pictures taught me that. ${said}`,
    (said) => `${said} Just like in the silent days.`,
    (said) => `${said} Wake me for the close-up.`,
    (said) => `Listen, kid. ${said}`,
  ],
  // Has a very good agent.
  [
    (said) => `My agent agrees. ${said}`,
    (said) => `${said} Put it in the contract.`,
    (said) => `${said} He gets ten per cent.`,
    (said) => `Business is business. ${said}`,
  ],
  // Is here for the laughs.
  [
    (said) => `Drum roll, please. ${said}`,
    (said) => `${said} I am here all week.`,
    (said) => `${said} Try the veal.`,
    (said) => `Stop me if you know it. ${said}`,
  ],
  // Says little.
  [
    (said) => `Hm. ${said}`,
    (said) => `${said} Yep.`,
    (said) => `${said} Enough talk.`,
    (said) => `Reckon so. ${said}`,
  ],
];
