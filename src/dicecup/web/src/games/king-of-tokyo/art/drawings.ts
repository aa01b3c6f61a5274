// A picture for every power card, by its id. It is fetched when the first card is shown, not with the page.
import { army } from "./army";
import { body } from "./body";
import { breath } from "./breath";
import { city } from "./city";
import { food } from "./food";
import { mind } from "./mind";
import { cut, type Piece } from "./pieces";
import { power } from "./power";

export const DRAWINGS: Record<string, string> = {
  ...army,
  ...body,
  ...breath,
  ...city,
  ...food,
  ...mind,
  ...power,
};

const pieces = new Map<string, Piece[]>();

/** The picture of a card, cut out; null: none was drawn for it. */
export function draw(card: string): Piece[] | null {
  const drawing = DRAWINGS[card];
  if (!drawing) return null;
  if (!pieces.has(card)) pieces.set(card, cut(drawing));
  return pieces.get(card) ?? null;
}
