/** Do something with the next frame: once for many changes, and before it is seen. Whoever measures or scrolls right after
 * a change has the browser lay everything out in the middle of the work, and again at its end. What calls it off. */
export function soon(what: () => void): () => void {
  const frame = requestAnimationFrame(what);
  return () => cancelAnimationFrame(frame);
}

/** One with each frame, and the first at once: what is much to draw is drawn bit by bit. */
export function oneByOne([first, ...rest]: readonly (() => void)[]): void {
  first?.();
  if (rest.length) soon(() => oneByOne(rest));
}
