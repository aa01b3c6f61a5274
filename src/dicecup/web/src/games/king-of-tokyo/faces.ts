// What the dice of King of Tokyo show.
import { FILLED } from "../../shell/icons";
import type { Marks } from "../../shell/marks";

export const FACES: Marks = {
  1: { text: "1" },
  2: { text: "2" },
  3: { text: "3" },
  4: { path: FILLED["heart"], name: "heart", tint: "#ff7d8b" },
  5: { path: FILLED["energy"], name: "energy", tint: "#7ee08c" },
  6: { path: FILLED["claw"], name: "claw", tint: "#ff9a4d" },
};
