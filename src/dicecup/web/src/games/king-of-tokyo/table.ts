// All that a table needs, to be fetched in one piece.
import { voiced } from "../../lib/voice";
import { kit as follow } from "./kit";
import { heard } from "./sounds";
import { VOICES } from "./voices/cast";

export { default as Screen } from "./King.svelte";
export const kit: typeof follow = {
  ...follow,
  heard,
  ground: "dieOnTable",
  voiced: (view, seat, reason, n) =>
    voiced(VOICES[view.monsters[seat]?.character ?? ""]?.reasons ?? [], reason, n),
};
