// What dice show that have something else than pips: one of our drawings where there is one of that name.
import { FILLED } from "../shell/icons";
import type { Marks } from "../shell/marks";

export function marksOf(names: string[]): Marks | undefined {
  if (!names.length) return undefined;
  return Object.fromEntries(
    names.map((name, at) => {
      const path = FILLED[name];
      return [at + 1, path ? { path } : { text: name.length > 2 ? name.charAt(0).toUpperCase() : name }];
    }),
  );
}
