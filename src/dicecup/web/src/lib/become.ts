// What is known already is left alone: to put a new object in the place of an old one with the same content would let
// everything be drawn again that depends on it.

type Holder = Record<PropertyKey, unknown>;
const holds = (value: unknown): value is Holder => typeof value === "object" && value !== null;

/** Let `old` say what `fresh` says, changing only what differs; what has to be used from now on. */
export function become<T>(old: T, fresh: T): T {
  if (!holds(old) || !holds(fresh) || Array.isArray(old) !== Array.isArray(fresh)) return fresh;
  if (Array.isArray(old) && Array.isArray(fresh) && old.length > fresh.length) old.length = fresh.length;
  for (const key of Object.keys(old)) if (!(key in fresh)) delete (old as Holder)[key];
  for (const [key, value] of Object.entries(fresh)) {
    const before = (old as Holder)[key];
    const after = become(before, value);
    if (after !== before || !(key in old)) (old as Holder)[key] = after;
  }
  return old;
}
