// What somebody has read at a table and put away: it does not come again with a reload.
import { putBack, shelf } from "./shelf";

const MOST = 20; // tables that this is kept of

/** Whether what was said with event `n` of a table has been put away; something that was said later has not. */
export const wasRead = (what: string, table: string, n: number) => shelf<number>(`dicecup.${what}`)[table] === n;

export function noteRead(what: string, table: string, n: number): void {
  const { [table]: _, ...others } = shelf<number>(`dicecup.${what}`);
  putBack(`dicecup.${what}`, { ...others, [table]: n }, MOST);
}
