// Where on the table a choice is: what is to be lit for it, and from where to where it leads.
import type { Pick } from "../lib/wire";

const named = (attribute: string, name: string | number) =>
  `[${attribute}="${String(name).replace(/["\\]/g, "\\$&")}"]`;

/** What is lit for a choice, as a selector; dice are lifted by the tray itself. */
export function litBy(pick: Pick): string {
  const found: string[] = [];
  const area = pick.place ? `${named("data-area", pick.place)} ` : "";
  if (pick.box) found.push(`${area}${named("data-at", `box:${pick.box}`)}`);
  if (pick.card && !pick.box) found.push(named("data-card", pick.card));
  if (pick.place && !pick.box) found.push(named("data-area", pick.place));
  if (pick.seat !== undefined) found.push(named("data-at", `seat:${pick.seat}`));
  return found.join(", ") || ":not(*)";
}

/** From where to where a choice leads, as names of places on the table; null: nowhere. */
export function wayOf(pick: Pick, seat: number): [string, string] | null {
  if (pick.place && !pick.box && !pick.price) return [`figure:${seat}`, `area:${pick.place}`];
  if (pick.seat !== undefined && pick.seat !== seat) return [`figure:${seat}`, `figure:${pick.seat}`];
  return null;
}
