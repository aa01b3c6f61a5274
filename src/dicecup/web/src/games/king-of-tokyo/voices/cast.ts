// Everybody's voice, by the name of the monster. One of another package has none, and says nothing.
import { alienoid } from "./alienoid";
import { bunny } from "./bunny";
import { dragon } from "./dragon";
import { king } from "./king";
import { kraken } from "./kraken";
import type { Voice } from "./voice";
import { zaur } from "./zaur";

export const VOICES: Record<string, Voice> = {
  Alienoid: alienoid,
  "Cyber Bunny": bunny,
  "Giga Zaur": zaur,
  Kraken: kraken,
  "Meka Dragon": dragon,
  "The King": king,
};
