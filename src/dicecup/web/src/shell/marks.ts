/** What the faces of a die show instead of pips, by face: a word, or a drawing on a field of 24 by 24. */
export type Marks = Record<number, { text?: string; path?: string; tint?: string }>;
