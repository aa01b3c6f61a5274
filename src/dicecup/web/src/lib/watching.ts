// How a replay tells the table edge, inside the game's own screen, that it is one.
import { getContext, setContext, type Component } from "svelte";
import type { Replay } from "./replay.svelte";

export interface Watching {
  replay: Replay;
  Controls: Component<{ replay: Replay }>; // in place of the decision
}

const KEY = Symbol("watching");

export const watch = (what: Watching) => setContext(KEY, what);
export const watching = () => getContext<Watching | undefined>(KEY);
