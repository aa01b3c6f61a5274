// What was chosen when one last played with friends: the next time begins with it.

export interface LastTime {
  game: string;
  character: string;
}

const KEY = "dicecup.friends";

export function lastTime(): LastTime {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<LastTime>;
    const text = (value: unknown) => (typeof value === "string" ? value : "");
    return { game: text(kept?.game), character: text(kept?.character) };
  } catch {
    return { game: "", character: "" };
  }
}

export function rememberTable(chosen: Partial<LastTime>): void {
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...lastTime(), ...chosen }));
  } catch {
    // Then it is chosen again next time.
  }
}
