// What the dice would bring as they lie, with the cards that change it for certain. What others may do is not in it.
import { listed, words } from "../../lib/words";
import { CLAW, ENERGY, HEART, bayOpen, type KingView } from "./kit";

export interface Forecast {
  stars: number;
  hearts: number;
  energy: number;
  claws: number;
  targets: number[];
  enters: "" | "city" | "bay";
  healsInVain: boolean;
  heartsToUse: number;
}

export function foresee(view: KingView, dice: number[] = view.dice): Forecast {
  const me = view.monsters[view.active];
  if (!me) throw new Error("there is no such monster");
  const has = (card: string) => me.cards.filter((held) => (held.acts_as || held.card) === card).length;
  const count = (face: number) => dice.filter((die) => die === face).length;
  const inTokyo = me.place !== "outside";

  let claws = count(CLAW) + has("acid-attack") + (inTokyo ? has("burrowing") : 0);
  if (count(2) >= 3) claws += 2 * has("poison-quills");
  if (claws) claws += has("spiked-tail") + (inTokyo ? has("urbavore") : 0);

  let stars = 0;
  for (const face of [1, 2, 3]) if (count(face) >= 3) stars += face + count(face) - 3;
  if (count(1) >= 3) stars += 2 * has("gourmet");
  if (count(1) && count(2) && count(3)) stars += 2 * has("omnivore");
  if (count(1) && count(2) && count(3) && count(HEART) && count(ENERGY) && (count(CLAW) || claws))
    stars += 9 * has("complete-destruction");
  if (claws) stars += has("alpha-monster");

  const hearts = count(HEART);
  const choice = hearts > 0 && (me.poison > 0 || me.shrink > 0 || has("healing-ray") > 0);
  const heals =
    hearts && !inTokyo && !choice ? Math.min(hearts + has("regeneration"), me.max_hearts - me.hearts) : 0;
  const bolts = count(ENERGY);
  const energy = bolts ? bolts + has("friend-of-children") : 0;

  const others = view.monsters.flatMap((monster, seat) =>
    seat !== view.active && monster.hearts > 0 ? [seat] : [],
  );
  const far = has("nova-breath") > 0;
  const targets = claws
    ? others.filter((seat) => far || (view.monsters[seat]?.place !== "outside") !== inTokyo)
    : [];

  const taken = (place: string) => view.monsters.some((monster) => monster.place === place);
  let enters: Forecast["enters"] = "";
  if (!inTokyo) enters = !taken("city") ? "city" : bayOpen(view) && !taken("bay") ? "bay" : "";
  return {
    stars,
    hearts: heals,
    energy,
    claws,
    targets,
    enters,
    healsInVain: hearts > 0 && inTokyo && !choice,
    heartsToUse: choice ? hearts : 0,
  };
}

/** The same in words: "2 stars, 1 damage to Alienoid (7 hearts)". */
export function inWords(view: KingView, found: Forecast): string {
  const w = words.king;
  const parts: string[] = [];
  if (found.stars) parts.push(w.stars_(found.stars));
  if (found.hearts) parts.push(w.hearts_(found.hearts));
  if (found.heartsToUse) parts.push(w.heartsToUse(found.heartsToUse));
  if (found.energy) parts.push(w.energy_(found.energy));
  if (found.targets.length) {
    const who = found.targets.map((seat) => `${view.names[seat]} (${view.monsters[seat]?.hearts})`);
    parts.push(w.damage(found.claws, listed(who)));
  } else if (found.claws) parts.push(w.nobody);
  if (found.enters) parts.push(w.enter(found.enters === "city" ? w.city : w.bay));
  const said = parts.join(", ") || w.nothingGained;
  return found.healsInVain ? `${said} (${w.noHeal})` : said;
}
