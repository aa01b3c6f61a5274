// Which games are wanted, as the server is asked for them.

export interface Wanted {
  game: string;
  players: string;
  level: string; // "none": no computer players
  people: string; // "true", "false", or whatever it is
  won: string;
}

export const ALL: Wanted = { game: "", players: "", level: "", people: "", won: "" };

export function isAll(wanted: Wanted): boolean {
  return Object.values(wanted).every((value) => !value);
}

export function query(wanted: Wanted, most: number): string {
  const asked = new URLSearchParams(Object.entries(wanted).filter(([, value]) => value));
  asked.set("most", String(most));
  return asked.toString();
}
