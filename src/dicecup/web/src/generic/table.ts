// All that a table needs for a game without a folder of its own, to be fetched in one piece.
export { kit } from "./kit";
export { default as Screen } from "./Generic.svelte";
