// The pictures of the power cards, fetched once when the first card is shown. Until then, and for cards that none was
// drawn for, there is the emblem.
import type { Piece } from "./pieces";

let draw = $state.raw<(card: string) => Piece[] | null>(() => null);
let asked = false;

/** The picture of a card; null: there is none, or it is on its way. */
export function pictureOf(card: string): Piece[] | null {
  if (!asked) {
    asked = true;
    import("./drawings").then(
      (found) => (draw = found.draw),
      () => (asked = false), // the next card tries again
    );
  }
  return draw(card);
}
