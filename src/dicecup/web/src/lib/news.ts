// What has changed at a table since the last look, in words for whoever does not see it.
import type { PartyState, Person } from "./wire";
import { partyWords } from "./words_party";

const w = partyWords.news;

export function newsOf(before: PartyState, after: PartyState, titleOf: (game: string) => string): string[] {
  const told: string[] = [];
  for (const person of after.people) {
    if (person.you && !person.host) continue; // one knows what one does oneself
    told.push(
      ...about(
        before.people.find((each) => each.number === person.number),
        person,
      ),
    );
  }
  for (const person of before.people) {
    const gone = after.people.every((each) => each.number !== person.number);
    if (gone && person.presence !== "gone") told.push(w.left(person.name));
  }
  if (before.rules.game !== after.rules.game) told.push(w.game(titleOf(after.rules.game)));
  else if (JSON.stringify(before.rules) !== JSON.stringify(after.rules)) told.push(w.rules);
  return told;
}

function about(before: Person | undefined, now: Person): string[] {
  if (now.you) return before && !before.host ? [w.youHost] : [];
  const { name } = now;
  if (!before || before.presence === "gone") {
    if (now.presence !== "here") return []; // whoever is on the way is told of on arrival
    return [now.role === "spectator" ? w.watches(name) : w.came(name)];
  }
  if (now.presence === "gone") return [w.left(name)];
  const told: string[] = [];
  if (before.name !== name) told.push(w.called(before.name, name));
  if (before.presence !== now.presence) told.push(now.presence === "away" ? w.away(name) : w.here(name));
  if (before.role !== now.role) told.push(now.role === "spectator" ? w.watches(name) : w.sits(name));
  if (before.ready !== now.ready && now.role === "player") told.push(now.ready ? w.ready(name) : w.notReady(name));
  if (!before.host && now.host) told.push(w.host(name));
  return told;
}
