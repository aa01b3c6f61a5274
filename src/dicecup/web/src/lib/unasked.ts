// Decisions that need nobody: where there is nothing to choose, and optional questions that are not wanted now.
import type { Kit, View } from "../games/kit";
import { askingOf, likes } from "./settings.svelte";
import type { Ask, Option } from "./wire";

/** What is decided without asking; null: ask. The first option of an optional question is to let it pass. */
export function unasked<V extends View>(kit: Kit<V>, view: V, ask: Ask): Option | null {
  const first = ask.options[0];
  if (!first || kit.secret?.(ask)) return null;
  if (ask.options.length === 1) {
    return (first.pick.dice ? likes.rollAtOnce : likes.skipForced) ? first : null;
  }
  const asking = askingOf(view.game, ask.kind);
  if (asking === "always") return null;
  if (asking === "never") return first;
  return (kit.left?.(view, ask.seat) ?? 0) >= asking ? first : null;
}
