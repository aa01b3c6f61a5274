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

/** Into how many rows things of these widths go, one after the other. */
function rowsOf(widths: number[], wide: number, gap: number): number {
  let rows = 0;
  let left = 0;
  for (const width of widths) {
    if (!rows || width > left) {
      rows += 1;
      left = wide;
    }
    left -= width + gap;
  }
  return rows;
}

/**
 * How many of some things in a row are shown, in so many rows of such a width. What comes before them is shown in any case;
 * if not all are shown, or there are `others` besides, what says so needs its place as well. One is always shown.
 */
export function fitting(
  { before, things, more, others = false }: { before: number[]; things: number[]; more: number; others?: boolean },
  { wide, gap, rows }: { wide: number; gap: number; rows: number },
): number {
  for (let count = things.length; count > 1; count--) {
    const rest = others || count < things.length ? [more] : [];
    if (rowsOf([...before, ...things.slice(0, count), ...rest], wide, gap) <= rows) return count;
  }
  return Math.min(1, things.length);
}
