// What this browser keeps of several tables or games, by their ids: those it came to last. It may keep nothing at all.

export function shelf<T>(key: string): Record<string, T> {
  try {
    const kept = JSON.parse(localStorage.getItem(key) ?? "{}") as unknown;
    return typeof kept === "object" && kept !== null ? (kept as Record<string, T>) : {};
  } catch {
    return {};
  }
}

export function putBack<T>(key: string, kept: Record<string, T>, most: number): void {
  try {
    localStorage.setItem(key, JSON.stringify(Object.fromEntries(Object.entries(kept).slice(-most))));
  } catch {
    // Whoever asks finds nothing then, and does without it.
  }
}
