// Games as files: out of the page, and into it again.
import { api } from "./api";
import type { MatchInfo } from "./wire";
import { words } from "./words";

const LARGEST = 4 * 2 ** 20; // bytes; a long game needs well under one million

/** What of a match may leave the table: while others sit at it, a save would tell the dice to come. */
export function kindOf(match: MatchInfo): "save" | "record" {
  const others = match.players.some((seat) => seat.player !== "computer" && !seat.mine);
  return match.finished || others ? "record" : "save";
}

export async function download(match: string, game: string, kind: "save" | "record"): Promise<void> {
  const text = await api.paper(match, kind);
  const address = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  const link = document.createElement("a");
  link.href = address;
  link.download = words.files.name(game, kind, new Date());
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** Where in the page a game out of a file can be gone on with, or watched. */
export async function takeIn(file: Blob): Promise<string> {
  if (file.size > LARGEST) throw new Error(words.files.tooLarge);
  const { match } = await api.takeIn(await file.text());
  const found = (await api.matches()).find((each) => each.match === match);
  return found?.finished ? `/replay/${match}` : `/match/${match}`;
}
