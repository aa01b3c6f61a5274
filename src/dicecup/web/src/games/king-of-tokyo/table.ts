// All that a table needs, to be fetched in one piece.
import { kit as follow } from "./kit";
import { heard } from "./sounds";
import { voiced } from "./voices/remarks";

export { default as Screen } from "./King.svelte";
export const kit: typeof follow = {
  ...follow,
  heard,
  ground: "dieOnTable",
  voiced: (view, seat, reason, n) => voiced(view.monsters[seat]?.character ?? "", reason, n),
};
