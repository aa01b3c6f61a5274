/** The dark dots of a QR code as one path: a bar for each run of them, so that no seams show. */
export function dots(rows: string[]): string {
  return rows
    .flatMap((row, y) =>
      [...row.matchAll(/#+/g)].map((run) => `M${run.index} ${y}h${run[0].length}v1h-${run[0].length}z`),
    )
    .join("");
}
