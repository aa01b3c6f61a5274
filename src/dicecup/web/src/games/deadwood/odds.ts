// What a role is worth before it is taken, in exact numbers: how likely its roll succeeds, what a roll pays, what the
// wrap brings on average. The rules say the same in Python (`odds.py`, `worth.py`); a test holds the two together.
import type { DeadwoodView, RolePlace } from "./kit";
import { sceneAt } from "./kit";
import type { DeadwoodRules } from "./rules";

export type On = "card" | "set";
export type Purse = [dollars: number, credits: number];

/** What a roll is made against. */
export interface Roll {
  needs: number; // what the die has to show at least; 1: it cannot fail
  chance: number; // of 1
  success: Purse;
  failure: Purse;
}

/** What somebody rolls for who plays there with so many practice chips. */
export function rollFor(on: On, budget: number, chips: number, rules: DeadwoodRules): Roll {
  const needs = Math.max(1, budget - chips);
  return { needs, chance: Math.max(0, 7 - needs) / 6, ...rules.pay[on] };
}

/** How likely at least `least` of so many dice show `face` or more. */
function atLeast(least: number, dice: number, face: number): number {
  const good = (7 - face) / 6;
  let sum = 0;
  let ways = 1; // to choose so many of the dice
  for (let n = 0; n <= dice; n++) {
    if (n >= least) sum += ways * good ** n * (1 - good) ** (dice - n);
    ways = (ways * (dice - n)) / (n + 1);
  }
  return sum;
}

/** What the highest of so many dice shows on average, the second highest, and so on. */
export function inOrder(dice: number): number[] {
  const faces = [1, 2, 3, 4, 5, 6];
  return Array.from({ length: dice }, (_, place) =>
    faces.reduce((mean, face) => mean + atLeast(place + 1, dice, face), 0),
  );
}

/** Which dice a wrap gives to which of so many roles, the highest first: places in the row of dice from the highest. */
export function shares(dice: number, roles: number): number[][] {
  return Array.from({ length: roles }, (_, role) =>
    Array.from({ length: dice }, (_, place) => place).filter((place) => place % roles === role),
  );
}

/** The roles on a card that bonus dice go to, the highest first; `taking`: as if this one were played, too. */
export function sharing(view: DeadwoodView, roles: RolePlace[], taking = -1): RolePlace[] {
  const printed = roles.filter(([on]) => on === "card");
  return view.bonus === "all" ? printed : printed.filter(([, slot, , seat]) => seat !== null || slot === taking);
}

/** The dollars that the wrap brings whoever plays a role, on average; null: an extra where there is no star yet. */
export function atWrap(
  view: DeadwoodView,
  area: string,
  [on, slot, rank]: RolePlace,
  rules: DeadwoodRules,
): number | null {
  const roles = view.sets[area]?.roles ?? [];
  const budget = sceneAt(view, area, rules)?.budget ?? 0;
  if (on === "set") return roles.some(([where, , , seat]) => where === "card" && seat !== null) ? rank : null;
  const among = sharing(view, roles, slot);
  const dice = shares(budget, among.length)[among.findIndex((one) => one[1] === slot)] ?? [];
  const mean = inOrder(budget);
  return dice.reduce((sum, place) => sum + (mean[place] ?? 0), 0);
}

/** 0.5 is 50%. */
export function percent(chance: number): string {
  return `${Math.round(chance * 100)}%`;
}
