// All that a table needs, to be fetched in one piece.
import { voiced } from "../../lib/voice";
import { kit as follow } from "./kit";
import { heard } from "./sounds";
import { WAYS } from "./voices";

export { default as Screen } from "./Yahtzee.svelte";
export const kit: typeof follow = {
  ...follow,
  heard,
  ground: "dieOnFelt",
  voiced: (_, seat, reason, n) => voiced(WAYS[seat % WAYS.length] ?? [], reason, n),
};
