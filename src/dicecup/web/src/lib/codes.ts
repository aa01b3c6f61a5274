// What people type to get to a table: five letters, said aloud, or a link that was sent to them.
import type { Link, Links } from "./wire";

export const LETTERS = 5;

/** The code in what was typed or pasted: a link's last word as it is, else its letters in capitals. */
export function codeIn(typed: string): string {
  const link = /#\/join\/([^\s/?#]+)/.exec(typed);
  if (link?.[1]) return link[1];
  return typed.replace(/[\s\-–—.·_]/g, "").toUpperCase();
}

/** Whether that was a link, or the long word of one. */
export const isLong = (code: string) => code.length > LETTERS + 3;

/** One's own way back to a seat. Of its key the server has only the fingerprint: it is this browser that knows it. */
export function seatLink({ table, watching, seat }: Links, key: string): Link | null {
  const base = ((table ?? watching)?.url ?? location.href).split("#")[0];
  return seat ?? (key ? { code: "", url: `${base}#/join/${key}`, qr: [], until: "" } : null);
}
