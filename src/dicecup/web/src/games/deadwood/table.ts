// All that a table needs, to be fetched in one piece.
import { kit as follow } from "./kit";
import { heard } from "./sounds";

export { default as Screen } from "./Deadwood.svelte";
export const kit: typeof follow = { ...follow, heard, ground: "dieOnWood" };
