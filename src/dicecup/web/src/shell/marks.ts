/**
 * What the faces of a die show instead of pips, by face: a word, or a drawing on a field of 24 by 24, and what that is
 * called where it is spelled.
 */
export type Marks = Record<number, { text?: string; path?: string; tint?: string; name?: string }>;
