// What choices and dice are worth, in words.

export type Unit = "win" | "points";

const rounded = (value: number) => {
  const size = Math.abs(value);
  return size >= 10 || Number.isInteger(Math.round(size * 10) / 10) ? `${Math.round(size)}` : size.toFixed(1);
};

/** So much of a chance to win, or so many points; without a sign. */
export function amount(value: number, unit: Unit): string {
  const size = Math.abs(value);
  if (unit === "points")
    return size > 0 && size < 0.05
      ? "almost nothing"
      : `${rounded(size)} ${rounded(size) === "1" ? "point" : "points"}`;
  if (size > 0 && size < 0.005) return "less than 1%";
  return `${Math.round(size * 100)}%`;
}
