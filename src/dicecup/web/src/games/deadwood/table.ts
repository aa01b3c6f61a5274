// All that a table needs, to be fetched in one piece.
import { nowAndThen } from "../../lib/voice";
import { kit as follow } from "./kit";
import { heard } from "./sounds";
import { WAYS } from "./voices";

export { default as Screen } from "./Deadwood.svelte";
export const kit: typeof follow = {
  ...follow,
  heard,
  ground: "dieOnWood",
  voiced: (_, seat, reason, n) => nowAndThen(WAYS[seat % WAYS.length] ?? [], reason, n),
};
