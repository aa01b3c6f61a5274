const LEAST = 2;
const MOST = 4;

/** As many lines as a text needs, two at least and four at most, where what stands below it still fits. */
export function linesFor(needed: number, fits: (lines: number) => boolean): number {
  let lines = Math.max(LEAST, Math.min(MOST, needed));
  while (lines > LEAST && !fits(lines)) lines -= 1;
  return lines;
}

/** Give a clamped text the room that what stands below it leaves. */
export function stretch(text: HTMLElement, below: HTMLElement): void {
  const clamp = (lines: number) => text.style.setProperty("--lines", `${lines}`);
  clamp(LEAST);
  const needed = Math.round(text.scrollHeight / parseFloat(getComputedStyle(text).lineHeight));
  clamp(
    linesFor(needed, (lines) => {
      clamp(lines);
      return below.scrollHeight <= below.clientHeight;
    }),
  );
}
