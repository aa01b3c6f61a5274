// How a replay tells the table edge, inside the game's own screen, that it is one.
import { getContext, setContext, type Component, type Snippet } from "svelte";
import type { Replay } from "./replay.svelte";

export interface Watching {
  replay: Replay;
  Controls: Component<{ replay: Replay }>; // in place of the decision
  /** With a review: what stands beside the table, and what is said while somebody learns from it. */
  Side?: Component<{ log: Snippet }>;
  Learn?: Component;
  /** What it is, and where it leads to when it is left; none: a replay, and its match. */
  title?: string;
  leave?: { to: string; text: string };
}

const KEY = Symbol("watching");

export const watch = (what: Watching) => setContext(KEY, what);
export const watching = () => getContext<Watching | undefined>(KEY);
