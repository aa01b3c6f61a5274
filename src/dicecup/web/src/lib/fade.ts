import type { TransitionConfig } from "svelte/transition";

/** Something goes or comes by fading. Svelte's own asks the page how opaque it is now, while half of it is being redrawn:
 * then all of it is laid out in the middle of that, and once more afterwards. */
export function fade(_node: Element, { duration }: { duration: number }): TransitionConfig {
  return { duration, css: (t) => `opacity: ${t}` };
}
