// What is said at a table, ready to be shown.
import type { Line } from "./wire";
import { talkWords, type PhraseName } from "./words_talk";

/** What a line says, in this page's language. It is text and nothing else, whoever wrote it. */
export function worded(line: Line): string {
  return line.kind === "phrase" ? (talkWords.phrases[line.text as PhraseName] ?? line.text) : line.text;
}

/** What somebody has said without anybody else in between. */
export interface Turn {
  first: number; // the number of its first line
  person: number | null;
  name: string;
  spectators: boolean;
  lines: Line[];
}

export function turns(lines: Line[]): Turn[] {
  const found: Turn[] = [];
  for (const line of lines) {
    const { n, person, name, spectators } = line;
    const last = found.at(-1);
    if (last && last.person === person && last.spectators === spectators) last.lines.push(line);
    else found.push({ first: n, person, name, spectators, lines: [line] });
  }
  return found;
}
