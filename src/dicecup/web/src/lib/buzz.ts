// A phone that is felt: a tick when dice land, a buzz when one is hit or asked. For whoever likes it, and never alone.
import { calm, likes } from "./settings.svelte";

let timer: ReturnType<typeof setTimeout> | undefined;

/** How long it buzzes, or how long it buzzes and rests in turn; in milliseconds. */
export function buzz(how: number | number[], after = 0): void {
  still();
  if (!likes.vibrate || calm()) return;
  // Browsers let only pages buzz that somebody has touched, and complain about others.
  const now = () => navigator.userActivation?.hasBeenActive && navigator.vibrate?.(how);
  if (after) timer = setTimeout(now, after);
  else now();
}

/** Nothing that has not been felt yet is felt any more. */
export function still(): void {
  clearTimeout(timer);
}
